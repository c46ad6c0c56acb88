import { statfs } from 'node:fs/promises';
import { LaunchError } from './messages.mjs';

const GB = 1024 ** 3;

/** @param {number} bytes */
export const inWords = (bytes) =>
	bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;

/**
 * Refuses before a long install what would end in a full disk after it.
 *
 * @param {{ folder: string, bytes: number, what: string }} need
 */
export async function needSpace({ folder, bytes, what }) {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free < bytes) {
		throw new LaunchError('diskFull', {
			folder,
			what,
			needed: inWords(bytes),
			free: inWords(free),
		});
	}
}
