import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import type { Client } from '../client/connect';
import type { Hide } from '../client/redact';
import { withoutRecords } from '../lists/listError';
import { list, type List, rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { readForAbsence } from '../lists/notThere';
import { filterProblems } from '../parameters/filters';
import { sendSettings } from '../parameters/options';
import { isSetByService, recordId } from '../records/fieldNames';
import { fieldAt, isObject } from '../records/json';
import { canonical, sha256 } from '../records/value';
import { ok, reject, type Result, type ValueOf } from '../result';
import { AGAIN, pollMessages } from './messages';
import type { Settings } from './settings';

/** n8n keeps the state in memory, and writes it to its database whenever the workflow starts. */
export const MAX_WATCHED = 50_000;

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
	reader: 'pollNewAndChanged' | 'pollTest',
) {
	const { absent, known, see } = absentFields(settings);
	const result = await readList(client, settings, maxWaitMs, see);
	result.records.forEach(see);
	const error = rejection(settings.options.requireComplete ? 'getAllRequired' : reader, result);
	if (error) return reject(withoutRecords(error, AGAIN));
	const { completeness, read } = result;
	// Why the list may have more records.
	const unknown = completeness.is === 'unknown' ? doubtOf(completeness, read) : undefined;
	const [doubt] = [
		...(read > 0 && absent.size > 0 ? [pollMessages.missingFields([...absent], read, known)] : []),
		...filterProblems(settings.filter),
		...(unknown ? [pollMessages.mayMiss(unknown)] : []),
	];
	return watchedIn(client, settings, { list: result, read, unknown, doubt });
}

/** The same with what a second reading has as well. */
export async function readTwice(
	client: Client,
	settings: Settings,
	maxWaitMs: number,
	first: ValueOf<Awaited<ReturnType<typeof readRecords>>>,
) {
	const again = async () => await readList(client, settings, maxWaitMs);
	const both = await readForAbsence(first.list, again, settings.resource.value, false);
	const error = rejection('pollRemoved', both);
	if (error) return reject(withoutRecords(error, AGAIN));
	return watchedIn(client, settings, { ...first, list: both });
}

async function readList(
	client: Client,
	{ resource, request, options, filter }: Settings,
	maxWaitMs: number,
	see: (record: IDataObject) => void = () => {},
): Promise<List> {
	return await list(client, {
		resource: resource.value,
		request,
		// With filters, a limit would count matching records, and read one page at a time.
		limit: filter ? undefined : MAX_WATCHED + 1,
		settings: sendSettings(options, maxWaitMs),
		filter: filter && {
			...filter,
			keeps: (record) => {
				see(record);
				return filter.keeps?.(record) ?? true;
			},
		},
	});
}

function watchedIn<T extends { list: List }>(client: Client, settings: Settings, found: T) {
	const { records } = found.list;
	if (records.length > MAX_WATCHED) return reject(pollMessages.tooMany());
	const hide = client.hide.inRecords;
	const watched = watchedRecords(records, settings.resource.value, settings, hide);
	return watched.ok ? ok({ ...found, records: watched.value }) : watched;
}

/** The watched and filtered fields that none of the records has, those that the filters leave out included. */
function absentFields({ fields, filter }: Settings) {
	const absent = new Set([...fields, ...(filter?.fields ?? [])]);
	const known = new Set<string>();
	const see = (record: IDataObject) => {
		if (absent.size > 0) Object.keys(record).forEach((name) => known.add(name));
		for (const field of absent) if (fieldAt(record, field) !== undefined) absent.delete(field);
	};
	return { absent, known, see };
}

/**
 * The records of a list by their IDs as text: 7 and "7" are one ID.
 * @param hide applied to the IDs, because n8n saves them in the state
 */
export function watchedRecords(
	records: readonly IDataObject[],
	resource: ResourceName,
	settings: Pick<Settings, 'fields' | 'ignored'>,
	hide: Hide = (value) => value,
): Result<Map<string, Watched>> {
	const watched = new Map<string, Watched>();
	// Two records may have one ID, such as tasks of two folders, and the same watched fields.
	const contentOf = (record: IDataObject) =>
		shortDigest(watchedFields(record, { ...settings, fields: [] }));
	for (const record of records) {
		const id = hide(recordId(record, resource));
		if (id === undefined) return reject(pollMessages.noId());
		const hash = shortDigest(watchedFields(record, settings));
		const key = String(id);
		const other = watched.get(key);
		if (other && contentOf(other.record) !== contentOf(record))
			return reject(pollMessages.idTwice(key));
		watched.set(key, { id, hash, record });
	}
	return ok(watched);
}

/** What counts as a change: the watched fields by their names or paths, or all that the service does not set itself. */
export function watchedFields(
	record: IDataObject,
	{ fields, ignored }: Pick<Settings, 'fields' | 'ignored'>,
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
	if (Object.hasOwn(value, path)) {
		return Object.fromEntries(Object.entries(value).filter(([name]) => name !== path));
	}
	const [name = '', ...rest] = path.split('.');
	if (rest.length === 0 || !Object.hasOwn(value, name)) return value;
	return { ...value, [name]: without(value[name], rest.join('.')) };
}

/** The service also sets the times of archiving and deletion, but they are changes. */
const isWatched = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);

const shortDigest = (value: unknown) => digest(value).slice(0, HASH_LENGTH);

/** The same for a value in any of its forms. */
export const digest = (value: unknown) => sha256(JSON.stringify(canonical(value)));
