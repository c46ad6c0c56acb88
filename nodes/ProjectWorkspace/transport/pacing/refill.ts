/** A look waits for this part of the quota, and for a little more than one token at least. */
const SIP = 0.03;
const ONE = 1.1;
/** The longest that a quota takes to refill. */
const MINUTE_MS = 60_000;
/** By how much one look may shorten or lengthen the wait: who finds little may have come just after another. */
const FASTER = 2;
const SLOWER = 1.15;
const REFUSED = 1.5;

/**
 * Credit that trickles in (token bucket). Nothing is lost by waiting, since it adds up; so each look waits for
 * a sip. What it finds corrects the wait, and none is longer than for a quota that takes the documented minute.
 */
export class Refill {
	private wait: number;

	constructor(waitedMs: number, gained: number, quota: number) {
		this.wait = fitting(waitedMs, gained, quota);
	}

	waitMs(quota: number): number {
		return Math.min(this.wait, (MINUTE_MS * sip(quota)) / Math.max(quota, 1));
	}

	gain(waitedMs: number, gained: number, quota: number): void {
		const wait = fitting(waitedMs, gained, quota);
		this.wait = Math.min(Math.max(wait, this.wait / FASTER), this.wait * SLOWER);
	}

	refused(): void {
		this.wait *= REFUSED;
	}
}

function fitting(waitedMs: number, gained: number, quota: number): number {
	return (waitedMs * sip(quota)) / Math.max(gained, 1);
}

function sip(quota: number): number {
	return Math.max(SIP * quota, ONE);
}
