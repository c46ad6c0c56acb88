import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';

/** A delivery that was accepted in this process and is not recorded yet. Copies share one answer. */
export interface InFlightDelivery {
	since: number;
	/** How many with the same key were accepted before. */
	copy: number;
	/** Resolves when an execution has recorded it. */
	recorded: Promise<void>;
	settle: () => void;
}

/** Keys of 64 characters each: some 4 MB at most. */
const MOST_RECORDED = 20_000;
const MOST_ACCEPTED = 5_000;
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
	#recorded = new BoundedMap<number>(MOST_RECORDED);
	#accepted = new BoundedMap<InFlightDelivery>(MOST_ACCEPTED);
	/** In queue mode executions run in other processes, and no delivery accepted here is ever recorded here. */
	executesHere = false;

	/** @param countsForMs - how long the key stands for one event; left out: for good */
	isRecorded(key: string, now: number, countsForMs = Infinity): boolean {
		const at = this.#recorded.get(key);
		return at !== undefined && now - at < Math.min(RECORDED_FOR_MS, countsForMs);
	}

	accepted(key: string, now: number): InFlightDelivery | undefined {
		const found = this.#accepted.get(key);
		return found && now - found.since < ACCEPTED_FOR_MS ? found : undefined;
	}

	/** Whichever execution records it, all who sent a copy have their answer. */
	accept(key: string, now: number): InFlightDelivery {
		const before = this.#accepted.get(key);
		const accepted = before
			? { ...before, since: now, copy: before.copy + 1 }
			: { ...unsettled(), since: now, copy: 0 };
		this.#accepted.set(key, accepted);
		return accepted;
	}

	/** Called by the execution, whichever process accepted the delivery. */
	record(key: string, now: number): void {
		this.#recorded.set(key, now);
		this.release(key);
	}

	/** Its execution has begun, so nobody has to wait any longer. */
	release(key: string): void {
		const found = this.#accepted.get(key);
		if (!found) return;
		this.#accepted.delete(key);
		this.executesHere = true;
		found.settle();
	}
}

function unsettled() {
	let settle = () => {};
	const recorded = new Promise<void>((resolve) => {
		settle = resolve;
	});
	return { recorded, settle };
}

/** Whether it was recorded within a time. */
export async function isRecordedWithin(
	{ recorded }: InFlightDelivery,
	ms: number,
): Promise<boolean> {
	const enough = new AbortController();
	const tooLate = sleep(ms, enough.signal).then(
		() => false,
		// Called off, because the other one came first.
		() => true,
	);
	const inTime = await Promise.race([recorded.then(() => true), tooLate]);
	enough.abort();
	return inTime;
}

/** One for a process: `webhook()` and `execute()` of the same delivery meet here. */
export const inFlight = new InFlight();
