import {
	isBeside,
	isCompany,
	isRecord,
	LIST_FIELDS,
	RESOURCE_FIELDS,
} from '../../records/envelopeFields';
import { plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';
import type { ResourceName } from '../types';
import { readKeyedRecords } from './keyedRecords';

/** A place in a response where the records could be. */
export interface Candidate {
	path: string[];
	/**
	 * What its name says: the resource's own, one of the usual names of a list, or nothing. `users.data` is named
	 * `users`; a list below an object of an unknown name is `other`, whatever its own name.
	 */
	name: 'resource' | 'usual' | 'other';
	/** `values` are no objects; `null` also is `{}`, which PHP writes for an empty list; `record` is a single record. */
	has: 'records' | 'values' | 'nothing' | 'null' | 'record';
	records: readonly unknown[];
	/** Set where the list is named for another resource: it was loaded beside this one (Discourse: topics with their users). */
	foreign?: boolean;
	keyed?: boolean;
	/** Lists in the record that may be what was asked for, instead of the record. */
	instead?: string[];
}

/** `data.viewer.users.edges` is the deepest shape seen in public. */
const DEEPEST = 4;
/** Without a name that speaks for it, an array further down belongs to something else. */
const DEEPEST_OTHER = 2;
/** A bound, so that a huge object keyed by something costs no more than a look. */
const MOST_KEYS = 200;

/** Names of objects that only wrap, besides those of lists: GraphQL, HAL, OData version 2. */
const WRAPPERS = ['d', 'embedded', 'viewer', 'search', 'query'];

/** All places where the records of a response could be. */
export function findCandidates(body: JsonObject, resource: ResourceName): Candidate[] {
	const keyed = readKeyedRecords(body, 'certain');
	if (keyed) return [{ path: [], name: 'usual', has: 'records', records: keyed, keyed: true }];
	const found = isRecord(body) ? inRecord(body, [], resource) : below(body, [], resource);
	const likely = readKeyedRecords(body, 'likely');
	const isList = likely && !found.some(({ name }) => name === 'resource');
	return isList && (likely.length > 1 || found.length === 0)
		? [{ path: [], name: 'usual', has: 'records', records: likely, keyed: true }]
		: found;
}

function below(object: JsonObject, path: string[], resource: ResourceName): Candidate[] {
	return Object.entries(object)
		.slice(0, MOST_KEYS)
		.filter(([key]) => !isBeside(key))
		.flatMap(([key, value]) => at(value, [...path, key], resource));
}

function at(value: unknown, path: string[], resource: ResourceName): Candidate[] {
	const { name, plural, foreign } = readName(path, resource);
	const place = { path, name, foreign };
	if (Array.isArray(value)) {
		const has = value.some(isObject) ? 'records' : value.length > 0 ? 'values' : 'nothing';
		// A usual name says that it is a list of something, even below an object of an unknown name.
		const isNear =
			name !== 'other' || path.length <= DEEPEST_OTHER || LIST_FIELDS.includes(lastName(place));
		return isNear ? [{ ...place, has, records: value }] : [];
	}
	if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
		return name === 'other' ? [] : [{ ...place, has: 'null', records: [] }];
	}
	if (!isObject(value)) return [];
	const proof = plural ? 'named' : name === 'other' ? 'certain' : 'likely';
	const keyed = readKeyedRecords(value, proof);
	if (keyed) return [{ ...place, has: 'records', records: keyed, keyed: true }];
	if (isRecord(value)) return inRecord(value, path, resource);
	return path.length < DEEPEST ? below(value, path, resource) : [];
}

/**
 * An object with an ID is a record, or an envelope with an ID of its own around a list. It is the envelope where
 * the list has the resource's name and records, or where the object has only what an envelope has.
 */
function inRecord(object: JsonObject, path: string[], resource: ResourceName): Candidate[] {
	const inside = below(object, path, resource).filter(
		({ has }) => has !== 'record' && has !== 'null',
	);
	const named = inside.filter(({ name, has }) => name === 'resource' && has === 'records');
	if (named.length > 0) return named;
	const saysList = ['object', 'type', 'kind'].some((key) =>
		/list|collection/i.test(String(object[key])),
	);
	const lists = inside.filter(({ name }) => name !== 'other');
	const isEnvelope =
		saysList ||
		Object.entries(object).every(
			([key, value]) => typeof value === 'object' || /^_?id$/i.test(key) || isCompany(key, value),
		);
	if (isEnvelope && (saysList || lists.length > 0)) return inside;
	const unclear = isEnvelope ? inside.filter(({ has }) => has === 'records') : lists;
	return [
		{
			path,
			name: path.length === 0 ? 'usual' : readName(path, resource).name,
			has: 'record',
			records: [object],
			instead: unclear.filter(({ has }) => has !== 'values').map((list) => list.path.join('.')),
		},
	];
}

function readName(path: readonly string[], resource: ResourceName) {
	// `ex:users`: HAL's prefix
	const names = path.map((key) => plainName(key.split(':').at(-1) ?? key));
	const own: readonly string[] = RESOURCE_FIELDS[resource];
	const isUsual = (name: string) => LIST_FIELDS.includes(name);
	// The name that says what the list is of: the last one that is not just "list".
	const telling = names.filter((name) => !isUsual(name) && !WRAPPERS.includes(name)).at(-1) ?? '';
	const last = names.at(-1) ?? '';
	const isOwn = own.includes(telling) && (telling === last || isUsual(last));
	return {
		name: isOwn ? 'resource' : telling === '' && isUsual(last) ? 'usual' : 'other',
		// The plural only: `user: {profile: {…}, account: {…}}` is one user.
		plural: last === own[0],
		foreign: !isOwn && Object.values<readonly string[]>(RESOURCE_FIELDS).flat().includes(telling),
	} as const;
}

export type Choice =
	| { kind: 'one'; candidate: Candidate }
	| { kind: 'several'; paths: string[] }
	| { kind: 'none' };

const depth = ({ path }: Candidate) => path.length;
const several = (candidates: readonly Candidate[]): Choice => ({
	kind: 'several',
	paths: candidates.map(({ path }) => path.join('.')),
});
const one = (candidate: Candidate | undefined): Choice =>
	candidate ? { kind: 'one', candidate } : { kind: 'none' };

/**
 * Chooses the list with the resource's own name, unless one with a usual name and records is nearer; then a usual
 * name; then a single record; then the only list there is. What nothing tells apart is not chosen.
 */
export function choose(all: readonly Candidate[]): Choice {
	const hasRecords = all.some(({ has }) => has === 'records');
	// Plain values are what was asked for only where there are no records.
	const lists = all.filter(
		({ has }) =>
			has === 'nothing' || has === (hasRecords ? 'records' : 'values') || has === 'records',
	);
	const named = lists.filter(({ name }) => name === 'resource');
	const usual = lists.filter(({ name }) => name === 'usual');
	const [nearestNamed] = nearest(named);
	const [nearestUsual] = nearest(usual.filter(isFilled));
	const isUsualNearer =
		nearestUsual && (!nearestNamed || depth(nearestUsual) < depth(nearestNamed));
	if (nearestNamed && !isUsualNearer) return chooseNamed(named, usual);
	if (usual.length > 0) return chooseUsual(usual);
	return chooseOther(all, lists);
}

function chooseNamed(named: readonly Candidate[], usual: readonly Candidate[]): Choice {
	const filled = nearest(named.filter(isFilled));
	const [first] = filled;
	if (!first) {
		const rivals = nearest(usual.filter(isFilled));
		return rivals.length > 0 ? several([...nearest(named), ...rivals]) : one(nearest(named)[0]);
	}
	const rivals = usual.filter(
		(list) => !isFilled(list) && (depth(list) < depth(first) || first.has === 'values'),
	);
	return filled.length + rivals.length > 1 && !isConnection(filled)
		? several([...filled, ...rivals])
		: one(first);
}

/** A GraphQL connection may give the same records as edges and as nodes. */
const isConnection = (lists: readonly Candidate[]) =>
	lists.length === 2 && lists.every((list) => ['edges', 'nodes'].includes(lastName(list)));

function chooseUsual(usual: readonly Candidate[]): Choice {
	const order = (list: Candidate) => LIST_FIELDS.indexOf(lastName(list));
	const group = [...nearest(usual)].sort((a, b) => order(a) - order(b));
	const filled = group.filter(isFilled);
	const [first] = filled;
	if (!first) {
		const deeper = nearest(usual.filter(isFilled));
		return deeper.length > 0 ? several([...group, ...deeper]) : one(group[0]);
	}
	return (filled.length === 1 && first === group[0]) || isConnection(filled)
		? one(first)
		: several(group);
}

function chooseOther(all: readonly Candidate[], lists: readonly Candidate[]): Choice {
	const own = lists.filter(({ foreign }) => !foreign);
	const left = own.length > 0 ? own : lists;
	const filled = left.filter(isFilled);
	const nulls = all.filter(({ has }) => has === 'null');
	const singles = all.filter(({ has, name }) => has === 'record' && name !== 'other');
	if (singles.length > 0) {
		const rivals = filled.filter(({ has }) => has === 'records');
		return singles.length + rivals.length > 1 ? several([...singles, ...rivals]) : one(singles[0]);
	}
	if (filled.length === 0) return one(left[0] ?? nulls[0]);
	const rivals = [
		...nulls,
		...(filled[0]?.has === 'values' ? left.filter((list) => !isFilled(list)) : []),
	];
	return filled.length + rivals.length > 1 ? several([...filled, ...rivals]) : one(filled[0]);
}

const lastName = ({ path }: Pick<Candidate, 'path'>) => plainName(path.at(-1) ?? '');
const isFilled = ({ has }: Candidate) => has === 'records' || has === 'values';

function nearest(candidates: readonly Candidate[]): Candidate[] {
	const least = Math.min(...candidates.map(depth));
	return candidates.filter((candidate) => depth(candidate) === least);
}
