import { startReceiver, type Receiver } from '../sandbox/support/receiver';
import { dataTableRows, tableFor } from './dataTable';
import { launchedN8n } from './launcher';
import { n8n } from './n8n';
import { place } from './place';
import { every } from './pollingWorkflow';
import { call, sandbox, SANDBOX_PRO, settled } from './sandbox';
import { createCredential, eventually, importTemplate } from './template';
import { SECRET } from './triggerWorkflow';
import { areOpen, executionsOf } from './workflows';

const WITHIN_MS = 60_000;
const TABLE = 'Project Workspace task changes';

/** Its own n8n, which is stopped while things change in the sandbox. */
const { rest, n8nUrl, start, stop, close } = launchedN8n('catch-up');
let chat: Receiver;

beforeAll(async () => {
	await sandbox.reset();
	chat = await startReceiver();
	await start();
}, 300_000);

afterAll(async () => {
	await close();
	await chat.close();
});

const create = async (title: string) => (await call('POST', '/tasks', { title })).id;
const setStatus = (id: string, status: string) => call('PUT', `/tasks/${id}`, { status });

/** Resolves when all deliveries have run, and two polls after them. */
async function allRun(workflowId: string): Promise<void> {
	await settled();
	const polls = async () =>
		(await sandbox.requests()).filter(({ method }) => method === 'GET').length;
	const before = await polls();
	await eventually(async () => ((await polls()) >= before + 2 ? true : undefined), WITHIN_MS);
	await eventually(async () => {
		const executions = await executionsOf(workflowId, rest);
		for (const { id } of executions.filter(({ status }) => status === 'error')) {
			expect((await n8n.ended(id, rest)).error).toBeUndefined();
		}
		return areOpen(executions) ? undefined : true;
	}, WITHIN_MS);
}

it('runs each change once, by webhook or poll, also changes while n8n was stopped', async () => {
	const dataTable = await tableFor(TABLE, ['task_id', 'kind', 'version', 'seen_by'], rest);
	const credential = await createCredential(
		'projectWorkspaceApi',
		{
			...{ apiKey: SANDBOX_PRO, baseUrl: `${place.sandboxOrigin}/v1`, plan: 'pro' },
			...{ signingSecret: SECRET, signatureHeader: 'X-Service-Signature' },
		},
		rest,
	);
	const template = await importTemplate('8-catch-up-on-task-changes', {
		...{ rest, n8nUrl: n8nUrl(), dataTable, chatUrl: chat.url },
		credentials: { projectWorkspaceApi: credential },
		parameters: { 'Task Changes': { pollTimes: every(5) } },
	});
	const url = template.url('Task Event');
	await template.activate(url);
	await sandbox.control('POST', '/webhooks', { url, secret: SECRET });
	let told = 0;
	/** New messages in the chat. */
	const news = async () => {
		await allRun(template.id);
		const texts = chat.received.slice(told).map(({ body }) => JSON.parse(body) as { text: string });
		told += texts.length;
		return texts.map(({ text }) => text).sort();
	};
	expect(await news()).toEqual([]);

	const one = await create('One');
	await eventually(async () => (chat.received.length > told ? true : undefined));
	expect(await news()).toEqual(['New task: One']);
	// Webhook and poll have the same values for it.
	const [first, second, ...others] = await dataTableRows(TABLE, rest);
	expect([first?.seen_by, second?.seen_by, others]).toEqual(['webhook', 'poll', []]);
	expect(second).toMatchObject({ task_id: one, kind: 'created', version: first?.version });
	await setStatus(one, 'open');
	expect(await news()).toEqual(['Changed task: One (open)']);
	// The sandbox sends task.updated and task.completed.
	await setStatus(one, 'completed');
	expect(await news()).toEqual(['Changed task: One (completed)']);
	await setStatus(one, 'open');
	expect(await news()).toEqual(['Changed task: One (open)']);

	// The poll finds this one first.
	const two = 'task_two';
	await sandbox.addRecord('tasks', { id: two, title: 'Two' });
	await eventually(async () => (chat.received.length > told ? true : undefined), WITHIN_MS);
	const data = (await sandbox.records('tasks')).find(({ id }) => id === two);
	await sandbox.control('POST', '/events', { event: 'task.created', data });
	expect(await news()).toEqual(['New task: Two']);

	// Created with a webhook, and changed while n8n is stopped and gets no delivery.
	const three = await create('Three');
	await eventually(async () => (chat.received.length > told ? true : undefined));
	await sandbox.settings({ delivery: { attempts: 1 } });
	await stop();
	await setStatus(three, 'waiting');
	await setStatus(two, 'started');
	await setStatus(two, 'stopped');
	await create('Four');
	const five = await create('Five');
	await setStatus(five, 'open');
	await settled();
	await start();
	expect(await news()).toEqual([
		'Changed task: Three (waiting)',
		'Changed task: Two (stopped)',
		'New task: Five (open)',
		'New task: Four',
		'New task: Three',
	]);

	// The service sends them later: only what no poll has found is new.
	const failed = (await sandbox.control('GET', '/deliveries?state=failed')) as Array<{
		id: string;
	}>;
	expect(failed).toHaveLength(6);
	for (const { id } of failed) await sandbox.control('POST', `/deliveries/${id}/resend`);
	expect(await news()).toEqual(['Changed task: Two (started)']);
}, 600_000);
