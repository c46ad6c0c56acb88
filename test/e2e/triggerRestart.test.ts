import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Launched } from './launcher';
import { launch } from './launcher';
import { restOf, type Rest } from './n8n';
import { AFTER, madeUpEvent, post, signed, triggerWorkflow } from './triggerWorkflow';

/** Its own n8n, since the shared one must keep running. */
const state = mkdtempSync(join(tmpdir(), 'project-workspace-trigger-'));
let current: Launched;

async function start(): Promise<Rest> {
	current = launch(state);
	await current.ready;
	const { rest, login } = restOf(current.n8nUrl(), current.password());
	await login();
	return rest;
}

async function stop(): Promise<void> {
	current.kill('SIGTERM');
	await current.ended;
}

afterAll(async () => {
	await stop();
	rmSync(state, { recursive: true, force: true });
});

it('listens after a restart, and recognizes earlier deliveries', async () => {
	let rest = await start();
	const own: Rest = async (...given) => await rest(...given);
	const workflow = await triggerWorkflow({
		rest: own,
		n8nUrl: current.n8nUrl(),
		sandboxUrl: current.sandboxUrl(),
	});
	await workflow.activate();
	const deliver = async (body: string) => (await post(workflow.url, body, signed(body))).status;
	const bodies = Array.from({ length: 5 }, () => madeUpEvent('task.created'));
	expect(await Promise.all(bodies.map(deliver))).toEqual(bodies.map(() => 200));
	expect(await workflow.ended(5)).toHaveLength(5);

	await stop();
	rest = await start();
	await workflow.untilListening(true);
	const more = Array.from({ length: 5 }, () => madeUpEvent('task.created'));
	const all = [...bodies, ...more, ...bodies];
	expect(await Promise.all(all.map(deliver))).toEqual(all.map(() => 200));
	const executions = await workflow.ended(10);
	const past = executions.filter(({ outputs }) => outputs(AFTER).length > 0);
	const ids = past.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.id);
	expect(ids).toHaveLength(10);
	expect(new Set(ids).size).toBe(10);
}, 300_000);
