import { sleep } from '../../client/clock';

import type { DeliveryKey } from './key';

/** Records texts in n8n's store, and answers which of them were there before. The store knows no time and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

export type Finding = 'first' | 'repeated' | { unknown: unknown };

export interface DedupeClaim {
	identity: Pick<DeliveryKey, 'key' | 'countsForMs'>;
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
	later: string[];
}

/**
 * One entry for a delivery that is recognized for good. A limited time is two windows, each of half that time: this one
 * and the next. The time is never longer, as to drop an event is worse than to run a copy.
 */
function dedupeEntries({ identity, receivedAt, executionId }: DedupeClaim): DedupeEntries {
	const { key, countsForMs } = identity;
	const sameRun = executionId === undefined ? undefined : `${key}#${executionId}`;
	if (countsForMs === undefined) return { decides: key, sameRun, later: [] };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { decides: `${key}@${window}`, sameRun, later: [`${key}@${window + 1}`] };
}

interface Waiting {
	entries: DedupeEntries;
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

/**
 * Records deliveries, one write at a time for each node. n8n's store reads a list, adds to it and writes it back: two
 * writes at once would lose one of the two, or take two copies of a delivery for new. Whoever comes during a write
 * waits for the next, which takes all of them along. That also bounds the cost in a burst.
 */
export class DedupeStore {
	#waiting = new Map<string, Waiting[]>();

	/** `scope` is the node whose list it is. */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding> {
		return await new Promise<Finding>((resolve) => {
			const waiting: Waiting = { entries: dedupeEntries(claim), write, resolve };
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
		for (;;) {
			const batch = this.#waiting.get(scope)?.splice(0, MOST_AT_ONCE) ?? [];
			if (batch.length === 0) {
				this.#waiting.delete(scope);
				return;
			}
			const findings = await findAll(batch);
			batch.forEach(({ resolve }, index) => resolve(findings[index] ?? 'first'));
			await finish(batch, findings);
		}
	}
}

const textsOf = (batch: readonly Waiting[]): string[] =>
	batch.flatMap(({ entries: { decides, sameRun } }) =>
		sameRun === undefined ? [decides] : [decides, sameRun],
	);

async function findAll(batch: readonly Waiting[]): Promise<Finding[]> {
	let cause: unknown;
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		try {
			const known = await batch[0]?.write([...new Set(textsOf(batch))]);
			return known ? judge(batch, known, attempt > 1) : [];
		} catch (error) {
			cause = error;
		}
	}
	return batch.map(() => ({ unknown: cause }));
}

/**
 * @param mayBeOwn - whether an attempt before has thrown. n8n's store can record and then throw, so an entry may come
 *   from that attempt: without a token of the execution it proves nothing, and a copy is better than a lost event.
 */
function judge(
	batch: readonly Waiting[],
	known: ReadonlySet<string>,
	mayBeOwn: boolean,
): Finding[] {
	// The store calls all copies within one write new.
	const taken = new Set<string>();
	return batch.map(({ entries: { decides, sameRun } }) => {
		const isOwn = sameRun === undefined ? mayBeOwn : known.has(sameRun);
		if (taken.has(decides) || (known.has(decides) && !isOwn)) return 'repeated';
		taken.add(decides);
		return 'first';
	});
}

/**
 * Writes what comes later. In queue mode several workers write, and one may have written back a list that lacks what
 * another has added meanwhile: to ask again is to add it again, until it is found. The times differ, so that workers do
 * not keep step.
 */
async function finish(batch: readonly Waiting[], findings: readonly Finding[]): Promise<void> {
	const shared = textsOf(batch.filter(({ entries }) => entries.sameRun !== undefined));
	const later = batch.flatMap(({ entries }, index) =>
		findings[index] === 'first' ? entries.later : [],
	);
	const texts = [...new Set([...shared, ...later])];
	const checks = shared.length > 0 ? CHECKS : 1;
	for (let check = 1; check <= checks && texts.length > 0; check++) {
		if (shared.length > 0) await sleep(CHECK_AFTER_MS * (1 + Math.random()));
		try {
			const known = await batch[0]?.write(texts);
			if (texts.every((text) => known?.has(text))) return;
		} catch {
			// The deliveries run already; the next check may succeed.
		}
	}
}

/** One for a process. */
export const dedupeStore = new DedupeStore();
