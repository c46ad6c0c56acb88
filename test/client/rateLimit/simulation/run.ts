import type { Clock } from '../../../../nodes/ProjectWorkspace/old/client/clock';
import { Limiter } from '../../../../nodes/ProjectWorkspace/old/client/rateLimit/limiter';

import { FakeClock } from './fakeClock';
import { type Quota, seeded } from './services';

export interface Simulation {
	quota: Quota;
	requests: number;
	clients?: number;
	parallel?: number;
	latencyMs?: number;
	jitter?: number;
	/** What sending a request takes of a client's process, and reading its response: one after the other. */
	cpuMs?: number;
	seed?: number;
	plan?: number;
	/** What the header carries; by default the truth. */
	header?: (remaining: number) => number | undefined;
	/** What the header says about the reset; by default there is none. */
	reset?: (resetMs: number) => number | undefined;
	startAt?: number;
	/** Milliseconds between the first client's start and that of each. */
	delays?: readonly number[];
	limiter?: (clock: Clock, requestsPerMinute: number) => Pick<Limiter, 'acquire'>;
}

export interface Result {
	ms: number;
	refused: number;
	sent: number;
	/** Milliseconds after the start, of the requests that were served. */
	served: number[];
}

/** Sends `requests` in all, shared evenly by the clients, each with a limiter of its own. */
export async function simulate(simulation: Simulation): Promise<Result> {
	const { quota, requests, clients = 1, parallel = 32, latencyMs = 50, jitter = 0.4 } = simulation;
	const { cpuMs = 0 } = simulation;
	const { plan = 1000, limiter: create = (on, perMinute) => new Limiter(on, perMinute) } =
		simulation;
	const clock = new FakeClock(simulation.startAt);
	const random = seeded(simulation.seed ?? 1);
	const start = clock.now();
	const result: Result = { ms: 0, refused: 0, sent: 0, served: [] };
	const leg = () => (latencyMs / 2) * (1 + (random() * 2 - 1) * jitter);

	/** A process: it does one thing at a time. Returns when the next one is done. */
	const createProcess = () => {
		let busyUntil = 0;
		return () => (busyUntil = Math.max(busyUntil, clock.now()) + cpuMs);
	};

	/** Resolves with the service's answer one way there and one way back later. */
	const answer = async (done: () => number) =>
		await new Promise<ReturnType<Quota['take']>>((resolve) => {
			const there = done() + leg();
			const back = there + leg();
			const arrive = () => {
				const taken = quota.take(there);
				clock.at(back, () => clock.at(done(), () => resolve(taken)), true);
			};
			clock.at(there, arrive, true);
		});

	const client = async (number: number) => {
		const delay = simulation.delays?.[number] ?? 0;
		if (delay > 0) await clock.sleep(delay);
		const limiter = create(clock, plan);
		const done = createProcess();
		let left =
			Math.floor((requests * (number + 1)) / clients) - Math.floor((requests * number) / clients);
		const worker = async () => {
			while (left > 0) {
				left--;
				for (;;) {
					const permit = await limiter.acquire();
					if (!permit.ok) throw new Error(permit.problem.cause);
					const taken = await answer(done);
					const { allowed } = taken;
					permit.value.release({
						kind: allowed ? 'answered' : 'refused',
						remaining: simulation.header ? simulation.header(taken.remaining) : taken.remaining,
						resetMs: simulation.reset?.(taken.resetMs),
					});
					result.sent++;
					if (!allowed) result.refused++;
					else {
						result.served.push(clock.now() - start);
						break;
					}
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
