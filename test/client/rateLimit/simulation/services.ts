/** How a simulated service counts. `take` returns what is left after an allowed request, or a refusal. */
export interface Quota {
	take(now: number): { allowed: boolean; remaining: number };
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
			if (used >= quota) return { allowed: false, remaining: 0 };
			used++;
			return { allowed: true, remaining: quota - used };
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
			if (times.length - first >= quota) return { allowed: false, remaining: 0 };
			times.push(now);
			return { allowed: true, remaining: quota - (times.length - first) };
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
