import fc from 'fast-check';

import {
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
])('reads %j as %j', (value, remaining) => {
	expect(parseRemaining(value)).toBe(remaining);
});

test('a late answer never raises the credit above a newer one', () => {
	const remaining = new Remaining();
	remaining.read(20, 0, 50);
	expect(remaining.read(50, 10, 60)).toBe(0);
	expect(remaining.left).toBe(20);
});

test('an answer to a request that went out later shows the reset', () => {
	const remaining = new Remaining();
	remaining.read(1, 0, 50);
	expect(remaining.read(99, 50, 100)).toBe(98);
	expect(remaining.left).toBe(99);
});

test('a refusal takes the credit, and an answer to an earlier request does not give it back', () => {
	const remaining = new Remaining();
	remaining.read(40, 0, 50);
	remaining.refuse(100);
	remaining.read(30, 60, 110);
	expect(remaining.left).toBe(0);
	remaining.read(30, 110, 160);
	expect(remaining.left).toBe(30);
});

test('credit that a refusal hid is no new window', () => {
	const remaining = new Remaining();
	remaining.read(700, 0, 50);
	remaining.refuse(100, 699);
	expect(remaining.read(698, 100, 150)).toBe(0);
	expect(remaining.left).toBe(698);
});

test('within a window the credit is the least that was shown, in whatever order answers come', () => {
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
