import { commonOf, nextRung, rungsOf } from './rungs';

/** From (certainly not before) and to (certainly by then). */
export interface Span {
	from: number;
	to: number;
}

/** Nothing known of a window outlives the documented minute. */
const REST_MS = 60_000;
/** Clocks differ by a little. */
const NEAR_MS = 20;
/** A look this part of a window after the renewal is early enough. */
const EARLY_ENOUGH = 0.06;
/** Milliseconds, and the part of the time slept so far: being late by as much again costs less than many refusals. */
const PATIENCE = { part: 1, least: 700, most: 7_000 };

/**
 * When does the next window open? Every look narrows two spans: when the present window opened and how long
 * windows are. The first window may have been running before the first request (windows that follow
 * a clock), so its length says only what a window lasts at least. What is possible then is every usual length.
 */
export class Windows {
	private opened: Span | undefined;

	/** How long a window lasts, as far as that is certain. */
	private length: Span = { from: 0, to: Number.POSITIVE_INFINITY };

	/** How long the first window seemed to last. */
	private guess: Span | undefined;

	private whole = false;

	/** A request was counted somewhere in `seen`. The first of all, or after a long rest, may open a window. */
	served(seen: Span): void {
		if (this.opened !== undefined && seen.from - this.opened.to < REST_MS) return;
		this.opened = seen;
	}

	/** The credit rose without a look: a window opened meanwhile, and no length was measured. */
	reopened(seen: Span): void {
		this.opened = seen;
		this.whole = true;
	}

	/** Nothing had come back when this look was sent. */
	refused(sentAt: number): void {
		if (this.opened === undefined) return;
		this.length.from = Math.max(this.length.from, sentAt - this.opened.to);
		if (this.length.from >= this.length.to) this.length.to = Number.POSITIVE_INFINITY;
	}

	/** A look counted somewhere in `seen` showed a renewal, and at `notYet` there was none. */
	renewed(seen: Span, notYet: number): void {
		if (this.opened !== undefined) {
			const lasted = { from: notYet - this.opened.to, to: seen.to - this.opened.from };
			if (!this.whole) this.guess = lasted;
			else if (lasted.to < this.length.to) this.length.to = lasted.to;
			if (this.length.from >= this.length.to) this.length.from = 0;
		}
		this.opened = { from: Math.max(notYet, this.opened?.to ?? notYet), to: seen.to };
		this.whole = true;
	}

	/**
	 * After a refused look, the longest sleep where others may have used up a window meanwhile. Such a refusal
	 * says nothing of the length, and a lane that believed it would sleep through the next windows as well.
	 * So sleeps grow with the time since the credit was spent, and stay a small part of a length once seen.
	 */
	patience(since: number): number {
		const { part, least, most } = PATIENCE;
		return Math.min(Math.max(since * part, least), most, this.length.to / 2);
	}

	/** When to look next; `last` is the latest moment at which nothing had come back. */
	nextLook(last: number, quota: number, spare: number): number {
		const opened = this.opened ?? { from: last, to: last };
		if (!this.whole) return opened.to + nextRung(last - opened.to, quota);
		const usual = commonOf(spare > 0 ? quota : 0).filter(
			(length) => length > this.length.from && length < this.length.to,
		);
		const lengths: Span[] = usual.map((length) => ({ from: length, to: length }));
		if (this.guess !== undefined) lengths.push({ from: this.guess.to, to: this.guess.to });
		if (this.length.to < Number.POSITIVE_INFINITY) lengths.push(this.length);
		const spans = lengths.map(({ from, to }) => ({ from: opened.from + from, to: opened.to + to }));
		for (const length of spare > 0 ? rungsOf(quota) : commonOf(0)) {
			const tick = Math.ceil(opened.from / length) * length;
			const next = tick + length;
			if (length > this.length.from && length < this.length.to && tick <= opened.to + NEAR_MS)
				spans.push({ from: next, to: next });
		}
		const looks = spans
			.filter(({ to }) => to > last)
			.map((span) => earlyEnough(span, last, opened, spare));
		if (looks.length === 0) return opened.to + nextRung(last - opened.to, quota);
		return Math.min(...looks);
	}
}

/** The whole span at once costs one look and is late by its width; so wide ones are taken in parts. */
function earlyEnough({ from, to }: Span, last: number, opened: Span, spare: number): number {
	const start = Math.max(from, last);
	const width = to - start;
	const wanted = Math.ceil(width / (EARLY_ENOUGH * (to - opened.from)));
	const parts = Math.max(Math.min(wanted, Math.floor(spare / 1.5)), 1);
	return start + width / parts;
}
