/** The standard retry quota of the AWS SDKs: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const CAPACITY = 500;
const RETRY_COST = 5;
/** A retry after a timeout, or after a wait that the service asked for: it takes long, so it costs more. */
const SLOW_RETRY_COST = 10;
const GIVEN_BACK_WITHOUT_RETRY = 1;
/** Nobody asked for a retry for so long: the outage is over, and what it used up is no longer held against anyone. */
const RESTORED_MS = 60_000;

/**
 * What all requests of this process with one key and address may spend on retries. In an outage it is used up in
 * seconds, and every further request is sent once; responses fill it again. First attempts and waits for the rate
 * limit cost nothing.
 */
export class RetryBudget {
	private tokens = CAPACITY;
	private askedAt = Number.NEGATIVE_INFINITY;

	get full(): boolean {
		return this.tokens === CAPACITY;
	}

	/** Takes what one retry costs and returns it, or undefined where too little is left. */
	take(slow: boolean, now: number): number | undefined {
		if (now - this.askedAt >= RESTORED_MS) this.tokens = CAPACITY;
		this.askedAt = now;
		const cost = slow ? SLOW_RETRY_COST : RETRY_COST;
		if (cost > this.tokens) return undefined;
		this.tokens -= cost;
		return cost;
	}

	/** The service responded: what the last retry cost comes back, or a little where there was none. */
	giveBack(cost = GIVEN_BACK_WITHOUT_RETRY): void {
		this.tokens = Math.min(this.tokens + cost, CAPACITY);
	}
}

const budgets = new Map<string, RetryBudget>();

/** @param fingerprint stands for key and address */
export function retryBudgetFor(fingerprint: string): RetryBudget {
	const known = budgets.get(fingerprint);
	if (known) return known;
	for (const [name, { full }] of budgets) if (full) budgets.delete(name);
	const budget = new RetryBudget();
	budgets.set(fingerprint, budget);
	return budget;
}
