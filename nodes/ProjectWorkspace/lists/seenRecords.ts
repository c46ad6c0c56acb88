import { createHash } from 'node:crypto';

import { ID_KEYS } from '../records/fieldNames';
import type { ListRecord } from './types';

/**
 * Which records a list has shown. The first usual ID key that tells all records of the first page apart identifies
 * them; without one, their whole content does. IDs count anew per project in some services: pages on which records
 * with known IDs are other records show it, and from there the content decides, so that nothing is lost.
 */
export interface SeenRecords {
	/**
	 * Is this another page than the first? Most of it is new, or it has something new and not the first record of all:
	 * a record that was just created is no sign of a next page. Remembers nothing.
	 */
	isNextPage: (records: readonly ListRecord[]) => boolean;
	/** Remembers a page. `fresh`: how many are new to this walk; `unread`: what no walk has handed on. */
	take: (records: readonly ListRecord[]) => { fresh: number; unread: ListRecord[] };
	/** The list is read from its start once more. */
	startAgain: () => void;
}

export function createSeenRecords(): SeenRecords {
	let idKey: string | undefined;
	let isChosen = false;
	let earlier = new Map<string, ListRecord>();
	let current = new Map<string, ListRecord>();
	/** Records under a known ID that may be others: handed on if IDs turn out not to identify. */
	let doubtful: ListRecord[] = [];

	const keyOf = (record: ListRecord) => (idKey && idIn(record, idKey)) ?? contentKey(record);
	/** Records of a page whose ID is known, but which are not the record that had it. */
	const othersIn = (records: readonly ListRecord[]) => {
		if (idKey === undefined) return { others: [], areMost: false };
		const page = new Map<string, ListRecord>();
		const known = records.flatMap((record) => {
			const key = keyOf(record);
			const first = current.get(key) ?? page.get(key);
			page.set(key, record);
			return first ? [{ first, record }] : [];
		});
		const others = known.filter(({ first, record }) => isOther(first, record));
		return { others, areMost: others.length > 1 && others.length * 2 > known.length };
	};
	const byContent = (map: Map<string, ListRecord>) =>
		new Map(Array.from(map.values(), (record) => [contentKey(record), record]));
	const remember = (records: readonly ListRecord[]) => {
		const keyed = records.map((record) => {
			const key = keyOf(record);
			return { record, key, isKnown: current.has(key) };
		});
		// What has no ID may rightly equal another record, and so may two on one page.
		const unread = keyed.filter(
			({ record, key, isKnown }) => !(isKnown && hasId(record)) && !earlier.has(key),
		);
		for (const { record, key, isKnown } of keyed) if (!isKnown) current.set(key, record);
		return {
			fresh: keyed.filter(({ isKnown }) => !isKnown).length,
			unread: unread.map(({ record }) => record),
		};
	};

	return {
		isNextPage: (records) => {
			const { others, areMost } = othersIn(records);
			const [first] = current.keys();
			const keys = records.map(keyOf);
			const fresh = keys.filter((key) => !current.has(key)).length + (areMost ? others.length : 0);
			return fresh * 2 > keys.length || (fresh > 0 && first !== undefined && !keys.includes(first));
		},
		take: (records) => {
			if (!isChosen && records.length > 0) {
				isChosen = true;
				idKey = ID_KEYS.find((key) => tellsApart(records, key));
			}
			const { others, areMost } = othersIn(records);
			if (!areMost) {
				doubtful.push(
					...others.flatMap(({ first, record }) => (current.has(keyOf(first)) ? [record] : [])),
				);
				return remember(records);
			}
			idKey = undefined;
			[earlier, current] = [byContent(earlier), byContent(current)];
			const held = remember(doubtful);
			const page = remember(records);
			doubtful = [];
			return { fresh: page.fresh, unread: [...held.unread, ...page.unread] };
		},
		startAgain: () => {
			for (const [key, record] of current) earlier.set(key, record);
			current = new Map();
		},
	};
}

function idIn(record: ListRecord, key: string): string | undefined {
	const id = Object.hasOwn(record, key) ? record[key] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

const hasId = (record: ListRecord) => ID_KEYS.some((key) => idIn(record, key) !== undefined);

function tellsApart(records: readonly ListRecord[], key: string): boolean {
	const ids = new Set(records.map((record) => idIn(record, key)));
	return ids.size === records.length && !ids.has(undefined);
}

/** An updated record keeps most of its fields; another one under the same ID shares few. */
function isOther(one: ListRecord, two: ListRecord): boolean {
	const fields = [...new Set([...Object.keys(one), ...Object.keys(two)])].filter(
		(field) => !ID_KEYS.includes(field),
	);
	const equal = fields.filter((field) => JSON.stringify(one[field]) === JSON.stringify(two[field]));
	return equal.length * 2 < fields.length;
}

const contentKey = (record: ListRecord) =>
	createHash('sha256').update(JSON.stringify(record)).digest('base64');
