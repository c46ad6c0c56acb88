import { sleep } from '../../client/clock';

import { BoundedMap } from '../boundedMap';
import type { DeliveryIdentity } from './key';

/** Records texts in n8n's store, and answers which of them were there before. The store knows no time and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

export type Finding = 'first' | 'repeated' | { unknown: unknown };

export interface DedupeClaim {
	identity: DeliveryIdentity;
	/** Milliseconds since 1970. */
	receivedAt: number;
	/** Only where an execution may start over: where its worker died. */
	executionId?: string;
}

interface DedupeEntries {
	/** The delivery is a repetition if the store has this one. */
	decides: string;
	/** Tells that this very execution recorded `decides` before. */
	sameRun?: string;
	/** Recorded afterwards, and only for a first delivery: repetitions must not make the time longer. */
	later?: string;
}

/**
 * One entry for a delivery that is recognized for good. A limited time is two windows, each of half that time: this one
 * and the next. The time is never longer, as to drop an event is worse than to run a copy.
 */
function dedupeEntries({ identity, receivedAt, executionId }: DedupeClaim): DedupeEntries {
	const { key, countsForMs } = identity;
	const sameRun = executionId && `${key}#${executionId}`;
	if (countsForMs === undefined) return { decides: key, sameRun };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { decides: `${key}@${window}`, sameRun, later: `${key}@${window + 1}` };
}

interface Waiting extends DedupeEntries {
	write: Write;
	resolve: (finding: Finding) => void;
}

/** So that one statement stays small, however many executions wait. */
const MOST_AT_ONCE = 200;
/** The first write of a node throws where two processes make it at the same time; the second finds the row. */
const TRIES = 3;
/** Checks of what was written, where several processes write, and the time between two of them. */
const CHECKS = 4;
const CHECK_AFTER_MS = 40;

/** How many of its last entries a process adds again with each write. */
const MOST_RECENT = 200;

/**
 * Records deliveries, one write at a time for each node. n8n's store reads a list, adds to it and writes it back, all of
 * it each time: two writes at once would lose one of the two, or take two copies of a delivery for new. Whoever comes
 * during a write waits for the next, which takes all of them along, and with them what is left to do for those before.
 * So a burst costs one write for a batch.
 */
export class DedupeStore {
	#waiting = new Map<string, Waiting[]>();
	/** Another worker may overwrite an entry long after it was checked: what this one has recorded goes along again. */
	#recent = new Map<string, BoundedMap<true>>();

	/** `scope` is the node whose list it is. */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding> {
		return await new Promise<Finding>((resolve) => {
			const waiting: Waiting = { ...dedupeEntries(claim), write, resolve };
			const line = this.#waiting.get(scope);
			if (line) {
				line.push(waiting);
				return;
			}
			this.#waiting.set(scope, [waiting]);
			void this.#work(scope);
		});
	}

	async #work(scope: string): Promise<void> {
		const line = this.#waiting.get(scope) ?? [];
		const pending: Pending = new Map();
		const recent = this.#recent.get(scope) ?? new BoundedMap<true>(MOST_RECENT);
		this.#recent.set(scope, recent);
		let [last] = line;
		while (last && line.length + pending.size > 0) {
			const batch = line.splice(0, MOST_AT_ONCE);
			last = batch[0] ?? last;
			await recordBatch(batch, { pending, recent }, last.write);
			// The times differ, so that workers do not keep step.
			if (last.sameRun && pending.size > 0) await sleep(CHECK_AFTER_MS * (1 + Math.random()));
		}
		this.#waiting.delete(scope);
	}
}

/**
 * What earlier batches have left to write or to check. In queue mode several workers write, and one may have written
 * back a list that lacks what another has added meanwhile: to ask again is to add it again, until it is found. Until
 * then the delivery waits: if this worker died, nobody would add it again, and a repetition would run.
 */
type Pending = Map<string, { writes: number; settle?: () => void }>;

/** What this process has recorded for a node, and adds again. */
interface Recorded {
	pending: Pending;
	recent: BoundedMap<true>;
}

async function recordBatch(
	batch: readonly Waiting[],
	{ pending, recent }: Recorded,
	write: Write,
): Promise<void> {
	const own = batch.flatMap(({ decides, sameRun }) => (sameRun ? [decides, sameRun] : [decides]));
	let known: ReadonlySet<string> | undefined;
	let thrown: unknown;
	for (let attempt = 1; attempt <= TRIES && !known; attempt++) {
		try {
			known = await write([...new Set([...recent.keys(), ...own, ...pending.keys()])]);
		} catch (error) {
			thrown = error;
		}
	}
	const findings = known
		? judge(batch, known, { pending, recent }, thrown !== undefined)
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
			for (const text of [decides, sameRun]) recent.set(text, true);
			const before = pending.get(sameRun);
			const settle = () => {
				before?.settle?.();
				resolve(finding);
			};
			pending.set(decides, { writes: CHECKS });
			pending.set(sameRun, { writes: CHECKS, settle });
		}
		if (later && finding === 'first') pending.set(later, { writes: sameRun ? CHECKS : 1 });
	});
}

/**
 * @param mayBeOwn - whether an attempt before has thrown. n8n's store can record and then throw, so an entry may come
 *   from that attempt: without a token of the execution it proves nothing, and a copy is better than a lost event.
 */
function judge(
	batch: readonly Waiting[],
	known: ReadonlySet<string>,
	{ pending, recent }: Recorded,
	mayBeOwn: boolean,
): Finding[] {
	const isThere = (text: string) =>
		known.has(text) || pending.has(text) || recent.get(text) === true;
	// The store calls all copies within one write new.
	const taken = new Set<string>();
	return batch.map(({ decides, sameRun }) => {
		const isOwn = sameRun ? isThere(sameRun) : mayBeOwn && !pending.has(decides);
		if (taken.has(decides) || (isThere(decides) && !isOwn)) return 'repeated';
		taken.add(decides);
		return 'first';
	});
}

/** One for a process. */
export const dedupeStore = new DedupeStore();
