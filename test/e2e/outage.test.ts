import type { INodeExecutionData } from 'n8n-workflow';
import { failingServer, OUTAGES } from '../servers/failingServer';
import { n8n } from './n8n';
import { byId, pairedTo, runNode } from './run-node';

const ITEMS = 2000;
const DOWN_AFTER = 200;
const WITHIN_MS = 90_000;
const MOST_REQUESTS = 2 * ITEMS;

const idsFrom = (count: number, prefix: string) =>
	Array.from(
		{ length: count },
		(_, at): INodeExecutionData => ({ json: { id: `${prefix}${at}` } }),
	);

beforeAll(() => n8n.login());

describe.each(OUTAGES)('2,000 updates of a service that %s after 200', (outage) => {
	let service: Awaited<ReturnType<typeof failingServer>>;
	let credentialId: string;

	const update = async (items: INodeExecutionData[]) =>
		await runNode({
			resource: 'task',
			operation: 'update',
			parameters: {
				taskId: byId('={{ $json.id }}'),
				bodyMode: 'json',
				jsonBody: '{"seen":true}',
				// A person who expects a service to hang says how long is too long.
				...(outage === 'does not respond' ? { options: { timeout: 1000 } } : {}),
			},
			items,
			onError: 'continueRegularOutput',
			credentialId,
			withinMs: WITHIN_MS + 20_000,
		});

	beforeAll(async () => {
		service = await failingServer(outage, DOWN_AFTER);
		const data = {
			apiKey: `ac_test_made_up_${OUTAGES.indexOf(outage)}`,
			baseUrl: service.baseUrl,
			plan: 'enterprise',
		};
		const credential = { name: outage, type: 'projectWorkspaceApi', data };
		({ id: credentialId } = (await n8n.rest('POST', '/credentials', credential)) as { id: string });
	});
	afterAll(async () => await service.close());

	it('end soon, each with a record or a message, and succeed once it is back', async () => {
		const from = performance.now();
		const { status, regular } = await update(idsFrom(ITEMS, 't'));
		expect(performance.now() - from).toBeLessThan(WITHIN_MS);
		expect(service.requests()).toBeLessThanOrEqual(MOST_REQUESTS);

		expect(status).toBe('success');
		expect(regular.map(pairedTo)).toEqual(Array.from({ length: ITEMS }, (_, at) => at));
		const reported = regular.filter(({ json }) => json.error);
		const done = regular.filter(({ json }) => json.seen === true);
		expect(reported.length + done.length).toBe(ITEMS);
		// No record is returned that the service did not update.
		expect(done.filter(({ json }) => !service.done.has(String(json.id)))).toEqual([]);
		expect(done.length).toBeGreaterThanOrEqual(DOWN_AFTER - 50);
		expect(reported.filter(({ json }) => String(json.error).length < 20)).toEqual([]);

		await service.comeBack();
		const again = await update(idsFrom(100, 'u'));
		expect(again.regular.filter(({ json }) => json.seen === true)).toHaveLength(100);
	}, 200_000);
});
