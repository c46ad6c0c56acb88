/**
 * The plan in the credential, for when the header says nothing: never more than the plan's requests in any
 * minute. After a refusal, one at a time at first, and one more with each request that is served.
 */
export class FallbackLimiter {
	/** The service refused, and has served nothing since. */
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

	/** What the service did not answer does not count: an outage must not use up the plan. */
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
