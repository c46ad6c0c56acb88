import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import type { ListOverrides } from '../lists';
import type { ItemError } from '../run/errors';
import { list } from '../run/list';
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
}

export type ListRead = { ok: true; list: RecordList } | { ok: false; error: ItemError };

/** The lists in which a run looks for its records: each is read once, and kept up with what the run itself writes. */
export interface RecordSource {
	open: (lookup: Lookup) => Promise<ListRead>;
	/** Work for values that may match each other waits in line: of two items that are new, the second finds the first's. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** A record could not be created: nobody knows whether it exists now. */
	creationFailed: (values: readonly unknown[], query: Query) => void;
	/** Whether such a record, if it exists, would belong where the query looks. */
	mayExist: (values: readonly unknown[], query: Query) => boolean;
}

interface Write {
	record: IDataObject;
	created: boolean;
	query: Query;
}

export function createRecordSource(client: Client): RecordSource {
	const readings = new Map<string, Promise<ListRead>>();
	const indices: Array<{ query: Query; index: RecordIndex }> = [];
	const writes: Write[] = [];
	const lines = new Map<string, Promise<unknown>>();
	const notCreated = new Map<string, Query[]>();

	const read = async ({
		resource,
		query,
		fields,
		overrides,
		settings,
	}: Lookup): Promise<ListRead> => {
		const { method, path } = listOperation(resource.value);
		const result = await list(client, {
			resource: resource.value,
			request: { method, path, query: { ...query } },
			limit: undefined,
			overrides,
			parallel: client.parallel,
			settings,
		});
		if (!result.ok) return { ok: false, error: errorOf(result) };
		const index = createRecordIndex(result.records, fields, resource.value);
		// Another list may have been written to while this one was read.
		for (const write of writes) take(index, query, write);
		indices.push({ query, index });
		return {
			ok: true,
			list: {
				find: index.find,
				summary: result.found,
				put: (record, { created }) => {
					const write = { record, created, query };
					writes.push(write);
					for (const each of indices) take(each.index, each.query, write);
				},
			},
		};
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
		creationFailed: (values, query) => {
			const key = bucketKey(values);
			notCreated.set(key, [...(notCreated.get(key) ?? []), query]);
		},
		mayExist: (values, query) =>
			(notCreated.get(bucketKey(values)) ?? []).some(
				(failed) => isWhole(failed) || isWhole(query) || isSame(failed, query),
			),
	};
}

/** What was written through one list is in the list of all records, too, and in those whose query it answers to. */
function take(index: RecordIndex, query: Query, write: Write): void {
	const { record, created } = write;
	if (isWhole(query) || isSame(query, write.query)) index.put(record);
	else if (Object.entries(query).every(([name, value]) => String(record[name]) === value)) {
		index.put(record);
	} else if (!created) index.put(record, { onlyReplace: true });
}

const isWhole = (query: Query) => Object.keys(query).length === 0;

const isSame = (one: Query, other: Query) => JSON.stringify(one) === JSON.stringify(other);

/** Each item is told, so the records that were read would be repeated as often: their number is enough. */
function errorOf(result: Awaited<ReturnType<typeof list>> & { ok: false }): ItemError {
	return 'refusal' in result
		? { kind: 'list', ...result, records: [], read: result.records.length }
		: { kind: 'request', ...result };
}
