import { everyone } from './contenders.mjs';

/**
 * Lets everyone run `count` times, in alternating order, so that what else the machine does meets both.
 *
 * @template T
 * @param {number} count
 * @param {(who: import('./contenders.mjs').Who) => Promise<T>} measure
 * @returns {Promise<Record<import('./contenders.mjs').Who, T[]>>}
 */
export async function alternate(count, measure) {
	/** @type {Record<import('./contenders.mjs').Who, T[]>} */
	const results = { ours: [], http: [] };
	for (let round = 0; round < count; round++) {
		const order = round % 2 === 0 ? everyone : [...everyone].reverse();
		for (const who of order) results[who].push(await measure(who));
	}
	return results;
}
