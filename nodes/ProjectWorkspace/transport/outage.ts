import type { Reply } from './pace';

/** So many attempts in a row and so long without a response, and the run sends no more. */
const ATTEMPTS = 20;
const SILENCE_MS = 10_000;

/** Notices that the service has stopped responding to the requests of a run. */
export class Outage {
	/** Attempts since the last response. */
	private unanswered = 0;
	/** When the first of them was sent, or the last response came. */
	private silentSince = -Infinity;

	record({ kind }: Reply, sentAt: number, now: number): void {
		if (kind !== 'none') {
			this.unanswered = 0;
			this.silentSince = now;
			return;
		}
		if (this.unanswered === 0) this.silentSince = Math.max(this.silentSince, sentAt);
		this.unanswered += 1;
	}

	hasBegun(now: number): boolean {
		return this.unanswered >= ATTEMPTS && now - this.silentSince >= SILENCE_MS;
	}
}
