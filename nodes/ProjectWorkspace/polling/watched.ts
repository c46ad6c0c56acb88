import { UserError } from '../errors';
import { errorFor } from '../pagination/completeness';
import { readForAbsent, readList, type List, type ListRequest } from '../pagination/readList';
import { isSetByService, recordId, type RecordId } from '../records/fields';
import { savedForm } from '../records/same';
import { fieldsAt, sha256, type JsonObject } from '../records/value';
import type { ResourceName } from '../resources';
import type { Client } from '../transport/types';
import type { PollSettings } from './pollSettings';

/** n8n keeps the state in memory, and may write all of it to its database after a poll. */
export const MAX_WATCHED = 50_000;

/** 8 characters are 48 bits, so that one change in 280 trillion is overlooked. */
export const HASH_LENGTH = 8;

/** What is remembered of a record. */
export interface KnownRecord {
	/** The ID as the service writes it, because later nodes get it for a removed record. */
	id: RecordId;
	/** A hash of the watched fields. */
	hash: string;
}

export interface WatchedRecord extends KnownRecord {
	record: JsonObject;
}

/** The records by their IDs as texts: 7 and "7" are one ID. */
export type WatchedRecords = ReadonlyMap<string, WatchedRecord>;

export interface WatchedList {
	list: List;
	records: WatchedRecords;
}

/**
 * Reads the list, and once more if it does not have a known record.
 * @param knownIds undefined if no records are known
 * @throws UserError or ApiError if the records cannot be compared
 */
export async function readWatched(
	client: Client,
	settings: PollSettings,
	knownIds: readonly RecordId[] | undefined,
): Promise<WatchedList> {
	const { resource, request, filter, requireComplete } = settings;
	// With filters, a limit would count only the records that match, and no pages would be requested ahead.
	const limit = filter ? undefined : MAX_WATCHED + 1;
	const listRequest: ListRequest = { resource, request, keep: filter?.keeps, limit };

	const list = await readList(client, listRequest);
	// If nothing were remembered because there was no list, all records would be new in the next one.
	const needsAll = requireComplete || (knownIds === undefined && list.recordsRead === 0);
	const first = watchList(client, settings, list, needsAll);
	if (knownIds === undefined || knownIds.every((id) => first.records.has(String(id)))) return first;

	const again = await readForAbsent(client, listRequest, list);
	return watchList(client, settings, again, requireComplete);
}

function watchList(
	client: Client,
	{ resource, watchFields }: PollSettings,
	list: List,
	needsAll: boolean,
): WatchedList {
	const error = errorFor(list.completeness, needsAll);
	if (error) throw error;

	// The IDs are saved with the workflow.
	const records = client.hide.inRecords(list.records);
	return { list, records: watchRecords(records, resource, watchFields) };
}

/**
 * @param fields that count as a change; all if there are none
 * @throws UserError if the records cannot be told apart
 */
export function watchRecords(
	records: readonly JsonObject[],
	resource: ResourceName,
	fields: readonly string[],
): WatchedRecords {
	if (records.length > MAX_WATCHED) {
		throw new UserError(
			'The list has more than 50,000 records, the maximum for this trigger',
			"Add 'Filters', or choose a project in 'Project' for tasks.",
		);
	}

	const watched = new Map<string, WatchedRecord>();
	for (const record of records) {
		const id = recordId(record, resource);
		if (id === undefined) {
			throw new UserError(
				'A record has no ID, so its changes cannot be detected',
				"Set 'Records Path' in the credential under 'List Settings' to where the records are in the response. Without IDs, this trigger cannot be used.",
			);
		}

		const key = String(id);
		if (watched.has(key)) {
			throw new UserError(
				`Two records have the ID "${key}", so their changes cannot be told apart`,
				"Choose a project in 'Project' if the service numbers the tasks of each project separately, or exclude one of the records with 'Filters'.",
			);
		}
		const hash = sha256(savedForm(watchedFields(record, fields))).slice(0, HASH_LENGTH);
		watched.set(key, { id, hash, record });
	}
	return watched;
}

/** To be increased if the hashes of the same records change, so that the next poll only remembers them. */
export const HASH_FORM = 2;

function watchedFields(record: JsonObject, fields: readonly string[]): JsonObject {
	const names = fields.length > 0 ? fields : Object.keys(record).filter(countsAsChange);
	return fieldsAt(record, names);
}

/** The service sets the times of archiving and deletion, too, but they say that something was done. */
const countsAsChange = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);
