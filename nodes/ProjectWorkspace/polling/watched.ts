import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { ResourceName } from '../catalogue';
import type { Client } from '../client/connect';
import type { Hide } from '../client/redact';
import { withoutRecords } from '../lists/listError';
import { list, type List, rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { readForAbsence } from '../lists/notThere';
import { sendSettings } from '../parameters/options';
import { isSetByService, recordId } from '../records/fieldNames';
import { fieldAt, isObject } from '../records/json';
import { ok, reject, type Result, type ValueOf } from '../result';
import { AGAIN, messages } from './messages';
import type { Settings } from './settings';

/** n8n keeps the state in memory, and writes it to its database whenever the workflow starts. */
export const MAX_RECORDS = 50_000;

/** 48 bits: a change is overlooked once in 280 trillion. */
export const HASH_LENGTH = 8;

export interface Watched {
	id: string | number;
	/** Of the watched fields. */
	hash: string;
	record: IDataObject;
}

/** The records of the list by their IDs as text, if a poll can use it; `read` counts those that do not match the filters, too. */
export async function readRecords(
	client: Client,
	watching: Settings,
	maxWaitMs: number,
	reader: 'pollNewAndChanged' | 'pollTest',
) {
	const result = await listFor(client, watching, maxWaitMs);
	const isRequired = watching.options.requireComplete;
	const error = rejection(isRequired ? 'getAllRequired' : reader, result);
	if (error) return reject(withoutRecords(error, AGAIN));
	return watchedIn(result, client, watching);
}

/** The same, with what a second reading has besides: whatever a total says, as one record made and one deleted leave it. */
export async function readTwice(
	client: Client,
	watching: Settings,
	maxWaitMs: number,
	{ list: first }: ValueOf<Awaited<ReturnType<typeof readRecords>>>,
) {
	const { resource } = watching;
	const again = async () => await listFor(client, watching, maxWaitMs);
	const both = await readForAbsence(first, again, resource.value, false);
	const error = rejection('pollRemoved', both);
	return error ? reject(withoutRecords(error, AGAIN)) : watchedIn(both, client, watching);
}

const listFor = async (
	client: Client,
	{ resource, request, options, filter }: Settings,
	maxWaitMs: number,
) =>
	await list(client, {
		resource: resource.value,
		request,
		// With filters, a limit would count matching records, and read one page at a time.
		limit: filter ? undefined : MAX_RECORDS + 1,
		settings: sendSettings(options, maxWaitMs),
		filter,
	});

/** The records of a list, if their changes can be detected. */
function watchedIn(
	result: List,
	client: Client,
	{ resource, fields }: Pick<Settings, 'resource' | 'fields'>,
) {
	const { records, read } = result;
	if (records.length > MAX_RECORDS) return reject(messages.tooMany());
	const watched = watchedRecords(records, resource.value, fields, client.hide.inRecords);
	if (!watched.ok) return watched;
	// Why a record that is missing may be there nevertheless.
	const { completeness } = result;
	const doubt = completeness.is === 'unknown' ? doubtOf(completeness, read) : undefined;
	return ok({ records: watched.value, read, doubt, list: result });
}

/**
 * The records of a list by their IDs as text: 7 and "7" are one ID.
 * @param fields names or paths of the watched fields; if empty, all that the service does not set itself
 * @param hide applied to the IDs, because n8n saves them in the state
 */
export function watchedRecords(
	records: readonly IDataObject[],
	resource: ResourceName,
	fields: readonly string[],
	hide: Hide = (value) => value,
): Result<Map<string, Watched>> {
	const watched = new Map<string, Watched>();
	for (const record of records) {
		const id = hide(recordId(record, resource));
		if (id === undefined) return reject(messages.noId());
		const hash = hashOf(
			fields.length > 0
				? fields.map((field) => fieldAt(record, field) ?? null)
				: Object.fromEntries(Object.entries(record).filter(([name]) => isWatched(name))),
		);
		const key = String(id);
		if ((watched.get(key)?.hash ?? hash) !== hash) return reject(messages.idTwice(key));
		watched.set(key, { id, hash, record });
	}
	return ok(watched);
}

/** The service also sets the times of archiving and deletion, but they are changes. */
const isWatched = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);

const hashOf = (value: unknown) => digest(value).slice(0, HASH_LENGTH);

/** SHA-256 of a value, whatever the order of its fields. Without `+` and `/`, because it may become a key elsewhere. */
export const digest = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value, withSortedFields)).digest('base64url');

const withSortedFields = (_name: string, value: unknown) =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
		: value;
