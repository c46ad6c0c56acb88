/**
 * Create or Update, and updates of what matches. A run has two steps:
 *
 * 1. All items are read: their parameters, and the list in which each looks for its record. The list is read once, and once
 *    more where an item finds nothing, because one reading may miss a record. Nothing is written before that.
 * 2. What has to be done is planned and written in rounds. Items of one round cannot be about the same record, so they are
 *    sent at once: an item comes one round after the last one before it that has the same values or nearly the same.
 *
 * A write that has to show something about the service goes alone: the first creation (is it in the list?), the first update
 * (does it keep what is not sent?), and the first value of a field that no record has (is it saved?).
 * An item is planned when its turn comes, so what was written and shown before it counts.
 */
import { turns } from '../transport/concurrency';
import type { ReadItem } from './matchList';
import { planOf, type Plan } from './plan';
import { mustProve } from './proofs';

/** Planning thousands of items must not hold up n8n, and to ask after each would take as long as the plan. */
const BETWEEN_TURNS = 50;

/** What may be sent at once, one batch after the other. */
export async function* batchesOf<Item extends ReadItem>(
	items: readonly Item[],
	isInOrder: boolean,
): AsyncGenerator<Array<[Item, Plan]>> {
	const mayGoOn = turns();
	const rounds = isInOrder ? items.map((item) => [item]) : roundsOf(items);

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

/** An item shares a slot, or the record in it, with each item that may be about the same record. */
function roundsOf<Item extends ReadItem>(items: readonly Item[]): Item[][] {
	const rounds: Item[][] = [];
	const nextRound = new Map<object, number>();
	for (const item of items) {
		const shared = sharedBy(item);
		const at = Math.max(...shared.map((each) => nextRound.get(each) ?? 0));
		for (const each of shared) nextRound.set(each, at + 1);

		const round = rounds[at] ?? [];
		rounds[at] = round;
		round.push(item);
	}
	return rounds;
}

/** Several records in a slot are several matches, of which none is written. */
function sharedBy({ slots, nearSlot }: ReadItem): object[] {
	const entries = slots.flatMap(([first]) => first ?? []);
	return [...slots, ...entries, ...(nearSlot ? [nearSlot] : [])];
}
