import { sleep } from '../../client/clock';
import type { DedupeClaim, DeliveryKey } from './key';

/** n8n's store, which has no times and no order. */
export interface EntryStore {
	/** Returns the texts that it contained before. */
	add: (texts: string[]) => Promise<ReadonlySet<string>>;
	remove: (texts: string[]) => Promise<void>;
}

/** How often a text is written again until it is found, if several processes write. */
const MAX_CHECKS = 4;
const MIN_PAUSE_MS = 40;
/** Longer than a write with its checks. Two copies may both find nothing, so each copy waits longer than the last. */
const YIELD_MS = 2_000;
const MAX_YIELDS = 10;
/** How many of its latest texts a process adds again with each write in queue mode. */
const MAX_OWN = 200;

/** What is recorded of each part. */
function entriesFor(claim: DedupeClaim) {
	const { parts, receivedAt, executionId, originalKey, copyNumber } = claim;
	const isOriginal = executionId && originalKey && !copyNumber;
	const running = isOriginal ? [runningText(originalKey, receivedAt)] : [];
	return parts.map((keys) => {
		const windows = keys.map((key) => windowsOf(key, receivedAt));
		const followUp = [...windows.flatMap(({ next }) => next), ...running];
		const current = windows.map(({ now }) => now);
		return storeEntry(current, executionId, followUp);
	});
}

/**
 * What is recorded of one part. `ownerToken` shows that this execution recorded it before it started over.
 * @param followUp - recorded afterwards, and only of an original: copies must not extend the time
 */
function storeEntry(texts: string[], executionId?: string, followUp: string[] = []) {
	const ownerToken = executionId && texts[0] && `${texts[0]}#${executionId}`;
	return { texts: ownerToken ? [...texts, ownerToken] : texts, ownerToken, followUp };
}

/** Of a copy, only a key that counts forever stays: it is signed, so nobody can make up others. */
const stays = (text: string) => !/[@#]/.test(text);

/** Says that the original runs. */
const runningText = (key: DeliveryKey, receivedAt: number) =>
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

/** Whether each part is an original. Two events of a batch may be the same. */
function originalsAmong(
	entries: ReturnType<typeof entriesFor>,
	isKnown: (text: string) => boolean,
): boolean[] {
	const inBatch = new Set<string>();
	return entries.map(({ texts, ownerToken }) => {
		const isOwn = Boolean(ownerToken && isKnown(ownerToken));
		const isCopy = texts.some((text) => inBatch.has(text) || (isKnown(text) && !isOwn));
		for (const text of texts) inBatch.add(text);
		return !isCopy;
	});
}

/**
 * The deliveries of one node in n8n's store.
 *
 * | n8n's store           | In one process                 | In queue mode                                                        |
 * | --------------------- | ------------------------------ | -------------------------------------------------------------------- |
 * | has none of its keys  | original                       | original, after another write has found them; copies also yield      |
 * | has one of its keys   | copy, and its texts go again   | the same, unless this execution recorded it before it started over   |
 * | cannot be written     | the delivery runs (execute.ts) | the same                                                             |
 *
 * One write at a time: n8n's store reads the list and writes all of it back, so two writes at once would lose one of
 * them, or take two copies of a delivery for new. What arrives during a write shares the next one, so a burst or a batch
 * costs one write.
 *
 * In queue mode, another worker may overwrite the list with one that lacks this worker's texts. So they are written again
 * until they are found, with pauses, and the latest ones with each later write.
 */
export class NodeList {
	/** For the next write, which returns for each of them the texts that were there before. */
	#waiting: Array<readonly string[]> = [];
	/** To be removed: someone who sends one delivery again and again must not push out others. */
	#unwanted: string[] = [];
	#next?: Promise<Array<ReadonlySet<string>>>;
	/** Resolves when the next write may begin. */
	#idle = Promise.resolve();
	/** The latest texts of originals of this process. */
	#own = new Set<string>();
	/** Of the latest execution, as those before may have ended. */
	#store!: EntryStore;
	#isQueueMode = false;

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that finds nothing looks again later, and
	 * yields if the original runs. The original never waits for a copy: if its worker dies, a copy runs.
	 * @returns for each part, whether it is an original
	 * @throws if the store cannot be written
	 */
	async record(claim: DedupeClaim, store: EntryStore): Promise<boolean[]> {
		const { executionId, copyNumber, originalKey, receivedAt } = claim;
		this.#store = store;
		const areOriginals = await this.#record(entriesFor(claim));
		if (!areOriginals.includes(true) || !executionId || !copyNumber || !originalKey) {
			return areOriginals;
		}
		await sleep(YIELD_MS * Math.min(copyNumber, MAX_YIELDS));
		// This records the copy as well, so that the next copy yields to it.
		const running = storeEntry([runningText(originalKey, receivedAt)], executionId);
		this.#store = store;
		const [mayRun] = await this.#record([running]).catch(() => [true]);
		return areOriginals.map((isOriginal) => isOriginal && mayRun === true);
	}

	async #record(entries: ReturnType<typeof entriesFor>): Promise<boolean[]> {
		this.#isQueueMode = entries.some(({ ownerToken }) => ownerToken);
		const known = await this.#add(entries.flatMap(({ texts }) => texts));
		const results = originalsAmong(entries, (text) => known.has(text) || this.#own.has(text));
		const originals = entries.filter((_, index) => results[index]);
		const own = originals.flatMap(({ texts }) => texts);
		const followUp = originals.flatMap((entry) => entry.followUp);
		for (const text of [...own, ...followUp]) {
			this.#own.delete(text);
			this.#own.add(text);
		}
		this.#own = new Set([...this.#own].slice(-MAX_OWN));
		const copies = entries.filter((_, index) => !results[index]).flatMap(({ texts }) => texts);
		const kept = new Set(own);
		const isUnwanted = (text: string) => !known.has(text) && !kept.has(text) && !stays(text);
		void this.#remove(copies.filter(isUnwanted));
		void this.#addUntilFound(followUp);
		// If this worker died before its texts are found, nobody would add them again, and a copy would run.
		if (this.#isQueueMode) await this.#addUntilFound(own);
		return results;
	}

	async #addUntilFound(texts: readonly string[]): Promise<void> {
		const maxWrites = this.#isQueueMode ? MAX_CHECKS : 1;
		for (let written = 0; written < maxWrites && texts.length > 0; written++) {
			const found = await this.#add(texts).catch(() => new Set());
			if (texts.every((text) => found.has(text))) return;
		}
	}

	/** Returns those of the texts that were there before. */
	async #add(texts: readonly string[]): Promise<ReadonlySet<string>> {
		const index = this.#waiting.push(texts) - 1;
		return (await this.#writeNext())[index] ?? new Set();
	}

	async #remove(texts: readonly string[]): Promise<void> {
		this.#unwanted.push(...texts);
		if (texts.length > 0) await this.#writeNext().catch(() => []);
	}

	async #writeNext(): Promise<Array<ReadonlySet<string>>> {
		this.#next ??= this.#idle.then(async () => await this.#writeWaiting());
		return await this.#next;
	}

	async #writeWaiting(): Promise<Array<ReadonlySet<string>>> {
		const requests = this.#waiting.splice(0);
		const unwanted = this.#unwanted.splice(0);
		this.#next = undefined;
		const again = this.#isQueueMode && requests.length > 0 ? [...this.#own] : [];
		const texts = [...new Set([...requests.flat(), ...again])];
		const writing = this.#writeTexts(texts, unwanted);
		this.#idle = this.#pauseAfter(writing);
		const known = new Set(await writing);
		return requests.map((request) => {
			const found = new Set(request.filter((text) => known.has(text)));
			// The store returns all copies within one write as new.
			for (const text of request) known.add(text);
			return found;
		});
	}

	/**
	 * Up to three attempts: the first write of a node throws if two processes make it at the same time, and the next finds
	 * the row. n8n's store can also record and then throw, so a text may come from an earlier attempt. Without the token
	 * of the execution it proves nothing, and running a copy is better than losing an event.
	 */
	async #writeTexts(texts: string[], unwanted: string[]): Promise<ReadonlySet<string>> {
		if (unwanted.length > 0) await this.#store.remove(unwanted).catch(() => undefined);
		if (texts.length === 0) return new Set();
		const write = async () => await this.#store.add(texts);
		const rewrite = async () => {
			const stored = await write();
			return this.#isQueueMode ? stored : new Set<string>();
		};
		return await write().catch(rewrite).catch(rewrite);
	}

	/** Another worker's write takes about as long, and may undo this one. Random, so that workers do not stay in step. */
	async #pauseAfter(writing: Promise<unknown>): Promise<void> {
		const startedAt = performance.now();
		await writing.catch(() => undefined);
		const minMs = Math.max(MIN_PAUSE_MS, performance.now() - startedAt);
		if (this.#isQueueMode) await sleep(minMs * (1 + Math.random()));
	}
}

const lists = new Map<string, NodeList>();

export function listOf(node: string): NodeList {
	const list = lists.get(node) ?? new NodeList();
	lists.set(node, list);
	return list;
}
