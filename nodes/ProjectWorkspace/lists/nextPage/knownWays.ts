import type { Way } from './way';

/** How to get the next page of one list, shared by all items of a run, so that a hundred items search once. */
export class KnownWay {
	/** The first way that was found. It saves the search, and is confirmed anew on each list. */
	way: Way | undefined;
	/** The size of the page on which no way was found. */
	noneOn = -1;
	private turn: Promise<unknown> = Promise.resolve();

	/** One list at a time searches, so that the others can use what it finds. */
	async runExclusive<T>(search: () => Promise<T>): Promise<T> {
		const mine = this.turn.then(search, search);
		this.turn = mine;
		return await mine;
	}
}

/** By the list's address, its parameters and the options that are set. */
export type KnownWays = Map<string, KnownWay>;
