import type { Client } from '../transport/types';
import type { Paginator } from './paginators';

/** How the pages of one address are requested. */
export class KnownPaginator {
	paginator: Paginator | undefined;
	/** None was found on a first page with so many records. */
	noneOn = -1;
	private last: Promise<unknown> = Promise.resolve();

	/** Runs one search after another. */
	async oneAtATime<T>(search: () => Promise<T>): Promise<T> {
		const result = this.last.then(search, search);
		this.last = result;
		return await result;
	}
}

const byClient = new WeakMap<Client, Map<string, KnownPaginator>>();

/**
 * What the lists of a run have found out about their pagination. Lists of one address with the same parameters share it.
 * @param url of the first request
 */
export function knownAt(client: Client, url: string): KnownPaginator {
	const byAddress = byClient.get(client) ?? new Map<string, KnownPaginator>();
	byClient.set(client, byAddress);

	const { origin, pathname, searchParams } = new URL(url);
	const address = [origin + pathname, ...[...searchParams.keys()].sort()].join(' ');
	const known = byAddress.get(address) ?? new KnownPaginator();
	byAddress.set(address, known);
	return known;
}
