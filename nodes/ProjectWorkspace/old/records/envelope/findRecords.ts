import type { ResourceName } from '../../catalogue';
import { readServiceError } from '../serviceError';
import {
	ANY_RESOURCE,
	isOfOthers,
	isRecord,
	ownId,
	plainName,
	RESOURCE_FIELDS,
} from '../fieldNames';
import { mergeJson } from '../json';
import { isObject, valueAt, wholeNumber, type JsonObject } from '../value';
import { COUNT, isEnvelopeField, isSideField, saysByName } from '../responseFields';
import { ok, reject, type Result } from '../../result';
import { findList, isCalledList, keyedRecords } from './findList';

/** Why the records were not found, and a path that may lead to them. */
const unclear = (message: string, example?: string) => reject({ message, example });

export interface FoundRecords {
	records: JsonObject[];
	path: readonly string[];
	note?: string;
	/**
	 * Set if the list is missing, and nothing says that it has no records: there is nothing at all, or null in its place;
	 * `list`: an envelope without a list, or with `{}` in its place.
	 */
	absent?: 'all' | 'list';
}

/**
 * Finds the records in a response whose structure is not documented. Never throws.
 * @param knownPath where an earlier page had its records; records in another place are rejected
 */
export function findRecords(
	body: unknown,
	resource: ResourceName,
	knownPath?: readonly string[],
): Result<FoundRecords, { message: string; example?: string }> {
	const known = knownPath && recordsAt(body, knownPath);
	if (known) return ok(known);
	const anywhere = findAnywhere(body, resource);
	if (!knownPath || !anywhere.ok || anywhere.value.records.length === 0) return anywhere;
	const now = pathText(anywhere.value.path);
	const message = `This page has its records in ${now}, and the first page had them in ${pathText(knownPath)}`;
	return unclear(message, now);
}

/** Reads the list at a known path: set by the user, or found on an earlier page. */
export function recordsAt(body: unknown, path: readonly string[]): FoundRecords | undefined {
	const value = valueAt(body, path);
	if (Array.isArray(value)) return found(value, path);
	if (value === null) return { ...found([], path), absent: 'all' };
	if (!isObject(value)) return undefined;
	// PHP writes an empty list as `{}`. Some services return a single record instead of a list.
	if (Object.keys(value).length === 0)
		return path.length > 0 ? { ...found([], path), absent: 'list' } : undefined;
	const list = keyedRecords(value, true) ?? (isRecord(value) ? [value] : undefined);
	return list && found(list, path);
}

function findAnywhere(body: unknown, resource: ResourceName): ReturnType<typeof findRecords> {
	if (Array.isArray(body)) return listIn(body, [], resource);
	// Some servers return null (Go) or no body for an empty list.
	if (body === null || body === undefined || body === '') {
		return ok({ ...found([], [], 'The response was empty.'), absent: 'all' });
	}
	if (!isObject(body)) return unclear(`The response is a ${typeof body}, not a list`);
	const [candidate, ...others] = findList(body, resource);
	if (!candidate) return findAbsent(body, resource);
	const { path, name, form, list } = candidate;
	const text = pathText(path);
	if (others.length > 0) {
		const paths = [text, ...others.map((each) => pathText(each.path))].join(', ');
		const message = `The response has several lists (${paths}), and it is not clear which one has the ${RESOURCE_FIELDS[resource][0]}`;
		return unclear(message, text);
	}
	if (name === 'other' && list.length > 0 && countsNone(body, resource)) {
		const message = `The response says that there are no records, but has some in ${text}`;
		return unclear(message, text);
	}
	if (form === 'array') return listIn(list, path, resource);
	const isMissing = form === 'none' && !countsNone(body, resource);
	const absent = valueAt(body, path) === null ? 'all' : 'list';
	return ok({ ...found(list, path, NOTES[form]), absent: isMissing ? absent : undefined });
}

const NOTES = {
	none: 'The response has no list. It was read as an empty one.',
	keyed: 'The records are in an object under their IDs, not in a list.',
	record: 'The response has a single record instead of a list.',
};

/** No list in the response: Google, for one, omits empty arrays. */
function findAbsent(body: JsonObject, resource: ResourceName): ReturnType<typeof findRecords> {
	const fields = Object.keys(body);
	const empty = found([], [], NOTES.none);
	if (fields.length === 0) return ok({ ...empty, absent: 'all' });
	if (isEmptyEnvelope(body, resource))
		return ok(countsNone(body, resource) ? empty : { ...empty, absent: 'list' });
	const { message } = readServiceError(body);
	const instead = message
		? `, but says: ${message.replace(/\.$/, '')}`
		: ` (its fields: ${fields.slice(0, 20).join(', ')})`;
	return unclear(`The response has no list of ${RESOURCE_FIELDS[resource][0]}${instead}`);
}

/** A list's envelope without the list: Google's `{kind, etag}`, HAL without `_embedded`, `{"meta": {"total": 0}}`. */
const isEmptyEnvelope = (body: JsonObject, resource: ResourceName) =>
	(isCalledList(body) || countsNone(body, resource) || Object.keys(body).some(isOfList)) &&
	Object.entries(body).every(
		([key, value]) => isEnvelopeField(key, value) || isSideField(key) || key.startsWith('@'),
	);

const isOfList = (key: string) =>
	/^_?(links?|pag(ination|ing|e_?info))$/i.test(key) ||
	saysByName(['next', 'more', 'list'], plainName(key));

const countsNone = (body: JsonObject, resource: ResourceName): boolean =>
	Object.entries(body).some(([key, value]) => {
		const name = plainName(key);
		const isOfAll = saysByName('total', name) || (COUNT.test(name) && !isOfOthers(name, resource));
		const mayCount = isSideField(key) || saysByName('object', name);
		return isObject(value)
			? mayCount && countsNone(value, resource)
			: isOfAll && wholeNumber(value) === 0;
	});

/** Rejects `[{"page": 1}, [{…}, {…}]]` and `[{"tasks": [{…}], "total": 1}]`: their elements are not records. */
function listIn(
	list: readonly unknown[],
	path: string[],
	resource: ResourceName,
): ReturnType<typeof findRecords> {
	const [first] = list;
	const inFirst = isObject(first) && !isRecord(first) ? findList(first, resource) : [];
	const names = list.length === 1 ? ['resource', 'usual'] : ['resource'];
	const isListOfLists =
		list.some((element) => Array.isArray(element) && element.some(isObject)) ||
		inFirst.some(
			(inner) => inner.form === 'array' && inner.list.some(isObject) && names.includes(inner.name),
		);
	return isListOfLists
		? unclear('The response is a list of lists, and it is not clear which one has the records')
		: ok(found(list, path));
}

function found(list: readonly unknown[], path: readonly string[], note?: string): FoundRecords {
	const plain = list.every(isObject) ? undefined : "Plain values are in the field 'value'.";
	return { records: toRecords(list, path), path, note: note ?? plain };
}

/** Lists whose elements contain the record under a key. An `_id` next to the record is kept if the record has no ID. */
const ELEMENT_WRAPPERS: ReadonlyArray<{ list: string; key: string }> = [
	{ list: 'edges', key: 'node' }, // GraphQL: https://relay.dev/graphql/connections.htm
	{ list: 'hits', key: '_source' }, // Elasticsearch: hits.hits[]._source
	{ list: 'hits', key: 'document' }, // Typesense: hits[].document
	{ list: 'children', key: 'data' }, // Reddit listings: data.children[].data
	{ list: 'entry', key: 'resource' }, // FHIR bundles: entry[].resource
];

/** The records of a list, unwrapped; a plain value becomes `{ value }`. */
function toRecords(list: readonly unknown[], path: readonly string[]): JsonObject[] {
	const key = wrapperOf(list, plainName(path.at(-1) ?? ''));
	return list.map((element) => {
		if (!isObject(element)) return { value: element as JsonObject[string] };
		const inner = key === undefined ? undefined : element[key];
		if (!isObject(inner)) return element;
		const { _id } = element;
		return ownId(inner) === undefined && _id !== undefined ? mergeJson({ _id }, inner) : inner;
	});
}

/** The key under which every element has its record, if any. */
function wrapperOf(list: readonly unknown[], name: string): string | undefined {
	const [first] = list;
	if (!isObject(first) || !list.every(isObject)) return undefined;
	const known = ELEMENT_WRAPPERS.find(
		(wrapper) => wrapper.list === name && list.every((each) => isObject(each[wrapper.key])),
	);
	// `{"task": {…}}`
	const [only = ''] = Object.keys(first);
	const isOnly = (each: JsonObject) => Object.keys(each).length === 1 && isRecord(each[only]);
	return (
		known?.key ?? (ANY_RESOURCE.includes(plainName(only)) && list.every(isOnly) ? only : undefined)
	);
}

/** As in 'Records Path'. */
const pathText = (path: readonly string[]) => path.join('.') || '.';
