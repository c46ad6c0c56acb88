import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import type { Completeness, ListReader } from '../lists/completeness';
import { withoutRecords, type ListError } from '../lists/listError';
import { list, type ListRequest, rejection } from '../lists/listRecords';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { isScalar } from '../records/envelopeFields';
import { ok, reject, type Result } from '../result';
import { messages, NOTHING_WRITTEN } from './messages';
import { bucketKey, createRecordIndex, type RecordIndex } from './recordIndex';

/** One list, read to its end, in which records are found. */
export interface MatchList {
	find: RecordIndex['find'];
	/**
	 * Takes in what this run has written, here and in the other lists that show it.
	 * @param replaced the record as it was; left out for a new one
	 */
	put: (record: IDataObject, replaced?: IDataObject) => void;
	/** How the list was read, for a person. */
	summary: string;
	/** How many records it had. */
	size: number;
	completeness: Completeness;
	/** Why this reader cannot use the list; undefined if it can. */
	rejection: (reader: ListReader) => ListError | undefined;
	/** A field to match on that none of its records has. */
	missingField?: string;
	/** Runs the work for values that may match one after another, so that the second finds what the first created. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** A record could not be created: nobody knows whether it exists now, and in which list. */
	creationFailed: (values: readonly unknown[]) => void;
	mayExist: (values: readonly unknown[]) => boolean;
}

type Query = ListRequest['request']['query'];

/** Opens the lists in which a run looks for its records: each is read once, and kept up with what the run writes. */
export function createMatchLists(client: Client, knownWays: KnownWays) {
	const lists = new Map<string, Promise<MatchList>>();
	const indices: Array<{ index: RecordIndex; query: Query }> = [];
	const writes: Array<ReturnType<typeof applyWrite>> = [];
	const queues = new Map<string, Promise<unknown>>();
	const notCreated = new Set<string>();
	let firstHeaders: string | undefined;

	const shared: Pick<MatchList, 'serialize' | 'creationFailed' | 'mayExist'> = {
		serialize: async (values, work) => {
			const key = bucketKey(values);
			const before = queues.get(key) ?? Promise.resolve();
			const turn = before.then(work, work);
			queues.set(key, turn);
			return await turn;
		},
		creationFailed: (values) => notCreated.add(bucketKey(values)),
		mayExist: (values) => notCreated.has(bucketKey(values)),
	};

	const readList = async (search: ListRequest, matchOn: readonly string[]): Promise<MatchList> => {
		const { query } = search.request;
		const read = await list(client, { ...search, knownWays });
		const { records, summary, completeness } = read;
		const missingField = matchOn.find((name) => !records.some((one) => Object.hasOwn(one, name)));
		const index = createRecordIndex(records, matchOn, search.resource);
		// Another list may have been written to while this one was read.
		for (const write of writes) write(index, query);
		indices.push({ index, query });
		return {
			...shared,
			find: index.find,
			summary,
			size: records.length,
			completeness,
			rejection: (reader) => {
				const error = rejection(reader, read);
				return error && withoutRecords(error, NOTHING_WRITTEN);
			},
			...(records.length > 0 ? { missingField } : {}),
			put: (record, replaced) => {
				const write = applyWrite(record, replaced, query);
				writes.push(write);
				for (const each of indices) write(each.index, each.query);
			},
		};
	};

	return async (search: ListRequest, matchOn: readonly string[]): Promise<Result<MatchList>> => {
		// They may name a tenant: what was found with some must not be written with others.
		const headers = JSON.stringify(sentWith('GET', search.settings.headers));
		if (headers !== (firstHeaders ??= headers)) return reject(messages.otherHeaders());
		const key = JSON.stringify([search.request.query, matchOn, search.overrides]);
		const reading = lists.get(key) ?? readList(search, matchOn);
		lists.set(key, reading);
		return ok(await reading);
	};
}

/** What was written through one list is in the list of all records, too, and in those whose query it answers to. */
const applyWrite =
	(record: IDataObject, replaced: IDataObject | undefined, through: Query) =>
	(index: RecordIndex, query: Query) => {
		const isIn =
			JSON.stringify(query) === JSON.stringify(through) ||
			Object.entries(query).every(([name, value]) => {
				const own = record[name];
				// An object from a service may not even have a text.
				return isScalar(own) && String(own) === value;
			});
		if (isIn || replaced) index.put(record, { replaced, onlyReplace: !isIn });
	};
