import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import type { Hide } from '../client/redact';
import { isSetByService, recordId } from '../records/fieldNames';
import { canonical, sameField, withAllDigits } from '../records/sameValue';
import { fieldAt, isObject, sha256 } from '../records/value';
import { ok, reject, type Result } from '../result';
import { pollMessages } from './messages';
import type { Settings } from './settings';

/** n8n keeps the state in memory, and writes it to its database whenever the workflow starts. */
export const MAX_WATCHED = 50_000;

/** 48 bits: a change is overlooked once in 280 trillion. */
export const HASH_LENGTH = 8;

/** To be increased if the hashes of the same records change: the next poll then only remembers them. */
export const HASH_VERSION = 3;

export interface Watched {
	id: string | number;
	/** Of the watched fields. */
	hash: string;
	record: IDataObject;
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
	if (records.length > MAX_WATCHED) return reject(pollMessages.tooMany());
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
function watchedFields(
	record: IDataObject,
	{ fields, ignored }: Pick<Settings, 'fields' | 'ignored'>,
): Record<string, unknown> {
	const kept = ignored.reduce(without, withAllDigits(record));
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
	const dot = path.indexOf('.');
	const name = path.slice(0, dot);
	if (dot === -1 || !Object.hasOwn(value, name)) return value;
	return { ...value, [name]: without(value[name], path.slice(dot + 1)) };
}

/** The service also sets the times of archiving and deletion, but they are changes. */
const isWatched = (name: string) => !isSetByService(name) || /^(archived|deleted)/i.test(name);

const shortDigest = (value: unknown) => digest(value).slice(0, HASH_LENGTH);

/** The same for a value in any of its forms. */
export const digest = (value: unknown) => sha256(JSON.stringify(canonical(value)));

/**
 * The watched fields of the first records of each node's last poll, and the field that was then the only one to have
 * changed in most of them.
 */
const lastPolls = new Map<
	string,
	{ scope: string; records: ReadonlyMap<string, object>; field?: string; isTold: boolean }
>();

const COMPARED_RECORDS = 20;

/** With fewer, it may be chance. */
const MIN_RECORDS = 5;

/**
 * The field that alone changes in most records from poll to poll, such as a link that is signed anew: it would start the
 * workflow with all records each time. Undefined until two polls have shown it, and after it was told.
 */
export function restlessField(
	nodeKey: string,
	scope: string,
	present: ReadonlyMap<string, Pick<Watched, 'record'>>,
	settings: Pick<Settings, 'fields' | 'ignored'>,
): string | undefined {
	const last = lastPolls.get(nodeKey);
	const compared = [...present].slice(0, COMPARED_RECORDS);
	const records = new Map(
		compared.map(([key, { record }]) => [key, watchedFields(record, settings)]),
	);
	const isSameList = last?.scope === scope;
	const field = isSameList ? onlyChange(last.records, records) : undefined;
	const isShownTwice = field !== undefined && field === last?.field;
	const isTold = isShownTwice || (isSameList && last.isTold);
	lastPolls.set(nodeKey, { scope, records, field, isTold });
	return isTold && !last?.isTold ? field : undefined;
}

/** The field that has changed in most records, if it is the only one in all of them. */
function onlyChange(
	before: ReadonlyMap<string, object>,
	now: ReadonlyMap<string, object>,
): string | undefined {
	const shared = [...now].flatMap(([key, fields]) => {
		const last = before.get(key);
		return last ? [changedFields(last, fields)] : [];
	});
	const changed = shared.filter((names) => names.length > 0);
	if (changed.length < MIN_RECORDS || changed.length * 2 <= shared.length) return undefined;
	const fields = new Set(changed.flat());
	const [field] = fields;
	return fields.size === 1 ? field : undefined;
}

const changedFields = (before: object, now: object): string[] =>
	[...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
		(name) => !sameField(before, now, name, 'UTC'),
	);
