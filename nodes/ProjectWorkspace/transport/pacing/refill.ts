/** A look waits for this part of the own quota, and for so many tokens at least. */
const ALONE = { part: 0.03, least: 1.1 };
/** With others about, a look that comes just after another's finds nothing: fewer looks, larger sips. */
const SHARED = { part: 0.1, least: 4 };
/** The longest that a quota takes to refill. */
const MINUTE_MS = 60_000;
/** By how much one look may shorten or lengthen the wait: who finds little may have come just after another. */
const FASTER = 2;
const SLOWER = 1.15;
const REFUSED = 1.5;

export interface Found {
	gained: number;
	/** The own part of it. */
	quota: number;
	/** Nobody else seems to use the key. */
	alone: boolean;
}

/**
 * Credit that trickles in (token bucket). Nothing is lost by waiting, since it adds up; so each look waits for
 * a sip. What it finds corrects the wait, and none is longer than for a quota that takes the documented minute.
 */
export class Refill {
	private wait: number;

	constructor(waitedMs: number, found: Found) {
		this.wait = fitting(waitedMs, found);
	}

	waitMs({ quota, alone }: Omit<Found, 'gained'>): number {
		return Math.min(this.wait, (MINUTE_MS * sip(quota, alone)) / Math.max(quota, 1));
	}

	gain(waitedMs: number, found: Found): void {
		const wait = fitting(waitedMs, found);
		this.wait = Math.min(Math.max(wait, this.wait / FASTER), this.wait * SLOWER);
	}

	refused(): void {
		this.wait *= REFUSED;
	}
}

function fitting(waitedMs: number, { gained, quota, alone }: Found): number {
	return (waitedMs * sip(quota, alone)) / Math.max(gained, 1);
}

function sip(quota: number, alone: boolean): number {
	const { part, least } = alone ? ALONE : SHARED;
	return Math.max(part * quota, least);
}
