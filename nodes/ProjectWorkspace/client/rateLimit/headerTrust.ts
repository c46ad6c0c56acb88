import type { Settlement } from './ticket';

/** Probes in a row that were served while the header showed nothing but 0. */
const HOLLOW = 12;
/** Answers in a row without the header, after which it is taken to be gone. */
const MISSING = 12;
/** Refusals in a row whose own header claims that something is left. */
const DENIED = 5;

export type Header = 'unseen' | 'absent' | 'credit' | 'meaningless';

/**
 * Whether `X-RateLimit-Remaining` can be used as credit. It is documented for every response; a proxy may
 * drop it, and a service may fill it with a constant. Then the plan in the credential sets the rate.
 */
export class HeaderTrust {
	header: Header = 'unseen';

	private shown = 0;

	private hollow = 0;

	private hollowLimit = HOLLOW;

	private denied = 0;

	private missing = 0;

	observe(sent: { probe: boolean }, settlement: Settlement): void {
		if (settlement.kind === 'unused') return;
		if (settlement.kind === 'lost') {
			if (this.header === 'unseen') this.header = 'absent';
			return;
		}
		const { remaining } = settlement;
		if (settlement.kind === 'refused') this.refuse(remaining);
		else this.denied = 0;
		if (remaining === undefined) {
			this.missing++;
			if (this.header === 'unseen' || this.missing >= MISSING) this.header = 'absent';
			return;
		}
		this.missing = 0;
		this.shown = Math.max(this.shown, remaining);
		if (this.header === 'unseen' || this.header === 'absent') this.header = 'credit';
		if (this.header !== 'credit') return;
		this.hollow = sent.probe && this.shown === 0 ? this.hollow + 1 : this.hollow;
		if (this.hollow >= this.hollowLimit || this.denied >= DENIED) this.header = 'meaningless';
	}

	private refuse(remaining: number | undefined): void {
		this.denied = remaining !== undefined && remaining > 0 ? this.denied + 1 : 0;
		this.hollow = 0;
		if (this.header !== 'meaningless' || remaining !== 0) return;
		// A refusal that shows 0 is what the header promises: believe it again, and doubt it later the next time.
		this.header = 'credit';
		this.hollowLimit *= 4;
	}
}
