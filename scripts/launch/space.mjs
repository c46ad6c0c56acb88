import { statfs } from 'node:fs/promises';
import { LaunchError } from './messages.mjs';

const GB = 1024 ** 3;

/** @param {number} bytes */
export const inWords = (bytes) =>
	bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;

/**
 * Refuses before a long install what would end in a full disk after it.
 *
 * @param {{ folder: string, shown?: string, bytes: number, what: string }} need `shown` is the folder's name for a
 *   person, where it is filled under another one
 */
export async function needSpace({ folder, shown = folder, bytes, what }) {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free < bytes) {
		throw new LaunchError('diskFull', {
			folder: shown,
			what,
			needed: inWords(bytes),
			free: inWords(free),
		});
	}
}
