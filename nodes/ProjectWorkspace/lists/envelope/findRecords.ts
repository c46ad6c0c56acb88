import type { ResourceName } from '../../catalogue';
import {
	isEnvelopeField,
	isSideField,
	isTotal,
	RESOURCE_FIELDS,
} from '../../records/envelopeFields';
import { readServiceError } from '../../records/errorWords';
import { isRecord, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject, valueAt, wholeNumber } from '../../records/json';
import { readStatedError } from '../../records/statedError';
import { findList, isCalledList } from './findList';
import { keyedRecords, toRecords } from './recordShapes';

export type FoundRecords =
	| {
			kind: 'records';
			records: JsonObject[];
			path: string[];
			note?: string;
			/** Set if the list is missing: the response is empty or `{}` (`body`), or has null instead (`null`). */
			absent?: 'body' | 'null';
	  }
	| { kind: 'error'; message: string; code?: string }
	| { kind: 'refused'; message: string; candidates: string[] };

/**
 * Finds the records in a response whose structure is not documented. Never throws.
 * @param knownPath where an earlier page had its records; records in another place are rejected
 */
export function findRecords(
	body: unknown,
	resource: ResourceName,
	knownPath?: readonly string[],
): FoundRecords {
	const known = knownPath && recordsAt(body, knownPath);
	if (known) return known;
	const anywhere = findAnywhere(body, resource);
	if (!knownPath || anywhere.kind !== 'records' || anywhere.records.length === 0) return anywhere;
	const now = pathText(anywhere.path);
	const message = `This page has its records in ${now}, and the first page had them in ${pathText(knownPath)}`;
	return refused(message, [now]);
}

/** Reads the list at a known path: set by the user, or found on an earlier page. */
export function recordsAt(body: unknown, path: readonly string[]): FoundRecords | undefined {
	const error = statedError(body);
	if (error) return error;
	const value = valueAt(body, path);
	if (Array.isArray(value)) return found(value, path);
	if (value === null) return { ...found([], path), absent: path.length > 0 ? 'null' : 'body' };
	if (!isObject(value)) return undefined;
	// PHP writes an empty list as `{}`. Some services return a single record instead of a list.
	if (Object.keys(value).length === 0) return path.length > 0 ? found([], path) : undefined;
	const list = keyedRecords(value, true) ?? (isRecord(value) ? [value] : undefined);
	return list && found(list, path);
}

function findAnywhere(body: unknown, resource: ResourceName): FoundRecords {
	const error = statedError(body);
	if (error) return error;
	if (Array.isArray(body)) return listIn(body, [], resource);
	// Some servers return null (Go) or no body for an empty list.
	if (body === null || body === undefined || body === '') {
		return { ...found([], [], 'The response was empty.'), absent: 'body' };
	}
	if (!isObject(body)) return refused(`The response is a ${typeof body}, not a list`);
	const places = findList(body, resource);
	const [place] = places;
	if (!place) return findAbsent(body, resource);
	const { path, name, form, list } = place;
	const paths = places.map((each) => pathText(each.path));
	if (places.length > 1) {
		const message = `The response has several lists (${paths.join(', ')}), and it is not clear which one has the ${RESOURCE_FIELDS[resource][0]}`;
		return refused(message, paths);
	}
	if (name === 'other' && list.length > 0 && countsNone(body)) {
		return refused(
			`The response says that there are no records, but has some in ${paths[0]}`,
			paths,
		);
	}
	if (form === 'array') return listIn(list, path, resource);
	const isNull = form === 'none' && valueAt(body, path) === null;
	return { ...found(list, path, NOTES[form]), ...(isNull ? { absent: 'null' } : {}) };
}

const NOTES = {
	none: 'The response has no list. It was read as an empty one.',
	keyed: 'The records are in an object under their IDs, not in a list.',
	record: 'The response has a single record instead of a list.',
};

/** No list in the response: Google, for one, omits empty arrays. */
function findAbsent(body: JsonObject, resource: ResourceName): FoundRecords {
	const fields = Object.keys(body);
	if (fields.length === 0) return { ...found([], [], NOTES.none), absent: 'body' };
	if (isEmptyEnvelope(body)) return found([], [], NOTES.none);
	const { message } = readServiceError(body);
	const instead = message
		? `, but says: ${message.replace(/\.$/, '')}`
		: ` (its fields: ${fields.slice(0, 20).join(', ')})`;
	return refused(`The response has no list of ${RESOURCE_FIELDS[resource][0]}${instead}`);
}

/** A list's envelope without the list: Google's `{kind, etag}`, HAL without `_embedded`, `{"meta": {"total": 0}}`. */
const isEmptyEnvelope = (body: JsonObject) =>
	(isCalledList(body) || countsNone(body) || Object.keys(body).some(isOfList)) &&
	Object.entries(body).every(
		([key, value]) => isEnvelopeField(key, value) || isSideField(key) || key.startsWith('@'),
	);

const isOfList = (key: string) =>
	/^(_?links?|pagination|paging|pageinfo|nextpagetoken|hasmore|etag)$/.test(plainName(key));

/** Whether a total or count in the response is 0. */
const countsNone = (body: JsonObject): boolean =>
	Object.entries(body).some(
		([key, value]) =>
			((isTotal(plainName(key)) || plainName(key) === 'count') && wholeNumber(value) === 0) ||
			(isObject(value) && isSideField(key) && countsNone(value)),
	);

function statedError(body: unknown): FoundRecords | undefined {
	const stated = readStatedError(body);
	return stated && { kind: 'error', message: stated.message, code: stated.code };
}

/** Rejects `[{"page": 1}, [{…}, {…}]]` and `[{"tasks": [{…}], "total": 1}]`: their elements are not records. */
function listIn(list: readonly unknown[], path: string[], resource: ResourceName): FoundRecords {
	const [first] = list;
	const inFirst = isObject(first) && !isRecord(first) ? findList(first, resource) : [];
	const isListOfLists =
		list.some((element) => Array.isArray(element) && element.some(isObject)) ||
		inFirst.some(
			(place) =>
				place.form === 'array' &&
				place.list.some(isObject) &&
				(place.name === 'resource' || (place.name === 'usual' && list.length === 1)),
		);
	return isListOfLists
		? refused('The response is a list of lists, and it is not clear which one has the records')
		: found(list, path);
}

function found(
	list: readonly unknown[],
	path: readonly string[],
	note?: string,
): Extract<FoundRecords, { kind: 'records' }> {
	const plain = list.every(isObject) ? undefined : "Plain values are in the field 'value'.";
	return { kind: 'records', records: toRecords(list, path), path: [...path], note: note ?? plain };
}

/** As in 'Records Path'. */
const pathText = (path: readonly string[]) => path.join('.') || '.';

const refused = (message: string, candidates: string[] = []): FoundRecords => ({
	kind: 'refused',
	message,
	candidates,
});
