import { sleep } from '../../client/clock';

import { BoundedMap } from '../boundedMap';
import { type Finding, type Pending, recordBatch, type Waiting, type Write } from './batch';
import { dedupeEntries, type DedupeClaim, type DedupeEntries, originalOf } from './entries';

/** So that one statement stays small, however many executions wait. */
const MOST_AT_ONCE = 200;
/** The least time between two checks of what was written. */
const CHECK_AFTER_MS = 40;

/** Longer than a write and its checks. Each copy waits for itself, as two that ask at once may both hear of nobody. */
const YIELD_AFTER_MS = 2_000;
const MOST_TURNS = 10;

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

	/**
	 * Two workers that record at the same moment both find nothing. So a copy that seems to be the first looks once more,
	 * a little later, whether the original has been recorded, and then leaves the event to it. The original never waits
	 * for a copy: if it died before, a copy runs.
	 *
	 * @param scope - the node whose list it is
	 */
	async record(scope: string, claim: DedupeClaim, write: Write): Promise<Finding> {
		const { executionId, copy } = claim;
		const entries = dedupeEntries(claim);
		const finding = await this.#record(scope, entries, write);
		if (finding !== 'first' || !executionId || !copy) return finding;
		await sleep(YIELD_AFTER_MS * Math.min(copy, MOST_TURNS));
		// To ask is to record: the next copy yields to this one.
		const decides = originalOf(entries.decides);
		const place = { decides, sameRun: `${decides}#${executionId}`, later: [] };
		return (await this.#record(scope, place, write)) === 'repeated' ? 'repeated' : 'first';
	}

	async #record(scope: string, entries: DedupeEntries, write: Write): Promise<Finding> {
		return await new Promise<Finding>((resolve) => {
			const waiting: Waiting = { ...entries, write, resolve };
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
			const begun = performance.now();
			await recordBatch(batch, { pending, recent }, last.write);
			// Another worker's write, which may undo this one, takes about as long. The times differ, so that they do not
			// keep step.
			const atLeast = Math.max(CHECK_AFTER_MS, performance.now() - begun);
			if (last.sameRun && pending.size > 0) await sleep(atLeast * (1 + Math.random()));
		}
		this.#waiting.delete(scope);
	}
}

/** One for a process. */
export const dedupeStore = new DedupeStore();
