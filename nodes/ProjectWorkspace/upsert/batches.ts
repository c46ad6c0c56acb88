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
import { inTurns, turns } from '../transport/concurrency';
import { MatchLists, type LocatedItem } from './matchList';
import { planOf, type Plan } from './plan';
import { mustProve } from './proofs';

type Planned<Item> = [item: Item, plan: Plan];

/** What may be sent at once, each item with its plan, one batch after the other. */
export async function* batchesOf<Item extends LocatedItem>(
	items: readonly Item[],
	isInOrder: boolean,
): AsyncGenerator<Array<Planned<Item>>> {
	const mayGoOn = turns();
	const rounds = isInOrder ? items.map((item) => [item]) : await roundsOf(items);

	for (const round of rounds) {
		let batch: Array<Planned<Item>> = [];
		for await (const item of inTurns(round, mayGoOn)) {
			const plan = planOf(item);
			if (mustProve(item, plan)) {
				// The caller writes a batch before this goes on, so what it has shown counts for the rest.
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

async function roundsOf<Item extends LocatedItem>(items: readonly Item[]): Promise<Item[][]> {
	const rounds: Item[][] = [];
	/** The round after the last item so far that may be about the record. */
	const nextRound = new Map<object, number>();

	for await (const item of inTurns(items)) {
		const places = placesOf(item);
		let round = 0;
		for (const place of places) round = Math.max(round, nextRound.get(place) ?? 0);
		for (const place of places) nextRound.set(place, round + 1);

		const others = (rounds[round] ??= []);
		others.push(item);
	}
	return rounds;
}

/**
 * What an item has in common with each item that may be about the same record: a slot, or the record in it. Several records
 * in a slot are several matches, of which none is written.
 */
function placesOf({ slots, nearSlot }: LocatedItem): object[] {
	const places: object[] = [...slots];
	if (nearSlot) places.push(nearSlot);
	for (const [first] of slots) {
		if (first) places.push(first);
	}
	return places;
}

/**
 * The items whose record the next run would create again, because the list does not show it, such as a completed task in a
 * list of open ones. The list is read once more for it, but not for a single creation, which was looked for when it was made.
 */
export async function createdAgain<Item extends LocatedItem>(
	items: readonly Item[],
): Promise<Item[]> {
	const created = items.filter((item) => item.created);
	if (created.length <= 1) return [];

	const listsAfter = new Map<MatchLists, MatchLists>();
	const again: Item[] = [];
	for await (const item of inTurns(created)) {
		const { lists } = item.list;
		const after = listsAfter.get(lists) ?? new MatchLists(lists.client);
		listsAfter.set(lists, after);
		const plan = planOf(await after.locate(item.request));
		if (!(plan instanceof Error) && plan.is === 'create') again.push(item);
	}
	return again;
}
