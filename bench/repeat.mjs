/**
 * Runs all `names` `count` times in alternating order, so that other work on the machine affects all of them.
 *
 * @template {string} Name
 * @template T
 * @param {number} count
 * @param {readonly Name[]} names
 * @param {(name: Name) => Promise<T>} measure
 * @returns {Promise<Record<Name, T[]>>}
 */
export async function alternate(count, names, measure) {
	const results = /** @type {Record<Name, T[]>} */ ({});
	for (const name of names) results[name] = [];
	for (let round = 0; round < count; round++) {
		const order = round % 2 === 0 ? names : [...names].reverse();
		for (const name of order) results[name].push(await measure(name));
	}
	return results;
}
