import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Launched } from './launcher';
import {
	allGone,
	commandLine,
	descendants,
	findProcess,
	isAlive,
	killProcess,
	launch,
	takenPort,
} from './launcher';
import { until } from '../until';

/** Each test starts its own n8n, which takes long on a busy machine. */
jest.setTimeout(300_000);

/** The order matters: the first start creates the data for the next ones. */
const state = mkdtempSync(join(tmpdir(), 'project-workspace-start-'));
let current: Launched | undefined;

const GONE_WITHIN_MS = 20_000;

async function start(args: string[] = []) {
	current = launch(state, args);
	await current.ready;
	const started = current;
	return {
		...started,
		below: descendants(started.pid),
		urls: [started.n8nUrl(), started.sandboxUrl()],
	};
}

afterEach(async () => {
	current?.kill('SIGTERM');
	await current?.ended;
	current = undefined;
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

it('Ctrl+C leaves no process and no open port', async () => {
	const { kill, ended, pid, below, urls } = await start();
	expect(below.length).toBeGreaterThanOrEqual(2);
	expect(await fetch(urls[0] ?? '')).toMatchObject({ ok: true });
	kill('SIGINT');
	expect(await ended).toBe(0);
	await allGone([pid, ...below], urls, GONE_WITHIN_MS);
});

it('no command line contains a secret', async () => {
	const { pid, below } = await start();
	const text = readFileSync(join(state, 'state.json'), 'utf8');
	const secrets = JSON.parse(text) as Record<string, string>;
	const { encryptionKey, signingSecret, ownerPassword } = secrets;
	const commands = [pid, ...below].map(commandLine);
	expect(commands.join()).toContain('main.ts');
	for (const secret of [encryptionKey, signingSecret, ownerPassword])
		expect(commands.filter((each) => each.includes(secret ?? ''))).toEqual([]);
});

it('n8n has a password of this checkout, and lets no page of another origin use its session', async () => {
	const { n8nUrl, password } = await start();
	const { ownerPassword } = JSON.parse(readFileSync(join(state, 'state.json'), 'utf8')) as {
		ownerPassword: string;
	};
	expect(password()).toBe(ownerPassword);
	expect(ownerPassword).toMatch(/^N8n-[\w-]{24}$/);
	const answer = await fetch(`${n8nUrl()}/rest/settings`, {
		headers: { origin: 'http://127.0.0.1:1' },
	});
	expect(answer.ok).toBe(true);
	expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('does not repeat the set-up at the second start, and a third start says where it runs', async () => {
	const known = () => {
		const text = readFileSync(join(state, 'state.json'), 'utf8');
		const { encryptionKey, credentialId, demos } = JSON.parse(text) as Record<string, unknown>;
		return { encryptionKey, credentialId, demos };
	};
	const before = known();
	const { output, n8nUrl } = await start();
	expect(output()).not.toMatch(/Building|Dependencies/);
	expect(known()).toEqual(before);

	const again = launch(state);
	expect(await again.ended).toBe(1);
	expect(again.output()).toContain(`This checkout is already running at ${n8nUrl()}`);
});

it('stops everything it started even if it is killed', async () => {
	const { kill, below, urls } = await start();
	kill('SIGKILL');
	await allGone(below, urls, GONE_WITHIN_MS);
});

it('says which part stopped, and stops the other', async () => {
	const { ended, output, below, urls } = await start();
	killProcess(findProcess(below, join('sandbox', 'main.ts')));
	expect(await ended).toBe(1);
	expect(output()).toContain('The sandbox stopped unexpectedly (signal SIGKILL)');
	await allGone(below, urls, GONE_WITHIN_MS);
});

it('can be interrupted before it is ready', async () => {
	current = launch(state);
	const { output } = current;
	await until(() => output().includes('Starting the sandbox'), 'the start of the sandbox', 60_000);
	const below = descendants(current.pid);
	current.kill('SIGINT');
	expect(await current.ended).toBe(130);
	expect(below.some(isAlive)).toBe(false);
});

it.each(['--port', '--sandbox-port'])('says that the port of %s is taken', async (flag) => {
	const { port, free } = await takenPort();
	const { ended, output } = launch(state, [flag, String(port)]);
	expect(await ended).toBe(1);
	expect(output()).toMatch(new RegExp(`^\\nPort ${port} is already taken .*\\n.*\\n\\n$`));
	free();
});

it('--reset starts over', async () => {
	const leftOver = join(state, 'sandbox', 'left-over');
	writeFileSync(leftOver, '');
	const { output } = await start(['--reset']);
	expect(output()).toContain('Starting over');
	expect(existsSync(leftOver)).toBe(false);
});

it('does not use a folder with other files', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'project-workspace-foreign-'));
	const file = join(folder, 'thesis.txt');
	writeFileSync(file, 'years of work');
	const { ended, output } = launch(folder, ['--reset']);
	expect(await ended).toBe(1);
	expect(output()).toContain('so it was not used');
	expect(existsSync(file)).toBe(true);
	rmSync(folder, { recursive: true });
});
