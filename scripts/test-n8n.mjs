import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { N8nApi } from './clients/n8n.mjs';
import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/error.mjs';
import { environmentWith } from './launch/npm.mjs';
import { major, root, stateFolder, tool, useTemporaryState } from './launch/paths.mjs';
import { runTool } from './launch/processes.mjs';
import { say } from './launch/progress.mjs';
import { startQueueMode } from '../test/queue/start.mjs';
import { attach, start } from './launch/start.mjs';

const CHROMIUM = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser on this machine; none is downloaded. */
function chromiumPath() {
	const { CHROMIUM: path } = process.env;
	const found = (path ? [path] : CHROMIUM).find((each) => existsSync(each));
	if (found) return found;

	const todo =
		'Debian, Ubuntu: sudo apt-get install -y chromium. Elsewhere: set CHROMIUM to its path.';
	throw new LaunchError('The browser tests need Chromium, which was not found.', todo);
}

/** An n8n that is already running, such as n8n 3 in Docker; by default one is started. */
const {
	PROJECT_WORKSPACE_N8N_URL: url,
	PROJECT_WORKSPACE_N8N_EMAIL: email,
	PROJECT_WORKSPACE_N8N_PASSWORD: password = '',
} = process.env;

/** Its tests start, stop and restart n8n. */
const NEEDS_OWN_N8N = ['--testPathIgnorePatterns', 'e2e/(re)?start'];

async function startOrAttach() {
	if (folder === 'queue') return await startQueueMode();
	return url ? await attach({ url: url.replace(/\/$/, ''), email, password }) : await start();
}

const [, , folder = '', ...args] = process.argv;

/**
 * `npm run test:e2e`, `test:browser`, `test:queue`: starts n8n and the sandbox with fresh data, and runs the tests of a
 * folder against them; with PROJECT_WORKSPACE_N8N_URL, against that n8n. What is given after `--` goes to jest. `npm run test:browser -- pictures` makes the pictures of
 * the docs.
 */
await runCommand(async () => {
	useTemporaryState();
	const isPictures = folder === 'browser' && args[0] === 'pictures';
	const logs = join(stateFolder(), 'logs');
	const browser = folder === 'browser' && {
		chromium: chromiumPath(),
		pictures: isPictures ? join(root, 'docs', 'pictures') : logs,
	};

	const started = await startOrAttach();
	const { node, state, n8n, sandbox } = started;
	const api = new N8nApi(n8n.url, state.ownerPassword, state.ownerEmail);
	await api.enter();
	/** See test/e2e/place.ts. */
	const place = {
		n8nUrl: n8n.url,
		sandboxOrigin: sandbox.ready.origin,
		major,
		root,
		launcherNode: process.execPath,
		credentialId: state.credentialId,
		session: api.session,
		browser,
		queue: 'queue' in started ? started.queue : undefined,
	};

	const selected = isPictures ? ['--testMatch', '<rootDir>/test/browser/pictures.ts'] : args;
	if (url) selected.push(...NEEDS_OWN_N8N);
	const { isDone } = await runTool({
		what: 'jest',
		command: node,
		args: [tool('jest', 'bin', 'jest.js'), ...selected],
		env: environmentWith(node, {
			PROJECT_WORKSPACE_TESTS: folder,
			PROJECT_WORKSPACE_PLACE: JSON.stringify(place),
		}),
	});

	if (!isDone) say(`The logs are in ${logs}`);
	return isDone ? 0 : 1;
});
