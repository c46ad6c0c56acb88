import type { Way } from '../types';

/** The ways to the next page that a run has found, so that a hundred items search once. */
export class KnownWays {
	private readonly ways = new Map<string, Way | { noneOn: number }>();
	private readonly turns = new Map<string, Promise<unknown>>();

	/** @param key of the list's path and of the options that are set */
	get(key: string): Way | undefined {
		const known = this.ways.get(key);
		return known && 'kind' in known ? known : undefined;
	}

	/** Whether no way was found on a page with at least so many records. */
	isKnownToBeNone(key: string, records: number): boolean {
		const known = this.ways.get(key);
		return known !== undefined && 'noneOn' in known && records <= known.noneOn;
	}

	set(key: string, found: Way | { noneOn: number }): void {
		if (!this.get(key)) this.ways.set(key, found);
	}

	/** One list at a time searches for a key, so that the others can use what it finds. */
	async runExclusive<T>(key: string, look: () => Promise<T>): Promise<T> {
		const before = this.turns.get(key) ?? Promise.resolve();
		const mine = before.then(look, look);
		this.turns.set(key, mine);
		return await mine;
	}
}
