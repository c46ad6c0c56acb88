/** How a simulated service counts. `take` returns what is left after an allowed request, or a refusal. */
export interface Counting {
	take(now: number): { allowed: boolean; remaining: number };
}

/** A window that opens with the first request after the last one ended. */
export function windowFromFirst(quota: number, windowMs: number): Counting {
	let start = Number.NEGATIVE_INFINITY;
	let used = 0;
	return {
		take(now) {
			if (now - start >= windowMs) {
				start = now;
				used = 0;
			}
			if (used >= quota) return { allowed: false, remaining: 0 };
			used++;
			return { allowed: true, remaining: quota - used };
		},
	};
}

/** Windows that begin at fixed times, `phase` after the start of the simulation. */
export function windowFromClock(quota: number, windowMs: number, startsAt: number): Counting {
	let index = Number.NEGATIVE_INFINITY;
	let used = 0;
	return {
		take(now) {
			const current = Math.floor((now - startsAt) / windowMs);
			if (current !== index) {
				index = current;
				used = 0;
			}
			if (used >= quota) return { allowed: false, remaining: 0 };
			used++;
			return { allowed: true, remaining: quota - used };
		},
	};
}

export function slidingWindow(quota: number, windowMs: number): Counting {
	let times: number[] = [];
	return {
		take(now) {
			times = times.filter((time) => time > now - windowMs);
			if (times.length >= quota) return { allowed: false, remaining: 0 };
			times.push(now);
			return { allowed: true, remaining: quota - times.length };
		},
	};
}

export function tokenBucket(quota: number, windowMs: number, size = quota): Counting {
	let tokens = size;
	let at: number | undefined;
	return {
		take(now) {
			tokens = Math.min(size, tokens + ((now - (at ?? now)) * quota) / windowMs);
			at = now;
			if (tokens < 1) return { allowed: false, remaining: 0 };
			tokens -= 1;
			return { allowed: true, remaining: Math.floor(tokens) };
		},
	};
}

/** A small, seeded source of randomness (mulberry32), so that every run is the same. */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
