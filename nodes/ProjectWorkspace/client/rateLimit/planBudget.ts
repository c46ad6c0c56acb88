const MINUTE_MS = 60_000;

/**
 * The plan in the credential, for when the header says nothing: never more than the plan's requests in any
 * minute. After a refusal, one at a time at first, and one more with each request that is served.
 */
export class PlanBudget {
	private times: number[] = [];

	private ramp = Number.POSITIVE_INFINITY;

	/** The service refused, and has served nothing since. */
	denied = false;

	private readonly perMinute: number;

	constructor(perMinute: number) {
		this.perMinute = Math.max(Math.floor(perMinute), 1);
	}

	serve(sentAt: number): void {
		this.times.push(sentAt);
		if (this.times.length > this.perMinute * 2) this.times = this.times.slice(-this.perMinute);
		this.denied = false;
		this.ramp++;
	}

	refuse(): void {
		this.denied = true;
		this.ramp = 1;
	}

	/** The time from which the next request may go; infinity: not before one under way is settled. */
	roomAt(now: number, underWay: number): number {
		if (underWay >= Math.min(this.ramp, this.perMinute)) return Number.POSITIVE_INFINITY;
		const blocking = this.times[this.times.length - this.perMinute + underWay];
		return blocking === undefined ? now : Math.max(blocking + MINUTE_MS, now);
	}
}
