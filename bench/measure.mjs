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
		const order = [...measurements.keys()];
		if (round % 2 === 1) order.reverse();
		for (const index of order) {
			const result = await measurements[index]?.();
			if (result !== undefined) results[index]?.push(result);
		}
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

/** @typedef {import('../scripts/clients/sandbox.mjs').Recorded} Recorded */

/** The most requests in progress at one moment. @param {Recorded[]} requests */
export function mostAtOnce(requests) {
	const changes = requests
		.flatMap(({ time, durationMs = 0 }) => [
			{ at: time, by: 1 },
			{ at: time + durationMs, by: -1 },
		])
		.sort((a, b) => a.at - b.at || a.by - b.by);

	let now = 0;
	let most = 0;
	for (const { by } of changes) {
		now += by;
		most = Math.max(most, now);
	}
	return most;
}
