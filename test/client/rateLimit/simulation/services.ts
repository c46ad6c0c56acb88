/** How a simulated service counts. `take` returns what is left after a request, and when there is more. */
export interface Quota {
	take(now: number): { allowed: boolean; remaining: number; resetMs: number };
}

/** Windows of a fixed length; `next` says when the one that holds `now` ends. */
function fixedWindow(quota: number, endOf: (now: number) => number): Quota {
	let end = Number.NEGATIVE_INFINITY;
	let used = 0;
	return {
		take(now) {
			if (now >= end) {
				end = endOf(now);
				used = 0;
			}
			const allowed = used < quota;
			if (allowed) used++;
			return { allowed, remaining: quota - used, resetMs: end - now };
		},
	};
}

/** A window opens with the first request after the last one ended. */
export function windowFromFirst(quota: number, windowMs: number): Quota {
	return fixedWindow(quota, (now) => now + windowMs);
}

/** Windows follow the service's clock, which is `aheadMs` ahead of ours. */
export function windowOnClock(quota: number, windowMs: number, aheadMs = 0): Quota {
	return fixedWindow(quota, (now) => now + windowMs - ((now + aheadMs) % windowMs));
}

export function slidingWindow(quota: number, windowMs: number): Quota {
	let times: number[] = [];
	let first = 0;
	return {
		take(now) {
			while (first < times.length && times[first]! <= now - windowMs) first++;
			if (first > quota) [times, first] = [times.slice(first), 0];
			const allowed = times.length - first < quota;
			if (allowed) times.push(now);
			const resetMs = times[first]! + windowMs - now;
			return { allowed, remaining: quota - (times.length - first), resetMs };
		},
	};
}

export function tokenBucket(quota: number, windowMs: number): Quota {
	let tokens = quota;
	let at: number | undefined;
	return {
		take(now) {
			tokens = Math.min(quota, tokens + ((now - (at ?? now)) * quota) / windowMs);
			at = now;
			const allowed = tokens >= 1;
			if (allowed) tokens -= 1;
			// When it is full, as those who count so usually say.
			const resetMs = ((quota - tokens) / quota) * windowMs;
			return { allowed, remaining: Math.floor(tokens), resetMs };
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
