import { spawnSync } from 'node:child_process';
import { LaunchError } from './messages.mjs';

/** Each need with the commands that satisfy it, as node-gyp looks for them. */
const NEEDS = [
	{ name: 'python3', commands: ['python3', 'python'] },
	{ name: 'make', commands: ['make', 'gmake'] },
	{ name: 'g++', commands: [process.env.CXX || 'g++', 'c++', 'clang++'] },
];

/** @param {string} command */
const runs = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/** @returns {string[]} the names of what is missing */
export const missingCompilerParts = () =>
	NEEDS.filter(({ commands }) => !commands.some(runs)).map(({ name }) => name);

/** Looks for the compiler before the minutes of downloading that precede its use. */
export function needCompiler() {
	// On Windows node-gyp finds Visual Studio in ways of its own; there its message has to do.
	if (process.platform === 'win32') return;
	const missing = missingCompilerParts();
	if (missing.length > 0) throw new LaunchError('compilerMissing', { missing: missing.join(', ') });
}
