/** Requests of others that are assumed before anything is known; the assumption fades with each renewal. */
const ASSUMED = 16;
/** Others are seen half a round trip late: a client that is not alone keeps a little below its part. */
const CAUTION = 0.8;

/** The speed of others is taken from the last one or two of these. */
const RECENT_MS = 50;

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
	/**
	 * Others have shown at some time: the credit fell faster than by own use, or a request was refused that
	 * was due. It stays, since others may return, and it costs nothing where a window's length is known.
	 */
	crowded = false;

	private past: Use = { own: 0, total: 0 };

	private present: Use = { own: 0, total: 0 };

	private base: number | undefined;

	private renewals = 0;

	private mark = { at: 0, others: 0 };

	private last = { at: 0, others: 0 };

	private at = 0;

	/** Above 0, at most 1. */
	get value(): number {
		const own = this.past.own + this.present.own;
		const seen = Math.max(this.past.total + this.present.total - own, 0);
		const assumed = ASSUMED / (1 + this.renewals) ** 2;
		const part = (own + 1) / (own + 1 + seen + assumed);
		return seen > own / 4 ? part * CAUTION : part;
	}

	/** Others took next to nothing. */
	get alone(): boolean {
		const own = this.past.own + this.present.own;
		return this.past.total + this.present.total - own <= own / 8 + 1;
	}

	/** The credit is spent and all answers are in: before, one that overtakes another looks like others' use. */
	conclude(): void {
		if (!this.alone) this.crowded = true;
	}

	/** Requests of others a millisecond, in the present stretch. */
	get othersRate(): number {
		const others = this.present.total - this.present.own;
		return Math.max(others - this.mark.others, 0) / Math.max(this.at - this.mark.at, 1);
	}

	/**
	 * An own request was served, and `left` is what the credit shows now. Where credit trickles in
	 * meanwhile (`rose`), it hides what others use, and the stretch says nothing.
	 */
	observe(left: number, rose: boolean, now: number): void {
		this.at = now;
		if (this.base === undefined || rose) {
			this.base = left;
			this.mark = this.last = { at: now, others: 0 };
			this.present = { own: 0, total: 0 };
			return;
		}
		const own = this.present.own + 1;
		this.present = { own, total: Math.max(this.base - left, own) };
		const last = { at: now, others: this.present.total - own };
		if (now - this.last.at > RECENT_MS) {
			this.mark = this.last;
			this.last = last;
		}
	}

	/** The credit was renewed. What was learned weighs half from now on, since others come and go. */
	renew(left: number, now: number): void {
		this.mark = this.last = { at: now, others: 0 };
		this.at = now;
		this.past = {
			own: (this.past.own + this.present.own) / 2,
			total: (this.past.total + this.present.total) / 2,
		};
		this.present = { own: 0, total: 0 };
		this.base = left;
		this.renewals++;
	}
}
