import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './messages.mjs';
import { elapsed } from './progress.mjs';

const ASK_EVERY_MS = 250;

/**
 * Waits until a server answers, ends, or takes too long.
 *
 * @param {object} server
 * @param {string} server.what
 * @param {string} server.log
 * @param {import('./processes.mjs').Running} server.process
 * @param {() => Promise<boolean>} server.isReady
 * @param {number} server.limitMs
 */
export async function untilReady({ what, log, process, isReady, limitMs }) {
	/** @type {string | undefined} */
	let how;
	void process.ended.then((text) => (how = text));
	const deadline = Date.now() + limitMs;
	while (Date.now() < deadline) {
		if (how !== undefined) throw new LaunchError('died', { what, how, log }, process.tail());
		if (await isReady().catch(() => false)) return;
		await pause(ASK_EVERY_MS);
	}
	throw new LaunchError('neverReady', { what, limit: elapsed(limitMs), log }, process.tail());
}
