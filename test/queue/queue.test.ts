import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { n8n } from '../e2e/n8n';
import { place } from '../e2e/place';
import { pollingWorkflow } from '../e2e/pollingWorkflow';
import { call, credentialData, sandbox, writes } from '../e2e/sandbox';
import { madeUpEvent, post, signed, triggerWorkflow } from '../e2e/triggerWorkflow';
import { byId, runNode } from '../e2e/workflows';
import { until } from '../until';

const EXECUTIONS = 4;

const { webhookUrl = '', workers = [] } = place.queue ?? {};

/** How many executions each worker has started. */
const startedByEach = () =>
	workers.map(
		({ log }) => readFileSync(log, 'utf8').match(/Worker started execution/g)?.length ?? 0,
	);

/** Runs the same several times at once. Both workers must have a share. */
async function onBothWorkers<T>(run: (index: number) => Promise<T>): Promise<T[]> {
	const before = startedByEach();
	const results = await Promise.all(Array.from({ length: EXECUTIONS }, (_, index) => run(index)));
	const shares = startedByEach().map((count, index) => count - (before[index] ?? 0));

	expect(Math.min(...shares)).toBeGreaterThan(0);
	return results;
}

beforeEach(() => sandbox.reset());

it('runs each delivery of a burst once, although each is sent three times', async () => {
	const workflow = await triggerWorkflow({ origin: webhookUrl });
	await workflow.activate();
	const bodies = Array.from({ length: 20 }, madeUpEvent);
	const send = async (body: string) =>
		await until(
			async () => (await post(workflow.url, body, signed(body))).status === 200,
			'the delivery to be accepted',
		);

	await Promise.all([...bodies, ...bodies, ...bodies].map(send));
	const received = await workflow.received(bodies.length);
	await Promise.all(bodies.map(send));

	expect(new Set(received.map(({ id }) => id)).size).toBe(bodies.length);
	expect(await workflow.received(bodies.length)).toHaveLength(bodies.length);
	await n8n.deactivate(workflow.id);
});

it('polls in the main process, and runs a change once', async () => {
	const workflow = await pollingWorkflow();
	await until(async () => (await sandbox.requests()).length > 1, 'two polls');
	await call('PUT', '/tasks/task_text', { status: 'done' });

	expect(await workflow.next()).toEqual(['changed task_text']);
	expect(await workflow.count()).toBe(1);
	await n8n.deactivate(workflow.id);
});

it('executions on two workers that share a key get all records', async () => {
	const [limit, share] = [200, 150];
	await sandbox.fill('users', { id: 'u{n}' }, EXECUTIONS * share);
	await sandbox.settings({ latencyMs: 50, quota: { limit, windowMs: 6_000 } });
	const data = { ...credentialData, apiKey: await sandbox.key(), plan: 'enterprise' };
	const credentialId = await n8n.createCredential('projectWorkspaceApi', data);

	const runs = await onBothWorkers((index) =>
		runNode({
			resource: 'user',
			operation: 'get',
			parameters: { userId: byId('={{ $json.id }}') },
			items: Array.from({ length: share }, (_, n) => ({
				json: { id: `u${index * share + n + 1}` },
			})),
			credentialId,
		}),
	);
	const statuses = (await sandbox.requests()).map(({ status }) => status);
	const rejected = statuses.filter((status) => status === 429);

	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	expect(statuses.filter((status) => status === 200)).toHaveLength(EXECUTIONS * share);
	expect(rejected.length / statuses.length).toBeLessThan(0.1);
});

it('executions on two workers create and update each record once', async () => {
	const run = randomUUID();
	const fields = {
		mappingMode: 'autoMapInputData',
		matchingColumns: ['key'],
		value: {},
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
	// Each execution has its own keys: no client can prevent that two of them create one record at the same moment.
	const upsert = async (index: number) =>
		await runNode({
			resource: 'project',
			operation: 'upsert',
			parameters: { fields },
			items: Array.from({ length: 20 }, (_, n) => ({ json: { key: `${run}-${index}-${n}`, n } })),
		});
	await sandbox.addRecord('projects', { key: `${run}-0-0`, n: -1 });

	await onBothWorkers(upsert);
	const sent = await writes();
	await Promise.all(Array.from({ length: EXECUTIONS }, (_, index) => upsert(index)));

	expect(sent.map(({ method }) => method).sort()).toEqual([
		...Array<string>(EXECUTIONS * 20 - 1).fill('POST'),
		'PUT',
	]);
	expect(await writes()).toHaveLength(sent.length);
});

/** The last test, since nothing starts the worker again. */
it('starts no event again if a worker is killed in the middle of a burst', async () => {
	const workflow = await triggerWorkflow({ origin: webhookUrl });
	await workflow.activate();
	const bodies = Array.from({ length: 60 }, madeUpEvent);
	const send = async (body: string) => (await post(workflow.url, body, signed(body))).status;

	const sent = Promise.all(bodies.map(send));
	const [worker] = workers;
	process.kill(worker?.pid ?? 0, 'SIGKILL');
	await sent;
	await Promise.all(bodies.map(send));
	const received = await workflow.received(1);

	const ids = received.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	await n8n.deactivate(workflow.id);
});
