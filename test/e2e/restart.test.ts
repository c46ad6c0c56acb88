import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch, type Launched } from './launcher';
import { N8n } from './n8n';
import { pollingWorkflow } from './pollingWorkflow';
import { call, sandbox } from './sandbox';
import { madeUpEvent, post, signed, triggerWorkflow } from './triggerWorkflow';

/** Its own n8n, since the shared one must keep running. */
const state = mkdtempSync(join(tmpdir(), 'project-workspace-restart-'));
let launched: Launched;

async function start(): Promise<N8n> {
	launched = launch(state);
	await launched.ready;
	const n8n = new N8n(launched.n8nUrl(), launched.password());
	await n8n.login();

	return n8n;
}

async function stop(): Promise<void> {
	launched.kill('SIGTERM');
	await launched.ended;
}

beforeEach(() => sandbox.reset());
afterAll(async () => {
	await stop();
	rmSync(state, { recursive: true, force: true });
});

it('after a restart, earlier deliveries are recognized, and a change in the meantime is found', async () => {
	const n8n = await start();
	const webhook = await triggerWorkflow({ n8n });
	await webhook.activate();
	const polling = await pollingWorkflow(n8n);
	const send = async (body: string) => (await post(webhook.url, body, signed(body))).status;

	const bodies = Array.from({ length: 5 }, madeUpEvent);
	await Promise.all(bodies.map(send));
	expect(await webhook.received(5)).toHaveLength(5);
	const { id } = await call('POST', '/tasks', { title: 'New' });
	expect(await polling.next()).toEqual([`new ${id}`]);

	await stop();
	await call('PUT', `/tasks/${id}`, { status: 'done' });
	await start();
	await webhook.untilListening(true);

	const more = Array.from({ length: 5 }, madeUpEvent);
	await Promise.all([...bodies, ...more, ...bodies].map(send));
	expect(await webhook.received(10)).toHaveLength(10);
	expect(await polling.next()).toEqual([`changed ${id}`]);
}, 300_000);
