import fc from 'fast-check';

import {
	HeaderReliability,
	parseRemaining,
	Remaining,
} from '../../../nodes/ProjectWorkspace/client/rateLimit/remaining';

test.each([
	['12', 12],
	[12, 12],
	[' 7 ', 7],
	[['3', '9'], 3],
	['-4', 0],
	['2.9', 2],
	['1e30', 1_000_000_000],
	['Infinity', 1_000_000_000],
	['many', undefined],
	['', undefined],
	[undefined, undefined],
	[{}, undefined],
	['3, 3', undefined],
	[' ', undefined],
	[Number.NaN, undefined],
	[true, undefined],
	[[], undefined],
	[1e9 + 1, 1_000_000_000],
])('reads %j as %j', (value, remaining) => {
	expect(parseRemaining(value)).toBe(remaining);
});

test('a late response never raises the budget above a newer one', () => {
	const remaining = new Remaining();
	remaining.read(20, 0, 50);
	expect(remaining.read(50, 10, 60)).toBe(0);
	expect(remaining.left).toBe(20);
});

test('a response to a request that went out later shows the reset', () => {
	const remaining = new Remaining();
	remaining.read(1, 0, 50);
	expect(remaining.read(99, 50, 100)).toBe(98);
	expect(remaining.left).toBe(99);
});

test('a rejection takes the credit, and a response to an earlier request does not give it back', () => {
	const remaining = new Remaining();
	remaining.read(40, 0, 50);
	remaining.refuse(100);
	remaining.read(30, 60, 110);
	expect(remaining.left).toBe(0);
	remaining.read(30, 110, 160);
	expect(remaining.left).toBe(30);
});

test('credit that a rejection hid is no new window', () => {
	const remaining = new Remaining();
	remaining.read(700, 0, 50);
	remaining.refuse(100, 699);
	expect(remaining.read(698, 100, 150)).toBe(0);
	expect(remaining.left).toBe(698);
});

test('within a window the credit is the least that was shown, in whatever order responses come', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({ sentAt: fc.nat(1_000), there: fc.nat(100), back: fc.nat(100) }), {
				minLength: 1,
			}),
			(requests) => {
				const counted = requests
					.map(({ sentAt, there, back }) => ({
						sentAt,
						at: sentAt + there,
						arrivedAt: sentAt + there + back,
					}))
					.sort((a, b) => a.at - b.at)
					.map((request, index) => ({ ...request, value: 1_000 - index }));
				const remaining = new Remaining();
				let least = Number.POSITIVE_INFINITY;
				for (const { value, sentAt, arrivedAt } of counted.sort(
					(a, b) => a.arrivedAt - b.arrivedAt,
				)) {
					remaining.read(value, sentAt, arrivedAt);
					least = Math.min(least, value);
					expect(remaining.left).toBe(least);
				}
			},
		),
	);
});

test('a tenth may be under way at first, rounded up; four tenths once only this process sends', () => {
	const remaining = new Remaining();
	expect(remaining.fairShare).toBe(0);
	remaining.read(1_000, 0, 1);
	const first = remaining.fairShare;
	expect([first > 96, first < 112]).toEqual([true, true]);
	for (let left = 999; left > 0; left--) remaining.read(left, 1_000, 1_001);
	expect(remaining.left).toBe(1);
	expect(remaining.fairShare).toBe(1);
	remaining.read(1_000, 2_000, 2_001);
	expect(remaining.fairShare).toBeGreaterThan(396);
	expect(remaining.fairShare).toBeLessThanOrEqual(400);
});

test('where others with the key take three times as much, a tenth may be under way', () => {
	const remaining = new Remaining();
	for (let left = 10_000; left > 4_000; left -= 4) remaining.read(left, 0, 1);
	remaining.read(4_000, 1, 2);
	expect(Math.round(4_000 / remaining.fairShare)).toBe(10);
});

test('a response without the header may have been counted, and never leaves less than nothing', () => {
	const remaining = new Remaining();
	remaining.read(2, 0, 1);
	const left = [1, 2, 3].map(() => {
		expect(remaining.read(undefined, 2, 3)).toBe(0);
		return remaining.left;
	});
	expect(left).toEqual([1, 0, 0]);
});

test('the quota is the most that was ever shown, and the request that showed it', () => {
	const remaining = new Remaining();
	expect(remaining.largest).toBe(1);
	remaining.read(9, 0, 1);
	remaining.read(5, 2, 3);
	expect(remaining.largest).toBe(10);
});

describe('the header', () => {
	const after = (...observed: Array<Parameters<HeaderReliability['observe']>>) => {
		const reliability = new HeaderReliability();
		for (const each of observed) reliability.observe(...each);
		return reliability.header;
	};
	const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
	const served = (remaining: number | undefined, probe = false) =>
		[remaining, false, probe] as [number | undefined, boolean, boolean];
	const refused = (remaining: number | undefined, probe = false) =>
		[remaining, true, probe] as [number | undefined, boolean, boolean];

	test('is not seen before there is a response', () => expect(after()).toBe('unseen'));

	test('is relied on once it is there, and missing from the first response it is not', () => {
		expect(after(served(5))).toBe('reliable');
		expect(after(served(undefined))).toBe('unreliable');
		expect(after(served(undefined), served(5))).toBe('reliable');
	});

	test('may be missing seven times in a row, and not eight times', () => {
		expect(after(served(5), ...times(7, served(undefined)))).toBe('reliable');
		expect(after(served(5), ...times(8, served(undefined)))).toBe('unreliable');
		const split = [...times(7, served(undefined)), served(4), ...times(7, served(undefined))];
		expect(after(served(5), ...split)).toBe('reliable');
	});

	test('that shows a budget may be rejected seven times in a row, and not eight times', () => {
		expect(after(...times(7, refused(5)))).toBe('reliable');
		expect(after(...times(8, refused(5)))).toBe('unreliable');
		expect(after(...times(7, refused(5)), refused(0), ...times(7, refused(5)))).toBe('reliable');
		expect(after(...times(7, refused(5)), served(4), refused(5))).toBe('unreliable');
	});

	test('that always shows 0 is doubted if requests are served anyway', () => {
		expect(after(...times(7, served(0, true)))).toBe('reliable');
		expect(after(...times(8, served(0, true)))).toBe('unreliable');
		expect(after(...times(20, served(0)))).toBe('reliable');
		expect(after(...times(20, refused(0, true)))).toBe('reliable');
		expect(after(served(1), ...times(20, served(0, true)))).toBe('reliable');
	});
});
