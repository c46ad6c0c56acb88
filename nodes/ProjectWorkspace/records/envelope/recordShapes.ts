import { ANY_RESOURCE, isRecord, ownId, plainName } from '../fieldNames';
import { mergeJson } from '../json';
import { isObject, type JsonObject } from '../value';

/** Lists whose elements contain the record under a key. An `_id` next to the record is kept if the record has no ID. */
const ELEMENT_WRAPPERS: ReadonlyArray<{ list: string; key: string }> = [
	// GraphQL cursor connections: https://relay.dev/graphql/connections.htm
	{ list: 'edges', key: 'node' },
	// Elasticsearch: hits.hits[]._source
	{ list: 'hits', key: '_source' },
	// Typesense: hits[].document
	{ list: 'hits', key: 'document' },
	// Reddit listings: data.children[].data
	{ list: 'children', key: 'data' },
	// FHIR bundles: entry[].resource
	{ list: 'entry', key: 'resource' },
];

/** The records of a list, unwrapped; a plain value becomes `{ value }`. */
export function toRecords(list: readonly unknown[], path: readonly string[]): JsonObject[] {
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

/**
 * Records in an object under their IDs: `{"u1": {…}, "u2": {…}}`. Every record has its key as its own ID, or all share a
 * field and every key looks like an ID.
 * @param isNamed whether the object is known to be the list, so that its keys may look like anything
 */
export function keyedRecords(value: JsonObject, isNamed = false): JsonObject[] | undefined {
	const keys = Object.keys(value);
	const records = Object.values(value).filter(isObject);
	const [first] = records;
	if (!first || records.length < keys.length) return undefined;
	if (records.every((record, index) => String(ownId(record)) === keys[index])) return records;
	const isShared = Object.keys(first).some((field) =>
		records.every((record) => Object.hasOwn(record, field)),
	);
	// Objects that only contain objects are not records: `users: {byId: {…}}`.
	const isOfRecords = records.every((record) =>
		Object.values(record).some((field) => typeof field !== 'object'),
	);
	if (!isShared || !isOfRecords || !(isNamed || keys.every(looksLikeId))) return undefined;
	// Only the key has the ID, and the record cannot be addressed without it.
	return records.map((record, index) =>
		ownId(record) === undefined ? mergeJson({ id: keys[index] }, record) : record,
	);
}

const looksLikeId = (key: string) => /^[\w-]+$/.test(key) && /\d/.test(key);
