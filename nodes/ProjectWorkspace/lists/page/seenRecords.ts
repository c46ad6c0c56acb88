import { createHash } from 'node:crypto';

import type { ResourceName } from '../../catalogue';
import { ID_KEYS, idKeysOf, plainName } from '../../records/fieldNames';
import { isObject } from '../../records/json';
import type { JsonObject } from '../../records/json';

/**
 * Which records a list has shown, and whether a page is another one. IDs alone decide, as other fields may change
 * between two requests; what has no ID is compared by its content.
 */
export interface SeenRecords {
	/**
	 * Is this another page than those before? Most of it is new, or it has a new record and not the first one of the
	 * list: a record that was just created makes no other page of the first one. Remembers nothing.
	 */
	isOtherPage: (records: readonly JsonObject[]) => boolean;
	/**
	 * Remembers a page.
	 * @returns `fresh`: how many of its records are new to the list; `unread`: what is to be returned of it
	 */
	take: (records: readonly JsonObject[]) => { fresh: number; notEmitted: JsonObject[] };
}

export function createSeenRecords(resource: ResourceName): SeenRecords {
	/** The key of the ID, then those of the record above; empty until a page has records, and if IDs tell nothing apart. */
	let keys: readonly string[] = [];
	const seen = new Set<string>();
	const keyOf = (record: JsonObject) => idAt(record, keys) ?? contentKey(record);
	return {
		isOtherPage: (records) => {
			const [first] = seen;
			const these = records.map(keyOf);
			const fresh = these.filter((key) => !seen.has(key)).length;
			return (
				fresh * 2 > these.length || (fresh > 0 && first !== undefined && !these.includes(first))
			);
		},
		take: (records) => {
			if (seen.size === 0) keys = identifyingKeys(records, resource);
			const keyed = records.map((record) => {
				const key = keyOf(record);
				return { record, key, isFresh: !seen.has(key) };
			});
			const before = seen.size;
			for (const { key } of keyed) seen.add(key);
			const fresh = seen.size - before;
			// Two records of one page are two, whatever their IDs; what has no ID may rightly equal another record.
			const notEmitted = keyed.filter(({ record, isFresh }) => isFresh || !hasId(record, resource));
			return { fresh, notEmitted: notEmitted.map(({ record }) => record) };
		},
	};
}

/** Some services count IDs anew within the record above: tasks within their project. */
const PARENTS: readonly string[] = ['projectid', 'project', 'workspaceid', 'workspace', 'listid'];

/** The first usual key of an ID by which all records of a page that have it differ. */
function identifyingKeys(records: readonly JsonObject[], resource: ResourceName) {
	const [first = {}] = records;
	const names = Object.keys(first);
	const parents = names.filter((name) => PARENTS.includes(plainName(name)));
	// The first record may lack what the others have.
	for (const idKey of new Set([...idKeysOf(first, resource), ...ID_KEYS])) {
		const keys = [idKey, ...parents];
		const ids = records.map((record) => idAt(record, keys)).filter((id) => id !== undefined);
		if (ids.length > 0 && new Set(ids).size === ids.length) return keys;
	}
	return [];
}

function idAt(record: JsonObject, [idKey, ...parents]: readonly string[]): string | undefined {
	const id = idKey === undefined ? undefined : scalarAt(record, idKey);
	if (id === undefined || parents.length === 0) return id;
	const above = parents.map((name) => {
		const parent = record[name];
		return isObject(parent) ? scalarAt(parent, 'id') : scalarAt(record, name);
	});
	return [id, ...above].join('\n');
}

function scalarAt(record: JsonObject, key: string): string | undefined {
	const id = Object.hasOwn(record, key) ? record[key] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

const hasId = (record: JsonObject, resource: ResourceName) =>
	idKeysOf(record, resource).some((key) => scalarAt(record, key) !== undefined);

const contentKey = (record: JsonObject) =>
	createHash('sha256').update(JSON.stringify(record)).digest('base64');
