import type { Way } from '../types';

/** The ways to the next page that a run has found, so that a hundred items look for them once. */
export class KnownWays {
	private readonly ways = new Map<string, Way | { noneOn: number }>();
	private readonly turns = new Map<string, Promise<unknown>>();

	/** @param key stands for the path of the list and for what is set manually */
	get(key: string): Way | undefined {
		const known = this.ways.get(key);
		return known && 'kind' in known ? known : undefined;
	}

	/** Whether no way was found on a page of so many records, or of more. */
	isKnownToBeNone(key: string, records: number): boolean {
		const known = this.ways.get(key);
		return known !== undefined && 'noneOn' in known && records <= known.noneOn;
	}

	set(key: string, found: Way | { noneOn: number }): void {
		if (!this.get(key)) this.ways.set(key, found);
	}

	/** One list at a time looks for the way of a key, so that the others can use what it finds. */
	async runExclusive<T>(key: string, look: () => Promise<T>): Promise<T> {
		const before = this.turns.get(key) ?? Promise.resolve();
		const mine = before.then(look, look);
		this.turns.set(key, mine);
		return await mine;
	}
}
