import { Lane } from '../../../../nodes/ProjectWorkspace/client/rateLimit/lane';

import { FakeClock } from './fakeClock';
import { type Counting, seeded } from './services';

export interface Simulation {
	counting: (start: number) => Counting;
	requests: number;
	clients?: number;
	parallel?: number;
	latencyMs?: number;
	jitter?: number;
	seed?: number;
	plan?: number;
	/** What the header carries; by default the truth. */
	header?: (remaining: number) => number | undefined;
	retryAfter?: boolean;
	startAt?: number;
	/** When each client begins, after the first. */
	delays?: readonly number[];
	/** How many requests a client's processor can send in a second. */
	perSecond?: number;
}

export interface Result {
	ms: number;
	refused: number;
	sent: number;
	lanes: Lane[];
	log: Array<{ at: number; client: number; allowed: boolean; remaining: number }>;
}

/** Sends `requests` in all, shared evenly by the clients, each with a lane of its own. */
export async function simulate(simulation: Simulation): Promise<Result> {
	const { clients = 1, parallel = 32, latencyMs = 50, jitter = 0.4, plan = 1000 } = simulation;
	const clock = new FakeClock(simulation.startAt);
	const random = seeded(simulation.seed ?? 1);
	const start = clock.now();
	const counting = simulation.counting(start);
	const result: Result = { ms: 0, refused: 0, sent: 0, lanes: [], log: [] };
	const leg = () => (latencyMs / 2) * (1 + (random() * 2 - 1) * jitter);

	const client = async (number: number) => {
		const delay = simulation.delays?.[number] ?? 0;
		if (delay > 0) await clock.sleep(delay);
		let busyUntil = 0;
		const send = async () => {
			if (simulation.perSecond === undefined) return;
			busyUntil = Math.max(busyUntil, clock.now()) + 1_000 / simulation.perSecond;
			await clock.sleep(busyUntil - clock.now());
		};
		const lane = new Lane({ clock, requestsPerMinute: plan });
		result.lanes.push(lane);
		let next = Math.floor((simulation.requests * number) / clients);
		const end = Math.floor((simulation.requests * (number + 1)) / clients);
		const worker = async () => {
			while (next < end) {
				next++;
				for (;;) {
					const ticket = await lane.acquire();
					await send();
					await clock.sleep(leg());
					const { allowed, remaining } = counting.take(clock.now());
					result.sent++;
					result.log.push({ at: clock.now() - start, client: number, allowed, remaining });
					await clock.sleep(leg());
					const shown = simulation.header ? simulation.header(remaining) : remaining;
					if (allowed) {
						ticket.settle({ kind: 'answered', remaining: shown });
						break;
					}
					result.refused++;
					ticket.settle({ kind: 'refused', remaining: shown });
				}
			}
		};
		await Promise.all(Array.from({ length: parallel }, worker));
	};
	await clock.run(
		Promise.all(Array.from({ length: clients }, async (_, index) => await client(index))),
	);
	result.ms = clock.now() - start;
	return result;
}
