import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from '../until';
import { allGone, commandLine, descendants, launch, type Launched } from './launcher';

/** Each test starts its own n8n, which takes long on a busy machine. */
jest.setTimeout(300_000);

const state = mkdtempSync(join(tmpdir(), 'project-workspace-start-'));
let current: Launched | undefined;

async function start(args: string[] = []) {
	current = launch(state, args);
	await current.ready;
	const urls = [current.n8nUrl(), current.sandboxUrl()];

	return { ...current, below: descendants(current.pid), urls };
}

const saved = () =>
	JSON.parse(readFileSync(join(state, 'state.json'), 'utf8')) as Record<string, string>;

afterEach(async () => {
	current?.kill('SIGTERM');
	await current?.ended;
	current = undefined;
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

it('can be interrupted before it is ready, and started again', async () => {
	current = launch(state);
	const { output, pid } = current;
	await until(() => output().includes('Starting the sandbox'), 'the start', 60_000);
	const below = descendants(pid);
	current.kill('SIGINT');

	expect(await current.ended).toBe(130);
	await allGone(below, []);
});

it('starts both, shows no secret to other users, and Ctrl+C leaves nothing', async () => {
	const { kill, ended, pid, below, urls, n8nUrl, password } = await start();
	const commands = [pid, ...below].map(commandLine).join();
	const { encryptionKey = '', signingSecret = '', ownerPassword = '' } = saved();
	const settings = await fetch(`${n8nUrl()}/rest/settings`, {
		headers: { origin: 'http://127.0.0.1:1' },
	});

	expect(password()).toBe(ownerPassword);
	expect(commands).toContain('main.ts');
	for (const secret of [encryptionKey, signingSecret, ownerPassword]) {
		expect(commands).not.toContain(secret);
	}
	// A page of another origin cannot use the session of a person.
	expect(settings.headers.get('access-control-allow-origin')).toBeNull();

	kill('SIGINT');
	expect(await ended).toBe(0);
	await allGone([pid, ...below], urls);
});

it('keeps its data, starts once, and stops everything even if it is killed', async () => {
	const before = saved();
	const { kill, below, urls } = await start();
	expect(saved()).toEqual(before);

	const again = launch(state);
	expect(await again.ended).toBe(1);
	expect(again.output()).toContain('This checkout is already running');

	kill('SIGKILL');
	await allGone(below, urls);
});

it('says which part stopped and stops the other; --reset starts over', async () => {
	const before = saved();
	const { ended, output, below, urls } = await start(['--reset']);
	expect(saved().encryptionKey).not.toBe(before.encryptionKey);

	const sandbox = below.find((pid) => commandLine(pid).includes(join('sandbox', 'main.ts')));
	process.kill(sandbox ?? 0, 'SIGKILL');
	expect(await ended).toBe(1);
	expect(output()).toContain('The sandbox stopped unexpectedly (signal SIGKILL)');
	await allGone(below, urls);
});
