/** @typedef {import('../scripts/clients/sandbox.mjs').Recorded} Recorded */

/** @param {Recorded} request */
const endOf = ({ time, durationMs = 0 }) => time + durationMs;

/**
 * The most requests in progress at one moment.
 *
 * @param {Recorded[]} requests
 */
export function mostAtOnce(requests) {
	const changes = requests
		.flatMap((request) => [
			{ at: request.time, by: 1 },
			{ at: endOf(request), by: -1 },
		])
		.sort((a, b) => a.at - b.at || a.by - b.by);
	let now = 0;
	let most = 0;
	for (const { by } of changes) most = Math.max(most, (now += by));
	return most;
}

/**
 * From the first request to the last response, in milliseconds.
 *
 * @param {Recorded[]} requests
 */
export const span = (requests) =>
	requests.reduce((most, each) => Math.max(most, endOf(each)), 0) -
	requests.reduce((least, { time }) => Math.min(least, time), Infinity);

/** Rejected by the rate limit. @param {Recorded[]} requests */
export const rejections = (requests) => requests.filter(({ status }) => status === 429).length;

/**
 * The number of requests that were processed more than once.
 *
 * @param {Recorded[]} requests
 */
export function servedTwice(requests) {
	const served = requests.filter(({ status }) => status === 200).map(({ path }) => path);
	return served.length - new Set(served).size;
}

/**
 * The time from the first accepted request to the one after so many `others`, in milliseconds.
 *
 * @param {Recorded[]} requests
 * @param {number} others
 */
export function servedAfter(requests, others) {
	const served = requests.filter(({ status }) => status === 200).map(({ time }) => time);
	return (served.sort((a, b) => a - b)[others] ?? NaN) - (served[0] ?? NaN);
}
