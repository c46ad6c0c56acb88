import { parse } from 'flatted';
import { sleep, type IDataObject, type IRun } from 'n8n-workflow';

import { startCollector } from '../queue/collector';
import { major } from './majors';
import { n8n } from './n8n';
import { ownN8n } from './ownN8n';
import { pollingWorkflow, TRIGGER } from './pollingWorkflow';
import { SCHEDULED_POLLS } from './scheduledPolls';
import { watchedList } from './servers/watchedList';
import { eventually } from './template';
import { executionsOf } from './workflows';

const KILLS = Number(process.env.PROJECT_WORKSPACE_KILLS ?? 20);

/** In this time after the last page, the poll ends, its state is saved, and the execution starts and ends. */
const WINDOW_MS = 150;

/** The same moments in each run, by a linear congruential generator. */
function moments(seed: number): number[] {
	let state = seed;
	return Array.from({ length: KILLS }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state / 2 ** 32) * WINDOW_MS;
	});
}

let own: Awaited<ReturnType<typeof ownN8n>>;
let list: Awaited<ReturnType<typeof watchedList>>;
let collector: Awaited<ReturnType<typeof startCollector>>;

afterEach(async () => {
	await own?.close();
	await collector?.stop();
	await list?.close();
});

/** Changes another record each time, and returns the event that it should start. */
function change(at: number): string {
	if (at % 3 === 0) {
		list.state.tasks.push({ id: KILLS + at });
		return `new ${KILLS + at}`;
	}
	if (at % 3 === 1) {
		list.set(at, { status: 'done' });
		return `changed ${at}`;
	}
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== at);
	return `removed ${at}`;
}

/** The events that the executions of a workflow were started with. */
async function startedBy(workflowId: string) {
	const executions = (await executionsOf(workflowId, own.rest)).map(async ({ id }) => {
		const { status, text, outputs } = await n8n.ended(id, own.rest);
		// Of a crashed execution, n8n only keeps what it was started with.
		const { executionData } = parse(text) as IRun['data'];
		const [begun] = executionData?.nodeExecutionStack ?? [];
		const items = begun?.data.main?.[0] ?? outputs(TRIGGER)[0] ?? [];
		return items.map(({ json: { id: record, _change } }) => {
			const { type, eventId } = _change as IDataObject;
			return { status, event: `${String(type)} ${String(record)}`, eventId: String(eventId) };
		});
	});
	return (await Promise.all(executions)).flat();
}

const scheduled = major.schedulesPolls ? it : it.skip;

scheduled(
	`n8n is killed ${KILLS} times between a poll and its execution: each change starts one execution`,
	async () => {
		const tasks = Array.from({ length: KILLS }, (_, id) => ({ id, title: 'Task', status: 'open' }));
		list = await watchedList(tasks);
		collector = await startCollector();
		own = await ownN8n('killed', SCHEDULED_POLLS);
		await own.start();
		const id = await pollingWorkflow({
			name: 'Killed',
			baseUrl: list.baseUrl,
			rest: own.rest,
			everySeconds: 2,
			after: {
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: { url: `=${collector.url}/{{ $json._change.eventId }}`, options: {} },
			},
		});
		// The poll at publication, and the scheduled poll that saves the list.
		await list.read(3);

		const changes: string[] = [];
		for (const [at, ms] of moments(22).entries()) {
			changes.push(change(at));
			await list.sent();
			await sleep(ms);
			await own.kill();
			await own.start();
		}
		await eventually(
			async () => ((await startedBy(id)).length >= KILLS ? true : undefined),
			5 * 60_000,
		);
		// Nothing starts again.
		await list.read(3);

		const started = await startedBy(id);
		expect(started.map(({ event }) => event).sort()).toEqual(changes.sort());
		// Executions that had started when n8n was killed end as crashed. All others have run, and none twice.
		const counts = collector.counts();
		expect([...counts.values()].filter((count) => count > 1)).toEqual([]);
		const notRun = started.filter(({ eventId }) => !counts.has(eventId));
		expect(notRun.filter(({ status }) => status !== 'crashed')).toEqual([]);
	},
	45 * 60_000,
);
