import { delimiter, dirname } from 'node:path';
import { stdout } from 'node:process';
import { runCommand } from './launch/command.mjs';
import { installTools } from './launch/install.mjs';
import { tool } from './launch/paths.mjs';

/**
 * Installs what is missing, and prints a PATH with the installed tools and Node 24, for the scripts in package.json:
 * `PATH=$(node scripts/tools.mjs) && jest`.
 */
await runCommand(async () => {
	const node = await installTools();

	stdout.write([tool('.bin'), dirname(node), process.env.PATH].join(delimiter));
});
