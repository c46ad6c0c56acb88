import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** Records texts in n8n's store, and returns those that were there before. The store knows no time and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

type Finding = 'first' | 'repeated' | { unknown: unknown };

/** What is asked for one delivery. */
interface Entry {
	/** The delivery is a repetition if the store has one of these. */
	key: readonly string[];
	/** In queue mode: tells that this very execution has recorded them before, as it may start over. */
	ownerToken?: string;
	/** Recorded afterwards, and only for a first delivery, so that a repetition does not make the time longer. */
	followUp: readonly string[];
}

/** The deliveries of one execution: one, or the entries of a batch. */
export interface DedupeClaim {
	deliveries: ReadonlyArray<readonly DeliveryKey[]>;
	receivedAt: number;
	/** In queue mode, where several workers record, and an execution may start over when its worker has died. */
	executionId?: string;
	/** A key of the original, by which it records that it runs. Its copies look for that. */
	original?: DeliveryKey;
	/** How many copies the receiving process had accepted before: 0 is the original. */
	copy?: number;
}

/** Deliveries in one write, so that its statement stays small. A batch is never divided. */
const MAX_DELIVERIES = 200;
/** The first write of a node throws where two processes make it at the same time; the second finds the row. */
const WRITE_ATTEMPTS = 3;
/** How often a text is written again until it is found, where several processes write. */
const CHECKS = 4;
const MIN_CHECK_DELAY_MS = 40;
/** Longer than a write and its checks. Two copies that ask at once may both find nothing, so each waits longer. */
const YIELD_MS = 2_000;
const MAX_YIELDS = 10;
/** How many of its last texts a process adds again with each write. */
const MAX_RECENT = 200;

/**
 * THE TABLE OF WHAT FOLLOWS A WRITE: how often the delivery's own texts and its follow-up are written again, and
 * whether its execution must wait until they are found.
 *
 * In queue mode, a worker may write back a list that lacks what another has added meanwhile. A first delivery waits
 * there: if this worker died, nobody would add it again, and a repetition would run.
 */
const NEXT_STEPS = {
	process: {
		first: { own: 0, followUp: 1, waits: false },
		repeated: { own: 0, followUp: 0, waits: false },
		unknown: { own: 0, followUp: 0, waits: false },
	},
	queue: {
		first: { own: CHECKS, followUp: CHECKS, waits: true },
		repeated: { own: 0, followUp: 0, waits: false },
		unknown: { own: CHECKS, followUp: 0, waits: false },
	},
};

interface Waiting extends Entry {
	resolve: (finding: Finding) => void;
}

/** What one process knows of a node's list. */
interface NodeList {
	/** By executions. */
	waiting: Waiting[][];
	write: Write;
	isWriting: boolean;
	/** How often each text is still written, unless it is found before. */
	pending: Map<string, number>;
	/** Executions that wait until their token is found. */
	unconfirmed: Array<{ token: string; resolve: () => void }>;
	/** Another worker may overwrite a text long after it was found, so it is written again each time. */
	recent: BoundedMap<true>;
}

/**
 * Records deliveries, one write at a time for each node: n8n's store reads a list and writes all of it back, so two
 * writes at once would lose one of them, or take two copies of a delivery for new. Whoever comes during a write waits
 * for the next, which takes all of them along. So a burst, or a batch, costs one write.
 */
export class DedupeStore {
	#lists = new Map<string, NodeList>();

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that seems to be the first looks again a
	 * little later, and yields if the original has been recorded. The original never waits for a copy: if it died
	 * before, a copy runs.
	 *
	 * @param scope - the node whose list it is
	 */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding[]> {
		const { executionId, copy, original } = claim;
		const findings = await this.#ask(scope, entriesOf(claim), write);
		const mayRun = findings.includes('first');
		if (!mayRun || !executionId || !copy || original === undefined) return findings;
		await sleep(YIELD_MS * Math.min(copy, MAX_YIELDS));
		// This records the copy as well, so that the next copy yields to it.
		const text = textOfOriginal(original, claim);
		const turn = { key: [text], ownerToken: `${text}#${executionId}`, followUp: [] };
		const [isTaken] = await this.#ask(scope, [turn], write);
		const yields = (finding: Finding) => finding === 'first' && isTaken === 'repeated';
		return findings.map((finding) => (yields(finding) ? 'repeated' : finding));
	}

	async #ask(scope: string, entries: readonly Entry[], write: Write): Promise<Finding[]> {
		const list = this.#lists.get(scope) ?? newList(write);
		this.#lists.set(scope, list);
		const waiting: Waiting[] = [];
		const findings = entries.map(
			async (entry) => await new Promise<Finding>((resolve) => waiting.push({ ...entry, resolve })),
		);
		list.waiting.push(waiting);
		list.write = write;
		if (!list.isWriting) void writeAll(list);
		return await Promise.all(findings);
	}
}

const newList = (write: Write): NodeList => ({
	...{ waiting: [], write, isWriting: false, pending: new Map(), unconfirmed: [] },
	recent: new BoundedMap(MAX_RECENT),
});

function entriesOf(claim: DedupeClaim): Entry[] {
	const { deliveries, receivedAt, executionId, original, copy } = claim;
	const marks = executionId && original && !copy ? [textOfOriginal(original, claim)] : [];
	return deliveries.map((keys) => {
		const texts = keys.map((key) => textsFor(key, receivedAt));
		const key = texts.map(({ now }) => now);
		const followUp = [...texts.flatMap(({ next }) => next), ...marks];
		return { key, ownerToken: executionId && `${key[0]}#${executionId}`, followUp };
	});
}

const textOfOriginal = (key: DeliveryKey, { receivedAt }: DedupeClaim) =>
	`${textsFor(key, receivedAt).now}#original`;

/**
 * What is recorded for a key. A limited time is two windows of half that time, this one and the next. It is never
 * longer, as to drop an event is worse than to run a copy.
 */
function textsFor({ key, countsForMs }: DeliveryKey, receivedAt: number) {
	if (countsForMs === undefined) return { now: key, next: [] };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { now: `${key}@${window}`, next: [`${key}@${window + 1}`] };
}

async function writeAll(list: NodeList): Promise<void> {
	const { waiting, pending } = list;
	let isQueueMode = false;
	list.isWriting = true;
	while (waiting.length + pending.size > 0) {
		const batch: Waiting[] = [];
		while (waiting.length > 0 && batch.length < MAX_DELIVERIES) {
			batch.push(...(waiting.shift() ?? []));
		}
		if (batch.length > 0) isQueueMode = batch.some(({ ownerToken }) => ownerToken);
		const begun = performance.now();
		await writeBatch(batch, list);
		// Another worker's write takes about as long, and may undo this one. Random, so that workers do not keep step.
		const delayMs = Math.max(MIN_CHECK_DELAY_MS, performance.now() - begun);
		if (isQueueMode && pending.size > 0) await sleep(delayMs * (1 + Math.random()));
	}
	list.isWriting = false;
}

/** Write, judge what was found, settle what earlier batches have pending, then plan what follows. */
async function writeBatch(batch: Waiting[], list: NodeList): Promise<void> {
	const texts = [...list.recent.keys(), ...batch.flatMap(ownTexts), ...list.pending.keys()];
	let known: ReadonlySet<string> | undefined;
	let thrown: unknown;
	for (let attempt = 1; attempt <= WRITE_ATTEMPTS && !known; attempt++) {
		try {
			known = await list.write([...new Set(texts)]);
		} catch (error) {
			thrown = error;
		}
	}
	const findings = known && judge(batch, known, list, thrown !== undefined);
	settle(list, known);
	for (const [index, entry] of batch.entries()) {
		const finding = findings ? (findings[index] ?? 'first') : { unknown: thrown };
		planNext(entry, finding, list);
	}
}

const ownTexts = ({ key, ownerToken }: Entry) => (ownerToken ? [...key, ownerToken] : key);

/**
 * @param mayBeOwn - whether an attempt before has thrown. n8n's store can record and then throw, so a text may come
 *   from that attempt: without a token of the execution it proves nothing, and a copy is better than a lost event.
 */
function judge(
	batch: readonly Entry[],
	known: ReadonlySet<string>,
	{ pending, recent }: NodeList,
	mayBeOwn: boolean,
): Array<'first' | 'repeated'> {
	const isKnown = (text: string) => known.has(text) || pending.has(text) || recent.has(text);
	// The store calls all copies within one write new.
	const inBatch = new Set<string>();
	return batch.map(({ key, ownerToken }) => {
		const isOwn = ownerToken
			? isKnown(ownerToken)
			: mayBeOwn && !key.some((text) => pending.has(text));
		const isRepeated = key.some((text) => inBatch.has(text)) || (key.some(isKnown) && !isOwn);
		for (const text of key) inBatch.add(text);
		return isRepeated ? 'repeated' : 'first';
	});
}

function settle(list: NodeList, known: ReadonlySet<string> | undefined): void {
	for (const [text, writes] of list.pending) {
		if (known?.has(text) || writes === 1) list.pending.delete(text);
		else list.pending.set(text, writes - 1);
	}
	const isPending = ({ token }: { token: string }) => list.pending.has(token);
	const confirmed = list.unconfirmed.filter((each) => !isPending(each));
	list.unconfirmed = list.unconfirmed.filter(isPending);
	for (const { resolve } of confirmed) resolve();
}

function planNext(
	entry: Waiting,
	finding: Finding,
	{ pending, recent, unconfirmed }: NodeList,
): void {
	const { ownerToken, followUp, resolve } = entry;
	const steps = NEXT_STEPS[ownerToken ? 'queue' : 'process'];
	const next = steps[typeof finding === 'object' ? 'unknown' : finding];
	if (next.own > 0) {
		for (const text of ownTexts(entry)) {
			recent.set(text, true);
			pending.set(text, next.own);
		}
	}
	if (next.followUp > 0) for (const text of followUp) pending.set(text, next.followUp);
	if (next.waits && ownerToken) {
		unconfirmed.push({ token: ownerToken, resolve: () => resolve(finding) });
	} else resolve(finding);
}

export const dedupeStore = new DedupeStore();
