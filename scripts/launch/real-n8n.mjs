import { leaveState } from './temporary-state.mjs';
import { N8nApi } from '../clients/n8n.mjs';
import { JEST, passes } from './checks.mjs';
import { PARENT_BOUND } from './n8n.mjs';
import { major, root } from './paths.mjs';
import { endAll } from './processes.mjs';
import { start } from './start.mjs';

/**
 * Runs jest against what was started, and ends it. What is given to the command after `--` goes to jest.
 *
 * @param {string} node the Node 24 binary
 * @param {{ name: string, args: string[], env?: NodeJS.ProcessEnv }} check
 * @param {{ n8nUrl: string, sandboxOrigin: string, state: import('./state.mjs').State }} started
 * @param {() => void} [report] called when the tests are over, while all data is still there
 */
export async function testAgainst(node, { name, args, env }, started, report = () => {}) {
	const { state, ...urls } = started;
	const api = new N8nApi(urls.n8nUrl, state.ownerPassword);
	await api.enter();
	const { credentialId } = state;
	const checkout = { root, major, launcherNode: process.execPath };
	/** See test/e2e/place.ts. */
	const place = { ...urls, ...checkout, credentialId, session: api.session };
	const passed = await passes(node, {
		name,
		// Ends with this launcher, too, even if that is killed.
		args: ['--import', PARENT_BOUND, JEST, ...args, ...process.argv.slice(2)],
		isLive: true,
		env: {
			PROJECT_WORKSPACE_LAUNCHER: `${process.pid}`,
			PROJECT_WORKSPACE_E2E: JSON.stringify(place),
			...env,
		},
	});
	await endAll();
	report();
	await leaveState(!passed);
	return passed ? 0 : 1;
}

/** Starts everything as `npm start` does, and runs jest against it. @param {Parameters<typeof testAgainst>[1]} check */
export async function testRealN8n(check) {
	const { node, state, n8n, sandbox } = await start();
	const started = { n8nUrl: n8n.url, sandboxOrigin: sandbox.ready.origin, state };
	return await testAgainst(node, check, started);
}
