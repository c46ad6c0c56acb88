import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { useTemporaryState } from './launch/paths.mjs';

/** `npm run bench`: compares the package with nodes of n8n, in a real n8n against the sandbox. */
await runCommand(async () => {
	useTemporaryState();
	await installTools();
	// It imports a development dependency.
	const { bench } = await import('../bench/bench.mjs');

	await bench(process.argv.slice(2));
});
