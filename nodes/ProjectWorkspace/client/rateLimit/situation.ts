import type { Span } from './windows';

/** What the lane knows at the time of asking. */
export interface Situation {
	now: number;
	/** The largest credit ever shown, times the own share. */
	quota: number;
	/** The largest credit ever shown. */
	largest: number;
	/** Nobody else seems to use the key. */
	alone: boolean;
	/** Others have used the key at some time. */
	crowded: boolean;
	/** Own requests served so far, and what is left. */
	served: number;
}

/** A look that was served, or credit that rose while requests were under way. */
export interface Gain extends Situation {
	sentAt: number;
	gained: number;
}

/**
 * Between these two moments a request was counted. Where in between is not known: the first request of a
 * process is held up before it leaves, and taking it for counted early means looking before the window opens.
 */
export function span(sentAt: number, arrivedAt: number): Span {
	return { from: sentAt, to: arrivedAt };
}

/** Timers fire early by a little, and clocks count in whole milliseconds. */
export const MARGIN_MS = 10;
