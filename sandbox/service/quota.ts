/** What a request finds: whether it may pass, what is left after it, and how long until one more may pass. */
export interface QuotaState {
	allowed: boolean;
	remaining: number;
	waitMs: number;
}

export interface QuotaRule {
	limit: number;
	windowMs: number;
	countRefused: boolean;
}

interface Counter {
	/** Counts one request. */
	take(now: number, rule: QuotaRule): QuotaState;
	/** What would be left, without counting. */
	peek(now: number, rule: QuotaRule): number;
}

/** The ways to count. A new one is one entry. */
export const quotaModes = {
	fixedWindow: createFixedWindow,
	slidingWindow: createSlidingWindow,
	tokenBucket: createTokenBucket,
} satisfies Record<string, () => Counter>;

export type QuotaMode = keyof typeof quotaModes;

/** One counter for each key; a changed mode starts afresh. */
export class Quota {
	#counters = new Map<string, { mode: QuotaMode; counter: Counter }>();

	of(keyId: string, mode: QuotaMode): Counter {
		const known = this.#counters.get(keyId);
		if (known?.mode === mode) return known.counter;
		const counter = quotaModes[mode]();
		this.#counters.set(keyId, { mode, counter });
		return counter;
	}

	reset(): void {
		this.#counters.clear();
	}
}

/** The window begins with the first request after the former one ended. */
function createFixedWindow(): Counter {
	let start = -Infinity;
	let used = 0;
	const turn = (now: number, windowMs: number) => {
		if (now - start >= windowMs) {
			start = now;
			used = 0;
		}
	};
	return {
		take(now, rule) {
			turn(now, rule.windowMs);
			const allowed = used < rule.limit;
			if (allowed || rule.countRefused) used++;
			return {
				allowed,
				remaining: Math.max(0, rule.limit - used),
				waitMs: start + rule.windowMs - now,
			};
		},
		peek: (now, rule) =>
			now - start >= rule.windowMs ? rule.limit : Math.max(0, rule.limit - used),
	};
}

/** Counts the requests of the last so many milliseconds. */
function createSlidingWindow(): Counter {
	let times: number[] = [];
	const within = (now: number, windowMs: number) => {
		const first = times.findIndex((time) => now - time < windowMs);
		times = first === -1 ? [] : first === 0 ? times : times.slice(first);
		return times;
	};
	return {
		take(now, rule) {
			const allowed = within(now, rule.windowMs).length < rule.limit;
			if (allowed || rule.countRefused) times.push(now);
			const blocking = times[times.length - rule.limit];
			return {
				allowed,
				remaining: Math.max(0, rule.limit - times.length),
				waitMs: blocking === undefined ? 0 : blocking + rule.windowMs - now,
			};
		},
		peek: (now, rule) => Math.max(0, rule.limit - within(now, rule.windowMs).length),
	};
}

/** The bucket holds `limit` and fills from empty to full in one window. */
function createTokenBucket(): Counter {
	let spent = 0;
	let last = -Infinity;
	const refill = (now: number, rule: QuotaRule) => {
		spent = Math.max(0, spent - ((now - last) / rule.windowMs) * rule.limit);
		if (!Number.isFinite(spent)) spent = 0;
		last = now;
		return spent;
	};
	// Adding up fractions loses a little; a token short of less than this is a whole one.
	const whole = (tokens: number) => Math.max(0, Math.floor(tokens + 1e-9));
	return {
		take(now, rule) {
			const allowed = whole(rule.limit - refill(now, rule)) >= 1;
			if (allowed || rule.countRefused) spent = Math.min(rule.limit, spent + 1);
			const missing = Math.max(0, 1 - (rule.limit - spent));
			return {
				allowed,
				remaining: whole(rule.limit - spent),
				waitMs: rule.limit > 0 ? (missing / rule.limit) * rule.windowMs : rule.windowMs,
			};
		},
		peek: (now, rule) => whole(rule.limit - refill(now, rule)),
	};
}
