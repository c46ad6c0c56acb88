/** Before anything is known: as if three others used the key. */
const ASSUMED_OTHERS = 3;
/** After this many own requests the assumption weighs half. */
const EVIDENCE = 16;

interface Use {
	/** Own requests that were served. */
	own: number;
	/** By how much the credit fell meanwhile. */
	total: number;
}

/**
 * Which part of the key's use is this process's. Others (workers, machines) show in the header alone:
 * it falls faster than the own requests explain. Near zero each client may have no more under way
 * than its part of what is left, or all of them overdraw together.
 */
export class Share {
	private past: Use = { own: 0, total: 0 };

	private present: Use = { own: 0, total: 0 };

	private base: number | undefined;

	/** Above 0, at most 1. */
	get value(): number {
		const own = this.past.own + this.present.own;
		const seen = Math.max(this.past.total + this.present.total - own, 0);
		const assumed = ASSUMED_OTHERS / (1 + own / EVIDENCE);
		return (own + 1) / (own + 1 + seen + assumed);
	}

	/** An own request was served, and `left` is what the credit shows now. */
	observe(left: number): void {
		if (this.base === undefined) {
			this.base = left;
			return;
		}
		const own = this.present.own + 1;
		this.present = { own, total: Math.max(this.base - left, own) };
	}

	/** The credit was renewed. What was learned weighs half from now on, since others come and go. */
	renew(left: number): void {
		this.past = {
			own: (this.past.own + this.present.own) / 2,
			total: (this.past.total + this.present.total) / 2,
		};
		this.present = { own: 0, total: 0 };
		this.base = left;
	}
}
