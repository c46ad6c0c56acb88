import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import { parseJsonObject } from '../../sandbox/json.ts';

const MAIN = join(__dirname, '../../sandbox/main.ts');

describe('the command line', () => {
	const started: ChildProcessWithoutNullStreams[] = [];

	function start(...options: string[]) {
		return startWith({}, options);
	}

	function startWith(env: NodeJS.ProcessEnv, options: string[]) {
		const child = spawn(process.execPath, [MAIN, ...options], { env: { ...process.env, ...env } });
		started.push(child);
		let errors = '';
		child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
		return { child, ended: once(child, 'exit'), errors: () => errors };
	}

	async function lineOf(child: ChildProcessWithoutNullStreams): Promise<string> {
		const [chunk] = await once(child.stdout, 'data');
		return String(chunk);
	}

	afterEach(() => {
		for (const child of started.splice(0)) child.kill('SIGKILL');
	});

	test('prints the URLs as JSON, and stops on SIGTERM', async () => {
		const { child, ended } = start('--json');
		const said = parseJsonObject(await lineOf(child));
		expect(said).toMatchObject({
			baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
			settingsPage: expect.stringMatching(/\/settings$/),
			pid: child.pid,
		});
		expect((await fetch(`${String(said?.origin)}/_sandbox/health`)).status).toBe(200);
		child.kill('SIGTERM');
		expect(await ended).toEqual([0, null]);
	});

	test('signs webhooks with the secret of its environment, and prints it', async () => {
		const { child } = startWith({ SANDBOX_SIGNING_SECRET: 'whsec_made_up' }, ['--json']);
		const said = parseJsonObject(await lineOf(child));
		expect(said?.signingSecret).toBe('whsec_made_up');
		const answer = await fetch(`${String(said?.origin)}/_sandbox/webhooks`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
		});
		expect(await answer.json()).toMatchObject({ secret: 'whsec_made_up' });
	});

	test('prints the URLs in one line', async () => {
		const { child } = start('--no-seed');
		expect(await lineOf(child)).toMatch(
			/^Sandbox: API http:\S+\/v1 · account settings http:\S+ · key ac_test_\S+\n$/,
		);
	});

	test('stops if its parent ends and it is bound to it', async () => {
		const { child, ended } = start('--parent-bound');
		await lineOf(child);
		child.stdin.end();
		expect(await ended).toEqual([0, null]);
	});

	test('says that a port is taken', async () => {
		const other = await startSandbox();
		const port = new URL(other.origin).port;
		const { ended, errors } = start('--port', port);
		expect((await ended)[0]).toBe(1);
		expect(errors()).toBe(`Port ${port} is taken: choose another one with --port.\n`);
		await other.close();
	});

	test.each([
		[['--port', 'x'], /^--port must be a number/],
		[['--nothing'], /Unknown option '--nothing'[\s\S]*Usage:/],
		[['--signing-secret', 'S'], /Unknown option '--signing-secret'[\s\S]*SANDBOX_SIGNING_SECRET/],
		[['--data', '/nowhere/at/all/x.db'], /^The database file \S+ cannot be used/],
	])('rejects %j with a message', async (options, words) => {
		const { ended, errors } = start(...options);
		expect((await ended)[0]).toBe(1);
		expect(errors()).toMatch(words);
	});
});
