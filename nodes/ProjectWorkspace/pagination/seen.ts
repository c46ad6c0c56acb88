import { fingerprint, idOf } from './identity';
import type { ListRecord } from './types';

/**
 * Remembers which records and which pages have been, as fingerprints only: what comes again is
 * either a shift of the list (left out, and counted) or a loop (a page with nothing new).
 */
export interface Seen {
	/** How many of these have not been. */
	countFresh: (records: readonly ListRecord[]) => number;
	/** Remembers them and gives back those to hand on. */
	take: (records: readonly ListRecord[]) => ListRecord[];
}

export function createSeen(): Seen {
	const known = new Set<number>();
	const keyOf = (record: ListRecord) => {
		const id = idOf(record);
		return fingerprint(id === undefined ? `content ${JSON.stringify(record)}` : `id ${id}`);
	};
	return {
		countFresh: (records) => records.filter((record) => !known.has(keyOf(record))).length,
		take: (records) => {
			const keys = records.map(keyOf);
			// A record without an ID may rightly equal another one: only a known ID is left out. Within
			// one page nothing is left out: that is what the service wrote, not an effect of paging.
			const kept = records.filter((record, index) => {
				const key = keys[index];
				return key === undefined || !known.has(key) || idOf(record) === undefined;
			});
			for (const key of keys) known.add(key);
			return kept;
		},
	};
}

/** The same target in any order of its parameters. */
export function keyOfTarget(target: { query: Record<string, string> } | { url: string }): string {
	if ('query' in target) {
		return JSON.stringify(Object.entries(target.query).sort(([a], [b]) => (a < b ? -1 : 1)));
	}
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
}
