/** One answer's header, with when its request went out and when the answer came in. */
export interface Reading {
	remaining: number;
	sentAt: number;
	arrivedAt: number;
}

/**
 * What the service last said is left. Answers overtake each other, so a reading may always lower the credit,
 * but raises it only if its request went out after the answer that set the present value had come in:
 * then the service counted it later for certain. A reset is seen one round trip late at most.
 */
export class Credit {
	private level = 0;

	private setAt = Number.NEGATIVE_INFINITY;

	/** The most ever shown: the window's or the bucket's size, as far as it is known. */
	largest = 0;

	get left(): number {
		return this.level;
	}

	/** Returns by how much the credit rose for certain (0 if it did not). */
	read({ remaining, sentAt, arrivedAt }: Reading): number {
		this.largest = Math.max(this.largest, remaining + 1);
		const newer = sentAt >= this.setAt;
		if (!newer && remaining >= this.level) return 0;
		const rise = Math.max(remaining - this.level, 0);
		this.level = remaining;
		this.setAt = arrivedAt;
		return rise;
	}

	/** An answer that never came: the service may have counted the request. */
	lose(): void {
		this.level = Math.max(this.level - 1, 0);
	}

	/** A refusal says that nothing is left, whatever its header says. */
	empty(arrivedAt: number): void {
		this.level = 0;
		this.setAt = arrivedAt;
	}
}
