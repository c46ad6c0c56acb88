import { Probes } from '../../../nodes/ProjectWorkspace/old/client/rateLimit/probes';

/** Ten seconds past a full minute, so that the clock's next one is 50 seconds later. */
const START = Date.UTC(2026, 0, 1) + 10_000;

/** When probes are sent, in seconds after nothing was left, if all of them are rejected. */
function refused(probes: Probes, emptyAt: number, count: number): number[] {
	probes.recordEmpty(emptyAt);
	return Array.from({ length: count }, () => {
		const at = probes.nextAt();
		probes.recordRefused(at);
		return (at - emptyAt) / 1_000;
	});
}

/** Nothing is left at the start, three seconds after the window has begun. */
function exhausted(perMinute = 1_000) {
	const probes = new Probes(perMinute);
	probes.openedAt = START - 3_000;
	return probes;
}

/** The next probe is served. Returns the time from when nothing was left, in seconds. */
function serve(probes: Probes, emptyAt: number, isNewWindow: boolean): number {
	probes.recordEmpty(emptyAt);
	const at = probes.nextAt();
	probes.recordServed(at, isNewWindow, at);
	return (at - emptyAt) / 1_000;
}

test('the first wait is for 3 % of the plan, each further one half as long again, and both ends of a minute are tried', () => {
	const found = refused(exhausted(), START, 8);
	expect(found.slice(0, 5)).toEqual([1.8, 4.5, 8.55, 14.625, 23.7375]);
	// The full minute on the clock, then a minute after the window began.
	expect(found.slice(5)).toEqual([50.02, 57, 87.7546875]);
});

test.each([
	[10_000, 1.8],
	[500, 1.8],
	[60, 15],
	[20, 45],
	[15, 50.02],
	[1, 50.02],
])('the first wait is for 15 requests at least: %i a minute, %f s', (perMinute, seconds) => {
	expect(refused(exhausted(perMinute), START, 1)).toEqual([seconds]);
});

test('with a small plan, few probes are rejected in a minute; no wait is longer than a minute', () => {
	expect(refused(exhausted(60), START, 4)).toEqual([15, 50.02, 57, 107.625]);
	const found = refused(exhausted(), START, 40);
	expect(found.at(-1)! - found.at(-2)!).toBe(60);
});

test('a full minute on the clock that changed nothing is not tried again', () => {
	const probes = exhausted(60);
	refused(probes, START, 2);
	expect(serve(probes, START, true)).toBe(57);
	expect(refused(probes, START + 60_000, 2)).toEqual([22.5, 57]);
});

test('a window that ended at a full minute is expected to do so again', () => {
	const probes = exhausted(60);
	refused(probes, START, 1);
	expect(serve(probes, START, true)).toBe(50.02);
	expect(refused(probes, START + 60_000, 3)).toEqual([15, 50.02, expect.any(Number)]);
});

test('what comes back bit by bit is asked for again: after a second if probes were rejected, else after the same wait', () => {
	const probes = exhausted();
	expect([1, 2, 3].map((minute) => serve(probes, START + minute * 7_000, false))).toEqual([
		1.8, 1.8, 1.8,
	]);
	expect(refused(probes, START + 28_000, 1)).toEqual([1.8]);
	serve(probes, START + 28_000, false);
	expect(serve(probes, START + 35_000, false)).toBe(1);
	expect(refused(probes, START + 36_000, 2)).toEqual([1, 2.8]);
});

test('after a new window the wait is shorter, until a probe is rejected', () => {
	const probes = exhausted();
	const waits = [1, 2, 3].map((window) => serve(probes, START + window * 7_000, true));
	expect(waits).toEqual([1.8, 1.2, expect.closeTo(0.8)]);
	expect(refused(probes, START + 28_000, 2)).toEqual([
		expect.closeTo(0.533, 3),
		expect.closeTo(2.333, 3),
	]);
});

describe('the time of the reset', () => {
	/** A service that says so at each rejection, too. Times of the probes until one is served. */
	function probesUntil(
		probes: Probes,
		emptyAt: number,
		openAt: number,
		resetFrom: (at: number) => number,
		isNewWindow = true,
	): number[] {
		const times = [];
		for (let now = emptyAt; ; ) {
			probes.recordEmpty(now);
			if (resetFrom(now) > now) probes.recordReset(resetFrom(now));
			now = probes.nextAt();
			times.push((now - emptyAt) / 1_000);
			if (now >= openAt) {
				probes.recordServed(now, isNewWindow, now);
				return times;
			}
			probes.recordRefused(now);
		}
	}
	/** The same in windows of 20 seconds. */
	const windows = (
		probes: Probes,
		count: number,
		resetFrom: (at: number, openAt: number) => number,
	) =>
		Array.from({ length: count }, (_, index) => {
			const emptyAt = START + index * 100_000;
			return probesUntil(probes, emptyAt, emptyAt + 20_000, (at) =>
				resetFrom(at, emptyAt + 20_000),
			);
		});

	test('is tested once by an early probe, and then believed', () => {
		expect(windows(exhausted(), 3, (_, openAt) => openAt)).toEqual([[1.8, 20], [20], [20]]);
	});

	test('may be rounded down to a whole second', () => {
		const early = windows(exhausted(), 3, (_, openAt) => openAt - 700);
		expect(early).toEqual([
			[1.8, 19.3, 20.3],
			[19.3, 20.3],
			[19.3, 20.3],
		]);
	});

	test('is not believed if it is wrong three times in a row', () => {
		const [first, second] = windows(exhausted(), 2, (at) => at + 1_000);
		expect(first?.slice(0, 3)).toEqual([1, 2, expect.closeTo(6.05)]);
		expect([first!.length < 8, second!.length < 8]).toEqual([true, true]);
	});

	test('that is late is not waited for longer than a minute, and not believed after the second window', () => {
		const late = windows(exhausted(), 3, (_, openAt) => openAt + 500_000);
		expect(late.slice(0, 2)).toEqual([
			[1.8, 61.8],
			[expect.any(Number), expect.any(Number)],
		]);
		expect(late[2]!.at(-1)).toBeLessThan(40);
	});

	test('is not believed of a service where it comes back bit by bit', () => {
		const probes = exhausted();
		const when = [0, 1, 2, 3].map((number) => {
			const emptyAt = START + number * 10_000;
			return probesUntil(probes, emptyAt, emptyAt, (at) => at + 60, false);
		});
		expect(when).toEqual([[0.06], [0.06], [1.8], [1.8]]);
	});
});
