import { gzipSync } from 'node:zlib';
import { eventNames } from '../../sandbox';
import { n8n, type Execution } from './n8n';
import { call, sandbox, settled } from './sandbox';
import {
	AFTER,
	madeUpEvent,
	post,
	SECRET,
	signed,
	TRIGGER,
	triggerWorkflow,
} from './triggerWorkflow';

const ALL = [...eventNames];

const rejected = { error: 'The delivery could not be verified' };

let active: Awaited<ReturnType<typeof triggerWorkflow>> | undefined;

const isPast = ({ outputs }: Execution) => outputs(AFTER).length > 0;

/** A workflow that is active until the test ends. */
async function listening(given?: Parameters<typeof triggerWorkflow>[0]) {
	active = await triggerWorkflow(given);
	await active.activate();
	return active;
}

beforeEach(() => sandbox.reset());
afterEach(async () => {
	await active?.deactivate();
	active = undefined;
});
afterAll(() => sandbox.reset());

it('starts on all events of the service, after real calls of its API', async () => {
	const workflow = await listening({ parameters: { events: ALL, options: {} } });
	await sandbox.control('POST', '/webhooks', { url: workflow.url, secret: SECRET });

	const project = await call('POST', '/projects', { name: 'Lanterns' });
	const task = await call('POST', '/tasks', { title: 'Hang them up', project_id: project.id });
	await call('PUT', `/tasks/${task.id}`, { status: 'completed' });
	await call('POST', '/users', { email: 'dora@example.com' });
	await call('POST', '/workflows/workflow_report/trigger', {});
	// The service sends the event of a run a moment after it was triggered.
	const executions = await workflow.ended(ALL.length);
	const events = executions.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.event);
	expect(events.sort()).toEqual([...ALL].sort());
	expect(executions.every(({ status }) => status === 'success')).toBe(true);
	expect(executions.some(({ text }) => text.includes(SECRET))).toBe(false);
});

it('calls the action node on each event, whose own change does not start it again', async () => {
	const workflow = await listening({
		after: {
			type: 'n8n-nodes-project-workspace.projectWorkspace',
			parameters: {
				resource: 'task',
				operation: 'update',
				taskId: { __rl: true, mode: 'id', value: '={{ $json.data.id }}' },
				bodyMode: 'json',
				jsonBody: '{"seen":true}',
			},
		},
	});
	await sandbox.control('POST', '/webhooks', { url: workflow.url, secret: SECRET });
	const task = await call('POST', '/tasks', { title: 'New' });
	await settled();
	const [execution] = await workflow.ended(1);
	await settled();
	expect(execution?.status).toBe('success');
	expect(await sandbox.records('tasks')).toContainEqual(
		expect.objectContaining({ id: task.id, seen: true }),
	);
	// The update was delivered as task.updated, which is not selected.
	expect(await sandbox.control('GET', '/deliveries/count')).toMatchObject({ delivered: 2 });
	expect(await workflow.executions()).toHaveLength(1);
});

it('rejects forged deliveries and does not start the workflow', async () => {
	const workflow = await listening();
	const body = madeUpEvent('task.created');
	const before = (await workflow.executions()).length;
	const forgeries: Array<[string, Record<string, string>]> = [
		[body, {}],
		[body, signed(body, 'another secret')],
		[body.replace('task_text', 'task_else'), signed(body)],
		['', signed(body)],
		['a=b', { ...signed('a=b'), 'content-type': 'application/x-www-form-urlencoded' }],
	];
	for (const [text, headers] of forgeries) {
		const response = await post(workflow.url, text, headers);
		expect(response.status).toBe(401);
		expect(JSON.parse(response.text)).toEqual(rejected);
	}
	expect(await workflow.executions()).toHaveLength(before);
});

it('runs a delivery once, even if it is sent many times at once', async () => {
	const workflow = await listening();
	const deliver = async (body: string) => (await post(workflow.url, body, signed(body))).status;
	const bodies = Array.from({ length: 10 }, () => madeUpEvent('task.created'));
	const answers = await Promise.all([...bodies, ...bodies, ...bodies].map(deliver));
	expect(new Set(answers)).toEqual(new Set([200]));
	const past = (await workflow.ended(10)).filter(isPast);
	const ids = past.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.id);
	expect(ids).toHaveLength(10);
	expect(new Set(ids).size).toBe(10);

	const before = (await workflow.executions()).length;
	expect(await Promise.all(bodies.map(deliver))).toEqual(bodies.map(() => 200));
	expect(await workflow.executions()).toHaveLength(before);
});

it('saves event and delivery ID with each execution, so that it can be found', async () => {
	const workflow = await listening();
	const body = JSON.stringify({ id: `evt_${Date.now()}`, event: 'task.created', data: {} });
	await workflow.deliver(body);
	await workflow.ended(1);
	const [execution] = await workflow.executions();
	const { customData } = (await n8n.rest('GET', `/executions/${execution?.id}`)) as {
		customData: unknown;
	};
	const { id: deliveryId, event } = JSON.parse(body) as { id: string; event: string };
	expect(customData).toEqual({ event, deliveryId });
});

it('says in test mode why it rejects a delivery, and runs the next one that is signed', async () => {
	const workflow = (active = await triggerWorkflow());
	expect(await workflow.listen()).toMatchObject({ waitingForWebhook: true });
	const body = madeUpEvent('task.created');
	const missing = await post(workflow.testUrl, body, {});
	expect(missing.status).toBe(401);
	expect(JSON.parse(missing.text)).toMatchObject({ ...rejected, reason: 'headerMissing' });
	const wrong = await post(workflow.testUrl, body, signed(body, 'other'));
	expect(JSON.parse(wrong.text)).toMatchObject({ ...rejected, reason: 'mismatch' });
	expect(wrong.text).not.toContain(SECRET);
	expect((await post(workflow.testUrl, body, signed(body))).status).toBe(200);
	const [execution] = await workflow.ended(1);
	expect(execution?.outputs(TRIGGER)[0]?.[0]?.json).toEqual(JSON.parse(body));

	// Deliveries in test mode are not recorded.
	await workflow.activate();
	expect((await post(workflow.url, body, signed(body))).status).toBe(200);
	const past = (await workflow.ended(2)).filter(isPast);
	expect(past).toHaveLength(2);
});

it('reads the bytes that were signed, whatever their type, and unpacked', async () => {
	const workflow = await listening();
	const forms: Array<Record<string, string>> = [
		{ 'content-type': 'text/plain' },
		{ 'content-type': 'application/vnd.api+json' },
		{ 'content-encoding': 'gzip' },
	];
	const sent = forms.map((headers) => ({ headers, text: madeUpEvent('task.created') }));
	for (const { headers, text } of sent) {
		const body = headers['content-encoding'] ? gzipSync(text) : text;
		expect((await post(workflow.url, body, { ...signed(text), ...headers })).status).toBe(200);
	}
	const ids = (await workflow.received(sent.length)).map(({ id }) => id);
	expect(ids.sort()).toEqual(sent.map(({ text }) => JSON.parse(text).id).sort());
});

it('recognizes earlier deliveries after it was renamed', async () => {
	const workflow = await listening();
	const body = madeUpEvent('task.created');
	await post(workflow.url, body, signed(body));
	await workflow.ended(1);
	await workflow.rename('On task');
	const other = madeUpEvent('task.created');
	for (const each of [body, other, body]) await workflow.deliver(each);
	const past = (await workflow.ended(2)).filter(isPast);
	expect(past).toHaveLength(2);
});

it.each([
	['a signing secret', { credential: { signingSecret: '' } }, 'no signing secret'],
	['an event', { parameters: { events: [], options: {} } }, ''],
])('is not activated without %s, and says so', async (_case, given, words) => {
	const workflow = await triggerWorkflow(given);
	// n8n checks missing parameters first, and calls the node later.
	expect(await workflow.whyInactive()).toMatch(words || /parameter|event/i);
	const body = madeUpEvent('task.created');
	expect((await post(workflow.url, body, signed(body))).status).not.toBe(200);
	expect(await workflow.executions()).toEqual([]);
});
