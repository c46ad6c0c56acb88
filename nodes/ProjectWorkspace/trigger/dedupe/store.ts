import { sleep } from '../../client/clock';
import { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** Records texts in n8n's store, and answers which of them were there before. The store knows no time and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

type Finding = 'first' | 'repeated' | { unknown: unknown };

interface Waiting {
	/** The delivery is a repetition if the store has one of these. */
	decides: readonly string[];
	/** Tells that this very execution has recorded them before: in queue mode it may start over. */
	sameRun?: string;
	/**
	 * Recorded afterwards, and only for a first delivery: repetitions must not make the time longer, nor must an original
	 * that comes after its copy tell the copy that it runs.
	 */
	later: readonly string[];
	resolve: (finding: Finding) => void;
}

/** The deliveries of one execution: one, or the entries of a batch. */
export interface DedupeClaim {
	deliveries: ReadonlyArray<readonly DeliveryKey[]>;
	receivedAt: number;
	/** In queue mode, where several workers record, and an execution may start over when its worker has died. */
	executionId?: string;
	/** A key of the original: it says by it that it runs, and its copies ask for that. */
	original?: DeliveryKey;
	/** How many copies the receiving process had accepted before: 0 is the original. */
	copy?: number;
}

/** So that one statement stays small, however many executions wait; a batch is never divided. */
const MOST_AT_ONCE = 200;
/** The least time between two checks of what was written. */
const CHECK_AFTER_MS = 40;

/** Longer than a write and its checks. Each copy waits for itself, as two that ask at once may both hear of nobody. */
const YIELD_AFTER_MS = 2_000;
const MOST_TURNS = 10;

/** How many of its last entries a process adds again with each write. */
const MOST_RECENT = 200;

type Asked = Omit<Waiting, 'resolve'>;

/** What one process knows of a node's list. */
interface Line {
	/** For the next write, by executions. */
	waiting: Waiting[][];
	write: Write;
	isWorking: boolean;
	isQueue: boolean;
	/**
	 * What earlier batches have left to write or to check. In queue mode several workers write, and one may have written
	 * back a list that lacks what another has added meanwhile: to ask again is to add it again, until it is found. Until
	 * then the delivery waits: if this worker died, nobody would add it again, and a repetition would run.
	 */
	pending: Map<string, { writes: number; settle?: () => void }>;
	/** Another worker may overwrite an entry long after it was checked: what this one has recorded goes along again. */
	recent: BoundedMap<true>;
}

/**
 * Records deliveries, one write at a time for each node. n8n's store reads a list, adds to it and writes it back, all of
 * it each time: two writes at once would lose one of the two, or take two copies of a delivery for new. Whoever comes
 * during a write waits for the next, which takes all of them along, and with them what is left to do for those before.
 * So a burst, or a batch, costs one write.
 */
export class DedupeStore {
	#lines = new Map<string, Line>();

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that seems to be the first looks once more,
	 * a little later, whether the original has been recorded, and then leaves the event to it. The original never waits
	 * for a copy: if it died before, a copy runs.
	 *
	 * @param scope - the node whose list it is
	 */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding[]> {
		const { executionId, copy, original } = claim;
		const findings = await this.#ask(scope, entriesOf(claim), write);
		const mayRun = findings.includes('first');
		if (!mayRun || !executionId || !copy || original === undefined) return findings;
		await sleep(YIELD_AFTER_MS * Math.min(copy, MOST_TURNS));
		// To ask is to record: the next copy yields to this one.
		const place = originalOf(original, claim);
		const turns = { decides: [place], sameRun: `${place}#${executionId}`, later: [] };
		const [turn] = await this.#ask(scope, [turns], write);
		const yields = (finding: Finding) => finding === 'first' && turn === 'repeated';
		return findings.map((finding) => (yields(finding) ? 'repeated' : finding));
	}

	async #ask(scope: string, asked: readonly Asked[], write: Write): Promise<Finding[]> {
		const line = this.#lines.get(scope) ?? newLine(write);
		this.#lines.set(scope, line);
		const waiting: Waiting[] = [];
		const findings = asked.map(
			async (each) => await new Promise<Finding>((resolve) => waiting.push({ ...each, resolve })),
		);
		line.waiting.push(waiting);
		line.write = write;
		if (!line.isWorking) void work(line);
		return await Promise.all(findings);
	}
}

const newLine = (write: Write): Line => ({
	...{ waiting: [], write, isWorking: false, isQueue: false },
	...{ pending: new Map(), recent: new BoundedMap(MOST_RECENT) },
});

async function work(line: Line): Promise<void> {
	const { waiting, pending } = line;
	line.isWorking = true;
	while (waiting.length + pending.size > 0) {
		const batch: Waiting[] = [];
		while (waiting.length > 0 && batch.length < MOST_AT_ONCE)
			batch.push(...(waiting.shift() ?? []));
		line.isQueue = batch.length > 0 ? batch.some(({ sameRun }) => sameRun) : line.isQueue;
		const begun = performance.now();
		await recordBatch(batch, line);
		// Another worker's write, which may undo this one, takes about as long. The times differ, so that they do not keep
		// step.
		const atLeast = Math.max(CHECK_AFTER_MS, performance.now() - begun);
		if (line.isQueue && pending.size > 0) await sleep(atLeast * (1 + Math.random()));
	}
	line.isWorking = false;
}

const originalOf = (key: DeliveryKey, { receivedAt }: DedupeClaim) =>
	`${entriesFor(key, receivedAt).now}#original`;

function entriesOf(claim: DedupeClaim): Asked[] {
	const { deliveries, receivedAt, executionId, original, copy } = claim;
	return deliveries.map((keys) => {
		const entries = keys.map((key) => entriesFor(key, receivedAt));
		const decides = entries.map(({ now }) => now);
		const later = entries.flatMap(({ next }) => next);
		return {
			decides,
			sameRun: executionId && `${decides[0]}#${executionId}`,
			later: executionId && original && !copy ? [...later, originalOf(original, claim)] : later,
		};
	});
}

/**
 * What is recorded for a key. A limited time is two windows, each of half that time: this one and the next. The time is
 * never longer, as to drop an event is worse than to run a copy.
 */
function entriesFor({ key, countsForMs }: DeliveryKey, receivedAt: number) {
	if (countsForMs === undefined) return { now: key, next: [] };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { now: `${key}@${window}`, next: [`${key}@${window + 1}`] };
}

/** The first write of a node throws where two processes make it at the same time; the second finds the row. */
const TRIES = 3;
/** How often it is checked what was written, where several processes write. */
const CHECKS = 4;

async function recordBatch(batch: readonly Waiting[], line: Line): Promise<void> {
	const { pending, recent } = line;
	const own = batch.flatMap(({ decides, sameRun }) => [...decides, ...(sameRun ? [sameRun] : [])]);
	let known: ReadonlySet<string> | undefined;
	let thrown: unknown;
	for (let attempt = 1; attempt <= TRIES && !known; attempt++) {
		try {
			known = await line.write([...new Set([...recent.keys(), ...own, ...pending.keys()])]);
		} catch (error) {
			thrown = error;
		}
	}
	const findings = known
		? judge(batch, known, line, thrown !== undefined)
		: batch.map(() => ({ unknown: thrown }));
	for (const [text, { writes, settle }] of pending) {
		if (known?.has(text) || writes === 1) {
			pending.delete(text);
			settle?.();
		} else pending.set(text, { writes: writes - 1, settle });
	}
	batch.forEach(({ decides, sameRun, later, resolve }, index) => {
		const finding = findings[index] ?? 'first';
		if (!sameRun || finding !== 'first') resolve(finding);
		if (sameRun && finding !== 'repeated') {
			const before = pending.get(sameRun);
			const settle = () => {
				before?.settle?.();
				resolve(finding);
			};
			for (const text of [...decides, sameRun]) {
				recent.set(text, true);
				pending.set(text, { writes: CHECKS, settle: text === sameRun ? settle : undefined });
			}
		}
		if (finding === 'first') {
			for (const text of later) pending.set(text, { writes: sameRun ? CHECKS : 1 });
		}
	});
}

/**
 * @param mayBeOwn - whether an attempt before has thrown. n8n's store can record and then throw, so an entry may come
 *   from that attempt: without a token of the execution it proves nothing, and a copy is better than a lost event.
 */
function judge(
	batch: readonly Waiting[],
	known: ReadonlySet<string>,
	{ pending, recent }: Line,
	mayBeOwn: boolean,
): Finding[] {
	const isThere = (text: string) =>
		known.has(text) || pending.has(text) || recent.get(text) === true;
	// The store calls all copies within one write new.
	const taken = new Set<string>();
	return batch.map(({ decides, sameRun }) => {
		const isOwn = sameRun
			? isThere(sameRun)
			: mayBeOwn && !decides.some((text) => pending.has(text));
		const isRepeated = decides.some((text) => taken.has(text)) || (decides.some(isThere) && !isOwn);
		for (const text of decides) taken.add(text);
		return isRepeated ? 'repeated' : 'first';
	});
}

export const dedupeStore = new DedupeStore();
