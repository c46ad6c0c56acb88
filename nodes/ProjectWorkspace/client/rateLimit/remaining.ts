/**
 * Reads `X-RateLimit-Remaining`. The specification names the header and says nothing of its format,
 * so whatever is not a number counts as absent, and the rest is mended: whole, not negative, bounded.
 */
export function parseRemaining(value: unknown): number | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	if (typeof first !== 'string' && typeof first !== 'number') return undefined;
	const number = Number(String(first).trim() || Number.NaN);
	if (Number.isNaN(number)) return undefined;
	return Math.min(Math.max(Math.floor(number), 0), 1e9);
}

/**
 * The part of what is left that may be under way, of all processes with the key together: more of it is refused where
 * a process goes on by an old figure after it stood still, and less takes longer.
 */
const UNDER_WAY = 0.4;
/** Before anything is known, four processes with the same key. */
const PRIOR = { ours: 16, all: 64 };
/** What each response leaves of the past: a window or so of a small quota, since processes take turns in bursts. */
const MEMORY = 127 / 128;

/**
 * What the service last said is left. Answers overtake each other, so a value may always lower the credit,
 * but raises it only if its request went out after the answer that set the present one had come in:
 * then the service counted it later for certain. A reset is seen one round trip late at most.
 */
export class Remaining {
	/** The quota, as far as it is known: the most ever shown, and the request that showed it. */
	largest = 1;
	private shown = 0;
	private refused = false;
	private setAt = Number.NEGATIVE_INFINITY;
	/** Requests lately: ours, and all with this key. */
	private ours = PRIOR.ours;
	private all = PRIOR.all;

	/** How many may be under way: others with the same key send too, as the header shows by how much it falls. */
	get fairShare(): number {
		return Math.ceil(this.left * UNDER_WAY * Math.min(this.ours / this.all, 1));
	}

	get left(): number {
		return this.refused ? 0 : this.shown;
	}

	/** Returns by how much the value rose for certain (0 if it did not). */
	read(remaining: number | undefined, sentAt: number, arrivedAt: number): number {
		if (remaining === undefined) {
			// Without the header, or without an answer: the service may have counted the request.
			this.shown = Math.max(this.shown - 1, 0);
			return 0;
		}
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

	/** A refusal says that nothing is left, whatever its header says. */
	refuse(arrivedAt: number, remaining = this.shown): void {
		this.shown = Math.min(this.shown, remaining);
		this.refused = true;
		this.setAt = arrivedAt;
	}
}

/** So many answers without the header in a row, or with a value that cannot be true, are enough. */
const ENOUGH = 8;

/**
 * Whether `X-RateLimit-Remaining` can be relied on. It is documented for every response; a proxy may
 * drop it, and a service may fill it with a constant. Then the plan in the credential sets the rate.
 */
export class HeaderReliability {
	header: 'unseen' | 'reliable' | 'unreliable' = 'unseen';
	private missing = 0;
	private doubts = 0;
	private largest = 0;

	/** @param probe whether the request went out although nothing was left */
	observe(remaining: number | undefined, refused: boolean, probe: boolean): void {
		if (remaining === undefined) {
			this.missing++;
			if (this.header === 'unseen' || this.missing >= ENOUGH) this.header = 'unreliable';
			return;
		}
		this.missing = 0;
		this.largest = Math.max(this.largest, remaining);
		// A refusal that shows 0 is what the header promises, unless it never shows anything else.
		if (this.largest === 0 ? probe && !refused : refused && remaining > 0) this.doubts++;
		else if (this.largest > 0 && refused) this.doubts = 0;
		this.header = this.doubts < ENOUGH ? 'reliable' : 'unreliable';
	}
}
