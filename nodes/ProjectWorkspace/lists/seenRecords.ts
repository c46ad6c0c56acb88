import { createHash } from 'node:crypto';

import { ID_KEYS } from './envelope/recordShapes';
import type { ListRecord } from './types';

/**
 * Which records a list has shown. The first usual ID key that tells all records of the first page apart identifies
 * them; without one, their whole content does. IDs count anew per project in some services: pages on which records
 * with known IDs are other records show it, and from there the content decides, so that nothing is lost.
 */
export interface SeenRecords {
	/** Different records in all walks. */
	count: () => number;
	/** How many of a page's records this walk has not seen. Remembers nothing. */
	countNew: (records: readonly ListRecord[]) => number;
	/** Remembers a page. `fresh`: how many are new to this walk; `unread`: what no walk has handed on. */
	take: (records: readonly ListRecord[]) => { fresh: number; unread: ListRecord[] };
	/** The list is read from its start once more. */
	startAgain: () => void;
}

export function createSeenRecords(): SeenRecords {
	let idKey: string | undefined;
	let isChosen = false;
	let handedOn = 0;
	let earlier = new Map<string, ListRecord>();
	let current = new Map<string, ListRecord>();
	/** Records under a known ID that may be others: handed on if IDs turn out not to identify. */
	let doubtful: ListRecord[] = [];

	const keyOf = (record: ListRecord) =>
		(idKey === undefined ? undefined : idIn(record, idKey)) ?? contentKey(record);
	const chooseKey = (records: readonly ListRecord[]) => {
		if (isChosen || records.length === 0) return;
		isChosen = true;
		idKey = ID_KEYS.find((key) => tellsApart(records, key));
	};
	/** Records of a page whose ID is known, but which are not the record that had it. */
	const compare = (records: readonly ListRecord[]) => {
		const others: ListRecord[] = [];
		if (idKey === undefined) return { others, areMost: false };
		const page = new Map<string, ListRecord>();
		let known = 0;
		for (const record of records) {
			const key = keyOf(record);
			const first = current.get(key) ?? page.get(key);
			if (first === undefined) page.set(key, record);
			else {
				known += 1;
				if (isOther(first, record)) others.push(record);
			}
		}
		return { others, areMost: others.length > 1 && others.length * 2 > known };
	};
	const identifyByContent = () => {
		idKey = undefined;
		[earlier, current] = [earlier, current].map(
			(map) => new Map(Array.from(map.values(), (record) => [contentKey(record), record])),
		) as [typeof current, typeof current];
	};
	const remember = (records: readonly ListRecord[]) => {
		const before = new Set(records.map(keyOf).filter((key) => current.has(key)));
		const unread = records.filter((record) => {
			const key = keyOf(record);
			// What has no ID may rightly equal another record, and so may two on one page.
			const repeats = before.has(key) && hasId(record);
			return !repeats && !earlier.has(key);
		});
		for (const record of records) {
			const key = keyOf(record);
			if (!current.has(key)) current.set(key, record);
		}
		handedOn += unread.length;
		return { fresh: records.filter((record) => !before.has(keyOf(record))).length, unread };
	};

	return {
		count: () => handedOn,
		countNew: (records) => {
			const { others, areMost } = compare(records);
			const fresh = records.filter((record) => !current.has(keyOf(record))).length;
			return areMost ? Math.min(records.length, fresh + others.length) : fresh;
		},
		take: (records) => {
			chooseKey(records);
			const { others, areMost } = compare(records);
			if (!areMost) {
				doubtful.push(...others.filter((record) => current.has(keyOf(record))));
				return remember(records);
			}
			identifyByContent();
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
