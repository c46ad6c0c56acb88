import { sleep } from '../../client/clock';

import { BoundedMap } from '../boundedMap';
import {
	entriesFor,
	type Finding,
	type Pending,
	recordBatch,
	type Waiting,
	type Write,
} from './batch';
import type { DeliveryKey } from './key';

/** The deliveries of one execution: one, or the entries of a batch. */
export interface DedupeClaim {
	/** The keys of each. */
	deliveries: ReadonlyArray<readonly DeliveryKey[]>;
	/** Milliseconds since 1970. */
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

/** What waits for a node's next write, by executions. */
interface Line {
	waiting: Waiting[][];
	write: Write;
	isQueue: boolean;
}

/**
 * Records deliveries, one write at a time for each node. n8n's store reads a list, adds to it and writes it back, all of
 * it each time: two writes at once would lose one of the two, or take two copies of a delivery for new. Whoever comes
 * during a write waits for the next, which takes all of them along, and with them what is left to do for those before.
 * So a burst, or a batch, costs one write.
 */
export class DedupeStore {
	#lines = new Map<string, Line>();
	/** Another worker may overwrite an entry long after it was checked: what this one has recorded goes along again. */
	#recent = new Map<string, BoundedMap<true>>();

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
		const line = this.#lines.get(scope) ?? { waiting: [], write, isQueue: false };
		const waiting: Waiting[] = [];
		const findings = asked.map(
			async (each) => await new Promise<Finding>((resolve) => waiting.push({ ...each, resolve })),
		);
		line.waiting.push(waiting);
		line.write = write;
		if (!this.#lines.has(scope)) {
			this.#lines.set(scope, line);
			void this.#work(scope, line);
		}
		return await Promise.all(findings);
	}

	async #work(scope: string, line: Line): Promise<void> {
		const pending: Pending = new Map();
		const recent = this.#recent.get(scope) ?? new BoundedMap<true>(MOST_RECENT);
		this.#recent.set(scope, recent);
		while (line.waiting.length + pending.size > 0) {
			const batch: Waiting[] = [];
			while (line.waiting.length > 0 && batch.length < MOST_AT_ONCE) {
				batch.push(...(line.waiting.shift() ?? []));
			}
			line.isQueue = batch.length > 0 ? batch.some(({ sameRun }) => sameRun) : line.isQueue;
			const begun = performance.now();
			await recordBatch(batch, { pending, recent }, line.write);
			// Another worker's write, which may undo this one, takes about as long. The times differ, so that they do not
			// keep step.
			const atLeast = Math.max(CHECK_AFTER_MS, performance.now() - begun);
			if (line.isQueue && pending.size > 0) await sleep(atLeast * (1 + Math.random()));
		}
		this.#lines.delete(scope);
	}
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

/** One for a process. */
export const dedupeStore = new DedupeStore();
