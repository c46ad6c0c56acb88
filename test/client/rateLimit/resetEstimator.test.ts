import { ResetEstimator } from '../../../nodes/ProjectWorkspace/client/rateLimit/resetEstimator';

/** Ten seconds past a full minute. */
const START = Date.UTC(2026, 0, 1) + 10_000;

/** When probes are sent, in seconds after nothing was left, if all of them are rejected. */
function probes(estimator: ResetEstimator, emptyAt: number, count: number): number[] {
	estimator.recordEmpty(emptyAt);
	return Array.from({ length: count }, () => {
		const at = estimator.nextProbeAt();
		estimator.recordRefusedProbe(at);
		return (at - emptyAt) / 1_000;
	});
}

/** After a window of six seconds that all requests of the rate limit came back with. */
function afterWindow(rise = 199) {
	const estimator = new ResetEstimator();
	probes(estimator, START, 6);
	estimator.recordServed(true, rise, 200, START + 6_000);
	return estimator;
}

/** The wait for the next probe after probes that showed each of these rises in turn, in milliseconds. */
function waitsAfter(rises: readonly number[], rateLimit: number): number[] {
	const estimator = new ResetEstimator();
	let now = START;
	return rises.map((rise) => {
		estimator.recordEmpty(now);
		now = estimator.nextProbeAt();
		estimator.recordServed(true, rise, rateLimit, now);
		estimator.recordEmpty(now);
		return estimator.nextProbeAt() - now;
	});
}

test('an unknown window is probed soon, each second up to ten, and each five seconds after that', () => {
	const found = probes(new ResetEstimator(), START, 15);
	expect(found).toEqual([0.25, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30]);
});

test('the end of a minute on the clock is probed, too', () => {
	expect(probes(new ResetEstimator(), START, 40)).toContain(50.02);
});

test('a known window is probed halfway, and then about when it ends', () => {
	expect(probes(afterWindow(), START + 6_500, 3)).toEqual([2.5, 5, 5.5]);
});

test('if it refills gradually, the wait is for 3 % of the rate limit', () => {
	expect(waitsAfter([5], 200)).toEqual([250]);
	expect(waitsAfter([2], 200)).toEqual([375]);
	expect(waitsAfter([11, 11], 200)).toEqual([125, 62.5]);
});

test('the wait is for four requests at least', () => {
	expect(waitsAfter([3], 20)).toEqual([250]);
});

test('the wait is at most what a plan per minute takes for as many', () => {
	expect(waitsAfter([0, 0, 0, 0, 0, 0], 200).slice(3)).toEqual([1265.625, 1800, 1800]);
});

test('a rise by a quarter of the rate limit is a new window, and by less a refill', () => {
	expect(probes(afterWindow(49), START + 6_500, 1)).toEqual([0.375 / 3]);
	expect(probes(afterWindow(50), START + 6_500, 1)).toEqual([2.5]);
});

test('a refill after rejected probes also ends a window, as in a sliding one', () => {
	expect(probes(afterWindow(10), START + 6_500, 2)[1]).toBe(5);
});

test('if nothing has been refilled in time, it may be a window', () => {
	const estimator = new ResetEstimator();
	estimator.recordEmpty(START);
	estimator.recordServed(true, 2, 200, START + 250);
	expect(probes(estimator, START + 700, 2)).toEqual([0.375, 1.3]);
});

test('a window that may end sooner is probed at its end', () => {
	const estimator = new ResetEstimator();
	estimator.recordServed(false, 60, 200, START);
	expect(probes(estimator, START + 900, 1)).toEqual([0.1]);
});

test('a new window starts with the response that shows it; a refill is not a new window', () => {
	const estimator = afterWindow();
	estimator.recordServed(false, 10, 200, START + 8_000);
	estimator.recordServed(false, 50, 200, START + 12_300);
	estimator.recordServed(false, 10, 200, START + 12_600);
	expect(probes(estimator, START + 13_000, 3)).toEqual([2.5, 4.8, 5.3]);
});
