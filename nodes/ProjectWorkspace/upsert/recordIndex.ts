import type { IDataObject } from 'n8n-workflow';

import type { ListRequest } from '../lists/listRecords';
import { recordId } from '../records/fieldNames';
import { hasUndecoded, isRounded } from '../records/json';
import { isInList } from '../records/parentId';
import { isEmpty, keyOfValue, sameValue } from '../records/value';
import { SavedForms, savedKey } from './similar';

/** A record, and the query of the list in which it is or was searched. */
export interface Placed {
	record: IDataObject;
	query: ListRequest['request']['query'];
	/** The record before it was updated. */
	replaced?: IDataObject;
}

/**
 * The records of a list by their values in the fields to match on.
 * @param writes the records that the run has written, in all lists
 */
export function createIndex(
	records: readonly IDataObject[],
	{ resource, request: { query } }: ListRequest,
	{ matchOn, zone, writes }: { matchOn: readonly string[]; zone: string; writes: Placed[] },
) {
	/** An update of the run replaces the record of an entry. */
	const entries = records.map((record) => ({ record }));
	const byKey = new Map<string, typeof entries>();
	let applied = 0;
	const valuesOf = (record: IDataObject) =>
		matchOn.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined));
	const withKeyOf = (values: readonly unknown[]) => listAt(byKey, keyOf(values, zone));
	for (const entry of entries) withKeyOf(valuesOf(entry.record)).push(entry);
	const isUndecoded = records.some((record) => hasUndecoded(valuesOf(record)));
	const similar = once(() => createSimilarIndex(entries, valuesOf));
	const byId = once(() => recordsById(records, resource));

	/** Whether a record that was written is in this list: it was searched here, or has the values of the query. */
	const contains = (record: IDataObject, searchedWith: Placed['query']) =>
		JSON.stringify(query) === JSON.stringify(searchedWith) || isInList(record, query) === true;

	/** Replaces the record, or adds it if this list contains it. */
	const apply = ({ record, replaced, query: searchedWith }: Placed) => {
		// An update does not change the values that a record is matched on.
		const candidates = withKeyOf(valuesOf(record));
		const id = recordId(record, resource);
		const known = candidates.find(
			({ record: each }) =>
				each === replaced || (id !== undefined && recordId(each, resource) === id),
		);
		if (known) known.record = record;
		else if (contains(record, searchedWith)) {
			const entry = { record };
			candidates.push(entry);
			similar().add(entry);
		}
	};
	/** What was found for values that many records have, until the next write. */
	const found = new Map<string, IDataObject[]>();
	const applyWrites = () => {
		if (applied < writes.length) found.clear();
		writes.slice(applied).forEach(apply);
		applied = writes.length;
	};

	/**
	 * The records that have these values, none of which is empty; `unknown` if a rounded number may be one of them, and
	 * `undecoded` if none has them and some values could not be decoded.
	 */
	const find = (values: readonly unknown[]): IDataObject[] | 'unknown' | 'undecoded' => {
		applyWrites();
		const key = JSON.stringify(values);
		const known = found.get(key);
		if (known) return known;
		const candidates = withKeyOf(values).map(({ record }) => record);
		if (candidates.some((record) => valuesOf(record).some(isRounded))) return 'unknown';
		const same = candidates.filter((record) =>
			valuesOf(record).every((own, at) => !isEmpty(own) && sameValue(own, values[at], zone)),
		);
		if (same.length >= MANY) found.set(key, same);
		return same.length === 0 && isUndecoded ? 'undecoded' : same;
	};

	return {
		find,
		/** The records that may have these values in another form. */
		findSimilar(values: readonly unknown[]) {
			applyWrites();
			return similar().find(values);
		},
		/** The records that have the ID: several in services that count IDs in each project. */
		withId: (id: string | number) => byId().get(String(id)) ?? [],
		/**
		 * Adds or replaces a record that this run has written, also in the other lists that contain it.
		 * @param replaced the record before the update; undefined for a new one
		 */
		put(record: IDataObject, replaced?: IDataObject) {
			writes.push({ record, replaced, query });
			const id = String(recordId(record, resource));
			if (!replaced && !byId().has(id)) byId().set(id, [record]);
		},
	};
}

/** Records that are found for one item without looking at them again for the next. */
const MANY = 100;

/** Records by their values in any form in which the service may have saved them. */
function createSimilarIndex(
	entries: ReadonlyArray<{ record: IDataObject }>,
	valuesOf: (record: IDataObject) => unknown[],
) {
	const byKey = new Map<string, Array<{ record: IDataObject }>>();
	const forms: SavedForms[] = [];
	const add = (entry: { record: IDataObject }) => {
		const values = valuesOf(entry.record);
		const keys = values.map(savedKey);
		if (keys.includes(undefined)) return;
		listAt(byKey, JSON.stringify(keys)).push(entry);
		for (const [at, value] of values.entries()) (forms[at] ??= new SavedForms()).add(value);
	};
	entries.forEach(add);
	return {
		add,
		find(values: readonly unknown[]): IDataObject[] {
			const keys = values.map((value, at) => forms[at]?.keysOf(value) ?? []);
			const found = combinations(keys).flatMap((each) => byKey.get(JSON.stringify(each)) ?? []);
			return found.map(({ record }) => record);
		},
	};
}

/** More are not looked up. */
const MAX_COMBINATIONS = 1_000;

/** One of each list, in all ways. */
const combinations = (lists: readonly string[][]): string[][] =>
	lists.reduce<string[][]>(
		(parts, list) =>
			parts.flatMap((part) => list.map((each) => [...part, each])).slice(0, MAX_COMBINATIONS),
		[[]],
	);

function recordsById(records: readonly IDataObject[], resource: ListRequest['resource']) {
	const byId = new Map<string, IDataObject[]>();
	for (const record of records) listAt(byId, String(recordId(record, resource))).push(record);
	return byId;
}

const keyOf = (values: readonly unknown[], zone: string) =>
	JSON.stringify(values.map((value) => keyOfValue(value, zone)));

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
	const list = map.get(key) ?? [];
	map.set(key, list);
	return list;
}

function once<T>(create: () => T): () => T {
	let created: { value: T } | undefined;
	return () => (created ??= { value: create() }).value;
}
