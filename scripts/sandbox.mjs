import { runCommand } from './launch/command.mjs';
import { freePort } from './launch/ports.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { say } from './launch/progress.mjs';
import { SANDBOX_PORT, runSandbox } from './launch/sandbox.mjs';
import { holdState, readState } from './launch/state.mjs';

/** `npm run sandbox`: the sandbox alone, with the data that `npm start` uses. Options are passed on to it. */
await runCommand(async () => {
	await holdState();
	// The credential that `npm start` makes in n8n has this secret, too.
	const { sandboxPort, signingSecret } = readState();
	const node = await prerequisites();
	const port = await freePort(sandboxPort, SANDBOX_PORT);
	const args = process.argv.slice(2);
	const sandbox = runSandbox({ node, port, signingSecret, args, onLine: say });
	return (await sandbox.ended) === 'exit code 0' ? 0 : 1;
});
