import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FOLDERS } from '../stryker.config.mjs';
import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/messages.mjs';
import { environmentWith } from './launch/npm.mjs';
import { root, tool } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';

const all = Object.keys(FOLDERS);

/** `npm run mutate -- FOLDER`: changes the code of a folder; without one, that of all. `--every 3`: a third of it. */
await runCommand(async () => {
	const options = /** @type {const} */ ({ every: { type: 'string', default: '1' } });
	const { positionals: named, values } = parseArgs({ options, allowPositionals: true });
	if (!/^[1-9]\d*$/.test(values.every)) throw new LaunchError('badSample', values);
	const unknown = named.find((name) => !all.includes(name));
	if (unknown !== undefined)
		throw new LaunchError('noFolder', { folder: unknown, all: all.join(', ') });
	const node = await prerequisites();
	const args = [tool('@stryker-mutator', 'core', 'bin', 'stryker.js'), 'run'];
	for (const folder of named.length > 0 ? named : all) {
		const env = environmentWith(node, {
			MUTATE: folder,
			MUTATE_EVERY: values.every,
			PROPERTY_RUNS: '30',
		});
		const { status } = spawnSync(node, args, { cwd: root, env, stdio: 'inherit' });
		if (status !== 0) return status ?? 1;
	}
	return 0;
});
