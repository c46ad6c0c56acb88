import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hold } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { note } from './progress.mjs';

/**
 * Gives a folder of the cache, filling it first if it is not there. It is filled under another name and renamed when
 * complete, so half an install never counts; a second launcher waits for the first instead of doing the same.
 *
 * @param {string} key
 * @param {(folder: string) => Promise<void>} fill
 */
export async function cached(key, fill) {
	const place = join(cacheFolder, key);
	const partial = `${place}.partial`;
	const clear = () => rm(partial, { recursive: true, force: true, maxRetries: 3 });
	while (!existsSync(place)) {
		const release = await hold(place);
		if (!release) {
			note('another start is installing it, waiting');
			await pause(1000);
			continue;
		}
		try {
			if (existsSync(place)) break;
			await clear();
			await mkdir(partial, { recursive: true });
			await fill(partial);
			await rename(partial, place);
		} finally {
			await clear(); // gigabytes that nobody would find again
			release();
		}
	}
	return place;
}
