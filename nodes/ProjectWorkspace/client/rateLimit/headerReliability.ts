import type { Outcome } from './permit';

/** So many answers without the header in a row, or with a value that cannot be true, are enough. */
const ENOUGH = 8;

/**
 * Whether `X-RateLimit-Remaining` can be relied on. It is documented for every response; a proxy may
 * drop it, and a service may fill it with a constant. Then the plan in the credential sets the rate.
 */
export class HeaderReliability {
	header: 'unseen' | 'absent' | 'reliable' | 'unreliable' = 'unseen';
	private missing = 0;
	private doubts = 0;
	private largest = 0;

	observe(outcome: Exclude<Outcome, { kind: 'unused' }>, probe: boolean): void {
		const remaining = outcome.kind === 'lost' ? undefined : outcome.remaining;
		if (remaining === undefined) {
			this.missing++;
			if (this.header === 'unseen' || this.missing >= ENOUGH) this.header = 'absent';
			return;
		}
		this.missing = 0;
		this.largest = Math.max(this.largest, remaining);
		const refused = outcome.kind === 'refused';
		// A refusal that shows 0 is what the header promises, unless it never shows anything else.
		if (this.largest === 0 ? probe && !refused : refused && remaining > 0) this.doubts++;
		else if (this.largest > 0 && refused) this.doubts = 0;
		this.header = this.doubts < ENOUGH ? 'reliable' : 'unreliable';
	}
}
