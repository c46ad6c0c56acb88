import type { DeliveryKey } from './deliveryKey';

/**
 * What n8n's deduplication store is asked for one delivery. The store keeps texts and says which of them it has
 * seen before; asking is recording. It knows no time and no order.
 */
export interface Entries {
	/** The delivery is a repetition if the store has this one. */
	decides: string;
	/** Recorded along with it, for later. */
	alongside: readonly string[];
	/** Tells that this very execution recorded `decides` before: a worker died, and the execution starts over. */
	sameRun?: string;
}

/**
 * How long equal bodies mean the same event, at least; at most twice as long. Services repeat what was not answered
 * within a day or so, while a task without a time in its record may well be completed again the next week.
 */
export const BODY_WINDOW_MS = 24 * 60 * 60 * 1000;

export function entriesFor(
	{ key, lasting }: Pick<DeliveryKey, 'key' | 'lasting'>,
	now: number,
	executionId: string | undefined,
): Entries {
	const window = Math.floor(now / BODY_WINDOW_MS);
	// Recorded for the next window as well, so that midnight makes no difference.
	const decides = lasting ? key : `${key}@${window}`;
	return {
		decides,
		alongside: lasting ? [] : [`${key}@${window + 1}`],
		sameRun: executionId === undefined ? undefined : `${key}#${executionId}`,
	};
}
