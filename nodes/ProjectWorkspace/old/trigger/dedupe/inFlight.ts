import { sleep } from '../../client/clock';
import type { DedupeClaim, DeliveryKey } from './key';

/** A delivery that was accepted in this process and is not recorded yet. Its copies share the promise. */
export interface InFlightDelivery extends Pick<DedupeClaim, 'originalKey'> {
	since: number;
	copyNumber: number;
	/** Resolves when an execution has recorded the delivery. */
	recorded: Promise<void>;
	settle: () => void;
}

/** Keys of 43 characters each, and the node: about 3 MB at most. */
const MAX_RECORDED = 20_000;
const MAX_ACCEPTED = 5_000;
/** Most services repeat a delivery within this time. For later ones, n8n's store is checked. */
const RECORDED_FOR_MS = 60 * 60 * 1000;

/** Adds an entry as the latest. If there are more than `max`, the oldest one is removed. */
function setLatest<Value>(map: Map<string, Value>, max: number, key: string, value: Value): void {
	map.delete(key);
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > max && oldest !== undefined) map.delete(oldest);
}

/**
 * A cache of n8n's store, so that most repetitions do not need an execution.
 *
 * A delivery counts as recorded only after its execution has recorded it. One that was only accepted may never run (the
 * database is not available, the execution is rejected), and then its repetition must.
 */
export class InFlight {
	#recorded = new Map<string, number>();
	#accepted = new Map<string, InFlightDelivery>();
	/** False in queue mode, where executions run in other processes and no delivery accepted here is recorded here. */
	executesHere = false;

	isRecorded(node: string, keys: readonly DeliveryKey[]): boolean {
		return keys.some(({ key, countsForMs = Infinity }) => {
			const at = this.#recorded.get(`${node}:${key}`) ?? -Infinity;
			return Date.now() - at < Math.min(RECORDED_FOR_MS, countsForMs);
		});
	}

	/** The delivery with one of the keys that is not recorded yet. In queue mode, none is released here. */
	find(node: string, keys: readonly DeliveryKey[]): InFlightDelivery | undefined {
		const accepted = keys.map(({ key, countsForMs = Infinity }) => {
			const found = this.#accepted.get(`${node}:${key}`);
			return found && Date.now() - found.since < countsForMs ? found : undefined;
		});
		return accepted.find((found) => found);
	}

	/**
	 * All copies wait for the same execution. A delivery is a copy only if all of its parts are: otherwise its new events
	 * would not run.
	 * @param parts - the keys of each part
	 */
	accept(node: string, parts: ReadonlyArray<readonly DeliveryKey[]>): InFlightDelivery {
		const before = parts.map((keys) => this.find(node, keys));
		const [one] = before;
		const isCopy = one && before.every((found) => found?.originalKey === one.originalKey);
		let settle = () => {};
		const recorded = new Promise<void>((resolve) => (settle = resolve));
		const accepted = isCopy
			? { ...one, copyNumber: one.copyNumber + 1 }
			: { recorded, settle, since: Date.now(), copyNumber: 0, originalKey: parts.flat()[0] };
		for (const key of parts.flat()) {
			if (isCopy || !this.find(node, [key])) {
				setLatest(this.#accepted, MAX_ACCEPTED, `${node}:${key.key}`, accepted);
			}
		}
		return accepted;
	}

	/** Called by the execution, whichever process accepted the delivery. */
	record(node: string, keys: readonly DeliveryKey[], receivedAt: number): void {
		for (const { key } of keys) {
			setLatest(this.#recorded, MAX_RECORDED, `${node}:${key}`, receivedAt);
		}
	}

	/** Called after `record`: resolves `recorded`, and the deliveries are no longer in flight. */
	release(node: string, keys: readonly DeliveryKey[]): void {
		for (const { key } of keys) {
			const found = this.#accepted.get(`${node}:${key}`);
			if (this.#accepted.delete(`${node}:${key}`)) this.executesHere = true;
			found?.settle();
		}
	}
}

export async function isRecordedWithin({ recorded }: InFlightDelivery, ms: number) {
	const timer = new AbortController();
	const isRecorded = () => timer.signal.aborted;
	void recorded.then(() => timer.abort());
	return await sleep(ms, timer.signal).then(isRecorded, isRecorded);
}

/** One for each process, shared by `webhook()` and `execute()`. */
export const inFlight = new InFlight();
