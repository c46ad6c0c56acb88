import { runCommand } from './launch/command.mjs';
import { environmentWith } from './launch/npm.mjs';
import { logFile, root } from './launch/paths.mjs';
import { choosePort } from './launch/ports.mjs';
import { prerequisites } from './launch/prerequisites.mjs';
import { startProcess } from './launch/processes.mjs';
import { say } from './launch/progress.mjs';
import { SANDBOX_PORT, prepareSandboxData, sandboxEntry } from './launch/sandbox.mjs';
import { soleStart } from './launch/sole-start.mjs';
import { prepareStateFolder, readState } from './launch/state.mjs';

/** `npm run sandbox`: the sandbox alone, with the data that `npm start` uses. Other options are passed on to it. */
await runCommand(async () => {
	const args = process.argv.slice(2);
	prepareStateFolder();
	await soleStart();
	const state = readState();
	const node = await prerequisites();
	/** @param {string} option */
	const given = (option) => args.some((arg) => arg === option || arg.startsWith(`${option}=`));
	if (!given('--data')) args.push('--data', prepareSandboxData());
	// The credential that `npm start` makes in n8n has it, too.
	if (!given('--signing-secret')) args.push('--signing-secret', state.signingSecret);
	if (!given('--port')) {
		const preferred = [state.sandboxPort, SANDBOX_PORT];
		args.push('--port', `${await choosePort({ what: 'the sandbox', preferred })}`);
	}
	const sandbox = startProcess({
		command: node,
		args: [sandboxEntry, ...args, '--parent-bound'],
		cwd: root,
		env: environmentWith(node),
		log: logFile('sandbox'),
		server: true,
		onLine: say,
	});
	return (await sandbox.ended) === 'exit code 0' ? 0 : 1;
});
