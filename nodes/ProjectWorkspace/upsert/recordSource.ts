import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import type { ListOverrides } from '../lists/types';
import { list, type ListError } from '../lists/listRecords';
import { ok, reject, type Result } from '../result';
import { bucketKey, createRecordIndex, type Found, type RecordIndex } from './recordIndex';

type Query = Readonly<Record<string, string>>;

/** Where to look, and by which fields. */
export interface Lookup {
	resource: Resource;
	/** What narrows the list; empty for the list of all records. */
	query: Query;
	fields: readonly string[];
	overrides: ListOverrides;
	settings: SendSettings;
}

/** One list, read to its proven end, in which records are found. */
export interface RecordList {
	find: (values: readonly unknown[]) => Found;
	/** Takes in what this run has written, here and in the other lists that show it. */
	put: (record: IDataObject, how: { created: boolean }) => void;
	/** How the list was read, for a person. */
	summary: string;
	/** How many records it has, where the service does not say whether these are all. */
	unproven?: number;
}

/** The lists in which a run looks for its records: each is read once, and kept up with what the run itself writes. */
export interface RecordSource {
	open: (lookup: Lookup) => Promise<Result<RecordList, ListError>>;
	/** Work for values that may match each other waits in line: of two items that are new, the second finds the first's. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** A record could not be created: nobody knows whether it exists now, and in which list. */
	creationFailed: (values: readonly unknown[]) => void;
	mayExist: (values: readonly unknown[]) => boolean;
}

interface Write {
	record: IDataObject;
	created: boolean;
	query: Query;
}

export function createRecordSource(client: Client): RecordSource {
	const readings = new Map<string, Promise<Result<RecordList, ListError>>>();
	const indices: Array<{ query: Query; index: RecordIndex }> = [];
	const writes: Write[] = [];
	const lines = new Map<string, Promise<unknown>>();
	const notCreated = new Set<string>();

	const read = async ({
		resource,
		query,
		fields,
		overrides,
		settings,
	}: Lookup): Promise<Result<RecordList, ListError>> => {
		const { method, path } = listOperation(resource.value);
		const result = await list(client, {
			resource: resource.value,
			request: { method, path, query: { ...query } },
			limit: undefined,
			overrides,
			parallel: client.parallel,
			settings,
		});
		if (!result.ok) return reject(withoutRecords(result.problem));
		const { records, summary, proof } = result.value;
		// No limit was given, so it ends where its end is proven, or not at all.
		if (!proof) throw new TypeError('The list was not read to its end.');
		const index = createRecordIndex(records, fields, resource.value);
		// Another list may have been written to while this one was read.
		for (const write of writes) take(index, query, write);
		indices.push({ query, index });
		return ok({
			find: index.find,
			summary,
			...(proof === 'unpaged' ? { unproven: records.length } : {}),
			put: (record, { created }) => {
				const write = { record, created, query };
				writes.push(write);
				for (const each of indices) take(each.index, each.query, write);
			},
		});
	};

	return {
		open: async (lookup) => {
			const key = JSON.stringify([lookup.query, lookup.fields, lookup.overrides]);
			const reading = readings.get(key) ?? read(lookup);
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
function take(index: RecordIndex, query: Query, { record, created, query: through }: Write): void {
	const isIn =
		JSON.stringify(query) === JSON.stringify(through) ||
		Object.entries(query).every(([name, value]) => String(record[name]) === value);
	if (isIn || !created) index.put(record, { onlyReplace: !isIn });
}

/** Every item is told, and would repeat the records: their number is enough. */
const withoutRecords = (error: ListError): ListError =>
	error.kind === 'list' ? { ...error, records: [], read: error.records.length } : error;
