import type { Paginator } from './paginators';

/** How the pages of one address are requested. */
export interface KnownPaginator {
	paginator?: Paginator;
	/** None was found on a first page with so many records. */
	noneOn: number;
	/** One list at a time searches. */
	turn: Promise<unknown>;
}

/** What the lists of a run have found out about their pagination, shared by its items. */
export class KnownPaginators {
	private readonly byAddress = new Map<string, KnownPaginator>();

	/** @param url of the first request */
	at(url: string): KnownPaginator {
		const { origin, pathname, searchParams } = new URL(url);
		const address = [origin + pathname, ...[...searchParams.keys()].sort()].join(' ');
		const known = this.byAddress.get(address) ?? { noneOn: -1, turn: Promise.resolve() };
		this.byAddress.set(address, known);
		return known;
	}
}
