import { simulate } from './simulation/run';
import { windowFromFirst } from './simulation/services';

const QUOTA = 200;
const LATENCY_MS = 50;
const PER_SECOND = 350;

/**
 * Two processes on one key, the second later than the first, each as fast as its processor allows. The later one
 * meets a window that is used up, or the rest of one. What it learns there must not let it sleep through the
 * windows that follow: that took three times the least time.
 */
test.each([2, 3, 5, 10])(
	'a client that comes later does not sleep through windows of %i s',
	async (seconds) => {
		const windowMs = seconds * 1_000;
		const least = 2 * windowMs + (QUOTA / (2 * PER_SECOND)) * 1_000 + LATENCY_MS;
		for (const delay of [300, 600, 900, 1_200, 1_500, 1_800]) {
			const { ms, refused, sent } = await simulate({
				counting: () => windowFromFirst(QUOTA, windowMs),
				requests: 3 * QUOTA,
				clients: 2,
				latencyMs: LATENCY_MS,
				seed: delay,
				delays: [0, delay],
				perSecond: PER_SECOND,
			});
			expect(sent - refused).toBe(3 * QUOTA);
			expect(ms / least).toBeLessThan(1.3);
			expect(refused / sent).toBeLessThan(0.06);
		}
	},
);
