import type { IDataObject } from 'n8n-workflow';

import { SAMPLED, type ListRequest } from '../lists/listRecords';
import { isRecord, recordId } from '../records/fieldNames';
import { keyOfValue, sameValue } from '../records/sameValue';
import { fieldAt, hasUndecoded, isEmpty, isRounded } from '../records/value';
import { isInList } from '../records/parentId';
import { ok, reject, type Result } from '../result';
import { createSimilarIndex } from './similar';

/** A record that can be matched. */
export interface Known {
	record: IDataObject;
	/**
	 * What is not known of one that this run has written: the ID of one that a preview would create, whether one exists
	 * whose creation failed, or the values of one whose update failed.
	 */
	unsure?: 'id' | 'existence' | 'values';
}

/** A record that the run has written. */
export interface Write extends Known {
	/** The record before the update; undefined for a new one. */
	replaced?: IDataObject;
	/** What the list was asked for by in which it was searched. */
	query: ListRequest['request']['query'];
}

/**
 * The records that have the values, none of which is empty. There is no telling if a number that was `rounded` may be one
 * of them, or if none has them and some values are `undecoded`.
 */
export type Found = Result<readonly Known[], 'rounded' | 'undecoded'>;

/**
 * The records of a list by their values in the fields to match on.
 * @param writes what the run has written before, in all lists, in its order
 */
export function createIndex(
	records: readonly IDataObject[],
	{ resource, request: { query } }: ListRequest,
	{ matchOn, zone, writes }: { matchOn: readonly string[]; zone: string; writes: readonly Write[] },
) {
	/** An update of the run replaces the record of an entry. */
	const entries = records.map((record): Known => ({ record }));
	const byKey = new Map<string, Known[]>();
	const valuesOf = (record: IDataObject) =>
		matchOn.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined));
	const withKeyOf = (values: readonly unknown[]) =>
		listAt(byKey, JSON.stringify(values.map((value) => keyOfValue(value, zone))));
	for (const entry of entries) withKeyOf(valuesOf(entry.record)).push(entry);
	const isUndecoded = records.some((record) => hasUndecoded(valuesOf(record)));
	let similar: ReturnType<typeof createSimilarIndex<Known>> | undefined;
	let byId: Map<string, Write[]> | undefined;
	/** The records that have the ID: several in services that count IDs in each project. */
	const withId = (id: unknown): Write[] => {
		byId ??= records.reduce((map, record) => {
			listAt(map, String(recordId(record, resource))).push({ record, query });
			return map;
		}, new Map<string, Write[]>());
		return listAt(byId, String(id));
	};
	/** What was found since the last write: many items may have a value that many records have. */
	const results = new Map<string, Found>();

	const search = (values: readonly unknown[]): Found => {
		const candidates = withKeyOf(values);
		if (candidates.some(({ record }) => valuesOf(record).some(isRounded))) return reject('rounded');
		const same = candidates.filter(({ record }) =>
			valuesOf(record).every((own, at) => !isEmpty(own) && sameValue(own, values[at], zone)),
		);
		return same.length === 0 && isUndecoded ? reject('undecoded') : ok(same);
	};

	/** Replaces the record, or adds it if it is in this list: it was searched here, or has the values of the query. */
	const apply = (write: Write) => {
		const { record, unsure, replaced } = write;
		results.clear();
		const isSearchedHere = JSON.stringify(query) === JSON.stringify(write.query);
		const id = recordId(record, resource);
		if (isSearchedHere && !replaced && withId(id).length === 0) withId(id).push(write);
		// An update does not change the values that a record is matched on.
		const candidates = withKeyOf(valuesOf(record));
		const known = candidates.find(
			({ record: each }) =>
				each === replaced || (id !== undefined && recordId(each, resource) === id),
		);
		if (known) Object.assign(known, { record, unsure });
		else if (isSearchedHere || isInList(record, query) === true) {
			const entry = { record, unsure };
			for (const list of [entries, candidates]) list.push(entry);
			similar?.add(entry);
		}
	};
	writes.forEach(apply);

	return {
		/** The names of the fields that its records have. */
		fields: new Set(records.slice(0, SAMPLED).flatMap(Object.keys)),
		/** A field to match on that none of its records has. */
		missingField:
			records.length > 0
				? matchOn.find((name) => !records.some((each) => Object.hasOwn(each, name)))
				: undefined,
		find(match: IDataObject): Found {
			const values = valuesOf(match);
			const key = JSON.stringify(values);
			const result = results.get(key) ?? search(values);
			results.set(key, result);
			return result;
		},
		/** The records that may have these values in another form. */
		findSimilar(match: IDataObject): readonly Known[] {
			similar ??= createSimilarIndex(entries, valuesOf);
			return similar.find(valuesOf(match));
		},
		withId,
		apply,
	};
}

/**
 * Where all records have a field inside another one, such as `attributes.title` (JSON:API, Airtable); undefined if it is a
 * field of another record in them, such as their project.
 */
export function placeInside(records: readonly IDataObject[], field: string): string | undefined {
	const [first = {}] = records;
	const paths = [field, ...Object.keys(first).map((name) => `${name}.${field}`)];
	const isIn = (record: IDataObject, path: string) =>
		fieldAt(record, path) !== undefined && !isRecord(record[path.split('.')[0] ?? '']);
	return paths.find((path) => records.slice(0, SAMPLED).every((record) => isIn(record, path)));
}

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
	const list = map.get(key) ?? [];
	map.set(key, list);
	return list;
}
