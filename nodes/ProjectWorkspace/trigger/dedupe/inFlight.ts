import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** A delivery that was accepted in this process and is not recorded yet. Copies share one answer. */
export interface InFlightDelivery {
	since: number;
	/** How many with one of its keys were accepted before. */
	copy: number;
	original?: DeliveryKey;
	/** Resolves when an execution has recorded it. */
	recorded: Promise<void>;
	settle: () => void;
}

/** Keys of 64 characters each: some 4 MB at most. */
const MAX_RECORDED = 20_000;
const MAX_ACCEPTED = 5_000;
/** Longer than any service waits before it repeats a delivery; the store decides about what comes later. */
const RECORDED_FOR_MS = 60 * 60 * 1000;
const ACCEPTED_FOR_MS = 60 * 1000;

/**
 * What this process knows of the store without asking it, so that a repetition costs no execution.
 *
 * It never knows more than the store: a delivery counts as recorded only when its execution has recorded it. One that
 * was merely accepted may never have run (the database was away, the execution was rejected), and then its repetition
 * is the one that must run.
 */
export class InFlight {
	#recorded = new BoundedMap<number>(MAX_RECORDED);
	#accepted = new BoundedMap<InFlightDelivery>(MAX_ACCEPTED);
	/** In queue mode executions run in other processes, and no delivery accepted here is ever recorded here. */
	executesHere = false;

	isRecorded(node: string, keys: readonly DeliveryKey[], now: number): boolean {
		return keys.some(({ key, countsForMs = Infinity }) => {
			const at = this.#recorded.get(`${node}:${key}`) ?? -Infinity;
			return now - at < Math.min(RECORDED_FOR_MS, countsForMs);
		});
	}

	accepted(node: string, keys: readonly DeliveryKey[], now: number): InFlightDelivery | undefined {
		return this.#find(node, keys, ({ since }) => now - since < ACCEPTED_FOR_MS);
	}

	/**
	 * All copies wait for the same record. A batch is a copy only if all of its events are: otherwise those that are new
	 * would not run.
	 *
	 * @param events - the keys of each
	 */
	accept(
		node: string,
		events: ReadonlyArray<readonly DeliveryKey[]>,
		now: number,
	): InFlightDelivery {
		const each = events.map((keys) => this.#find(node, keys, () => true));
		const [before] = each;
		const isCopy = before && each.every((found) => found?.original === before.original);
		const accepted = isCopy
			? { ...before, since: now, copy: before.copy + 1 }
			: { ...unsettled(), since: now, copy: 0, original: events[0]?.[0] };
		for (const key of events.flat()) {
			if (isCopy || !this.accepted(node, [key], now)) {
				this.#accepted.set(`${node}:${key.key}`, accepted);
			}
		}
		return accepted;
	}

	/** Called by the execution, whichever process accepted the delivery. */
	record(node: string, keys: readonly DeliveryKey[], now: number): void {
		for (const { key } of keys) this.#recorded.set(`${node}:${key}`, now);
	}

	/** Called after `record`, so that nobody waits any longer. */
	release(node: string, keys: readonly DeliveryKey[]): void {
		for (const { key } of keys) {
			const found = this.#accepted.get(`${node}:${key}`);
			if (this.#accepted.delete(`${node}:${key}`)) this.executesHere = true;
			found?.settle();
		}
	}

	#find(node: string, keys: readonly DeliveryKey[], fits: (accepted: InFlightDelivery) => boolean) {
		const all = keys.map(({ key }) => this.#accepted.get(`${node}:${key}`));
		return all.find((accepted) => accepted && fits(accepted));
	}
}

function unsettled() {
	let settle = () => {};
	const recorded = new Promise<void>((resolve) => (settle = resolve));
	return { recorded, settle };
}

export async function isRecordedWithin(
	{ recorded }: InFlightDelivery,
	ms: number,
): Promise<boolean> {
	const timer = new AbortController();
	const isOver = () => timer.signal.aborted;
	// Stops the timer if the delivery is recorded first.
	const tooLate = sleep(ms, timer.signal).then(isOver, isOver);
	const inTime = await Promise.race([recorded.then(() => true), tooLate]);
	timer.abort();
	return inTime;
}

/** One for each process, shared by `webhook()` and `execute()`. */
export const inFlight = new InFlight();
