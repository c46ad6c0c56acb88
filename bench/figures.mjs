/** @param {number[]} values */
export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** @param {number} value */
export const times = (value) => `${value.toFixed(2)}×`;

/**
 * The median, the least and the most.
 *
 * @param {number[]} values
 * @param {(value: number) => string} write
 */
export function spread(values, write) {
	if (values.length < 2) return write(median(values));
	return `${write(median(values))} (${write(Math.min(...values))} to ${write(Math.max(...values))})`;
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

/** @param {number} share */
export const percent = (share) => `${(share * 100).toFixed(1)} %`;
