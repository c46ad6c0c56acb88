import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failingServer, type Outage } from '../servers/failingServer';
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

const isDone = ({ id }: IDataObject) => id === 't1';
const isUnsent = ({ details }: IDataObject) => (details as IDataObject | undefined)?.sent === false;

const SERVED = 100;
const COUNT = 400;

/** Down after the first hundred, then back for another run. */
async function goThrough(outage: Outage) {
	const server = await failingServer(outage, SERVED);
	try {
		const started = performance.now();
		const { json } = await update(server.baseUrl, COUNT, { timeout: 2_000 });
		const tookMs = performance.now() - started;
		const sent = server.requests();
		await server.noConnections();
		await server.comeBack();
		const back = await update(server.baseUrl, 50);
		const unsent = json.flatMap((item, at) => (isUnsent(item) ? [`/v1/tasks/t${at}`] : []));
		return {
			tookMs,
			sent,
			done: json.filter(isDone).length,
			told: json.filter(({ error }) => typeof error === 'string').length,
			unsent: unsent.length,
			/** Items that are told as not sent, though they reached the service. */
			misled: unsent.filter((path) => server.paths.has(path)),
			back: { done: back.json.filter(isDone).length, sent: server.requests() - sent },
		};
	} finally {
		await server.close();
	}
}

const OUTAGES = ['hangs', 'refuses', 'says 503', 'resets'] as const satisfies Outage[];
let results: Record<Outage, Awaited<ReturnType<typeof goThrough>>>;
beforeAll(async () => {
	// Side by side: most of their time is waiting.
	const all = OUTAGES.map(async (outage) => [outage, await goThrough(outage)] as const);
	results = Object.fromEntries(await Promise.all(all)) as typeof results; // one for each outage
});

test.each(OUTAGES)(
	'a service that %s in the middle of a run: each item is told in seconds, and afterwards all is served',
	(outage) => {
		const { tookMs, sent, unsent, ...rest } = results[outage];
		expect(rest).toEqual({
			done: SERVED,
			told: COUNT - SERVED,
			misled: [],
			back: { done: 50, sent: 50 },
		});
		expect(tookMs).toBeLessThan(20_000);
		expect(sent).toBeLessThanOrEqual(COUNT + 100);
		if (outage === 'refuses' || outage === 'hangs') expect(unsent).toBeGreaterThan(COUNT - 300);
	},
);
