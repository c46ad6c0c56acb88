import { startSandbox, type Sandbox } from '../../sandbox';
import { ManualClock } from './manualClock';
import { startReceiver, type Receiver } from './receiver';

const clock = new ManualClock();
let sandbox: Sandbox;
let receiver: Receiver;

beforeAll(async () => (sandbox = await startSandbox({ clock })));
beforeEach(async () => {
	sandbox.reset();
	receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => sandbox.close());

const addWebhook = () => sandbox.store.addWebhook(receiver.url);

const call = (method: string, path: string, body: object) =>
	fetch(sandbox.baseUrl + path, {
		method,
		headers: {
			authorization: `Bearer ${sandbox.keys.pro}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});

/** The names of the events that have arrived. */
const events = () =>
	receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event).sort();

test('the operations emit the six events', async () => {
	addWebhook();
	await call('POST', '/users', {});
	await call('POST', '/projects', {});
	await call('POST', '/tasks', {});
	await call('PUT', '/tasks/task_text', { status: 'completed' });
	await call('POST', '/workflows/workflow_report/trigger', {});
	clock.advance(200);
	await receiver.got(6);

	expect(events()).toEqual([
		'project.created',
		'task.completed',
		'task.created',
		'task.updated',
		'user.invited',
		'workflow.run.completed',
	]);
});

test('a delivery that is not accepted is sent again later, and not forever', async () => {
	addWebhook();
	sandbox.change({ delivery: { attempts: 2 } });
	receiver.statuses = [500, 500];
	sandbox.deliveries.emit('task.created', { id: 'task_1' });
	await receiver.got(1);

	while (receiver.received.length < 2) {
		await new Promise(setImmediate);
		clock.advance(1_000);
	}
	await sandbox.deliveries.settled();

	expect(sandbox.deliveries.list()).toMatchObject([{ state: 'failed', attempts: 2 }]);
	expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
});

test('the page adds a webhook and sends an event to it', async () => {
	const send = async (fields: Record<string, string>) => {
		const response = await fetch(`${sandbox.origin}/settings`, {
			method: 'POST',
			body: new URLSearchParams(fields),
		});
		return await response.text();
	};

	const page = await send({ action: 'add', url: receiver.url });
	const [webhook] = sandbox.store.webhooks;
	expect(page).toContain(webhook?.secret);

	receiver.reply = '<script>';
	await send({ action: 'send', id: webhook?.id ?? '', event: 'user.invited' });
	await sandbox.deliveries.settled();
	expect(events()).toEqual(['user.invited']);
	expect(await send({ action: 'add', url: 'ftp://x' })).toContain('must begin with http');
	expect(await send({ action: 'none' })).toContain('200 &lt;script&gt;');
});
