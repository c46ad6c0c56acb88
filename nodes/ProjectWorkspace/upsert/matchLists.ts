import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import { list, type List, type ListRequest } from '../lists/listRecords';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { readForAbsence } from '../lists/notThere';
import { isScalar } from '../records/envelopeFields';
import { recordId } from '../records/fieldNames';
import { hasUndecoded, isRounded } from '../records/json';
import { ok, reject, type Result } from '../result';
import { matches, matchKey } from './compare';
import { messages } from './messages';

/** A list in which records are matched, read to its end. */
export interface MatchList {
	/**
	 * The records that have these values, none of which is empty; `unknown` if a rounded number may be one of them, and
	 * `undecoded` if none has them and some values could not be decoded.
	 */
	find: (values: readonly unknown[]) => IDataObject[] | 'unknown' | 'undecoded';
	/**
	 * Adds or replaces a record that this run has written, also in the other lists that contain it.
	 * @param replaced the record before the update; undefined for a new one
	 */
	put: (record: IDataObject, replaced?: IDataObject) => void;
	/** How the list was read. */
	read: List;
	/** A field to match on that none of its records has. */
	missingField: string | undefined;
	/** Reads the list once more, if only that can show that a record is not there; at most once in a run. */
	readForAbsence: () => Promise<void>;
	/** Runs the work for equal values one after another, so that the second item finds the record of the first. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
}

/** A record that the run has written. */
interface Write {
	record: IDataObject;
	replaced: IDataObject | undefined;
	/** The query of the list that it was searched in. */
	query: ListRequest['request']['query'];
}

/** Opens the lists in which a run matches records. Each list is read once, and updated with each record that the run writes. */
export function createMatchLists(client: Client, knownWays: KnownWays) {
	const lists = new Map<string, Promise<MatchList>>();
	const writes: Write[] = [];
	const queues = new Map<string, Promise<unknown>>();
	let firstHeaders: string | undefined;

	const serialize: MatchList['serialize'] = async (values, work) => {
		const key = keyOf(values);
		const before = queues.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		queues.set(key, turn);
		return await turn;
	};

	const readList = async (search: ListRequest, matchOn: readonly string[]): Promise<MatchList> => {
		const read = async () => await list(client, { ...search, knownWays });
		const partsOf = (result: List) => {
			const { records } = result;
			const missing = matchOn.find((name) => !records.some((each) => Object.hasOwn(each, name)));
			const missingField = records.length > 0 ? missing : undefined;
			return { read: result, missingField, ...createIndex(records, search, matchOn, writes) };
		};
		let again: Promise<void> | undefined;
		const first = await read();
		const opened: MatchList = {
			...partsOf(first),
			serialize,
			async readForAbsence() {
				// Nothing is created or skipped then.
				if (opened.missingField !== undefined) return;
				again ??= readForAbsence(first, read, search.resource).then((both) => {
					if (both !== first) Object.assign(opened, partsOf(both));
				});
				await again;
			},
		};
		return opened;
	};

	return async (search: ListRequest, matchOn: readonly string[]): Promise<Result<MatchList>> => {
		// Headers may select a tenant, and a record of one tenant must not be written to another.
		const headers = JSON.stringify(sentWith('GET', search.settings.headers));
		if (headers !== (firstHeaders ??= headers)) return reject(messages.otherHeaders());
		const key = JSON.stringify([search.request.query, matchOn]);
		const reading = lists.get(key) ?? readList(search, matchOn);
		lists.set(key, reading);
		return ok(await reading);
	};
}

/**
 * The records of one list by their values in the fields to match on.
 * @param writes those of all lists of the run
 */
function createIndex(
	records: readonly IDataObject[],
	{ resource, request: { query } }: ListRequest,
	matchOn: readonly string[],
	writes: Write[],
): Pick<MatchList, 'find' | 'put'> {
	const byKey = new Map<string, IDataObject[]>();
	let applied = 0;
	const valuesOf = (record: IDataObject) =>
		matchOn.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined));
	const withKeyOf = (values: readonly unknown[]) => {
		const key = keyOf(values);
		const found = byKey.get(key) ?? [];
		byKey.set(key, found);
		return found;
	};
	for (const record of records) withKeyOf(valuesOf(record)).push(record);
	const isUndecoded = records.some((record) => hasUndecoded(valuesOf(record)));

	/** Whether a record that was written is in this list: it was searched here, or has the values of the query. */
	const contains = (record: IDataObject, searchedWith: Write['query']) =>
		JSON.stringify(query) === JSON.stringify(searchedWith) ||
		Object.entries(query).every(([name, value]) => {
			const own = record[name];
			// An object may have its own toString.
			return isScalar(own) && String(own) === value;
		});

	/** Replaces the record, or adds it if this list contains it. */
	const apply = ({ record, replaced, query: searchedWith }: Write) => {
		// An update does not change the values that a record is matched on.
		const candidates = withKeyOf(valuesOf(record));
		const id = recordId(record, resource);
		const at = candidates.findIndex(
			(each) => each === replaced || (id !== undefined && recordId(each, resource) === id),
		);
		if (at >= 0) candidates[at] = record;
		else if (contains(record, searchedWith)) candidates.push(record);
	};

	return {
		find(values) {
			writes.slice(applied).forEach(apply);
			applied = writes.length;
			const candidates = withKeyOf(values);
			if (candidates.some((record) => valuesOf(record).some(isRounded))) return 'unknown';
			const found = candidates.filter((record) =>
				valuesOf(record).every((existing, at) => matches(existing, values[at])),
			);
			return found.length === 0 && isUndecoded ? 'undecoded' : found;
		},
		put: (record, replaced) => void writes.push({ record, replaced, query }),
	};
}

const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(matchKey));
