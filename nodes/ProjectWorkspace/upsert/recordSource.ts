import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import type { Completeness, ListReader } from '../lists/completeness';
import { withoutRecords, type ListError } from '../lists/listError';
import { list, type ListRequest, rejection } from '../lists/listRecords';
import type { KnownWays } from '../lists/nextPage/knownWays';
import { isScalar } from '../records/envelopeFields';
import { NOTHING_WRITTEN } from './messages';
import { bucketKey, createRecordIndex, type Found, type RecordIndex } from './recordIndex';

/** Where to look, and by which fields. The query of the request narrows the list. */
export interface Lookup extends Pick<
	ListRequest,
	'resource' | 'request' | 'overrides' | 'settings'
> {
	fields: readonly string[];
}

/** One list, read to its end, in which records are found. */
export interface RecordList {
	find: (values: readonly unknown[]) => Found;
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
	/** Why it cannot be used by who has found a record in it, or has not; undefined if it can. */
	rejection: (reader: ListReader) => ListError | undefined;
	/** A field to match on that none of its records has. */
	missingField?: string;
}

/** The lists in which a run looks for its records: each is read once, and kept up with what the run itself writes. */
export interface RecordSource {
	open: (lookup: Lookup) => Promise<RecordList>;
	/** Work for values that may match each other waits in line: of two items that are new, the second finds the first's. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** A record could not be created: nobody knows whether it exists now, and in which list. */
	creationFailed: (values: readonly unknown[]) => void;
	mayExist: (values: readonly unknown[]) => boolean;
}

type Query = ApiRequest['query'];

interface Write {
	record: IDataObject;
	replaced: IDataObject | undefined;
	query: Query;
}

export function createRecordSource(client: Client, knownWays: KnownWays): RecordSource {
	const readings = new Map<string, Promise<RecordList>>();
	const indices: Array<{ query: Query; index: RecordIndex }> = [];
	const writes: Write[] = [];
	const lines = new Map<string, Promise<unknown>>();
	const notCreated = new Set<string>();

	const open = async ({ fields, ...wanted }: Lookup): Promise<RecordList> => {
		const { query } = wanted.request;
		const read = await list(client, { ...wanted, knownWays });
		const { records, summary } = read;
		const missingField = fields.find((name) => !records.some((each) => Object.hasOwn(each, name)));
		const index = createRecordIndex(records, fields, wanted.resource);
		// Another list may have been written to while this one was read.
		for (const write of writes) take(index, query, write);
		indices.push({ query, index });
		return {
			find: index.find,
			summary,
			size: records.length,
			completeness: read.completeness,
			rejection: (reader) => {
				const error = rejection(reader, read);
				return error && withoutRecords(error, NOTHING_WRITTEN);
			},
			...(records.length > 0 ? { missingField } : {}),
			put: (record, replaced) => {
				const write = { record, replaced, query };
				writes.push(write);
				for (const each of indices) take(each.index, each.query, write);
			},
		};
	};

	return {
		open: async (lookup) => {
			const key = JSON.stringify([lookup.request.query, lookup.fields, lookup.overrides]);
			const reading = readings.get(key) ?? open(lookup);
			readings.set(key, reading);
			return await reading;
		},
		serialize: async (values, work) => {
			const key = bucketKey(values);
			const before = lines.get(key) ?? Promise.resolve();
			const turn = before.then(work, work);
			lines.set(key, turn);
			return await turn;
		},
		creationFailed: (values) => notCreated.add(bucketKey(values)),
		mayExist: (values) => notCreated.has(bucketKey(values)),
	};
}

/** What was written through one list is in the list of all records, too, and in those whose query it answers to. */
function take(index: RecordIndex, query: Query, { record, replaced, query: through }: Write): void {
	const isIn =
		JSON.stringify(query) === JSON.stringify(through) ||
		Object.entries(query).every(([name, value]) => textOf(record[name]) === value);
	if (isIn || replaced) index.put(record, { replaced, onlyReplace: !isIn });
}

/** An object from a service may not even have a text. */
const textOf = (value: unknown) => (isScalar(value) ? String(value) : undefined);
