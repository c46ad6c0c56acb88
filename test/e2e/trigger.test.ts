import { createHmac } from 'node:crypto';
import { until } from '../until';
import { n8n } from './n8n';
import { place } from './place';
import { sandbox } from './sandbox';
import {
	AFTER,
	madeUpEvent,
	post,
	SANDBOX_PRO,
	SECRET,
	signed,
	TRIGGER,
	triggerWorkflow,
} from './triggerWorkflow';

const ALL = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
];

const refused = { error: 'The delivery could not be verified' };

/** A call of the service's own API, as anyone's would be. */
async function call(method: string, path: string, body: Record<string, unknown>) {
	const response = await fetch(`${place.sandboxOrigin}/v1${path}`, {
		method,
		body: JSON.stringify(body),
		headers: {
			authorization: `Bearer ${SANDBOX_PRO}`,
			'content-type': 'application/json',
		},
	});
	return (await response.json()) as { id: string };
}

const settled = () => sandbox.control('GET', '/deliveries/settled');

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.reset());

it('starts on all six events of the service, after real calls of its API', async () => {
	const workflow = await triggerWorkflow({ parameters: { events: ALL, options: {} } });
	await workflow.activate();
	await sandbox.control('POST', '/webhooks', { url: workflow.url, secret: SECRET });

	const project = await call('POST', '/projects', { name: 'Lanterns' });
	const task = await call('POST', '/tasks', { title: 'Hang them up', project_id: project.id });
	await call('PUT', `/tasks/${task.id}`, { status: 'completed' });
	await call('POST', '/users', { email: 'dora@example.com' });
	await call('POST', '/workflows/workflow_report/trigger', {});
	// The service tells of a run a moment after it was triggered.
	const executed = async () => (await workflow.executions()).length >= ALL.length;
	await until(executed, 'an execution for each event', 60_000);

	const executions = await workflow.ended(ALL.length);
	const events = executions.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.event);
	expect(events.sort()).toEqual([...ALL].sort());
	expect(executions.every(({ status }) => status === 'success')).toBe(true);
	expect(executions.some(({ text }) => text.includes(SECRET))).toBe(false);
	await workflow.deactivate();
});

it('calls the action node on each event, without going round in circles', async () => {
	const workflow = await triggerWorkflow({
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
	await workflow.activate();
	await sandbox.control('POST', '/webhooks', { url: workflow.url, secret: SECRET });
	const task = await call('POST', '/tasks', { title: 'New' });
	await settled();
	const [execution] = await workflow.ended(1);
	await settled();
	expect(execution?.status).toBe('success');
	expect(await sandbox.records('tasks')).toContainEqual(
		expect.objectContaining({ id: task.id, seen: true }),
	);
	// The update was delivered as task.updated, which is not chosen.
	expect(await sandbox.control('GET', '/deliveries/count')).toMatchObject({ delivered: 2 });
	expect(await workflow.executions()).toHaveLength(1);
	await workflow.deactivate();
});

describe('forged', () => {
	let workflow: Awaited<ReturnType<typeof triggerWorkflow>>;
	beforeAll(async () => {
		workflow = await triggerWorkflow();
		await workflow.activate();
	});
	afterAll(async () => await workflow.deactivate());

	const body = madeUpEvent('task.created');
	const hex = (algorithm: string) => createHmac(algorithm, SECRET).update(body).digest('hex');

	it.each<[string, string, Record<string, string>]>([
		['no signature', body, {}],
		['another secret', body, signed(body, 'other')],
		['an empty secret', body, signed(body, '')],
		['another body', body.replace('task_text', 'task_else'), signed(body)],
		['no body', '', signed(body)],
		['a body that was never signed', '{}', { 'x-service-signature': 'sha256=' }],
		['SHA-1', body, { 'x-service-signature': `sha1=${hex('sha1')}` }],
		['half a digest', body, { 'x-service-signature': `sha256=${hex('sha256').slice(0, 32)}` }],
		['the digest in another header', body, { 'x-signature': hex('sha256') }],
		['no algorithm', body, { 'x-service-signature': 'none' }],
		['a form', 'a=b', { ...signed('a=b'), 'content-type': 'application/x-www-form-urlencoded' }],
	])('deliveries are rejected: %s', async (_case, text, headers) => {
		const before = (await workflow.executions()).length;
		const { status, text: answer } = await post(workflow.url, text, headers);
		expect(status).toBe(401);
		expect(JSON.parse(answer)).toEqual(refused);
		expect(await workflow.executions()).toHaveLength(before);
	});
});

it('runs a delivery once, however often and fast it is repeated', async () => {
	const workflow = await triggerWorkflow();
	await workflow.activate();
	const deliver = async (body: string) => (await post(workflow.url, body, signed(body))).status;
	const bodies = Array.from({ length: 10 }, () => madeUpEvent('task.created'));
	const answers = await Promise.all([...bodies, ...bodies, ...bodies].map(deliver));
	expect(new Set(answers)).toEqual(new Set([200]));
	const past = (await workflow.ended(10)).filter(({ outputs }) => outputs(AFTER).length > 0);
	const ids = past.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.id);
	expect(ids).toHaveLength(10);
	expect(new Set(ids).size).toBe(10);

	const before = (await workflow.executions()).length;
	expect(await Promise.all(bodies.map(deliver))).toEqual(bodies.map(() => 200));
	expect(await workflow.executions()).toHaveLength(before);
	await workflow.deactivate();
});

it('names each execution after its delivery, for the search of executions', async () => {
	const workflow = await triggerWorkflow();
	await workflow.activate();
	const body = JSON.stringify({ id: `evt_${Date.now()}`, event: 'task.created', data: {} });
	await workflow.deliver(body);
	await workflow.ended(1);
	const [execution] = await workflow.executions();
	const { customData } = (await n8n.rest('GET', `/executions/${execution?.id}`)) as {
		customData: unknown;
	};
	const { id: deliveryId, event } = JSON.parse(body) as { id: string; event: string };
	expect(customData).toEqual({ event, deliveryId });
	await workflow.deactivate();
});

describe('altered or similar deliveries', () => {
	const update = { event: 'task.updated', task_id: 5 };
	const timed = { ...update, created_at: '2026-11-22T01:02:03Z' };
	const unnamed = { task_id: 5, timestamp: 1_795_310_523 };
	const signedAt = (body: string, time: number) => ({
		'x-service-signature': `t=${time},v1=${createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')}`,
	});
	/** Each case in bodies of its own: `case` makes them so. */
	const cases: Array<[string, object[], Array<Record<string, string>>, starts: string[]]> = [
		[
			'another ID in a header',
			[timed, timed],
			[{ 'x-delivery-id': 'a' }, { 'x-delivery-id': 'b' }],
			['task.updated', 'task.updated'],
		],
		[
			'another event in a header',
			[unnamed, unnamed],
			[{ 'x-event': 'task.updated' }, { 'x-event': 'user.invited' }],
			['task.updated'],
		],
		[
			'another content type',
			[timed, timed],
			[{}, { 'content-type': 'text/plain; charset=utf-16le' }],
			['task.updated'],
		],
		[
			'an unknown event, and a known one in a header',
			[{ ...timed, event: 'task.archived' }],
			[{ 'x-event': 'task.created' }],
			[],
		],
		[
			'two fields that name the event',
			[{ ...timed, event: 'task', action: 'created' }],
			[{ 'x-event': 'user.invited' }],
			['task.created'],
		],
		[
			'a constant delivery ID',
			[
				{ ...update, delivery_id: 'd' },
				{ ...update, delivery_id: 'd', n: 2 },
			],
			[{}, {}],
			['task.updated', 'task.updated'],
		],
		[
			'nothing but another ID in a header',
			[update, update],
			[{ 'x-delivery-id': 'a' }, { 'x-delivery-id': 'b' }],
			['task.updated', 'task.updated'],
		],
		['nothing that differs', [update, update], [{}, {}], ['task.updated']],
	];

	it('start the workflow as often as they should, and under their own name', async () => {
		const options = { includeDetails: true };
		const workflow = await triggerWorkflow({ parameters: { events: ALL, options } });
		await workflow.activate();
		for (const [name, bodies, headers] of cases) {
			for (const [index, body] of bodies.entries()) {
				const text = JSON.stringify({ ...body, case: name });
				const { status } = await post(workflow.url, text, { ...signed(text), ...headers[index] });
				expect(status).toBe(200);
			}
		}
		const now = Math.floor(Date.now() / 1000);
		for (const [name, body] of Object.entries({ timed, update })) {
			const text = JSON.stringify({ ...body, case: name });
			for (const time of [now - 60, now]) await post(workflow.url, text, signedAt(text, time));
		}
		const expected = new Map([
			...cases.map(([name, , , starts]) => [name, starts] as const),
			['timed', ['task.updated', 'task.updated']] as const,
			['update', ['task.updated', 'task.updated']] as const,
		]);
		const items = (await workflow.ended([...expected.values()].flat().length)).flatMap(
			({ outputs }) => outputs(AFTER)[0]?.map(({ json }) => json) ?? [],
		);
		for (const [name, starts] of expected) {
			const own = items.filter((json) => json.case === name);
			const events = own.map((json) => (json._delivery as { event: string }).event);
			expect({ name, events }).toEqual({ name, events: starts });
		}
		await workflow.deactivate();
	});
});

it('says in test mode why it rejects a delivery, continues to listen, and runs the right one', async () => {
	const workflow = await triggerWorkflow();
	expect(await workflow.listen()).toMatchObject({ waitingForWebhook: true });
	const body = madeUpEvent('task.created');
	const missing = await post(workflow.testUrl, body, {});
	expect(missing.status).toBe(401);
	expect(JSON.parse(missing.text)).toMatchObject({ ...refused, reason: 'headerMissing' });
	const wrong = await post(workflow.testUrl, body, signed(body, 'other'));
	expect(JSON.parse(wrong.text)).toMatchObject({ ...refused, reason: 'mismatch' });
	expect(wrong.text).not.toContain(SECRET);
	expect((await post(workflow.testUrl, body, signed(body))).status).toBe(200);
	const [execution] = await workflow.ended(1);
	expect(execution?.outputs(TRIGGER)[0]?.[0]?.json).toEqual(JSON.parse(body));

	// What was tried out is none of the deliveries that count.
	await workflow.activate();
	expect((await post(workflow.url, body, signed(body))).status).toBe(200);
	const past = (await workflow.ended(2)).filter(({ outputs }) => outputs(AFTER).length > 0);
	expect(past).toHaveLength(2);
	await workflow.deactivate();
});

it('keeps what it listens for with the workflow, and nothing after deactivation', async () => {
	const workflow = await triggerWorkflow();
	await workflow.activate();
	expect(await workflow.staticData(true)).toMatchObject({
		[`node:${TRIGGER}`]: { subscription: { url: workflow.url, events: ['task.created'] } },
	});
	await workflow.deactivate();
	expect(JSON.stringify(await workflow.staticData(false))).not.toContain('subscription');
	const body = madeUpEvent('task.created');
	expect((await post(workflow.url, body, signed(body))).status).toBe(404);
});

it('continues under another name, and still knows earlier deliveries', async () => {
	const workflow = await triggerWorkflow();
	await workflow.activate();
	const body = madeUpEvent('task.created');
	await post(workflow.url, body, signed(body));
	await workflow.ended(1);
	await workflow.rename('On task');
	const other = madeUpEvent('task.created');
	for (const each of [body, other, body]) await workflow.deliver(each);
	const past = (await workflow.ended(2)).filter(({ outputs }) => outputs(AFTER).length > 0);
	expect(past).toHaveLength(2);
	await workflow.deactivate();
});

it.each([
	['a signing secret', { credential: { signingSecret: '' } }, 'no signing secret'],
	['an event', { parameters: { events: [], options: {} } }, ''],
])('is not activated without %s, and says so', async (_case, given, words) => {
	const workflow = await triggerWorkflow(given);
	// n8n looks for missing parameters at once, and asks the node later.
	expect(await workflow.whyInactive()).toMatch(words || /parameter|event/i);
	const body = madeUpEvent('task.created');
	expect((await post(workflow.url, body, signed(body))).status).not.toBe(200);
	expect(await workflow.executions()).toEqual([]);
});
