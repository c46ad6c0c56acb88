import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox';
import { parseJsonObject } from '../../sandbox/json.ts';
import type { JsonObject } from '../../sandbox/json.ts';
import { api } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import type { Received, Receiver } from './support/receiver.ts';

let sandbox: Sandbox;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({
		settings: { runs: { delayMs: 1 }, delivery: { baseDelayMs: 1, parallel: 1 } },
	});
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const eventOf = ({ body }: Received) => parseJsonObject(body)?.event;

describe('events', () => {
	test.each([
		['task.created', 'POST', '/v1/tasks'],
		['project.created', 'POST', '/v1/projects'],
		['user.invited', 'POST', '/v1/users'],
		['task.updated', 'PUT', '/v1/tasks/task_text'],
		['workflow.run.completed', 'POST', '/v1/workflows/workflow_report/trigger'],
	])('%s follows %s %s', async (event, method, path) => {
		sandbox.webhooks.add({ url: receiver.url });
		await api(sandbox, method, path, { body: { note: 'é' } });
		await receiver.got(1);
		await sandbox.deliveries.settled();
		expect(receiver.received.map(eventOf)).toEqual([event]);
		expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
		expect(parseJsonObject(receiver.received[0]?.body ?? '')).toEqual({
			id: expect.stringMatching(/^evt_/),
			event,
			created_at: expect.any(String),
			data: expect.any(Object),
		});
	});

	test.each<JsonObject>([{ status: 'Completed' }, { completed: true }, { state: 'done' }])(
		'task.completed follows an update to %j, once',
		async (body) => {
			sandbox.webhooks.add({ url: receiver.url });
			await api(sandbox, 'PUT', '/v1/tasks/task_text', { body });
			await api(sandbox, 'PUT', '/v1/tasks/task_text', { body });
			await sandbox.deliveries.settled();
			expect(receiver.received.map(eventOf)).toEqual([
				'task.updated',
				'task.completed',
				'task.updated',
			]);
		},
	);

	test('a webhook only gets the events it subscribes to', async () => {
		sandbox.webhooks.add({ url: receiver.url, events: ['user.invited'] });
		await api(sandbox, 'POST', '/v1/tasks', { body: {} });
		await api(sandbox, 'POST', '/v1/users', { body: {} });
		await sandbox.deliveries.settled();
		expect(receiver.received.map(eventOf)).toEqual(['user.invited']);
	});

	test('a rejected operation emits no event', async () => {
		sandbox.webhooks.add({ url: receiver.url });
		await api(sandbox, 'POST', '/v1/tasks', { text: '[]' });
		expect(sandbox.deliveries.list()).toEqual([]);
	});

	test('name and ID can also be sent in headers', async () => {
		const delivery = { eventHeader: 'X-Event', idHeader: 'X-Delivery' };
		sandbox.settings.change({ delivery });
		sandbox.webhooks.add({ url: receiver.url });
		sandbox.emit('user.invited', { id: 'u1' });
		await sandbox.deliveries.settled();
		expect(receiver.received[0]).toMatchObject({
			headers: { 'x-event': 'user.invited', 'x-delivery': expect.stringMatching(/^evt_/) },
		});
	});
});
