import type { IDataObject } from 'n8n-workflow';
import { sign, type Layout, type Sent } from './deliveries';
import { post, triggerWorkflow } from './triggerWorkflow';

const event = { event: 'task.created', data: { id: 'task_1' } };
const uuid = 'e63f1d50-33f1-4a0c-8e7d-0f4f2c8f9d01';

/** Deliveries that are sent one after the other, and how many of them start the workflow. */
const SERIES: Array<[name: string, layout: Layout, sent: Sent[], starts: number]> = [
	['the same body', 'body', [{ body: event }, { body: event }], 1],
	[
		'the same body with other unsigned delivery IDs',
		'body',
		['a', 'b', 'a'].map((id) => ({ body: event, headers: { 'x-delivery-id': id } })),
		2,
	],
	[
		'the same body under two signed times',
		'time',
		[20, 10, 20].map((ago) => ({ body: event, ago })),
		2,
	],
	[
		'the same signed ID under two signed times',
		'id',
		[30, 0].map((ago) => ({ body: event, signedId: 'msg_1', ago })),
		1,
	],
	[
		'the same unique event ID with the number of the attempt',
		'body',
		[1, 2, 3].map((attempt) => ({ body: { ...event, event_id: uuid, attempt } })),
		1,
	],
];

async function listening() {
	const workflow = await triggerWorkflow({
		parameters: { events: ['task.created', 'task.updated'], options: {} },
	});
	await workflow.activate();
	return workflow;
}

it('starts as often as there are new events, also if a service sends them again', async () => {
	const now = Math.floor(Date.now() / 1000);
	const starts = new Map<string, number>();
	for (const layout of ['body', 'time', 'id'] as const) {
		const workflow = await listening();
		const series = SERIES.filter(([, each]) => each === layout);
		for (const [name, , sent] of series) {
			starts.set(name, 0);
			for (const each of sent) {
				const { body, headers } = sign(layout, { ...each, body: { ...each.body, name } }, now);
				expect((await post(workflow.url, body, headers)).status).toBe(200);
			}
		}
		const expected = series.reduce((sum, [, , , count]) => sum + count, 0);
		for (const { name } of await workflow.received(expected))
			starts.set(String(name), (starts.get(String(name)) ?? 0) + 1);
		await workflow.deactivate();
	}
	expect([...starts]).toEqual(
		['body', 'time', 'id'].flatMap((layout) =>
			SERIES.filter(([, each]) => each === layout).map(([name, , , count]) => [name, count]),
		),
	);
});

it('starts once for eighty copies at the same time, and continues afterwards', async () => {
	const workflow = await listening();
	const { body, headers } = sign('body', { body: event }, 0);
	// A busy n8n executes each of them, and lists at most a hundred executions.
	const copies = Array.from({ length: 80 }, () => post(workflow.url, body, headers));
	// A busy n8n itself responds with 503, and a service would send that delivery again.
	const statuses = (await Promise.all(copies)).map(({ status }) => status);
	expect(statuses).toContain(200);
	expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
	await workflow.deliver(JSON.stringify({ ...event, event: 'task.updated' }));
	const events = (await workflow.received(2)).map((json: IDataObject) => json.event);
	expect(events.sort()).toEqual(['task.created', 'task.updated']);
	await workflow.deactivate();
});
