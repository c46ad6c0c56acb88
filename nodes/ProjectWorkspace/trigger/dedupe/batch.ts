import type { BoundedMap } from '../boundedMap';
import type { DeliveryKey } from './key';

/** Records texts in n8n's store, and answers which of them were there before. The store knows no time and no order. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

export type Finding = 'first' | 'repeated' | { unknown: unknown };

export interface Waiting {
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

/**
 * What is recorded for a key. A limited time is two windows, each of half that time: this one and the next. The time is
 * never longer, as to drop an event is worse than to run a copy.
 */
export function entriesFor({ key, countsForMs }: DeliveryKey, receivedAt: number) {
	if (countsForMs === undefined) return { now: key, next: [] };
	const window = Math.floor(receivedAt / (countsForMs / 2));
	return { now: `${key}@${window}`, next: [`${key}@${window + 1}`] };
}

/** The first write of a node throws where two processes make it at the same time; the second finds the row. */
const TRIES = 3;
/** How often it is checked what was written, where several processes write. */
const CHECKS = 4;

/**
 * What earlier batches have left to write or to check. In queue mode several workers write, and one may have written
 * back a list that lacks what another has added meanwhile: to ask again is to add it again, until it is found. Until
 * then the delivery waits: if this worker died, nobody would add it again, and a repetition would run.
 */
export type Pending = Map<string, { writes: number; settle?: () => void }>;

/** What this process has recorded for a node, and adds again. */
export interface Recorded {
	pending: Pending;
	recent: BoundedMap<true>;
}

/** One write for all of them. */
export async function recordBatch(
	batch: readonly Waiting[],
	{ pending, recent }: Recorded,
	write: Write,
): Promise<void> {
	const own = batch.flatMap(({ decides, sameRun }) => [...decides, ...(sameRun ? [sameRun] : [])]);
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
	{ pending, recent }: Recorded,
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
