import { sleep } from 'n8n-workflow';

import type { DedupeEntries } from './dedupeEntries';

/** Records texts, and answers which of them were there before. */
export type Write = (texts: string[]) => Promise<ReadonlySet<string>>;

export type Finding = 'first' | 'repeated' | { unknown: unknown };

interface Claim {
	entries: DedupeEntries;
	write: Write;
	resolve: (finding: Finding) => void;
}

/** So that one statement stays small, however many executions wait. */
const MOST_AT_ONCE = 200;

/** The first write of a node throws where two processes make it at the same time; the second finds the row. */
const TRIES = 3;

/** Looks after what was written, where several processes write, and the time between two of them. */
const LOOKS = 4;

const LOOK_AFTER_MS = 40;

/**
 * Puts deliveries on record, one write at a time for each node. n8n's store reads a list, adds to it and writes it
 * back: two writes at once would lose one of the two, or take two copies of a delivery for new. Whoever comes while
 * a write is under way waits for the next, which takes all of them along. That also bounds the cost in a burst.
 */
export class DedupeStore {
	#waiting = new Map<string, Claim[]>();

	/** `scope` is the node whose list it is. */
	async record(scope: string, entries: DedupeEntries, write: Write): Promise<Finding> {
		return await new Promise<Finding>((resolve) => {
			const claim: Claim = { entries, write, resolve };
			const line = this.#waiting.get(scope);
			if (line) {
				line.push(claim);
				return;
			}
			this.#waiting.set(scope, [claim]);
			void this.#work(scope);
		});
	}

	async #work(scope: string): Promise<void> {
		for (;;) {
			const claims = this.#waiting.get(scope)?.splice(0, MOST_AT_ONCE) ?? [];
			if (claims.length === 0) {
				this.#waiting.delete(scope);
				return;
			}
			const findings = await findAll(claims);
			claims.forEach(({ resolve }, index) => resolve(findings[index] ?? 'first'));
			await confirm(claims.filter(({ entries }) => entries.sameRun !== undefined));
		}
	}
}

/**
 * In queue mode several workers write, and one may have written back a list that lacks what another has added
 * meanwhile. To ask again is to add it again, until it is found. The times differ, so that workers do not keep step.
 */
async function confirm(claims: readonly Claim[]): Promise<void> {
	const write = claims[0]?.write;
	if (!write) return;
	const texts = [...new Set(claims.flatMap(({ entries }) => textsOf(entries)))];
	for (let look = 1; look <= LOOKS; look++) {
		await sleep(LOOK_AFTER_MS * (1 + Math.random()));
		try {
			const known = await write(texts);
			if (texts.every((text) => known.has(text))) return;
		} catch {
			// The deliveries are on their way already; the next look may succeed.
		}
	}
}

async function findAll(claims: readonly Claim[]): Promise<Finding[]> {
	const texts = new Set(claims.flatMap(({ entries }) => textsOf(entries)));
	let cause: unknown;
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		try {
			const known = await claims[0]?.write([...texts]);
			return known ? judge(claims, known, attempt > 1) : [];
		} catch (error) {
			cause = error;
		}
	}
	return claims.map(() => ({ unknown: cause }));
}

/**
 * @param mayBeOwn - whether a try before has thrown. n8n's store can record and then throw, so an entry may be there
 *   because of that try: without a token of the execution it is no proof, and to run a copy is better than to drop
 *   the event.
 */
function judge(claims: readonly Claim[], known: ReadonlySet<string>, mayBeOwn: boolean): Finding[] {
	// The store calls all copies within one write new.
	const taken = new Set<string>();
	return claims.map(({ entries: { decides, sameRun } }) => {
		const isOwn = sameRun === undefined ? mayBeOwn : known.has(sameRun);
		if (taken.has(decides) || (known.has(decides) && !isOwn)) return 'repeated';
		taken.add(decides);
		return 'first';
	});
}

const textsOf = ({ decides, alongside, sameRun }: DedupeEntries): string[] => [
	decides,
	...alongside,
	...(sameRun === undefined ? [] : [sameRun]),
];
