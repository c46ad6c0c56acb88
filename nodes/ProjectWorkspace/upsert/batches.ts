/**
 * Create or Update, and updates of what matches. A run has two steps:
 * 1. Every item is read: its parameters, and the list in which it looks for its record. A list is read once for all items, and
 *    once more if an item finds nothing in it, as one reading may miss a record. Until then nothing is written.
 * 2. What to do is planned and written in rounds. An item comes one round after the last one before it that may be about the
 *    same record, because it has the same values or nearly the same. So the items of one round can be sent at once.
 * A write that shows something about the service goes alone, because the others depend on it: the first creation (does the
 * list have the record?), the first update (does it keep what is not sent?) and a field that no record has (is it saved?).
 * An item is planned when its turn comes, so that all that was written and shown before counts.
 */
import { turns } from '../transport/concurrency';
import { BETWEEN_TURNS, type ReadItem } from './matchList';
import { planOf, type Plan } from './plan';
import { mustProve } from './proofs';

/** What may be sent at once, one batch after the other. */
export async function* batchesOf<Item extends ReadItem>(
	items: readonly Item[],
	isInOrder: boolean,
): AsyncGenerator<Array<[Item, Plan]>> {
	const mayGoOn = turns();
	const rounds = isInOrder ? items.map((item) => [item]) : await roundsOf(items, mayGoOn);

	for (const round of rounds) {
		let batch: Array<[Item, Plan]> = [];
		for (const [at, item] of round.entries()) {
			if (at % BETWEEN_TURNS === 0) await mayGoOn();
			const plan = planOf(item);
			if (mustProve(item, plan)) {
				yield batch;
				yield [[item, plan]];
				batch = [];
			} else {
				batch.push([item, plan]);
			}
		}
		yield batch;
	}
}

async function roundsOf<Item extends ReadItem>(
	items: readonly Item[],
	mayGoOn: () => Promise<void>,
): Promise<Item[][]> {
	const rounds: Item[][] = [];
	/** The round after the last item so far that shares something. */
	const nextRound = new Map<object, number>();

	for (const [at, item] of items.entries()) {
		if (at % BETWEEN_TURNS === 0) await mayGoOn();
		const shared = sharedBy(item);
		const round = Math.max(...shared.map((each) => nextRound.get(each) ?? 0));
		for (const each of shared) nextRound.set(each, round + 1);

		rounds[round] ??= [];
		rounds[round].push(item);
	}
	return rounds;
}

/**
 * What an item shares with each item that may be about the same record: a slot, or the record in it. Several records in a
 * slot are several matches, of which none is written.
 */
function sharedBy({ slots, nearSlot }: ReadItem): object[] {
	const entries = slots.flatMap(([first]) => first ?? []);
	return [...slots, ...entries, ...(nearSlot ? [nearSlot] : [])];
}
