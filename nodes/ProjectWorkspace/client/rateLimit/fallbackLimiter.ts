/**
 * Follows the plan in the credential if the header is missing: never more than its requests in any minute. After a
 * rejection it sends one request at a time, and one more at once with each that succeeds.
 */
export class FallbackLimiter {
	/** Rejected, and nothing has succeeded since. */
	denied = false;
	atOnce = Number.POSITIVE_INFINITY;
	private sentAt: number[] = [];
	private readonly perMinute: number;

	constructor(requestsPerMinute: number) {
		this.perMinute = Math.max(Math.floor(requestsPerMinute), 1);
	}

	send(now: number): void {
		this.sentAt.push(now);
		if (this.sentAt.length > this.perMinute * 2) this.sentAt = this.sentAt.slice(-this.perMinute);
	}

	/** Requests without a response do not count, so an outage does not use up the plan. */
	lose(sentAt: number): void {
		const at = this.sentAt.lastIndexOf(sentAt);
		if (at >= 0) this.sentAt.splice(at, 1);
	}

	answer(refused: boolean): void {
		this.denied = refused;
		this.atOnce = refused ? 1 : this.atOnce + 1;
	}

	/** The time from which the plan allows another. */
	nextAt(): number {
		return (this.sentAt.at(-this.perMinute) ?? Number.NEGATIVE_INFINITY) + 60_000;
	}
}
