import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import { list, type List, type ListRequest } from '../lists/listRecords';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { readForAbsence } from '../lists/notThere';
import { ok, reject, type Result } from '../result';
import { Creations } from './creations';
import { messages } from './messages';
import { createIndex, type RecordIndex, type Write } from './recordIndex';
import { turnKey } from './similar';

/** A list in which records are matched, read to its end. */
export interface MatchList extends RecordIndex {
	/** How the list was read. */
	read: List;
	/** The names of the fields that its records have. */
	fields: ReadonlySet<string>;
	/** A field to match on that none of its records has. */
	missingField: string | undefined;
	/** Reads the list once more, if only that can show that a record is not there; at most once in a run. */
	readForAbsence: () => Promise<void>;
	/** Runs the work for equal and similar values one after another, so that the second item finds the record of the first. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** Reads the list again: does the service list a record with these values? */
	isListed: (values: readonly unknown[]) => Promise<boolean>;
	/** The creations of the run, in all of its lists. */
	creations: Creations;
}

/** The records whose fields are known. */
const SAMPLED = 100;

/**
 * Opens the lists in which a run matches records. Each list is read once, and updated with each record that the run
 * writes.
 * @param zone the time zone of the workflow
 */
export function createMatchLists(client: Client, knownWays: KnownWays, zone: string) {
	const lists = new Map<string, Promise<MatchList>>();
	const writes: Write[] = [];
	const queues = new Map<string, Promise<unknown>>();
	const creations = new Creations();
	let firstHeaders: string | undefined;

	const serialize: MatchList['serialize'] = async (values, work) => {
		const key = JSON.stringify(values.map((value) => turnKey(value, zone)));
		const before = queues.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		queues.set(key, turn);
		return await turn;
	};

	const readList = async (search: ListRequest, matchOn: readonly string[]): Promise<MatchList> => {
		const read = async () => await list(client, { ...search, knownWays });
		const indexOf = (records: readonly IDataObject[], own: Write[]) =>
			createIndex(records, search, { matchOn, zone, writes: own });
		const partsOf = (result: List) => {
			const { records } = result;
			const missing = matchOn.find((name) => !records.some((each) => Object.hasOwn(each, name)));
			const missingField = records.length > 0 ? missing : undefined;
			const fields = new Set(records.slice(0, SAMPLED).flatMap(Object.keys));
			return { read: result, fields, missingField, ...indexOf(records, writes) };
		};
		const first = await read();
		let again: Promise<void> | undefined;
		const opened: MatchList = {
			...partsOf(first),
			serialize,
			creations,
			async isListed(values) {
				const found = indexOf((await read()).records, []).find(values);
				return found === 'unknown' || found.length > 0;
			},
			async readForAbsence() {
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
