import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { freePort } from './launch/ports.mjs';
import { SANDBOX_PORT, runSandbox } from './launch/sandbox.mjs';
import { holdState, readState } from './launch/state.mjs';

/** `npm run sandbox`: the sandbox alone, with the data that `npm start` uses. Options are passed on to it. */
await runCommand(async () => {
	await holdState();
	const { sandboxPort, signingSecret } = readState();
	const node = await installTools();
	const port = await freePort(sandboxPort, SANDBOX_PORT);

	const sandbox = runSandbox({ node, port, signingSecret, args: process.argv.slice(2) });
	return (await sandbox.ended) === 'exit code 0' ? 0 : 1;
});
