import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { ResourceName } from '../catalogue';
import type { Client } from '../client/connect';
import type { Hide } from '../client/redact';
import { withoutRecords } from '../lists/listError';
import { list, rejection } from '../lists/listRecords';
import { filterProblems } from '../parameters/filters';
import { sendSettings } from '../parameters/options';
import { isSetByService, recordId } from '../records/fieldNames';
import { fieldAt, isObject } from '../records/json';
import { canonical } from '../records/value';
import { ok, reject, type Result } from '../result';
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
	settings: Settings,
	maxWaitMs: number,
	limit?: number,
) {
	const { resource, request, options, filter } = settings;
	const { absent, see } = absentFields(settings);
	// With filters, a limit would count matching records, and read one page at a time.
	const maxRead = filter ? undefined : MAX_RECORDS + 1;
	const result = await list(client, {
		resource: resource.value,
		request,
		limit: limit ?? maxRead,
		settings: sendSettings(options, maxWaitMs),
		filter: filter && {
			...filter,
			keeps: (record) => {
				see(record);
				return filter.keeps?.(record) ?? true;
			},
		},
	});
	const { records, read } = result;
	records.forEach(see);
	const error = rejection(options.requireComplete ? 'getAllRequired' : 'pollNewAndChanged', result);
	if (error) return reject(withoutRecords(error, AGAIN));
	if (records.length > MAX_RECORDS) return reject(messages.tooMany());
	const watched = watchedRecords(records, resource.value, settings, client.hide.inRecords);
	if (!watched.ok) return watched;
	const isComplete = !rejection('pollRemoved', result);
	const isAbsent = read > 0 && absent.size > 0;
	const [doubt] = [
		...(isAbsent ? [messages.missingFields([...absent], read)] : []),
		...filterProblems(filter),
	];
	return ok({ records: watched.value, read, isComplete, doubt });
}

/** The watched and filtered fields that none of the records has, those that the filters leave out included. */
function absentFields({ fields, filter }: Settings) {
	const absent = new Set([...fields, ...(filter?.fields ?? [])]);
	const see = (record: IDataObject) => {
		for (const field of absent) if (fieldAt(record, field) !== undefined) absent.delete(field);
	};
	return { absent, see };
}

/**
 * The records of a list by their IDs as text: 7 and "7" are one ID.
 * @param hide applied to the IDs, because n8n saves them in the state
 */
export function watchedRecords(
	records: readonly IDataObject[],
	resource: ResourceName,
	settings: WatchSettings,
	hide: Hide = (value) => value,
): Result<Map<string, Watched>> {
	const watched = new Map<string, Watched>();
	for (const record of records) {
		const id = hide(recordId(record, resource));
		if (id === undefined) return reject(messages.noId());
		const hash = hashOf(watchedFields(record, settings));
		const key = String(id);
		if ((watched.get(key)?.hash ?? hash) !== hash) return reject(messages.idTwice(key));
		watched.set(key, { id, hash, record });
	}
	return ok(watched);
}

type WatchSettings = Pick<Settings, 'fields' | 'ignored'>;

/** What counts as a change: the watched fields by their names or paths, or all that the service does not set itself. */
export function watchedFields(
	record: IDataObject,
	{ fields, ignored }: WatchSettings,
): Record<string, unknown> {
	const kept = ignored.reduce<unknown>((rest, path) => without(rest, path), record);
	if (fields.length > 0)
		return Object.fromEntries(fields.map((name) => [name, fieldAt(kept, name)]));
	return Object.fromEntries(
		Object.entries(kept as IDataObject).filter(([name]) => isWatched(name)),
	);
}

/** The same without a field, also in each entry of a list: `attachments.url`. */
function without(value: unknown, path: string): unknown {
	if (Array.isArray(value)) return value.map((entry) => without(entry, path));
	if (!isObject(value)) return value;
	const { [path]: _ignored, ...others } = value;
	if (Object.hasOwn(value, path)) return others;
	const [name = '', ...rest] = path.split('.');
	if (rest.length === 0 || !Object.hasOwn(value, name)) return value;
	return { ...value, [name]: without(value[name], rest.join('.')) };
}

/** The service also sets the times of archiving and deletion, but they are changes. */
const isWatched = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);

const hashOf = (value: unknown) => digest(value).slice(0, HASH_LENGTH);

/** SHA-256 of a value in any of its forms. Without `+` and `/`, because it may become a key elsewhere. */
export const digest = (value: unknown) =>
	createHash('sha256')
		.update(JSON.stringify(canonical(value)))
		.digest('base64url');
