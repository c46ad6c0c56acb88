import { stderr, stdout } from 'node:process';

/** @param {number} ms */
export function elapsed(ms) {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds} s`;

	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text */
export const say = (text) => void stdout.write(`${text}\n`);

/**
 * Runs one step, and says when it begins and ends, not in the output of the command.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
	const begun = Date.now();
	stderr.write(`  … ${title}\n`);

	const result = await work();
	stderr.write(`  ✔ ${title} (${elapsed(Date.now() - begun)})\n`);
	return result;
}
