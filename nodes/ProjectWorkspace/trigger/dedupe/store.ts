import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** Adds texts to n8n's store, and returns those that it contained before. The store has no times and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

type Finding = 'first' | 'repeated' | { unknown: unknown };

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

/** One delivery that waits for a write. */
interface Entry {
	/** The delivery is a repetition if the store contains one of these. */
	texts: readonly string[];
	/** In queue mode: shows that this execution recorded them itself before it started over. */
	ownerToken?: string;
	/** Recorded afterwards, and only for a first delivery: repetitions must not extend the time. */
	followUp: readonly string[];
	resolve: (finding: Finding) => void;
}

/** Deliveries in one write, so that its SQL statement stays small. A batch is never divided. */
const MAX_DELIVERIES = 200;
/** The first write of a node throws if two processes make it at the same time. The second attempt finds the row. */
const MAX_WRITE_ATTEMPTS = 3;
/** How often a text is written again until it is found, if several processes write. */
const MAX_CHECKS = 4;
const MIN_CHECK_DELAY_MS = 40;
/** Longer than a write with its checks. Two copies may both find nothing, so each copy waits longer than the last. */
const YIELD_MS = 2_000;
const MAX_YIELDS = 10;
/** How many of its latest texts a process adds again with each write. */
const MAX_RECENT = 200;

/**
 * THE TABLE OF WHAT FOLLOWS A WRITE: how often the delivery's own texts and its follow-up are written again, and
 * whether its execution waits until they are found.
 *
 * In queue mode, a worker may overwrite the list with one that lacks another worker's texts. So a first delivery waits:
 * if this worker died, its texts would not be added again, and a repetition would run.
 */
const NEXT_STEPS = {
	process: {
		first: { own: 0, followUp: 1, waits: false },
		repeated: { own: 0, followUp: 0, waits: false },
		unknown: { own: 0, followUp: 0, waits: false },
	},
	queue: {
		first: { own: MAX_CHECKS, followUp: MAX_CHECKS, waits: true },
		repeated: { own: 0, followUp: 0, waits: false },
		unknown: { own: MAX_CHECKS, followUp: 0, waits: false },
	},
};

/** Records deliveries in n8n's store, which has one list for each node. */
export class DedupeStore {
	#lists = new Map<string, NodeList>();

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that seems to be the first checks again
	 * later, and yields if the original has been recorded. The original never waits for a copy: if its worker dies, a
	 * copy runs.
	 *
	 * @param scope - the node whose list it is
	 */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding[]> {
		const { executionId, copy, original } = claim;
		const list = this.#lists.get(scope) ?? new NodeList();
		this.#lists.set(scope, list);
		const findings = await list.add(entriesOf(claim), write);
		if (!findings.includes('first') || !executionId || !copy || !original) return findings;
		await sleep(YIELD_MS * Math.min(copy, MAX_YIELDS));
		// This records the copy as well, so that the next copy yields to it.
		const mark = markOf(original, claim);
		const entry = { texts: [mark], ownerToken: `${mark}#${executionId}`, followUp: [] };
		const [runsElsewhere] = await list.add([entry], write);
		const yields = (finding: Finding) => finding === 'first' && runsElsewhere === 'repeated';
		return findings.map((finding) => (yields(finding) ? 'repeated' : finding));
	}
}

function entriesOf(claim: DedupeClaim) {
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
 * once would lose one of them, or take two copies of a delivery for new. Deliveries that arrive during a write share the
 * next one, so a burst or a batch costs one write.
 */
class NodeList {
	/** By execution. */
	#waiting: Entry[][] = [];
	#isWriting = false;
	/** How often each text is still written, unless it is found before. */
	#pending = new Map<string, number>();
	/** Executions that wait until their token is found. */
	#unconfirmed: Array<{ token: string; resolve: () => void }> = [];
	/** Another worker may overwrite a text long after it was found, so these are written again each time. */
	#recent = new BoundedMap<true>(MAX_RECENT);
	/** Of the latest execution, as those before may have ended. */
	#write!: Write;

	async add(entries: ReadonlyArray<Omit<Entry, 'resolve'>>, write: Write): Promise<Finding[]> {
		this.#write = write;
		const waiting: Entry[] = [];
		const findings = entries.map(
			async (entry) => await new Promise<Finding>((resolve) => waiting.push({ ...entry, resolve })),
		);
		this.#waiting.push(waiting);
		if (!this.#isWriting) void this.#writeAll();
		return await Promise.all(findings);
	}

	async #writeAll(): Promise<void> {
		let isQueueMode = false;
		this.#isWriting = true;
		while (this.#waiting.length + this.#pending.size > 0) {
			const batch: Entry[] = [];
			while (this.#waiting.length > 0 && batch.length < MAX_DELIVERIES) {
				batch.push(...(this.#waiting.shift() ?? []));
			}
			if (batch.length > 0) isQueueMode = batch.some(({ ownerToken }) => ownerToken);
			const startedAt = performance.now();
			await this.#writeBatch(batch);
			// Another worker's write takes about as long, and may undo this one. Random, so that workers do not stay in step.
			const delayMs = Math.max(MIN_CHECK_DELAY_MS, performance.now() - startedAt);
			if (isQueueMode && this.#pending.size > 0) await sleep(delayMs * (1 + Math.random()));
		}
		this.#isWriting = false;
	}

	/** Writes, judges the batch, settles the texts that were pending before, and plans the next writes. */
	async #writeBatch(batch: readonly Entry[]): Promise<void> {
		const all = [...this.#recent.keys(), ...batch.flatMap(ownTexts), ...this.#pending.keys()];
		let known: ReadonlySet<string> | undefined;
		let error: unknown;
		for (let attempt = 1; attempt <= MAX_WRITE_ATTEMPTS && !known; attempt++) {
			try {
				known = await this.#write([...new Set(all)]);
			} catch (thrown) {
				error = thrown;
			}
		}
		const findings = known && this.#judge(batch, known, error !== undefined);
		this.#settlePending(known);
		for (const [index, entry] of batch.entries()) {
			this.#planNext(entry, findings ? (findings[index] ?? 'first') : { unknown: error });
		}
	}

	/**
	 * @param hasThrown - n8n's store can record and then throw, so a text may come from an earlier attempt. Without the
	 *   token of the execution it proves nothing, and running a copy is better than losing an event.
	 */
	#judge(
		batch: readonly Entry[],
		known: ReadonlySet<string>,
		hasThrown: boolean,
	): Array<'first' | 'repeated'> {
		const isKnown = (text: string) =>
			known.has(text) || this.#pending.has(text) || this.#recent.has(text);
		// The store returns all copies within one write as new.
		const inBatch = new Set<string>();
		return batch.map(({ texts, ownerToken }) => {
			const isOwn = ownerToken
				? isKnown(ownerToken)
				: hasThrown && !texts.some((text) => this.#pending.has(text));
			const isRepeated = texts.some((text) => inBatch.has(text)) || (texts.some(isKnown) && !isOwn);
			for (const text of texts) inBatch.add(text);
			return isRepeated ? 'repeated' : 'first';
		});
	}

	#settlePending(known: ReadonlySet<string> | undefined): void {
		for (const [text, writes] of this.#pending) {
			if (known?.has(text) || writes === 1) this.#pending.delete(text);
			else this.#pending.set(text, writes - 1);
		}
		const isPending = ({ token }: { token: string }) => this.#pending.has(token);
		const confirmed = this.#unconfirmed.filter((each) => !isPending(each));
		this.#unconfirmed = this.#unconfirmed.filter(isPending);
		for (const { resolve } of confirmed) resolve();
	}

	#planNext(entry: Entry, finding: Finding): void {
		const { ownerToken, followUp, resolve } = entry;
		const steps = NEXT_STEPS[ownerToken ? 'queue' : 'process'];
		const next = steps[typeof finding === 'object' ? 'unknown' : finding];
		for (const text of next.own > 0 ? ownTexts(entry) : []) {
			this.#recent.set(text, true);
			this.#pending.set(text, next.own);
		}
		for (const text of next.followUp > 0 ? followUp : []) this.#pending.set(text, next.followUp);
		if (next.waits && ownerToken) {
			this.#unconfirmed.push({ token: ownerToken, resolve: () => resolve(finding) });
		} else resolve(finding);
	}
}

const ownTexts = ({ texts, ownerToken }: Entry) => (ownerToken ? [...texts, ownerToken] : texts);

export const dedupeStore = new DedupeStore();
