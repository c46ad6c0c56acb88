import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hold } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { note } from './progress.mjs';

/**
 * Returns a folder of the cache, and fills it first if it is missing. It has another name until it is complete, so that
 * an incomplete install never counts. A second launcher waits for the first.
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
			await clear(); // gigabytes that nothing would delete later
			release();
		}
	}
	return place;
}
