import { createHash } from 'node:crypto';

import { idOf } from './envelope/identity';
import type { ListRecord } from './types';

/**
 * Remembers which records have been: what comes again is either a shift of the list (left out, and
 * counted) or a loop (a page with nothing new). IDs are kept as the records hold them, which costs a
 * reference each; a record without one is kept as a digest of its content.
 */
export interface Seen {
	/** How many of these have not been. */
	countFresh: (records: readonly ListRecord[]) => number;
	/** Remembers them and gives back those to hand on. */
	take: (records: readonly ListRecord[]) => ListRecord[];
}

export function createSeen(): Seen {
	const ids = new Set<string>();
	const contents = new Set<string>();
	const known = (record: ListRecord) => {
		const id = idOf(record);
		return id === undefined ? contents.has(digest(record)) : ids.has(id);
	};
	return {
		countFresh: (records) => records.filter((record) => !known(record)).length,
		take: (records) => {
			// A record without an ID may rightly equal another one: only a known ID is left out. Within
			// one page nothing is left out: that is what the service wrote, not an effect of paging.
			const kept = records.filter((record) => {
				const id = idOf(record);
				return id === undefined || !ids.has(id);
			});
			for (const record of records) {
				const id = idOf(record);
				if (id === undefined) contents.add(digest(record));
				else ids.add(id);
			}
			return kept;
		},
	};
}

const digest = (record: ListRecord) =>
	createHash('sha256').update(JSON.stringify(record)).digest('base64');

/** The same target in any order of its parameters. */
export function keyOfTarget(target: { query: Record<string, string> } | { url: string }): string {
	if ('query' in target) {
		return JSON.stringify(Object.entries(target.query).sort(([a], [b]) => (a < b ? -1 : 1)));
	}
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
}
