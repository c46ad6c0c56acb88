import fc from 'fast-check';

import { Credit } from '../../../nodes/ProjectWorkspace/client/rateLimit/credit';
import { Lanes } from '../../../nodes/ProjectWorkspace/client/rateLimit/lanes';
import { parseRemaining } from '../../../nodes/ProjectWorkspace/client/rateLimit/remaining';
import { nextRung } from '../../../nodes/ProjectWorkspace/client/rateLimit/rungs';
import { FakeClock } from './simulation/fakeClock';

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
	const credit = new Credit();
	credit.read({ remaining: 20, sentAt: 0, arrivedAt: 50 });
	credit.read({ remaining: 50, sentAt: 10, arrivedAt: 60 });
	expect(credit.left).toBe(20);
});

test('an answer to a request that went out later shows the reset', () => {
	const credit = new Credit();
	credit.read({ remaining: 1, sentAt: 0, arrivedAt: 50 });
	expect(credit.read({ remaining: 99, sentAt: 50, arrivedAt: 100 })).toBe(98);
	expect(credit.left).toBe(99);
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
					.map((request, index) => ({ ...request, remaining: 1_000 - index }));
				const credit = new Credit();
				let least = Number.POSITIVE_INFINITY;
				for (const reading of [...counted].sort((a, b) => a.arrivedAt - b.arrivedAt)) {
					credit.read(reading);
					least = Math.min(least, reading.remaining);
					expect(credit.left).toBe(least);
				}
			},
		),
	);
});

test('rungs always rise', () => {
	fc.assert(
		fc.property(fc.nat(600_000), fc.nat(10_000), (elapsed, quota) => {
			expect(nextRung(elapsed, quota)).toBeGreaterThan(elapsed);
		}),
	);
});

test('executions with one key and address share a lane, and idle lanes are dropped', () => {
	const clock = new FakeClock();
	const lanes = new Lanes(clock);
	expect(lanes.lane('a', 1_000)).toBe(lanes.lane('a', 1_000));
	expect(lanes.lane('a', 1_000)).not.toBe(lanes.lane('b', 1_000));
	for (let number = 0; number < 500; number++) lanes.lane(`key ${number}`, 1_000);
	expect(lanes.size).toBeLessThanOrEqual(100);
});

test('a lane in use is never dropped', async () => {
	const lanes = new Lanes(new FakeClock());
	const lane = lanes.lane('a', 1_000);
	await lane.acquire();
	for (let number = 0; number < 500; number++) lanes.lane(`key ${number}`, 1_000);
	expect(lanes.lane('a', 1_000)).toBe(lane);
});
