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
	roundTrip: number;
	/** Own requests served so far, and what is left. */
	served: number;
}

/** A look that was served, or credit that rose while requests were under way. */
export interface Gain extends Situation {
	sentAt: number;
	gained: number;
}

/** Between these two moments, less the way there, a request was counted. */
export function span(sentAt: number, arrivedAt: number, roundTrip: number): Span {
	return { from: sentAt, to: Math.max(arrivedAt - roundTrip, sentAt) };
}

/** How much later than others a request may have been counted, seen from when it was sent. */
export function margin(roundTrip: number): number {
	return Math.max(roundTrip / 2, 10);
}
