import type { ResourceName } from '../../catalogue';
import {
	ANY_RESOURCE,
	ID_KEYS,
	isRecord,
	nameOfKey,
	ownId,
	plainName,
	RESOURCE_FIELDS,
} from '../fieldNames';
import { isObject, textOf, type JsonObject } from '../value';
import { mergeJson } from '../json';
import { isEnvelopeField, isSideField, saysByName } from '../responseFields';

/** What could be the list of the records in a response. */
interface ListCandidate {
	path: string[];
	/** Whether its name is the resource's or a usual one of a list: `users.data` counts as `users`. */
	name: 'resource' | 'usual' | 'other';
	/** `keyed`: records in an object under their IDs; `record`: a single one; `none`: null, or `{}` (PHP's empty list). */
	form: 'array' | 'keyed' | 'record' | 'none';
	list: readonly unknown[];
}

/** `data.viewer.users.edges` is the deepest shape seen in public. */
const MAX_DEPTH = 4;
/** A list with another name that is deeper belongs to something else. */
const MAX_DEPTH_OTHER = 2;
/** Bounds the time for huge objects with records under their IDs. */
const MAX_KEYS = 200;

/** Names of objects that only contain the list: HAL, GraphQL. */
const WRAPPERS = ['embedded', 'viewer', 'search', 'query'];

/**
 * Finds the list with the records: the nearest one with the resource's name or a usual name (at the same depth, the
 * resource's name first), or else the only list with records. Returns several if it is not clear which one is meant.
 */
export function findList(body: JsonObject, resource: ResourceName): readonly ListCandidate[] {
	const candidates = isRecord(body)
		? inRecord(body, { path: [], name: 'usual' }, resource)
		: inside(body, [], resource);
	if (candidates.length > 0) return choose(candidates);
	const list = keyedRecords(body);
	return list ? [{ path: [], name: 'usual', form: 'keyed', list }] : [];
}

function choose(candidates: readonly ListCandidate[]): readonly ListCandidate[] {
	const lists = candidates.filter(isList);
	const named = lists.filter(isNamed).sort((a, b) => order(a) - order(b));
	const best = named.find(hasRecords) ?? named.find(({ list }) => list.length > 0) ?? named[0];
	if (!best) {
		const others = candidates.filter(isNamed);
		const rest = others.length > 0 ? [...lists, ...others] : lists.filter(hasRecords);
		const isEmpty = rest.every(({ list }) => list.length === 0);
		return isEmpty ? [...rest, ...lists].slice(0, 1) : rest;
	}
	// An empty list that comes before one with records may be the requested one.
	const rivals = named.filter(
		(each) =>
			each !== best &&
			best.list.length > 0 &&
			order(each) <= order(best) &&
			(each.list.length === 0 || hasRecords(each) === hasRecords(best)),
	);
	return [best, ...rivals];
}

const isList = ({ form }: ListCandidate) => form === 'array' || form === 'keyed';
const isNamed = ({ name }: ListCandidate) => name !== 'other';
const hasRecords = ({ list }: ListCandidate) => list.some(isObject);
const order = ({ path, name }: ListCandidate) => path.length * 2 + (name === 'resource' ? 0 : 1);

const inside = (object: JsonObject, path: string[], resource: ResourceName): ListCandidate[] =>
	Object.entries(object)
		.slice(0, MAX_KEYS)
		.filter(([key]) => !isSideField(key))
		.flatMap(([key, value]) => candidatesAt(value, [...path, key], resource));

function candidatesAt(value: unknown, path: string[], resource: ResourceName): ListCandidate[] {
	const { name, isUsual, isForeign } = readName(path, resource);
	if (Array.isArray(value)) {
		const isNear = isUsual || path.length <= MAX_DEPTH_OTHER;
		const isRecords = value.length === 0 || value.some(isObject);
		const isIt = name !== 'other' || (isNear && isRecords && !isForeign);
		return isIt ? [{ path, name, form: 'array', list: value }] : [];
	}
	if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
		return name === 'other' ? [] : [{ path, name, form: 'none', list: [] }];
	}
	if (!isObject(value)) return [];
	// Only the plural: `user: {profile: {…}, account: {…}}` is one user.
	const isPlural = plainName(path.at(-1) ?? '') === RESOURCE_FIELDS[resource][0];
	const keyed = name === 'other' ? undefined : keyedRecords(value, isPlural);
	if (keyed) return [{ path, name, form: 'keyed', list: keyed }];
	if (isRecord(value)) return inRecord(value, { path, name }, resource);
	return path.length < MAX_DEPTH ? inside(value, path, resource) : [];
}

/** An object with an ID is a record, or an envelope with an ID around a list. */
function inRecord(
	object: JsonObject,
	{ path, name }: Pick<ListCandidate, 'path' | 'name'>,
	resource: ResourceName,
): ListCandidate[] {
	const lists = inside(object, path, resource).filter(isList);
	// An object with the resource's own name may have an empty list of such records, like subtasks.
	const own = lists.filter(
		(each) => each.name === 'resource' && (each.list.length > 0 || name === 'other'),
	);
	if (own.length > 0 || name === 'other') return own;
	if (lists.length > 0 && isEnvelope(object)) return lists;
	const unclear = lists.filter(isNamed).map((each) => ({ ...each, form: 'record' as const }));
	return [{ path, name, form: 'record', list: [object] }, ...unclear];
}

/** Whether an object with an ID is called a list, or has no field of a record: `{"id": 5, "object": "list", "data": […]}` */
const isEnvelope = (object: JsonObject) =>
	isCalledList(object) ||
	Object.entries(object).every(
		([key, value]) =>
			typeof value === 'object' || ID_KEYS.includes(key) || isEnvelopeField(key, value),
	);

/** `"object": "list"`, `"kind": "UserList"`, `"type": "task_list"`; but not `"type": "checklist"`. */
export const isCalledList = ({ object, kind, type }: JsonObject) =>
	[object, kind, type].some((name) =>
		/(^|[^A-Za-z])(list|collection)$|[a-z](List|Collection)$/.test(textOf(name)),
	);

function readName(path: readonly string[], resource: ResourceName) {
	const plain = path.map(nameOfKey);
	const own: readonly string[] = RESOURCE_FIELDS[resource];
	const last = plain.at(-1) ?? '';
	const isUsual = saysByName('data', last);
	// What the list contains, by the last name that is neither a usual word for lists nor a wrapper.
	const telling = plain.findLast((name) => !saysByName('data', name) && !WRAPPERS.includes(name));
	const isOwn = telling !== undefined && own.includes(telling) && (telling === last || isUsual);
	return {
		name: isOwn ? 'resource' : telling === undefined && isUsual ? 'usual' : 'other',
		isUsual,
		/** Another resource's: a service may add related records (Discourse: topics with their users). */
		isForeign: !isOwn && telling !== undefined && ANY_RESOURCE.includes(telling),
	} as const;
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
