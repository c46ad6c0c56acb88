import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from './messages.mjs';
import { cacheFolder } from './paths.mjs';
import { hold } from './single.mjs';

const LOOK_AGAIN_MS = 1000;

/**
 * Gives a folder of the cache, filling it first if it is not there. It is filled under another name and renamed when
 * complete, so half an install never counts; a second launcher waits for the first instead of doing the same.
 *
 * @param {string} key
 * @param {(folder: string) => Promise<void>} fill
 * @param {(text: string) => void} note
 * @returns {Promise<string>}
 */
export async function cached(key, fill, note) {
	const place = join(cacheFolder, key);
	if (existsSync(place)) return place;
	const lock = await soleInstaller(key, place, note);
	if (!lock) return place;
	const partial = join(cacheFolder, `${key}.partial`);
	try {
		if (existsSync(partial)) {
			note('removing an unfinished install');
			await rm(partial, { recursive: true, force: true });
		}
		await mkdir(partial, { recursive: true });
		await fill(partial);
		await rename(partial, place);
		return place;
	} catch (error) {
		// Gigabytes that nobody would find again.
		await rm(partial, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
		throw error;
	} finally {
		lock.release();
	}
}

/**
 * @param {string} key
 * @param {string} place
 * @param {(text: string) => void} note
 * @returns {Promise<import('./single.mjs').Hold | undefined>} undefined when another launcher has done the work
 */
async function soleInstaller(key, place, note) {
	try {
		await mkdir(cacheFolder, { recursive: true });
		for (;;) {
			const lock = await hold(cacheFolder, key);
			if (existsSync(place)) {
				if (lock.held) lock.release();
				return undefined;
			}
			if (lock.held) return lock;
			note('another start is installing it, waiting');
			await pause(LOOK_AGAIN_MS);
		}
	} catch (error) {
		const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
		if (/EACCES|EROFS|EPERM|ENOTDIR/.test(code)) {
			throw new LaunchError('cannotWrite', { folder: cacheFolder });
		}
		throw error;
	}
}

/** What the cache holds, for `--help` and for tests. */
export const cacheEntries = async () => (existsSync(cacheFolder) ? readdir(cacheFolder) : []);
