import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Before the launcher's modules are loaded: they read it once.
process.env.PROJECT_WORKSPACE_STATE = mkdtempSync(join(tmpdir(), 'project-workspace-queue-'));
const { build, upToDate } = await import('./launch/build.mjs');
const { runChecks } = await import('./launch/checks.mjs');
const { runCommand } = await import('./launch/command.mjs');
const { placePackage } = await import('./launch/community-package.mjs');
const { host } = await import('./launch/host.mjs');
const { owner } = await import('./launch/n8n-api.mjs');
const { environmentWith } = await import('./launch/npm.mjs');
const { logFile, root, stateFolder } = await import('./launch/paths.mjs');
const { choosePort } = await import('./launch/ports.mjs');
const { prerequisites } = await import('./launch/prerequisites.mjs');
const { endAll } = await import('./launch/processes.mjs');
const { elapsed, say, step } = await import('./launch/progress.mjs');
const { provision } = await import('./launch/provision.mjs');
const { queueMode } = await import('./launch/queue/installation.mjs');
const { keepWorkers, workersFile } = await import('./launch/queue/workers.mjs');
const { release } = await import('./launch/release.mjs');
const { startSandbox } = await import('./launch/sandbox.mjs');
const { prepareStateFolder, readState } = await import('./launch/state.mjs');

const PARENT_BOUND = new URL('./launch/parent-bound.mjs', import.meta.url).href;
const WORKERS = ['worker-1', 'worker-2'];

/** Everything that the tests need, and what they have to know of it; see test/e2e/place.ts and test/queue/place.ts. */
async function start() {
	prepareStateFolder();
	const state = readState();
	const node = await prerequisites();
	if (!upToDate()) await step('Building the package', build);
	const hostFolder = await step(`n8n ${release().version}`, (note) => host(node, note));
	placePackage();
	const { encryptionKey, signingSecret } = state;
	const sandbox = await startSandbox({
		node,
		port: await choosePort({ what: 'the sandbox' }),
		signingSecret,
	});
	const processes = await step('PostgreSQL and Redis', () =>
		queueMode({ node, hostFolder, encryptionKey }),
	);
	// First and alone: it makes the tables.
	const main = await step('n8n, the main process', processes.main);
	await step('A webhook process, two workers, the owner', async () => {
		await Promise.all([
			processes.webhook(),
			keepWorkers(WORKERS, processes.worker),
			provision({ state, url: main.url, sandbox: sandbox.ready }),
		]);
	});
	return {
		node,
		e2e: {
			n8nUrl: main.url,
			major: release().major,
			sandboxOrigin: new URL(sandbox.ready.baseUrl).origin,
			owner: { email: owner.email, password: owner.password },
			credentialId: state.credentialId,
			root,
			launcherNode: process.execPath,
		},
		queue: {
			webhookUrl: processes.webhookUrl,
			workersFile,
			figuresFile: join(stateFolder, 'figures.txt'),
		},
	};
}

/** `npm run test:queue`: n8n in queue mode, and the tests against it; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const { node, e2e, queue } = await start();
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(root, 'jest.queue.config.js');
	const check = {
		name: 'Tests in queue mode',
		// Ends with this launcher, too, even if that is killed.
		args: ['--import', PARENT_BOUND, jest, '--config', config, ...process.argv.slice(2)],
		live: true,
	};
	const handedOver = {
		PROJECT_WORKSPACE_LAUNCHER: `${process.pid}`,
		PROJECT_WORKSPACE_E2E: JSON.stringify(e2e),
		PROJECT_WORKSPACE_QUEUE: JSON.stringify(queue),
	};
	const setting = { node, env: environmentWith(node, handedOver), log: logFile('test-queue') };
	const passed = await runChecks([check], setting);
	await endAll();
	if (existsSync(queue.figuresFile)) say(readFileSync(queue.figuresFile, 'utf8'));
	say(`${passed ? 'All passed' : 'Failed'} after ${elapsed(Date.now() - begun)}.`);
	if (passed) await rm(stateFolder, { recursive: true, force: true });
	else say(`All logs are kept in ${join(stateFolder, 'logs')}`);
	return passed ? 0 : 1;
});
