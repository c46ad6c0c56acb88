/**
 * Reads `X-RateLimit-Remaining`. Its format is not documented: the number at its beginning counts, made whole, not
 * negative and bounded.
 */
export function parseRemaining(value = ''): number | undefined {
	const number = Number.parseFloat(value);
	return Number.isNaN(number) ? undefined : Math.min(Math.max(Math.floor(number), 0), 1e9);
}

/**
 * The part of the remaining requests that all processes with the key together may have in flight. With more, requests
 * are rejected, because processes see the header late; with less, runs take longer.
 */
const IN_FLIGHT_SHARE = 0.4;
/** Before anything is known, four processes with the same key. */
const PRIOR = { ours: 16, all: 64 };
/** The weight of earlier responses, about a window of a small rate limit, because processes send in bursts. */
const MEMORY = 127 / 128;

/**
 * The requests left, as last reported. Responses overtake each other, so a lower value always counts, but a higher one
 * only if its request was sent after the response with the present value: then the service counted it later. A reset
 * is seen one round trip late at most.
 */
export class Remaining {
	/** The rate limit, as far as it is known: the most ever shown, and the request that showed it. */
	largest = 1;
	private shown = 0;
	private refused = false;
	private setAt = Number.NEGATIVE_INFINITY;
	/** Requests lately: ours, and all with this key. */
	private ours = PRIOR.ours;
	private all = PRIOR.all;

	/** How many may be in flight. How much the header falls shows how much others with the same key send. */
	get fairShare(): number {
		return Math.ceil(this.left * IN_FLIGHT_SHARE * Math.min(this.ours / this.all, 1));
	}

	get left(): number {
		return this.refused ? 0 : this.shown;
	}

	/** Returns by how much the value rose for certain (0 if it did not). */
	read(remaining: number, sentAt: number, arrivedAt: number): number {
		this.largest = Math.max(this.largest, remaining + 1);
		this.ours = this.ours * MEMORY + 1;
		this.all = this.all * MEMORY + Math.max(this.shown - remaining, 0);
		if (sentAt < this.setAt && remaining >= this.left) return 0;
		const rise = Math.max(remaining - this.shown, 0);
		this.shown = remaining;
		this.refused = false;
		this.setAt = arrivedAt;
		return rise;
	}

	/** After a rejection nothing is left, whatever its header says. */
	refuse(arrivedAt: number, remaining = this.shown): void {
		this.shown = Math.min(this.shown, remaining);
		this.refused = true;
		this.setAt = arrivedAt;
	}
}
