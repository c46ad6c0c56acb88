import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../nodes/ProjectWorkspace/old/client/connect';
import { failingServer, OUTAGES, type Outage } from '../servers/failingServer';
import { runNode } from './runNode';

const update = async (baseUrl: string, count: number, options: INodeParameters = {}) =>
	await runNode({
		credential: { apiKey: 'ac_test_made_up_outage', baseUrl, plan: 'enterprise' },
		parameters: {
			resource: 'task',
			operation: 'update',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			bodyMode: 'json',
			jsonBody: '{"title":"x"}',
			options,
		},
		items: Array.from({ length: count }, (_, index) => ({ id: `t${index}` })),
		onError: 'continueRegularOutput',
	});

const isDone = ({ seen }: IDataObject) => seen === true;
const isUnsent = ({ details }: IDataObject) => (details as IDataObject | undefined)?.sent === false;

const SERVED = 50;
const COUNT = 1_000;
/** The attempts of one request before the circuit opens, after five seconds: at 0, 0.1, 0.4, 0.9, 1.9 and 3.9 s at the earliest. */
const ATTEMPTS = 6;

/** Down after the first items, then back for another run. */
async function goThrough(outage: Outage) {
	const server = await failingServer(outage, SERVED);
	try {
		// Much longer than a busy machine takes: a request that was served must not time out.
		const options =
			outage === 'does not respond' ? { requests: { settings: { timeout: 10_000 } } } : {};
		const { json } = await update(server.baseUrl, COUNT, options);
		const sent = server.requests();
		await server.noConnections();
		await server.comeBack();
		const back = await update(server.baseUrl, 50);
		const unsent = json.flatMap((item, at) => (isUnsent(item) ? [`/v1/tasks/t${at}`] : []));
		return {
			sent,
			done: json.filter(isDone).length,
			reported: json.filter(({ error }) => typeof error === 'string').length,
			unsent: unsent.length,
			/** Items that are reported as not sent, although they reached the service. */
			misled: unsent.filter((path) => server.paths.has(path)),
			doneAfterwards: back.json.filter(isDone).length,
		};
	} finally {
		await server.close();
	}
}

let results: Record<Outage, Awaited<ReturnType<typeof goThrough>>>;
beforeAll(async () => {
	// What n8n loads with the first requests must not count as time without a response.
	const warm = await failingServer('resets connections', Infinity);
	await update(warm.baseUrl, 20);
	await warm.close();
	// Side by side: most of their time is waiting.
	const all = OUTAGES.map(async (outage) => [outage, await goThrough(outage)] as const);
	results = Object.fromEntries(await Promise.all(all)) as typeof results; // one for each outage
}, 90_000);

test.each(OUTAGES)(
	'a service that %s in the middle of a run: each other item gets a message, few requests are sent, and later ones succeed',
	(outage) => {
		const { sent, unsent, ...rest } = results[outage];
		const reported = COUNT - SERVED;
		expect(rest).toEqual({ done: SERVED, reported, misled: [], doneAfterwards: 50 });
		expect(sent).toBeLessThanOrEqual(SERVED + MAX_IN_FLIGHT * ATTEMPTS);
		expect(unsent).toBeGreaterThan(0);
	},
);
