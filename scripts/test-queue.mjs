import './launch/temporary-state.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { stateFolder } from './launch/paths.mjs';
import { freePort } from './launch/ports.mjs';
import { prepare } from './launch/prepare.mjs';
import { elapsed, say, step } from './launch/progress.mjs';
import { provision } from './launch/provision.mjs';
import { queueMode } from './launch/queue/installation.mjs';
import { keepWorkers, workersFile } from './launch/queue/workers.mjs';
import { testAgainst } from './launch/real-n8n.mjs';
import { startSandbox } from './launch/sandbox.mjs';
import { readState } from './launch/state.mjs';

const WORKERS = ['worker-1', 'worker-2'];
const figuresFile = join(stateFolder, 'figures.txt');

/** Starts everything that the tests need, and returns what they have to know; see test/queue/place.ts. */
async function start() {
	const { node, hostFolder } = await prepare();
	const state = readState();
	const { encryptionKey, signingSecret } = state;
	const sandbox = await startSandbox({ node, port: await freePort(), signingSecret });
	const processes = await step('PostgreSQL and Redis', () =>
		queueMode({ node, hostFolder, encryptionKey }),
	);
	// Before the others, since it creates the tables.
	const main = await step('n8n, the main process', processes.main);
	await step('A webhook process, two workers, the owner', async () => {
		await Promise.all([
			processes.webhook(),
			keepWorkers(WORKERS, processes.worker),
			provision(state, main.url, sandbox.ready),
		]);
	});
	return {
		node,
		n8nUrl: main.url,
		sandboxOrigin: sandbox.ready.origin,
		state,
		queue: { webhookUrl: processes.webhookUrl, workersFile, figuresFile },
	};
}

/** `npm run test:queue`: n8n in queue mode, and the tests against it; what is given after `--` goes to jest. */
await runCommand(async () => {
	const begun = Date.now();
	const { node, queue, ...started } = await start();
	const check = {
		name: 'Tests in queue mode',
		args: [],
		env: { PROJECT_WORKSPACE_TESTS: 'queue', PROJECT_WORKSPACE_QUEUE: JSON.stringify(queue) },
	};
	const figures = () => {
		if (existsSync(figuresFile)) say(readFileSync(figuresFile, 'utf8'));
		say(`Took ${elapsed(Date.now() - begun)}.`);
	};
	return await testAgainst(node, check, started, figures);
});
