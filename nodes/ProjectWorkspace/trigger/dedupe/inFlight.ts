import { abortableSleep } from '../../client/abortableSleep';

/** A delivery that was accepted in this process and is not on record yet. */
export interface Underway {
	since: number;
	/** Resolves when its execution has put it on record. */
	recorded: Promise<void>;
	settle: () => void;
}

/** Keys of 64 characters each: some 4 MB at most. */
const MOST_RECORDED = 20_000;

const MOST_UNDERWAY = 5_000;

/** Longer than any service waits before it repeats a delivery; the store decides about what comes later. */
const RECORDED_FOR_MS = 60 * 60 * 1000;

const UNDERWAY_FOR_MS = 60 * 1000;

/**
 * What this process knows of the store without asking it, so that a repetition costs no execution.
 *
 * It never knows more than the store: a delivery counts as recorded only when its execution has put it on record.
 * One that was merely accepted may never have run (the database was away, the execution was refused), and then its
 * repetition is the one that must run.
 */
export class InFlight {
	#recorded = new Map<string, number>();
	#underway = new Map<string, Underway>();
	/** In queue mode executions run in other processes, and no delivery accepted here is ever put on record here. */
	executesHere = false;

	/** When it was recorded, for an hour: milliseconds since 1970. */
	recordedAt(key: string, now: number): number | undefined {
		const at = this.#recorded.get(key);
		return at !== undefined && now - at < RECORDED_FOR_MS ? at : undefined;
	}

	/** @param countsForMs - how long the key names one event; undefined: for good */
	isRecorded(key: string, now: number, countsForMs = Infinity): boolean {
		const at = this.recordedAt(key, now);
		return at !== undefined && now - at < countsForMs;
	}

	underway(key: string, now: number): Underway | undefined {
		const found = this.#underway.get(key);
		return found && now - found.since < UNDERWAY_FOR_MS ? found : undefined;
	}

	/** Copies share one answer: whichever execution records it, all their senders have theirs. */
	accept(key: string, now: number): Underway {
		const { recorded, settle } = this.#underway.get(key) ?? deferred();
		const accepted: Underway = { since: now, recorded, settle };
		this.#underway.delete(key);
		this.#underway.set(key, accepted);
		prune(this.#underway, MOST_UNDERWAY, ({ since }) => now - since >= UNDERWAY_FOR_MS);
		return accepted;
	}

	/** Called by the execution, whichever process accepted the delivery. */
	record(key: string, now: number): void {
		this.#recorded.delete(key);
		this.#recorded.set(key, now);
		prune(this.#recorded, MOST_RECORDED, (at) => now - at >= RECORDED_FOR_MS);
		this.release(key);
	}

	/** Its execution has begun, so nobody has to wait any longer. */
	release(key: string): void {
		const found = this.#underway.get(key);
		if (!found) return;
		this.#underway.delete(key);
		this.executesHere = true;
		found.settle();
	}
}

function deferred(): Pick<Underway, 'recorded' | 'settle'> {
	let settle = () => {};
	const recorded = new Promise<void>((resolve) => {
		settle = resolve;
	});
	return { recorded, settle };
}

/** Takes out what is too old or too much; the oldest stand first. */
function prune<T>(map: Map<string, T>, most: number, isOld: (value: T) => boolean): void {
	for (const [key, value] of map) {
		if (map.size <= most && !isOld(value)) return;
		map.delete(key);
	}
}

/** Whether it was put on record within a time. */
export async function isRecordedWithin({ recorded }: Underway, ms: number): Promise<boolean> {
	const enough = new AbortController();
	const inTime = recorded.then(() => true);
	const tooLate = abortableSleep(ms, enough.signal).then(
		() => false,
		// Called off, because the other one came first.
		() => true,
	);
	const answer = await Promise.race([inTime, tooLate]);
	enough.abort();
	return answer;
}
