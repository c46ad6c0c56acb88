/** So many attempts in a row and so long without the service, and the run sends no more. */
const ATTEMPTS = 20;
const SILENCE_MS = 10_000;

/** Notices that the service is away for the requests of a run. */
export class Outage {
	/** From then on, nothing is sent. */
	hasBegun = false;
	/** Attempts since the last response. */
	private unanswered = 0;
	/** When the first of them was sent, or the last response came. */
	private silentSince = -Infinity;

	/** @param isAway whether there was no response, or one that says that the service is not available */
	record(isAway: boolean, sentAt: number, now: number): void {
		if (!isAway) {
			this.unanswered = 0;
			this.silentSince = now;
			return;
		}
		if (this.unanswered === 0) this.silentSince = Math.max(this.silentSince, sentAt);
		this.unanswered += 1;
		if (this.unanswered >= ATTEMPTS && now - this.silentSince >= SILENCE_MS) this.hasBegun = true;
	}
}
