import type { Paginator } from './paginators';

/** How the pages of one address are requested. */
export class KnownPaginator {
	paginator: Paginator | undefined;
	/** None was found on a first page with so many records. */
	noneOn = -1;
	private last: Promise<unknown> = Promise.resolve();

	/** Runs one search after another. */
	async inTurn<T>(search: () => Promise<T>): Promise<T> {
		const result = this.last.then(search, search);
		this.last = result;
		return await result;
	}
}

/** What the lists of a run have found out about their pagination, shared by its items. */
export class KnownPaginators {
	private readonly byAddress = new Map<string, KnownPaginator>();

	/** @param url of the first request */
	at(url: string): KnownPaginator {
		const { origin, pathname, searchParams } = new URL(url);
		const address = [origin + pathname, ...[...searchParams.keys()].sort()].join(' ');
		const known = this.byAddress.get(address) ?? new KnownPaginator();
		this.byAddress.set(address, known);
		return known;
	}
}
