import { Pace } from '../../nodes/ProjectWorkspace/transport/pace';
import { VirtualClock } from './virtualClock';

/** How a service counts: whether a request at that time is allowed, and how many are left after it. */
export type Quota = (now: number) => { isAllowed: boolean; remaining: number };

/** A window opens with the first request after the last one ended. */
export function windowFromFirst(quota: number, windowMs: number): Quota {
	let end = Number.NEGATIVE_INFINITY;
	let used = 0;
	return (now) => {
		if (now >= end) [end, used] = [now + windowMs, 0];
		const isAllowed = used < quota;
		if (isAllowed) used++;
		return { isAllowed, remaining: quota - used };
	};
}

export function slidingWindow(quota: number, windowMs: number): Quota {
	const times: number[] = [];
	return (now) => {
		while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
		const isAllowed = times.length < quota;
		if (isAllowed) times.push(now);
		return { isAllowed, remaining: quota - times.length };
	};
}

export function tokenBucket(quota: number, windowMs: number): Quota {
	let tokens = quota;
	let at: number | undefined;
	return (now) => {
		tokens = Math.min(quota, tokens + ((now - (at ?? now)) * quota) / windowMs);
		at = now;
		const isAllowed = tokens >= 1;
		if (isAllowed) tokens -= 1;
		return { isAllowed, remaining: Math.floor(tokens) };
	};
}

interface Simulation {
	quota: Quota;
	requests: number;
	/** Processes with the same key, each with a pace of its own. */
	processes?: number;
	latencyMs?: number;
	perMinute?: number;
	hasHeader?: boolean;
}

/** Sends the requests, those that are refused again, and tells how long it took and which part was refused. */
export async function simulate({
	quota,
	requests,
	processes = 1,
	latencyMs = 50,
	perMinute = 10_000,
	hasHeader = true,
}: Simulation): Promise<{ ms: number; refused: number }> {
	const clock = new VirtualClock();
	const start = clock.now();
	const random = seeded(latencyMs);
	const leg = () => (latencyMs / 2) * (0.6 + 0.8 * random());
	let sent = 0;
	let refused = 0;

	const answer = async () =>
		await new Promise<ReturnType<Quota>>((resolve) => {
			const there = clock.now() + leg();
			const back = there + leg();
			clock.at(
				there,
				() => {
					const taken = quota(there);
					clock.at(back, () => resolve(taken));
				},
				true,
			);
		});

	const run = async (pace: Pace) => {
		const refusal = await pace.waitToSend();
		if (refusal) throw new Error(refusal.cause);
		const sentAt = clock.now();
		const { isAllowed, remaining } = await answer();
		sent++;
		if (!isAllowed) refused++;
		pace.record(sentAt, {
			kind: isAllowed ? 'served' : 'rejected',
			remaining: hasHeader ? remaining : undefined,
		});
		if (!isAllowed) await run(pace);
	};

	let left = requests;
	const worker = async (pace: Pace) => {
		while (left-- > 0) await run(pace);
	};
	const workers = Array.from({ length: processes }, () => {
		const pace = new Pace(perMinute, clock);
		return Array.from({ length: 128 }, async () => await worker(pace));
	});
	await clock.run(Promise.all(workers.flat()));
	return { ms: clock.now() - start, refused: refused / sent };
}

/** A small, seeded source of randomness (mulberry32), so that every run is the same. */
function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
