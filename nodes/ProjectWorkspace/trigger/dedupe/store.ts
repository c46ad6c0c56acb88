import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** Adds texts to n8n's store, and returns those that it contained before. The store has no times and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

/** The deliveries of one execution: one, or the events of a batch. */
export interface DedupeClaim {
	deliveries: ReadonlyArray<readonly DeliveryKey[]>;
	receivedAt: number;
	/** In queue mode, where several workers record, and an execution starts over if its worker dies. */
	executionId?: string;
	/** A key of the original. It records this key as a mark that it runs, and its copies look for the mark. */
	original?: DeliveryKey;
	/** How many copies the receiving process had accepted before: 0 is the original. */
	copy?: number;
}

/** What is recorded of one delivery. */
interface Entry {
	/** The delivery is a repetition if the store contains one of these. */
	texts: readonly string[];
	/** In queue mode: shows that this execution recorded them itself before it started over. */
	ownerToken?: string;
	/** Recorded afterwards, and only for a first delivery: repetitions must not extend the time. */
	followUp: readonly string[];
}

/** Texts in one write, so that its SQL statement stays small. A batch is never divided. */
const MAX_TEXTS = 500;
/** The first write of a node throws if two processes make it at the same time. The second attempt finds the row. */
const MAX_WRITE_ATTEMPTS = 3;
/** How often a text is written again until it is found, if several processes write. */
const MAX_CHECKS = 4;
const MIN_PAUSE_MS = 40;
/** Longer than a write with its checks. Two copies may both find nothing, so each copy waits longer than the last. */
const YIELD_MS = 2_000;
const MAX_YIELDS = 10;
/** How many of its latest texts a process adds again with each write in queue mode. */
const MAX_RECENT = 200;

/** Records deliveries in n8n's store, which has one list for each node. */
export class DedupeStore {
	#lists = new Map<string, NodeList>();

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that seems to be the first checks again
	 * later, and yields if the original has been recorded. The original never waits for a copy: if its worker dies, a
	 * copy runs.
	 *
	 * @param scope - the node whose list it is
	 * @returns for each delivery, whether it is the first
	 * @throws if the store cannot be written
	 */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<boolean[]> {
		const { executionId, copy, original } = claim;
		const list = this.#lists.get(scope) ?? new NodeList();
		this.#lists.set(scope, list);
		const areFirst = await list.record(entriesOf(claim), write);
		if (!areFirst.includes(true) || !executionId || !copy || !original) return areFirst;
		await sleep(YIELD_MS * Math.min(copy, MAX_YIELDS));
		// This records the copy as well, so that the next copy yields to it.
		const mark = markOf(original, claim);
		const entry = { texts: [mark], ownerToken: `${mark}#${executionId}`, followUp: [] };
		const [runs] = await list.record([entry], write).catch(() => [true]);
		return areFirst.map((isFirst) => isFirst && runs === true);
	}
}

function entriesOf(claim: DedupeClaim): Entry[] {
	const { deliveries, receivedAt, executionId, original, copy } = claim;
	const marks = executionId && original && !copy ? [markOf(original, claim)] : [];
	return deliveries.map((keys) => {
		const windows = keys.map((key) => windowsOf(key, receivedAt));
		const texts = windows.map(({ now }) => now);
		const followUp = [...windows.flatMap(({ next }) => next), ...marks];
		return { texts, ownerToken: executionId && `${texts[0]}#${executionId}`, followUp };
	});
}

const markOf = (key: DeliveryKey, { receivedAt }: DedupeClaim) =>
	`${windowsOf(key, receivedAt).now}#original`;

/**
 * The texts for a key. A limited time is divided into windows of half its length, and a delivery is recorded in the
 * current and the next one. So it counts for half of the time at least, and never for longer than the time: dropping
 * an event is worse than running a copy.
 */
function windowsOf({ key, countsForMs }: DeliveryKey, receivedAt: number) {
	if (countsForMs === undefined) return { now: key, next: [] };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { now: `${key}@${window}`, next: [`${key}@${window + 1}`] };
}

/**
 * The list of one node, with one write at a time: n8n's store reads the list and writes all of it back, so two writes at
 * once would lose one of them, or take two copies of a delivery for new. What arrives during a write shares the next
 * one, so a burst or a batch costs one write.
 *
 * In queue mode, another worker may overwrite the list with one that lacks this worker's texts. So they are written again
 * until they are found, with pauses, and the latest ones with each later write.
 */
class NodeList {
	#waiting: Array<{
		texts: readonly string[];
		resolve: (known: ReadonlySet<string>) => void;
		reject: (error: unknown) => void;
	}> = [];
	#isWriting = false;
	#pausesUntil = 0;
	#recent = new BoundedMap<true>(MAX_RECENT);
	/** Of the latest execution, as those before may have ended. */
	#write!: Write;
	#isQueueMode = false;

	async record(entries: readonly Entry[], write: Write): Promise<boolean[]> {
		this.#write = write;
		this.#isQueueMode = entries.some(({ ownerToken }) => ownerToken);
		const areFirst = this.#judge(entries, await this.#add(entries.flatMap(ownTexts)));
		const first = entries.filter((_, index) => areFirst[index]);
		const own = first.flatMap(ownTexts);
		const followUp = first.flatMap((entry) => entry.followUp);
		for (const text of [...own, ...followUp]) this.#recent.set(text, true);
		void this.#addUntilFound(followUp, this.#isQueueMode ? MAX_CHECKS : 1);
		// If this worker died before its texts are found, nobody would add them again, and a repetition would run.
		if (this.#isQueueMode) await this.#addUntilFound(own, MAX_CHECKS);
		return areFirst;
	}

	#judge(entries: readonly Entry[], known: ReadonlySet<string>): boolean[] {
		const isKnown = (text: string) => known.has(text) || this.#recent.has(text);
		const inBatch = new Set<string>();
		return entries.map(({ texts, ownerToken }) => {
			const isOwn = ownerToken !== undefined && isKnown(ownerToken);
			const isRepeated = texts.some((text) => inBatch.has(text) || (isKnown(text) && !isOwn));
			for (const text of texts) inBatch.add(text);
			return !isRepeated;
		});
	}

	async #addUntilFound(texts: readonly string[], maxWrites: number): Promise<void> {
		for (let written = 0; written < maxWrites && texts.length > 0; written++) {
			const found = await this.#add(texts).catch(() => new Set());
			if (texts.every((text) => found.has(text))) return;
		}
	}

	/** Returns those of the texts that were there before. */
	async #add(texts: readonly string[]): Promise<ReadonlySet<string>> {
		return await new Promise((resolve, reject) => {
			this.#waiting.push({ texts, resolve, reject });
			if (!this.#isWriting) void this.#writeAll();
		});
	}

	async #writeAll(): Promise<void> {
		this.#isWriting = true;
		while (this.#waiting.length > 0) {
			const pauseMs = this.#pausesUntil - performance.now();
			if (pauseMs > 0) await sleep(pauseMs);
			const startedAt = performance.now();
			await this.#writeNext();
			if (!this.#isQueueMode) continue;
			// Another worker's write takes about as long, and may undo this one. Random, so that workers do not stay in step.
			const minMs = Math.max(MIN_PAUSE_MS, performance.now() - startedAt);
			this.#pausesUntil = performance.now() + minMs * (1 + Math.random());
		}
		this.#isWriting = false;
	}

	async #writeNext(): Promise<void> {
		const requests = this.#waiting.splice(0, 1);
		const texts = new Set(requests[0]?.texts);
		for (let next = this.#waiting[0]; next && texts.size < MAX_TEXTS; next = this.#waiting[0]) {
			for (const text of next.texts) texts.add(text);
			requests.push(...this.#waiting.splice(0, 1));
		}
		if (this.#isQueueMode) for (const text of this.#recent.keys()) texts.add(text);
		let failure: unknown;
		for (let attempt = 1; attempt <= MAX_WRITE_ATTEMPTS; attempt++) {
			try {
				const stored = await this.#write([...texts]);
				// n8n's store can record and then throw, so a text may come from an earlier attempt. Without the token of the
				// execution it proves nothing, and running a copy is better than losing an event.
				const known = new Set(attempt === 1 || this.#isQueueMode ? stored : []);
				for (const request of requests) {
					request.resolve(new Set(request.texts.filter((text) => known.has(text))));
					// The store returns all copies within one write as new.
					for (const text of request.texts) known.add(text);
				}
				return;
			} catch (error) {
				failure = error;
			}
		}
		for (const { reject } of requests) reject(failure);
	}
}

const ownTexts = ({ texts, ownerToken }: Entry) => (ownerToken ? [...texts, ownerToken] : texts);

export const dedupeStore = new DedupeStore();
