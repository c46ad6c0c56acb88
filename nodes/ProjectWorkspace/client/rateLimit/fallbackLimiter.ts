const MINUTE_MS = 60_000;

/**
 * The plan in the credential, for when the header says nothing: never more than the plan's requests in any
 * minute. After a refusal, one at a time at first, and one more with each request that is served.
 */
export class FallbackLimiter {
	/** The service refused, and has served nothing since. */
	denied = false;
	private sentAt: number[] = [];
	private atOnce = Number.POSITIVE_INFINITY;
	private readonly perMinute: number;

	constructor(requestsPerMinute: number) {
		this.perMinute = Math.max(Math.floor(requestsPerMinute), 1);
	}

	send(now: number): void {
		this.sentAt.push(now);
		if (this.sentAt.length > this.perMinute * 2) this.sentAt = this.sentAt.slice(-this.perMinute);
	}

	answer(refused: boolean): void {
		this.denied = refused;
		this.atOnce = refused ? 1 : this.atOnce + 1;
	}

	/** The time from which the next request may go; undefined: not before one under way is released. */
	nextAt(now: number, underWay: number): number | undefined {
		if (underWay >= this.atOnce) return undefined;
		const blocking = this.sentAt[this.sentAt.length - this.perMinute];
		return blocking === undefined ? now : Math.max(blocking + MINUTE_MS, now);
	}
}
