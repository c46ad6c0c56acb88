import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './messages.mjs';
import { elapsed } from './progress.mjs';

const ASK_EVERY_MS = 250;

/**
 * Waits until a server is ready, ends, or takes too long.
 *
 * @param {import('./processes.mjs').Running} server
 * @param {() => boolean | Promise<boolean>} isReady
 * @param {number} limitMs
 */
export async function untilReady({ what, log, ended, tail }, isReady, limitMs) {
	/** @type {string | undefined} */
	let how;
	void ended.then((text) => (how = `stopped unexpectedly (${text})`));
	const deadline = Date.now() + limitMs;
	for (;;) {
		if (how) throw new LaunchError('died', { what, how, log }, tail());
		if (await Promise.resolve(isReady()).catch(() => false)) return;
		if (Date.now() > deadline) how = `did not respond within ${elapsed(limitMs)}`;
		await pause(ASK_EVERY_MS);
	}
}
