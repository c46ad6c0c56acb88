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
import { bucketKey, RecordIndex } from './recordIndex';

/** A list in which records are matched, read to its end. */
export interface MatchList {
	find: RecordIndex['find'];
	/**
	 * Adds or replaces a record that this run has written, also in the other lists that contain it.
	 * @param replaced the record before the update; undefined for a new one
	 */
	put: (record: IDataObject, replaced?: IDataObject) => void;
	/** How the list was read, in sentences. */
	summary: string;
	/** How many records it had. */
	size: number;
	completeness: Completeness;
	/** Why a reader cannot use the list; undefined if it can. */
	rejection: (reader: ListReader) => ListError | undefined;
	/** A field to match on that none of its records has. */
	missingField?: string;
	/** Runs the work for equal values one after another, so that the second item finds the record of the first. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** Remembers values whose record may have been created although the request failed. */
	creationFailed: (values: readonly unknown[]) => void;
	mayExist: (values: readonly unknown[]) => boolean;
}

type Query = ListRequest['request']['query'];

/** Opens the lists in which a run matches records. Each list is read once, and updated with each record that the run writes. */
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
		const index = new RecordIndex(records, matchOn, search.resource);
		// Records may have been written while this list was read.
		for (const write of writes) write(index, query);
		indices.push({ index, query });
		return {
			...shared,
			find: (values) => index.find(values),
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
		// Headers may select a tenant, and a record of one tenant must not be written to another.
		const headers = JSON.stringify(sentWith('GET', search.settings.headers));
		if (headers !== (firstHeaders ??= headers)) return reject(messages.otherHeaders());
		const key = JSON.stringify([search.request.query, matchOn, search.overrides]);
		const reading = lists.get(key) ?? readList(search, matchOn);
		lists.set(key, reading);
		return ok(await reading);
	};
}

/** Applies a written record to the list of all records, and to filtered lists whose query it matches. */
const applyWrite =
	(record: IDataObject, replaced: IDataObject | undefined, through: Query) =>
	(index: RecordIndex, query: Query) => {
		const isIn =
			JSON.stringify(query) === JSON.stringify(through) ||
			Object.entries(query).every(([name, value]) => {
				const own = record[name];
				// An object may have its own toString.
				return isScalar(own) && String(own) === value;
			});
		if (isIn || replaced) index.put(record, { replaced, onlyReplace: !isIn });
	};
