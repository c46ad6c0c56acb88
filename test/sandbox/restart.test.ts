import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings, startSandbox } from '../../sandbox';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { Database } from '../../sandbox/store/database.ts';
import { api, asObject } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import { startReceiver } from './support/receiver.ts';
import type { Receiver } from './support/receiver.ts';

describe('a restart on the same database file', () => {
	let folder: string;
	let database: string;
	let receiver: Receiver;
	let running: Sandbox | undefined;

	const start = async (options: SandboxOptions = {}) =>
		(running = await startSandbox({ database, ...options }));
	async function stop() {
		await running?.close();
		running = undefined;
	}

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		database = join(folder, 'sandbox.db');
		receiver = await startReceiver();
	});
	afterEach(async () => {
		await stop();
		await receiver.close();
		await rm(folder, { recursive: true });
	});

	test('keeps keys, records, webhooks and settings, and adds no sample records again', async () => {
		const first = await start();
		const { key } = first.keyStore.create({ name: 'Mine', plan: 'enterprise', kind: 'live' });
		const revoked = first.keyStore.list().find(({ name }) => name === 'Pro live key');
		first.keyStore.revoke(revoked?.id ?? '');
		const made = await api(first, 'POST', '/v1/users', { body: { name: 'Kept' }, key });
		await api(first, 'DELETE', '/v1/users/user_ada');
		await api(first, 'DELETE', '/v1/projects/project_site');
		const webhook = first.webhooks.add({ url: receiver.url });
		first.settings.change({ list: { envelope: 'items' }, quota: { limit: 9 } });
		await stop();
		const second = await start();
		expect(second.settings.get()).toMatchObject({
			list: { envelope: 'items' },
			quota: { limit: 9 },
		});
		expect(second.webhooks.list()).toEqual([webhook]);
		const { id } = asObject(made.body);
		expect(await api(second, 'GET', `/v1/users/${String(id)}`, { key })).toMatchObject({
			body: made.body,
		});
		expect((await api(second, 'GET', '/v1/users/user_ada')).status).toBe(404);
		expect((await api(second, 'GET', '/v1/projects')).text).not.toContain('project_site');
		expect((await api(second, 'GET', '/v1/users', { key: second.keys.live })).status).toBe(401);
	});

	test('sends pending deliveries', async () => {
		const first = await start({ clock: createManualClock() });
		first.webhooks.add({ url: receiver.url });
		receiver.statuses.push(503);
		first.emit('task.created', { id: 1 });
		await first.deliveries.idle();
		expect(first.deliveries.list()[0]).toMatchObject({
			state: 'pending',
			attempts: [{ status: 503 }],
		});
		await stop();
		const later = createManualClock();
		later.advance(60_000);
		const second = await start({ clock: later });
		await second.deliveries.settled();
		expect(second.deliveries.list()[0]).toMatchObject({
			state: 'delivered',
			attempts: [{ status: 503 }, { status: 200 }],
		});
	});

	test('sends deliveries again that were being sent', async () => {
		const first = await start();
		first.webhooks.add({ url: receiver.url });
		receiver.silent = true;
		first.emit('task.created', { id: 1 });
		await receiver.got(1);
		await stop();
		receiver.silent = false;
		const second = await start();
		await second.deliveries.settled();
		expect(receiver.received).toHaveLength(2);
		expect(second.deliveries.list()[0]?.state).toBe('delivered');
	});

	test('leaves one file', async () => {
		const sandbox = await start();
		await api(sandbox, 'POST', '/v1/users', { body: {} });
		await stop();
		expect(await readdir(folder)).toEqual(['sandbox.db']);
	});

	test('starts with the defaults if the file has a setting that no longer exists', async () => {
		await start({ settings: { latencyMs: 1 } });
		await stop();
		const file = new Database(database);
		file.run(`UPDATE meta SET value = '{"gone": 1}' WHERE name = 'settings'`);
		file.close();
		const sandbox = await start();
		expect(sandbox.settings.get()).toEqual(defaultSettings);
	});

	test('after a reset starts with the defaults and the sample records', async () => {
		const first = await start({ settings: { latencyMs: 1 } });
		await api(first, 'DELETE', '/v1/users/user_ada');
		await first.reset();
		await stop();
		const second = await start();
		expect(second.settings.get()).toEqual(defaultSettings);
		expect((await api(second, 'GET', '/v1/users/user_ada')).status).toBe(200);
	});
});
