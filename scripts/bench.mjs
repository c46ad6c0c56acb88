import { leaveState } from './launch/temporary-state.mjs';
import { runCommand } from './launch/command.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { endAll } from './launch/processes.mjs';

/** `npm run bench`: compares the package with n8n's HTTP Request node, in a real n8n against the sandbox. */
await runCommand(async () => {
	await prerequisites();
	const { bench } = await import('../bench/bench.mjs');
	try {
		await bench(process.argv.slice(2));
	} catch (error) {
		await leaveState(true);
		throw error;
	}
	await endAll();
	await leaveState(false);
});
