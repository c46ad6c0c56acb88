import type { DeliveryKey } from './deliveryKey';

/**
 * What n8n's deduplication store is asked for one delivery. The store keeps texts and says which of them it has
 * seen before; asking is recording. It knows no time and no order.
 */
export interface DedupeEntries {
	/** The delivery is a repetition if the store has this one. */
	decides: string;
	/** Recorded along with it, for later. */
	alongside: readonly string[];
	/** Tells that this very execution recorded `decides` before: a worker died, and the execution starts over. */
	sameRun?: string;
}

export interface DedupeClaim {
	identity: Pick<DeliveryKey, 'key' | 'countsForMs'>;
	/** Milliseconds since 1970. */
	receivedAt: number;
	/** When this process recorded the same key before, if it remembers. */
	lastRecordedAt?: number;
	/** Only where an execution may start over. */
	executionId?: string;
}

/**
 * One entry for a delivery that is recognized for good. For a limited time there are two, this window's and the next
 * one's, so that the time holds across the border between them.
 */
export function dedupeEntries({
	identity: { key, countsForMs },
	receivedAt,
	lastRecordedAt,
	executionId,
}: DedupeClaim): DedupeEntries {
	const sameRun = executionId === undefined ? undefined : `${key}#${executionId}`;
	if (countsForMs === undefined) return { decides: key, alongside: [], sameRun };
	const window = Math.floor(receivedAt / countsForMs);
	const windows = [`${key}@${window}`, `${key}@${window + 1}`];
	// The store knows windows only. What this process remembers to be older than the time allows is another event.
	const isOver = lastRecordedAt !== undefined && receivedAt - lastRecordedAt >= countsForMs;
	const [decides = key, ...alongside] = isOver ? [`${key}=${receivedAt}`, ...windows] : windows;
	return { decides, alongside, sameRun };
}
