import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { owner } from './n8n-api.mjs';
import { environmentWith } from './npm.mjs';
import { logFile, root } from './paths.mjs';
import { prerequisites } from './prerequisites.mjs';
import { startProcess } from './processes.mjs';
import { say } from './progress.mjs';
import { untilReady } from './ready.mjs';
import { release } from './release.mjs';
import { prepareStateFolder } from './state.mjs';

/** A first start on a slow line installs and compiles n8n. */
const READY_WITHIN_MS = 45 * 60_000;
/** The launcher itself gives n8n ten seconds to end. */
const LAUNCHER_GRACE_MS = 20_000;

/**
 * Starts everything as `npm start` does, with data of its own.
 *
 * @param {string} state
 */
async function start(state) {
	let ready = false;
	const log = logFile('e2e-start');
	const process_ = startProcess({
		command: process.execPath,
		args: [join(root, 'scripts', 'start.mjs')],
		cwd: root,
		env: environmentWith(process.execPath, { PROJECT_WORKSPACE_STATE: state }),
		log,
		server: true,
		graceMs: LAUNCHER_GRACE_MS,
		onLine: (line) => {
			say(`  ${line}`.trimEnd());
			ready ||= line.startsWith('Ready after');
		},
	});
	await untilReady({
		what: '`npm start`',
		log,
		// Its output was shown as it came.
		process: { ...process_, tail: () => '' },
		isReady: () => Promise.resolve(ready),
		limitMs: READY_WITHIN_MS,
	});
	return process_;
}

/**
 * What the tests need to know; see test/e2e/place.ts.
 *
 * @param {string} state
 */
function place(state) {
	/** @type {import('./state.mjs').State} */
	const { n8nPort, sandboxPort, credentialId } = JSON.parse(
		readFileSync(join(state, 'state.json'), 'utf8'),
	);
	return {
		n8nUrl: `http://127.0.0.1:${n8nPort}`,
		major: release().major,
		sandboxOrigin: `http://127.0.0.1:${sandboxPort}`,
		owner: { email: owner.email, password: owner.password },
		credentialId,
		root,
		launcherNode: process.execPath,
	};
}

/**
 * Starts a real n8n with the package, runs jest against it, and ends it.
 *
 * @param {object} run
 * @param {string} run.name
 * @param {string} run.config jest's configuration, in the checkout
 * @param {string[]} run.more further arguments for jest
 * @param {string} run.log
 * @param {(state: string) => NodeJS.ProcessEnv} [run.env] what these tests need beside
 * @returns {Promise<number>} the exit code
 */
export async function testRealN8n({ name, config, more, log, env = () => ({}) }) {
	prepareStateFolder();
	const node = await prerequisites();
	const state = await mkdtemp(join(tmpdir(), 'project-workspace-e2e-'));
	const launcher = await start(state);

	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const check = { name, args: [jest, '--config', join(root, config), ...more], live: true };
	const handedOver = { PROJECT_WORKSPACE_E2E: JSON.stringify(place(state)), ...env(state) };
	const setting = { node, env: environmentWith(node, handedOver), log: logFile(log) };
	const passed = await runChecks([check], setting);

	await launcher.end();
	if (passed) await rm(state, { recursive: true, force: true });
	else say(`n8n's and the sandbox's logs are kept in ${join(state, 'logs')}`);
	return passed ? 0 : 1;
}
