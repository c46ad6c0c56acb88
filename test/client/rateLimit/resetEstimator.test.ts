import { ResetEstimator } from '../../../nodes/ProjectWorkspace/client/rateLimit/resetEstimator';

/** Ten seconds past a full minute. */
const START = Date.UTC(2026, 0, 1) + 10_000;

/** When probes go out, in seconds after the credit was spent, while all of them are refused. */
function probes(estimator: ResetEstimator, spentAt: number, count: number): number[] {
	estimator.spend(spentAt);
	return Array.from({ length: count }, () => {
		const at = estimator.nextProbeAt();
		estimator.refuse(at, true);
		return (at - spentAt) / 1_000;
	});
}

test('an unknown window is looked for soon, and then where one may end, with no probe shortly before', () => {
	const found = probes(new ResetEstimator(), START, 14);
	expect(found).toEqual([0.25, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 35]);
});

test('a minute on the clock may end in between', () => {
	expect(probes(new ResetEstimator(), START, 40)).toContain(50.02);
});

test('a window that is known is waited for: one probe in the middle, one before its end and one at it', () => {
	const estimator = new ResetEstimator();
	probes(estimator, START, 6);
	estimator.serve(true, 199, 200, START + 6_000);
	expect(probes(estimator, START + 6_500, 3)).toEqual([2.5, 5, 5.5]);
});

/** The wait after a probe that showed each of these rises in turn, in milliseconds. */
function waitsAfter(rises: readonly number[], largest: number): number[] {
	const estimator = new ResetEstimator();
	let now = START;
	return rises.map((rise) => {
		estimator.spend(now);
		now = estimator.nextProbeAt();
		estimator.serve(true, rise, largest, now);
		estimator.spend(now);
		return estimator.nextProbeAt() - now;
	});
}

test('credit that trickles in is waited for until it is a sip: 3 % of the quota', () => {
	expect(waitsAfter([5], 200)).toEqual([250]);
	expect(waitsAfter([2], 200)).toEqual([375]);
	expect(waitsAfter([11, 11], 200)).toEqual([125, 62.5]);
});

test('a sip is four at least', () => {
	expect(waitsAfter([3], 20)).toEqual([250]);
});

test('the wait for a sip is bounded by what a minute would take for it, and by 20 s', () => {
	expect(waitsAfter([0, 0, 0, 0, 0, 0], 200).slice(3)).toEqual([1265.625, 1800, 1800]);
	expect(waitsAfter(Array<number>(13).fill(0), 3).slice(-2)).toEqual([20_000, 20_000]);
});

test('a rise by a quarter of the quota is a new window, and less is a sip', () => {
	const waitAfter = (rise: number) => {
		const estimator = new ResetEstimator();
		probes(estimator, START, 6);
		estimator.serve(true, rise, 200, START + 6_000);
		return probes(estimator, START + 6_500, 1);
	};
	expect(waitAfter(49)).toEqual([0.125]);
	expect(waitAfter(50)).toEqual([2.5]);
});

test('a sip goes out when it is due, though a window may end nearby', () => {
	const estimator = new ResetEstimator();
	estimator.spend(START);
	estimator.serve(true, 2, 200, START + 250);
	estimator.spend(START + 700);
	expect(estimator.nextProbeAt()).toBe(START + 1_075);
	// It found nothing: then it may be a window after all.
	estimator.refuse(START + 1_075, true);
	expect(estimator.nextProbeAt()).toBe(START + 2_000);
});

test('a window that may end sooner is looked for at its end', () => {
	const estimator = new ResetEstimator();
	estimator.serve(false, 60, 200, START);
	estimator.spend(START + 900);
	expect(estimator.nextProbeAt()).toBe(START + 1_000);
});

test('another client sips at the same moment: the next sip waits half as long again', () => {
	const estimator = new ResetEstimator();
	estimator.spend(START);
	estimator.serve(true, 2, 200, START + 250);
	estimator.spend(START + 300);
	estimator.refuse(START + 310, false);
	expect(estimator.nextProbeAt()).toBe(START + 300 + 562.5);
});

test('a request that is rejected and was no probe says nothing of the window', () => {
	const estimator = new ResetEstimator();
	estimator.spend(START);
	estimator.refuse(START + 100, false);
	expect(estimator.nextProbeAt()).toBe(START + 250);
	estimator.refuse(START + 250, true);
	expect(estimator.nextProbeAt()).toBe(START + 1_000);
});

test('a new window counts from the response that shows it, and credit that only trickles in is none', () => {
	const estimator = new ResetEstimator();
	probes(estimator, START, 6);
	estimator.serve(true, 199, 200, START + 6_000);
	estimator.serve(false, 10, 200, START + 8_000);
	estimator.serve(false, 50, 200, START + 12_300);
	estimator.serve(false, 10, 200, START + 12_600);
	expect(probes(estimator, START + 13_000, 3)).toEqual([2.5, 4.8, 5.3]);
});
