import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, tool } from './launch/paths.mjs';

/**
 * `npm run lint`: n8n's strict lint, where each file is checked by the nearest configuration (that of `test/` for the
 * tests), and then how long and how deep functions of what ships may be.
 */
const given = process.argv.slice(2);
const env = { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' };

const checks = [
	[tool('@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), 'lint', ...given],
	[
		tool('eslint', 'bin', 'eslint.js'),
		...['--config', join(root, 'scripts', 'bounds.eslint.mjs')],
		...['nodes', 'credentials'],
	],
];

for (const args of checks) {
	const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
	process.exitCode ||= status ?? 1;
}
