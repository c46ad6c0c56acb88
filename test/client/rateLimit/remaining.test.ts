import fc from 'fast-check';

import {
	parseRemaining,
	Remaining,
} from '../../../nodes/ProjectWorkspace/client/rateLimit/remaining';

test.each([
	['12', 12],
	[' 7 ', 7],
	['3, 9', 3],
	['-4', 0],
	['2.9', 2],
	['1e30', 1_000_000_000],
	['many', undefined],
	['', undefined],
	[undefined, undefined],
	[' ', undefined],
])('reads %j as %j', (value, remaining) => {
	expect(parseRemaining(value)).toBe(remaining);
});

test('a late response does not raise what is left', () => {
	const remaining = new Remaining();
	remaining.read(20, 0, 50);
	expect([remaining.read(50, 10, 60), remaining.read(20, 10, 60), remaining.left]).toEqual([
		0, 0, 20,
	]);
	// Nor is the present value newer now.
	expect(remaining.read(50, 55, 100)).toBe(30);
});

test('a response to a later request shows the reset', () => {
	const remaining = new Remaining();
	remaining.read(1, 0, 50);
	expect(remaining.read(99, 50, 100)).toBe(98);
	expect(remaining.left).toBe(99);
});

test('after a rejection nothing is left until a response to a later request shows more', () => {
	const remaining = new Remaining();
	remaining.read(40, 0, 50);
	remaining.refuse(100);
	remaining.read(30, 60, 110);
	expect(remaining.left).toBe(0);
	remaining.read(30, 110, 160);
	expect(remaining.left).toBe(30);
});

test('a value that only a rejection had hidden is not a rise', () => {
	const remaining = new Remaining();
	remaining.read(700, 0, 50);
	remaining.refuse(100, 699);
	expect(remaining.read(698, 100, 150)).toBe(0);
	expect(remaining.left).toBe(698);
	remaining.refuse(200, 900);
	expect(remaining.read(750, 200, 250)).toBe(52);
});

test('within a window the lowest value counts, in whatever order responses arrive', () => {
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

test('a tenth of what is left may be in flight at first, and four tenths once only this process sends', () => {
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

test('a tenth of what is left may be in flight if others with the key send three times as much', () => {
	const remaining = new Remaining();
	for (let left = 10_000; left > 4_000; left -= 4) remaining.read(left, 0, 1);
	remaining.read(4_000, 1, 2);
	expect(Math.round(4_000 / remaining.fairShare)).toBe(10);
});

test('the rate limit is the highest value so far, and the request that showed it', () => {
	const remaining = new Remaining();
	expect(remaining.largest).toBe(1);
	remaining.read(9, 0, 1);
	remaining.read(5, 2, 3);
	expect(remaining.largest).toBe(10);
});
