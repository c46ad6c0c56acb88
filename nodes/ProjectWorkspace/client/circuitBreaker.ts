/** Requests without a response, one after the other, until the service counts as not responding. */
const OPENS_AFTER = 5;
/** A request that fails faster than this holds up nobody, and may as well be sent. */
const SLOW_MS = 1_000;
/**
 * How long the service must have been silent for that: a restart takes a few seconds, and should cost no item. Also the time
 * for a response once several requests in a row got none, and how often an open circuit lets one request through.
 */
const SILENCE_MS = 5_000;

/**
 * Where requests hang, each one takes a whole timeout to show it, and thousands of items would take hours. So what
 * follows on five slow requests without a response gets a short timeout; and when five that were sent since the
 * last response are lost, the first of them long enough ago, nothing more is sent (a circuit breaker: open, half-open
 * with one request at a time, closed by any response). One for each run: what another run has met says little about
 * this one, later.
 */
export class CircuitBreaker {
	isOpen = false;
	/** Slow losses since the last response, by when they ended … */
	private lost = 0;
	/** … and those of them that were also sent since: only they show that the service is silent. */
	private silent = 0;
	private silentSince = Number.POSITIVE_INFINITY;
	private respondedAt = Number.NEGATIVE_INFINITY;
	private probeAt = Number.NEGATIVE_INFINITY;

	/** Whether a request may be sent for the first time. */
	admits(now: number): boolean {
		return !this.isOpen || now >= this.probeAt;
	}

	/**
	 * Tells that a request is sent now.
	 * @param timeout milliseconds that its response may take otherwise
	 * @returns milliseconds that it may take
	 */
	sending(timeout: number, now: number): number {
		if (this.isOpen) this.probeAt = now + SILENCE_MS;
		return this.lost >= OPENS_AFTER ? Math.min(timeout, SILENCE_MS) : timeout;
	}

	responded(now: number): void {
		this.lost = 0;
		this.silent = 0;
		this.silentSince = Number.POSITIVE_INFINITY;
		this.isOpen = false;
		this.respondedAt = now;
	}

	noResponse({ sentAt, now, timedOut }: { sentAt: number; now: number; timedOut: boolean }): void {
		if (!timedOut && now - sentAt < SLOW_MS) return;
		this.lost++;
		if (sentAt < this.respondedAt) return;
		this.silent++;
		this.silentSince = Math.min(this.silentSince, sentAt);
		if (this.isOpen || this.silent < OPENS_AFTER || now - this.silentSince < SILENCE_MS) return;
		this.isOpen = true;
		this.probeAt = now + SILENCE_MS;
	}
}
