import { stdout } from 'node:process';

/** A terminal's line is drawn again; a log gets a line as a sign of life. */
const EVERY_MS = stdout.isTTY ? 1_000 : 15_000;
const CLEAR = stdout.isTTY ? '\r\x1b[2K' : '';

/** @param {number} ms */
export function elapsed(ms) {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds} s`;

	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text */
export const say = (text) => void stdout.write(`${text}\n`);

/**
 * Runs one step, with a line that shows for how long.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
	const begun = Date.now();
	const draw = () => {
		const text = `  … ${title} (${elapsed(Date.now() - begun)})`;
		stdout.write(stdout.isTTY ? CLEAR + text.slice(0, stdout.columns - 1) : `${text}\n`);
	};
	const timer = setInterval(draw, EVERY_MS);

	try {
		const result = await work();
		say(`${CLEAR}  ✔ ${title} (${elapsed(Date.now() - begun)})`);
		return result;
	} catch (error) {
		say(`${CLEAR}  ✖ ${title}`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}
