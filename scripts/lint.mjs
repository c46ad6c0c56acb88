import { spawnSync } from 'node:child_process';
import { root, tool } from './launch/paths.mjs';

/**
 * `npm run lint`: each file is checked by the nearest configuration, which is n8n's strict one for what ships, and that
 * of `test/` for the tests.
 */
const args = [tool('@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), 'lint', ...process.argv.slice(2)];
const env = { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' };
process.exitCode =
	spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
