import { stdout } from 'node:process';

/** A terminal's line is drawn again; a log or a CI gets a line as a sign of life. */
const EVERY_MS = stdout.isTTY ? 1000 : 15_000;
const CLEAR = stdout.isTTY ? '\r\x1b[2K' : '';
/** Steps shorter than this are not worth a figure. */
const WORTH_TIMING_MS = 1000;

/** @param {number} ms */
export function elapsed(ms) {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text */
export const say = (text) => void stdout.write(`${text}\n`);

/**
 * Runs one step with a line that shows that it goes on and for how long.
 *
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => Promise<T>} work `note` says what the step is doing right now
 * @returns {Promise<T>}
 */
export async function step(title, work) {
	const begun = Date.now();
	let line = title;
	const draw = () => {
		const text = `  … ${line} (${elapsed(Date.now() - begun)})`;
		stdout.write(stdout.isTTY ? CLEAR + text.slice(0, stdout.columns - 1) : `${text}\n`);
	};
	const timer = setInterval(draw, EVERY_MS);
	let mark = '✖';
	try {
		const result = await work((doing) => void (line = `${title}: ${doing}`));
		mark = '✔';
		return result;
	} finally {
		clearInterval(timer);
		const took = Date.now() - begun;
		say(`${CLEAR}  ${mark} ${title}${took < WORTH_TIMING_MS ? '' : ` (${elapsed(took)})`}`);
	}
}
