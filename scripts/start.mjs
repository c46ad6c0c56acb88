import { build, upToDate } from './launch/build.mjs';
import { runCommand } from './launch/command.mjs';
import { placePackage } from './launch/community-package.mjs';
import { host } from './launch/host.mjs';
import { LaunchError } from './launch/messages.mjs';
import { startN8n } from './launch/n8n.mjs';
import { help, readOptions } from './launch/options.mjs';
import { choosePort } from './launch/ports.mjs';
import { stateFolder } from './launch/paths.mjs';
import { prerequisites } from './launch/prerequisites.mjs';
import { isEnding } from './launch/processes.mjs';
import { elapsed, say, step } from './launch/progress.mjs';
import { demos, provision } from './launch/provision.mjs';
import { SANDBOX_PORT, startSandbox } from './launch/sandbox.mjs';
import { release } from './launch/release.mjs';
import { soleStart } from './launch/sole-start.mjs';
import { needSpace } from './launch/space.mjs';
import { prepareStateFolder, readState, reset, writeState } from './launch/state.mjs';
import { summary } from './launch/summary.mjs';

const N8N = { what: 'n8n', flag: '--port', usual: 5678 };
const SANDBOX = { what: 'the sandbox', flag: '--sandbox-port', usual: SANDBOX_PORT };

/** A fresh n8n writes 10 MB; this leaves room for work. */
const DATA_BYTES = 200 * 1024 ** 2;

/**
 * @param {typeof N8N} server
 * @param {number | undefined} asked
 * @param {number} [last] the port of the last start
 */
const portFor = ({ usual, ...server }, asked, last) =>
	choosePort({ ...server, asked, preferred: [last, usual] });

/**
 * @param {{ what: string, log: string, process: import('./launch/processes.mjs').Running }} server
 */
async function died({ what, log, process }) {
	const how = await process.ended;
	if (!isEnding()) throw new LaunchError('died', { what, how, log }, process.tail());
}

await runCommand(async (stopped) => {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return say(help);
	const begun = Date.now();

	prepareStateFolder();
	const lock = await soleStart();
	if (options.reset) await step('Starting over with fresh data', reset);
	await needSpace({ folder: stateFolder, bytes: DATA_BYTES, what: "n8n's data" });
	const state = readState();
	// A port that was asked for and is taken is worth knowing before a long install.
	if (options.port) await portFor(N8N, options.port);
	if (options.sandboxPort) await portFor(SANDBOX, options.sandboxPort);

	const node = await prerequisites();
	if (!upToDate()) await step('Building the package', build);
	const hostFolder = await step(`n8n ${release().version}`, (note) => host(node, note));
	placePackage();

	const last = { ...state };
	state.sandboxPort = await portFor(SANDBOX, options.sandboxPort, state.sandboxPort);
	const sandbox = await step('Starting the sandbox', () =>
		startSandbox({
			node,
			port: Number(state.sandboxPort),
			signingSecret: state.signingSecret,
		}),
	);
	state.n8nPort = await portFor(N8N, options.port, state.n8nPort);
	const n8n = await step('Starting n8n', async () =>
		startN8n({
			node,
			hostFolder,
			port: Number(state.n8nPort),
			brokerPort: await choosePort({ what: "n8n's task broker" }),
			encryptionKey: state.encryptionKey,
		}),
	);
	writeState(state);
	await step('Owner, credential, demo workflows', () =>
		provision({ state, url: n8n.url, sandbox: sandbox.ready }),
	);
	lock.describe(`${process.pid} ${n8n.url}`);

	/**
	 * @param {typeof N8N} server
	 * @param {number | undefined} wished
	 * @param {number | undefined} port
	 */
	const moved = ({ what, usual }, wished = usual, port) =>
		wished === port ? [] : [`Port ${wished} is taken, so ${what} uses ${port} this time.`];
	say(
		summary({
			n8nUrl: n8n.url,
			sandbox: sandbox.ready,
			demos: demos().map(({ file, name }) => ({ name, id: state.demos?.[file] ?? '' })),
			took: elapsed(Date.now() - begun),
			remarks: [
				...moved(N8N, options.port ?? last.n8nPort, state.n8nPort),
				...moved(SANDBOX, options.sandboxPort ?? last.sandboxPort, state.sandboxPort),
			],
		}),
	);
	await Promise.race([stopped, died(n8n), died(sandbox)]);
});
