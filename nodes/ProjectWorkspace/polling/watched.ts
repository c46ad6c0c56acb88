import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { ResourceName } from '../catalogue';
import { isSetByService, recordId } from '../records/fieldNames';
import { fieldAt, isObject } from '../records/json';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import { HASH_LENGTH, type RecordId } from './packing';

/** A record of the list as it is now. */
export interface Watched {
	/** Of the fields that count as a change. */
	hash: string;
	record: IDataObject;
}

/**
 * The records of a list by their IDs.
 * @param fields names or paths of those that count; all but those that the service sets itself, if there are none
 */
export function watchedRecords(
	records: readonly IDataObject[],
	resource: ResourceName,
	fields: readonly string[],
): Result<Map<RecordId, Watched>> {
	const watched = new Map<RecordId, Watched>();
	for (const record of records) {
		const id = recordId(record, resource);
		if (id === undefined) return reject(messages.noId());
		const hash = hashOf(
			fields.length > 0
				? fields.map((field) => fieldAt(record, field) ?? null)
				: Object.fromEntries(Object.entries(record).filter(([name]) => isWatched(name))),
		);
		if ((watched.get(id)?.hash ?? hash) !== hash) return reject(messages.idTwice(String(id)));
		watched.set(id, { hash, record });
	}
	return ok(watched);
}

/** The time when a record was archived or deleted in its place is the change itself. */
const isWatched = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);

const hashOf = (value: unknown) => digest(value).slice(0, HASH_LENGTH);

/** SHA-256 of a value in base64, whatever the order of its fields. */
export const digest = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value, withSortedFields)).digest('base64');

const withSortedFields = (_name: string, value: unknown) =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;
