import { stdout } from 'node:process';

/** A terminal's line is drawn again; a log or a CI gets a line as a sign of life. */
const EVERY_MS = stdout.isTTY ? 1000 : 15_000;
const CLEAR = stdout.isTTY ? '\r\x1b[2K' : '';

/** @param {number} ms */
export function elapsed(ms) {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

let doing = '';

/** Says what the current step is doing right now. @param {string} text */
export const note = (text) => void (doing = text);

/** @param {string} text */
export const say = (text) => void stdout.write(`${text}\n`);

/**
 * Runs one step with a line that shows that it goes on and for how long.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function step(title, work) {
	const begun = Date.now();
	doing = '';
	const draw = () => {
		const text = `  … ${title}${doing && `: ${doing}`} (${elapsed(Date.now() - begun)})`;
		stdout.write(stdout.isTTY ? CLEAR + text.slice(0, stdout.columns - 1) : `${text}\n`);
	};
	const timer = setInterval(draw, EVERY_MS);
	let mark = '✖';
	try {
		const result = await work();
		mark = '✔';
		return result;
	} finally {
		clearInterval(timer);
		const took = Date.now() - begun;
		say(`${CLEAR}  ${mark} ${title}${took < 1000 ? '' : ` (${elapsed(took)})`}`);
	}
}
