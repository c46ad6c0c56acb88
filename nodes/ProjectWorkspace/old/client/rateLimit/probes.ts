import { WINDOW_MS } from '../headers';

/** The first probe waits for this part of the plan, and for at least so many requests: it may be rejected. */
const FIRST_BATCH = { part: 0.03, min: 15 };
/** Each further probe waits so many times as long. */
const GROWTH = 1.5;
/** What comes back bit by bit, as in a sliding window, is asked for again soon. */
const SOON_MS = 1_000;
/** Clocks differ by a little. */
const CLOCKS_MS = 20;
/** So many contradictions in a row, and the time of the reset is ignored. */
const MAX_DOUBTS = 3;

/**
 * When a request is sent although nothing is left, to see whether there is more: when the service says so, or else when
 * a minute may be over, and in between at growing intervals, because how it counts is not documented.
 */
export class Probes {
	/** The latest time at which the present window can have begun. */
	openedAt: number | undefined;
	/** The last time at which certainly nothing was left; undefined while there is some. */
	private emptyAt: number | undefined;
	private isRefused = false;
	private readonly firstWaitMs: number;
	private waitMs: number;
	/** Whether windows may begin with each minute of the clock. */
	private isOnClock = true;
	/** When there is more, as the service says. Without doubts it is believed; with one, an early probe tests it. */
	private resetAt = Number.NEGATIVE_INFINITY;
	private resetDoubts = 1;

	constructor(perMinute: number) {
		const part = Math.max(FIRST_BATCH.part, FIRST_BATCH.min / perMinute);
		this.firstWaitMs = WINDOW_MS * Math.min(part, 1);
		this.waitMs = this.firstWaitMs;
	}

	private get hasReset(): boolean {
		return this.resetAt > (this.emptyAt ?? Infinity) && this.resetDoubts < MAX_DOUBTS;
	}

	nextAt(): number {
		const { emptyAt = 0, openedAt = emptyAt, waitMs, isRefused } = this;
		const at = emptyAt + waitMs;
		if (this.hasReset) {
			const isTested = isRefused || this.resetDoubts === 0;
			return Math.min(this.resetAt, isTested ? emptyAt + WINDOW_MS : at);
		}
		const ends = [openedAt + WINDOW_MS, this.isOnClock ? minuteAfter(openedAt) : Infinity];
		const end = Math.min(...ends.filter((time) => time > emptyAt));
		// A probe shortly before the end would be in vain.
		return isRefused && end < at + waitMs ? end : Math.min(at, end);
	}

	/** Nothing is left, by the response to a request sent then; a busy process reads it much later. */
	recordEmpty(sentAt: number): void {
		this.openedAt ??= sentAt;
		this.emptyAt ??= sentAt;
	}

	recordReset(resetAt: number): void {
		this.resetAt = resetAt;
	}

	recordServed(sentAt: number, isNewWindow: boolean, now: number): void {
		if (this.hasReset) {
			// What comes back bit by bit has no reset.
			const isRight = isNewWindow && sentAt >= this.resetAt;
			this.resetDoubts = isRight ? 0 : this.resetDoubts + 1;
		}
		if (this.isRefused) this.openedAt = now;
		if (isNewWindow) this.waitMs /= GROWTH;
		else if (this.isRefused) this.waitMs = SOON_MS;
		this.emptyAt = undefined;
		this.isRefused = false;
	}

	recordRefused(sentAt: number): void {
		const { emptyAt = sentAt, openedAt = emptyAt } = this;
		const fullMinute = minuteAfter(openedAt);
		if (fullMinute > emptyAt && fullMinute <= sentAt) this.isOnClock = false;
		if (this.hasReset && this.resetAt <= sentAt) {
			this.resetDoubts++;
			// In whole seconds, it may be too early by one.
			this.resetAt = sentAt + SOON_MS;
		}
		this.emptyAt = Math.max(emptyAt, sentAt);
		this.isRefused = true;
		this.waitMs = Math.min(Math.max(this.waitMs * GROWTH, this.firstWaitMs), WINDOW_MS);
	}
}

/** The next full minute on the clock. */
const minuteAfter = (time: number) => Math.ceil(time / WINDOW_MS) * WINDOW_MS + CLOCKS_MS;
