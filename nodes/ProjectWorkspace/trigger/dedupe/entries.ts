import type { DeliveryIdentity } from './key';

export interface DedupeClaim {
	identity: DeliveryIdentity;
	/** Milliseconds since 1970. */
	receivedAt: number;
	/** In queue mode, where several workers record, and an execution may start over when its worker has died. */
	executionId?: string;
	/** How many deliveries with this identity the receiving process had accepted before: 0 is the original. */
	copy?: number;
}

export interface DedupeEntries {
	/** The delivery is a repetition if the store has this one. */
	decides: string;
	/** Tells that this very execution recorded `decides` before. */
	sameRun?: string;
	/**
	 * Recorded afterwards, and only for a first delivery: repetitions must not make the time longer, nor must an original
	 * that comes after its copy tell the copy that it runs.
	 */
	later: string[];
}

/**
 * One entry for a delivery that is recognized for good. A limited time is two windows, each of half that time: this one
 * and the next. The time is never longer, as to drop an event is worse than to run a copy.
 */
export function dedupeEntries({
	identity,
	receivedAt,
	executionId,
	copy,
}: DedupeClaim): DedupeEntries {
	const { key, countsForMs } = identity;
	const window = countsForMs && Math.floor(receivedAt / (countsForMs / 2));
	const decides = window === undefined ? key : `${key}@${window}`;
	return {
		decides,
		sameRun: executionId && `${key}#${executionId}`,
		later: [
			...(window === undefined ? [] : [`${key}@${window + 1}`]),
			...(executionId && !copy ? [originalOf(decides)] : []),
		],
	};
}

/** Tells copies that the original has recorded itself, and runs. */
export const originalOf = (decides: string) => `${decides}#original`;
