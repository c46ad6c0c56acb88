import { stdout } from 'node:process';

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPIN_EVERY_MS = 120;
/** Where nothing can be redrawn (a log, a CI), a sign of life at this pace. */
const LINE_EVERY_MS = 15_000;
/** Steps shorter than this are not worth a figure. */
const WORTH_TIMING_MS = 1000;

/** @param {number} ms */
export function elapsed(ms) {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** @param {string} text */
export function say(text) {
	stdout.write(`${text}\n`);
}

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
	let doing = '';
	let frame = 0;
	const line = () => `${title}${doing ? `: ${doing}` : ''} (${elapsed(Date.now() - begun)})`;
	const draw = () => {
		frame = (frame + 1) % SPINNER.length;
		const width = Math.max(20, (stdout.columns || 80) - 6);
		stdout.write(`\r\x1b[2K  ${SPINNER[frame]} ${line().slice(0, width)}`);
	};
	const timer = stdout.isTTY
		? setInterval(draw, SPIN_EVERY_MS)
		: setInterval(() => say(`  … ${line()}`), LINE_EVERY_MS);
	/** @param {string} mark */
	const close = (mark) => {
		clearInterval(timer);
		const took = Date.now() - begun;
		const time = took < WORTH_TIMING_MS ? '' : ` (${elapsed(took)})`;
		stdout.write(`${stdout.isTTY ? '\r\x1b[2K' : ''}  ${mark} ${title}${time}\n`);
	};
	try {
		const result = await work((text) => {
			doing = text;
		});
		close('✔');
		return result;
	} catch (error) {
		close('✖');
		throw error;
	}
}
