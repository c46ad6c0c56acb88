/** Whether a request is allowed, how many remain after it, and the time until the next one is allowed. */
export interface QuotaState {
	allowed: boolean;
	remaining: number;
	waitMs: number;
}

export interface QuotaRule {
	limit: number;
	windowMs: number;
}

interface Counter {
	/** Counts one request. */
	take(now: number, rule: QuotaRule): QuotaState;
	/** The remaining requests, without counting one. */
	peek(now: number, rule: QuotaRule): number;
}

/** The ways to count. A new one is one entry. */
export const quotaModes = {
	fixedWindow: createFixedWindow,
	tokenBucket: createTokenBucket,
} satisfies Record<string, () => Counter>;

export type QuotaMode = keyof typeof quotaModes;

/** One counter for each key. A change of the mode starts a new counter. */
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

/** A window begins with the first request after the previous window has ended. */
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
			if (allowed) used++;
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

/** The bucket has room for `limit` tokens, and fills from empty to full in one window. */
function createTokenBucket(): Counter {
	let spent = 0;
	let last = -Infinity;
	const refill = (now: number, rule: QuotaRule) => {
		spent = Math.max(0, spent - ((now - last) / rule.windowMs) * rule.limit);
		if (!Number.isFinite(spent)) spent = 0;
		last = now;
		return spent;
	};
	// Fractions do not add up exactly, so almost a whole token is a whole token.
	const whole = (tokens: number) => Math.max(0, Math.floor(tokens + 1e-9));
	return {
		take(now, rule) {
			const allowed = whole(rule.limit - refill(now, rule)) >= 1;
			if (allowed) spent = Math.min(rule.limit, spent + 1);
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
