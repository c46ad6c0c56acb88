/** Requests without a response, one after the other, until the service counts as not responding. */
const OPENS_AFTER = 5;
/** A request that fails faster than this holds up nobody, and may as well be sent. */
const SLOW_MS = 1_000;
/** Time for a response once several requests in a row got none: an outage is to end in seconds. */
const SHORT_TIMEOUT_MS = 5_000;
/** An open circuit lets one request through in this time, to see whether the service responds again. */
const PROBE_EVERY_MS = 5_000;

/**
 * Where requests hang, each one takes a whole timeout to show it, and thousands of items would take hours. So what
 * follows on five slow requests without a response gets a short timeout; and when five that were sent since the
 * last response are lost, nothing more is sent (a circuit breaker: open, half-open with one request at a time, closed by
 * any response). One for each run: what another run has met says little about this one, later.
 */
export class CircuitBreaker {
	/** Slow losses since the last response, by when they ended … */
	private lost = 0;

	/** … and those of them that were also sent since: only they show that the service is silent. */
	private silent = 0;

	private respondedAt = Number.NEGATIVE_INFINITY;

	private probeAt = Number.NEGATIVE_INFINITY;

	get isOpen(): boolean {
		return this.silent >= OPENS_AFTER;
	}

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
		if (this.isOpen) this.probeAt = now + PROBE_EVERY_MS;
		return this.lost >= OPENS_AFTER ? Math.min(timeout, SHORT_TIMEOUT_MS) : timeout;
	}

	responded(now: number): void {
		this.lost = 0;
		this.silent = 0;
		this.respondedAt = now;
	}

	noResponse({ sentAt, now, timedOut }: { sentAt: number; now: number; timedOut: boolean }): void {
		if (!timedOut && now - sentAt < SLOW_MS) return;
		this.lost++;
		if (sentAt < this.respondedAt) return;
		this.silent++;
		if (this.silent === OPENS_AFTER) this.probeAt = now + PROBE_EVERY_MS;
	}
}
