import type { ResourceName } from '../../catalogue';
import {
	ANY_RESOURCE,
	isEnvelopeField,
	isSideField,
	LIST_FIELDS,
	RESOURCE_FIELDS,
} from '../../records/envelopeFields';
import { ID_KEYS, isRecord, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';

import { keyedRecords } from './recordShapes';

/** A place in a response where the records could be. */
export interface Candidate {
	path: string[];
	/**
	 * Whether its name is the resource's own name or a usual name of a list. `users.data` counts as `users`; a usual name
	 * in an object with an unknown name is `other`.
	 */
	name: 'resource' | 'usual' | 'other';
	/** `values` are not objects. `null` can also be `{}`, which PHP writes for an empty list. `record` is a single one. */
	has: 'records' | 'values' | 'nothing' | 'null' | 'record';
	list: readonly unknown[];
	/** It has another resource's name: a service may add related records (Discourse: topics with their users). */
	isForeign?: boolean;
	isKeyed?: boolean;
	/** For a record: the lists in it that may be the requested list. */
	instead?: string[];
}

/** `data.viewer.users.edges` is the deepest shape seen in public. */
const MAX_DEPTH = 4;
/** A list with another name that is deeper belongs to something else. */
const MAX_DEPTH_OTHER = 2;
/** Bounds the time for huge objects with records under their IDs. */
const MAX_KEYS = 200;

/** Names of objects that only contain the list: OData version 2, HAL, GraphQL. */
const WRAPPERS = ['d', 'embedded', 'viewer', 'search', 'query'];

/** All places where the records of a response could be. */
export function findCandidates(body: JsonObject, resource: ResourceName): Candidate[] {
	const keyed = (list: readonly unknown[]): Candidate[] => [
		{ path: [], name: 'usual', has: 'records', list, isKeyed: true },
	];
	const certain = keyedRecords(body, 'certain');
	if (certain) return keyed(certain);
	const found = isRecord(body) ? inRecord(body, [], resource) : inside(body, [], resource);
	const likely = keyedRecords(body, 'likely');
	const isList = likely && (likely.length > 1 || found.length === 0);
	return isList && !found.some(({ name }) => name === 'resource') ? keyed(likely) : found;
}

const inside = (object: JsonObject, path: string[], resource: ResourceName): Candidate[] =>
	Object.entries(object)
		.slice(0, MAX_KEYS)
		.filter(([key]) => !isSideField(key))
		.flatMap(([key, value]) => at(value, [...path, key], resource));

function at(value: unknown, path: string[], resource: ResourceName): Candidate[] {
	const { name, isUsual, isPlural, isForeign } = readName(path, resource);
	const place = { path, name, isForeign };
	if (Array.isArray(value)) {
		const has = value.some(isObject) ? 'records' : value.length > 0 ? 'values' : 'nothing';
		const isNear = name !== 'other' || isUsual || path.length <= MAX_DEPTH_OTHER;
		return isNear ? [{ ...place, has, list: value }] : [];
	}
	if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
		return name === 'other' ? [] : [{ ...place, has: 'null', list: [] }];
	}
	if (!isObject(value)) return [];
	const list = keyedRecords(value, isPlural ? 'named' : name === 'other' ? 'certain' : 'likely');
	if (list) return [{ ...place, has: 'records', list, isKeyed: true }];
	if (isRecord(value)) return inRecord(value, path, resource);
	return path.length < MAX_DEPTH ? inside(value, path, resource) : [];
}

/**
 * An object with an ID is a record, or an envelope with an ID around a list. It is an envelope if the list has the
 * resource's name and records, or if all other fields are an envelope's.
 */
function inRecord(object: JsonObject, path: string[], resource: ResourceName): Candidate[] {
	const lists = inside(object, path, resource).filter(
		({ has }) => has !== 'record' && has !== 'null',
	);
	const { name } = path.length === 0 ? { name: 'usual' as const } : readName(path, resource);
	// In an object with another name, the object is not the requested record.
	const named = lists.filter(
		(list) => list.name === 'resource' && (list.has === 'records' || name === 'other'),
	);
	if (named.length > 0) return named;
	const isList = isCalledList(object);
	const isEnvelope = Object.entries(object).every(
		([key, value]) =>
			typeof value === 'object' || ID_KEYS.includes(key) || isEnvelopeField(key, value),
	);
	const speaking = lists.filter((list) => list.name !== 'other');
	if (isList || (isEnvelope && speaking.length > 0)) return lists;
	const rivals = isEnvelope ? lists.filter(({ has }) => has === 'records') : speaking;
	const instead = rivals.filter(({ has }) => has !== 'values').map((list) => list.path.join('.'));
	return [{ path, name, has: 'record', list: [object], instead }];
}

/** `"object": "list"`, `"kind": "UserList"`, `"type": "task_list"`; but not `"type": "checklist"`. */
export const isCalledList = ({ object, kind, type, resourceType }: JsonObject) =>
	[object, kind, type, resourceType].some((name) =>
		/(^|[^A-Za-z])(list|collection)$|[a-z](List|Collection)$|^Bundle$/.test(String(name)),
	);

function readName(path: readonly string[], resource: ResourceName) {
	// `ex:users`: HAL's prefix
	const plain = path.map((key) => plainName(key.split(':').at(-1) ?? key));
	const own: readonly string[] = RESOURCE_FIELDS[resource];
	const last = plain.at(-1) ?? '';
	const isUsual = LIST_FIELDS.includes(last);
	// The last name that is not just a word for a list or a wrapper says what the list is of.
	const telling = plain.findLast((name) => !LIST_FIELDS.includes(name) && !WRAPPERS.includes(name));
	const isOwn = telling !== undefined && own.includes(telling) && (telling === last || isUsual);
	return {
		name: isOwn ? 'resource' : telling === undefined && isUsual ? 'usual' : 'other',
		isUsual,
		// Only the plural: `user: {profile: {…}, account: {…}}` is one user.
		isPlural: last === own[0],
		isForeign: !isOwn && telling !== undefined && ANY_RESOURCE.includes(telling),
	} as const;
}
