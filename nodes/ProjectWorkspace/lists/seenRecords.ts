import { createHash } from 'node:crypto';

import { ID_KEYS } from '../records/fieldNames';
import type { ListRecord } from './types';

/**
 * Which records a list has shown. The first usual ID key that tells all records of the first page apart identifies
 * them; without one, their whole content does. IDs count anew per project in some services: a record under a known ID
 * that shares few fields with it is another one, and its content identifies it, so that nothing is lost.
 */
export interface SeenRecords {
	/**
	 * Is this another page than the first? Most of it is new, or it has something new and not the first record of all:
	 * a record that was just created is no sign of a next page. Remembers nothing.
	 */
	isNextPage: (records: readonly ListRecord[]) => boolean;
	/** Remembers a page. `fresh`: how many are new to this walk; `unread`: what no walk has handed on. */
	take: (records: readonly ListRecord[]) => { fresh: number; unread: ListRecord[] };
	/** The list is read from its start a second time. */
	startAgain: () => void;
}

export function createSeenRecords(): SeenRecords {
	/** Undefined until a page has records. */
	let idKey: string | undefined;
	let earlier = createRecordMap();
	let current = createRecordMap();

	const keyOf = (record: ListRecord) => {
		const id = idKey === undefined ? undefined : idIn(record, idKey);
		if (id === undefined) return contentKey(record);
		const known = current.get(id) ?? earlier.get(id);
		return known && isOther(known, record) ? contentKey(record) : id;
	};
	return {
		isNextPage: (records) => {
			const first = current.firstKey();
			const keys = records.map(keyOf);
			const fresh = keys.filter((key) => !current.has(key)).length;
			return fresh * 2 > keys.length || (fresh > 0 && first !== undefined && !keys.includes(first));
		},
		take: (records) => {
			if (current.firstKey() === undefined && earlier.firstKey() === undefined)
				idKey = ID_KEYS.find((key) => tellsApart(records, key));
			const keyed = records.map((record) => {
				const key = keyOf(record);
				return { record, key, isKnown: current.has(key) };
			});
			for (const { record, key, isKnown } of keyed) if (!isKnown) current.set(key, record);
			// What has no ID may rightly equal another record, and so may two on one page.
			const unread = keyed.filter(
				({ record, key, isKnown }) => !(isKnown && hasId(record)) && !earlier.has(key),
			);
			return {
				fresh: keyed.filter(({ isKnown }) => !isKnown).length,
				unread: unread.map(({ record }) => record),
			};
		},
		startAgain: () => {
			earlier = current;
			current = createRecordMap();
		},
	};
}

/**
 * A map in parts: one of 200,000 records has thrown away tables of the same size together by the time it has grown so
 * large, and V8 keeps large tables long.
 */
function createRecordMap() {
	const parts = [new Map<string, ListRecord>()];
	const partWith = (key: string) => parts.find((part) => part.has(key));
	return {
		firstKey: () => parts[0]?.keys().next().value,
		has: (key: string) => partWith(key) !== undefined,
		get: (key: string) => partWith(key)?.get(key),
		set: (key: string, record: ListRecord) => {
			let last = parts.at(-1);
			if (!last || last.size >= LARGEST_PART) parts.push((last = new Map()));
			last.set(key, record);
		},
	};
}

/** A full table of V8. */
const LARGEST_PART = 2 ** 14;

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
