import { n8n } from '../e2e/n8n';
import { pollingWorkflow } from '../e2e/pollingWorkflow';
import { watchedList } from '../e2e/servers/watchedList';
import { startCollector, type Collector } from './collector';
import { allWorkers, startedByEach } from './workers';

/** Polls after the last change, which must not start anything. */
const LATER_POLLS = 3;

let list: Awaited<ReturnType<typeof watchedList>>;
let collector: Collector;
let workflowId: string | undefined;

beforeAll(async () => {
	await allWorkers();
	list = await watchedList([1, 2, 3].map((id) => ({ id, title: `Task ${id}`, status: 'open' })));
	collector = await startCollector();
});
afterAll(async () => {
	if (workflowId) await n8n.rest('POST', `/workflows/${workflowId}/deactivate`, {});
	await collector.stop();
	await list.close();
});

it('a change that the main process finds runs exactly once, on a worker', async () => {
	const executions = () => startedByEach().reduce((sum, count) => sum + count, 0);
	const before = executions();
	workflowId = await pollingWorkflow({
		name: 'Polling in queue mode',
		baseUrl: list.baseUrl,
		after: {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `=${collector.url}/{{ $json._change.type }}-{{ $json.id }}-{{ $json._change.eventId }}`,
				options: {},
			},
		},
	});
	await list.read(2);
	expect(executions() - before).toBe(0);

	list.set(1, { status: 'done' });
	await collector.until(1);
	list.set(1, { status: 'open' });
	await collector.until(2);
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 3);
	await collector.until(3);
	await list.read(LATER_POLLS);
	const counts = [...collector.counts()];
	expect(counts.map(([event, times]) => [event.split('-')[0], times])).toEqual([
		['changed', 1],
		['changed', 1],
		['removed', 1],
	]);
	expect(executions() - before).toBe(3);
}, 300_000);
