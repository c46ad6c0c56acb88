/**
 * Measures everything in turn, in alternating order, so that other work on the machine affects all of it.
 *
 * @template T
 * @param {number} rounds
 * @param {Array<() => Promise<T>>} measurements
 * @returns {Promise<T[][]>} the results of each measurement
 */
export async function inTurn(rounds, measurements) {
	/** @type {T[][]} */
	const results = measurements.map(() => []);

	for (let round = 0; round < rounds; round++) {
		const order = [...measurements.entries()];
		if (round % 2 === 1) order.reverse();
		for (const [index, measure] of order) results[index]?.push(await measure());
	}

	return results;
}

/** @param {number[]} values */
export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);

	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The median, the lowest and the highest. @param {number[]} values @param {string} [unit] */
export function spread(values, unit = 's') {
	const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)];

	return `${middle.toFixed(2)} ${unit} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
