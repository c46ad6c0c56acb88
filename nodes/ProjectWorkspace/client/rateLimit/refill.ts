/** A look waits for this part of the own quota, and for so many tokens at least. */
const ALONE = { part: 0.03, least: 1.1 };
/** With others about, a look that comes just after another's finds nothing: fewer looks, larger sips. */
const SHARED = { part: 0.1, least: 4 };
/** The longest that a quota takes to refill. */
const MINUTE_MS = 60_000;
/** By how much one look may shorten or lengthen the wait. */
const FASTER = 2;
const SLOWER = 1.15;
/** Who found next to nothing came just after another: the next look keeps off the other's rhythm. */
const OFF_BEAT = 1.5;

/**
 * Credit that trickles in (token bucket). Nothing is lost by waiting, since it adds up; so each look waits for
 * a sip. What it finds corrects the wait, and none is longer than for a quota that takes the documented minute.
 */
export class Refill {
	private wait = Number.POSITIVE_INFINITY;

	private beat = 1;

	/** Others drink from it too. */
	shared: boolean;

	constructor(shared: boolean) {
		this.shared = shared;
	}

	get waitMs(): number {
		return this.wait * this.beat;
	}

	/** `gained` was found after `waitedMs`; the whole quota is `quota`, or the own part of it. */
	gain(waitedMs: number, gained: number, quota: number): void {
		const { part, least } = this.shared ? SHARED : ALONE;
		const sip = Math.max(part * quota, least);
		const fitting = (waitedMs * sip) / Math.max(gained, 1);
		const corrected = Math.min(Math.max(fitting, this.wait / FASTER), this.wait * SLOWER);
		const first = this.wait === Number.POSITIVE_INFINITY;
		const longest = (MINUTE_MS * sip) / Math.max(quota, 1);
		this.wait = Math.min(first ? fitting : corrected, longest);
		this.beat = this.shared && gained < sip / 2 ? OFF_BEAT : 1;
	}

	refused(): void {
		this.shared = true;
		this.beat *= OFF_BEAT;
	}
}
