import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { anyId, isRecord, plainName, RESOURCE_WORDS } from '../records/fields';
import { fieldAt, isEmpty, isObject } from '../records/value';
import { type ResourceName, resourcesByName } from '../resources';
import { ABOUT_PAGES } from './pageFields';

/** Where a response has its list. */
export interface FoundList {
	records: IDataObject[];
	path: readonly string[];
	/** There is nothing in place of the list. */
	isNoList: boolean;
}

/** Usual names of a list, by plain name. */
const USUAL: ReadonlySet<string> = new Set([
	'data', // Stripe
	'items', // Google
	'results', // Django, Notion
	'result', // Cloudflare
	'records', // Airtable
	'values', // Bitbucket, Jira
	'value', // OData
	'entries', // Box
	'content', // Spring
	'resources', // SCIM
	'objects', // Tastypie
	'elements', // LinkedIn
	'collection', // SoundCloud
	'documents', // Firestore
	'docs', // Solr, CouchDB
	'hits', // Elasticsearch, Algolia
	'nodes', // GraphQL
	'edges', // GraphQL
	'rows', // CouchDB
	'list', // hand-written APIs
	'response', // Tumblr
	'payload', // hand-written APIs
	'member', // Hydra
	'children', // Reddit
	'entry', // FHIR
	'd', // OData 2
]);

/** What is next to the records and never contains them. */
const ASIDE: ReadonlySet<string> = new Set([
	'errors',
	'error',
	'warnings',
	'messages', // Cloudflare
	'notices',
	'included', // JSON:API
	'includes', // X
	'linked',
	'related',
	'links',
	'meta',
	'metadata',
	'facets',
	'aggregations',
	'filters',
	'sort',
	'columns',
	'schema',
	'permissions',
	'extensions', // GraphQL
]);

/** `data.viewer.users.edges` is the deepest list of a public service. */
const MAX_LEVELS = 4;
/** A list with another name that is deeper belongs to something else. */
const MAX_LEVELS_OTHER = 2;

/**
 * Finds the list of records in a response: at the path that is set, the response itself, the nearest list that is named
 * as the resource or as usual, or the only list of objects.
 * @param paths `set`: 'Records Path'; `known`: where an earlier page had its records
 */
export function findList(
	body: unknown,
	resource: ResourceName,
	{ set, known = [] }: { set?: string; known?: readonly string[] } = {},
): FoundList | UserError {
	if (set !== undefined) return listAt(body, set);
	const value = known.length > 0 ? fieldAt(body, known.join('.')) : undefined;
	if (Array.isArray(value)) return foundAt({ path: known, name: 'other', value });
	if (Array.isArray(body)) return { records: toRecords(body, ''), path: [], isNoList: false };
	if (isEmpty(body)) return noList([]);
	if (!isObject(body)) return unclear(`The response is a ${typeof body}, not a list`);

	const candidates = candidatesIn(body, resource);
	const named = candidates.filter(({ name }) => name !== 'other');
	const best = nearest(named);
	if (best) return foundAt(best);

	const lists = candidates.filter(({ value }) => Array.isArray(value) && value.some(isObject));
	if (lists.length > 1) {
		return unclear(`The response has several lists (${pathsOf(lists)})`, lists[0]?.path);
	}
	if (lists[0]) return foundAt(lists[0]);

	// An empty list with another name may be of something else.
	const [empty] = candidates;
	if (empty || isEnvelopeOnly(body)) return noList(empty?.path ?? []);
	return unclear(noListMessage(body, resource));
}

/** @param path as in 'Records Path'; a single dot is the response itself */
function listAt(body: unknown, path: string): FoundList | UserError {
	const names = path.split('.').filter(Boolean);
	const value = names.length === 0 ? body : fieldAt(body, path);
	if (Array.isArray(value)) {
		return { records: toRecords(value, names.at(-1) ?? ''), path: names, isNoList: false };
	}
	if (value === null || (isObject(value) && isEmpty(value))) return noList(names);
	return new UserError(
		`'Records Path' is "${path}", but there is no list at this path`,
		`Change 'Records Path' ${IN_LIST_SETTINGS}, e.g. data.items, or clear it to detect the list.`,
		{ code: 'recordsPath' },
	);
}

const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const noList = (path: readonly string[]): FoundList => ({ records: [], path, isNoList: true });

const unclear = (message: string, path: readonly string[] = ['data', 'items']): UserError =>
	new UserError(message, `Set 'Records Path' ${IN_LIST_SETTINGS}, e.g. ${path.join('.')}.`, {
		code: 'noList',
	});

/** A list, or nothing in place of one. */
interface Candidate {
	path: readonly string[];
	name: 'resource' | 'usual' | 'other';
	value: unknown;
}

/** All lists of a response, the nearest first. Records are not opened, as their lists belong to them. */
function candidatesIn(body: IDataObject, resource: ResourceName): Candidate[] {
	const found: Candidate[] = [];
	const open: Array<{ object: IDataObject; path: readonly string[] }> = [
		{ object: body, path: [] },
	];
	for (const { object, path: above } of open) {
		for (const [key, value] of Object.entries(object)) {
			if (ASIDE.has(plainName(key))) continue;
			const path = [...above, key];
			const candidate: Candidate = { path, name: nameOf(path, resource), value };
			if (isCandidate(candidate, resource)) found.push(candidate);

			const isOpened = isObject(value) && !isRecord(value) && path.length < MAX_LEVELS;
			if (isOpened) open.push({ object: value, path });
		}
	}
	return found;
}

/** A list; null or `{}` only where the list would be. */
function isCandidate({ path, name, value }: Candidate, resource: ResourceName): boolean {
	if (name !== 'other') return Array.isArray(value) || value === null || isEmptyObject(value);
	const isNear = path.length <= MAX_LEVELS_OTHER;
	return Array.isArray(value) && isNear && !isOfOther(path, resource);
}

const isEmptyObject = (value: unknown): boolean => isObject(value) && isEmpty(value);

/** `users.data` is named as the resource, too. */
function nameOf(path: readonly string[], resource: ResourceName): Candidate['name'] {
	const names = path.map(lastName);
	const words = RESOURCE_WORDS[resource];
	const last = names.at(-1) ?? '';
	const isUsual = USUAL.has(last);
	const telling = names.findLast((name) => !USUAL.has(name));
	if (telling !== undefined && words.includes(telling) && (telling === last || isUsual)) {
		return 'resource';
	}
	return isUsual ? 'usual' : 'other';
}

/** `hydra:member` is `member`, and `ex:users` (HAL) is `users`. */
const lastName = (key: string): string => plainName(key.split(':').at(-1) ?? key);

/** Discourse lists topics with the users in them. */
function isOfOther(path: readonly string[], resource: ResourceName): boolean {
	const name = lastName(path.at(-1) ?? '');
	const isWord = Object.values(RESOURCE_WORDS).some((words) => words.includes(name));
	return isWord && !RESOURCE_WORDS[resource].includes(name);
}

/** In the same object, the resource's own name comes first; nothing in place of a list comes last. */
function nearest(candidates: readonly Candidate[]): Candidate | undefined {
	const rank = ({ path, name, value }: Candidate) =>
		(Array.isArray(value) ? 0 : 100) + path.length * 2 + (name === 'resource' ? 0 : 1);
	return [...candidates].sort((a, b) => rank(a) - rank(b))[0];
}

function foundAt({ path, value }: Candidate): FoundList {
	if (!Array.isArray(value)) return noList(path);
	return { records: toRecords(value, path.at(-1) ?? ''), path, isNoList: false };
}

const pathsOf = (candidates: readonly Candidate[]): string =>
	candidates.map(({ path }) => path.join('.')).join(', ');

/** Google leaves out an empty list, and HAL its `_embedded`. */
const isEnvelopeOnly = (body: IDataObject): boolean =>
	Object.keys(body).every((key) => {
		const name = lastName(key);
		return ['kind', 'etag', 'object'].includes(name) || isAboutPages(name);
	});

const isAboutPages = (name: string): boolean =>
	ABOUT_PAGES.has(name) || /pag|meta|cursor|^next|total|count/.test(name);

const MAX_NAMED_FIELDS = 20;

function noListMessage(body: IDataObject, resource: ResourceName): string {
	const message = messageIn(body);
	const fields = Object.keys(body).slice(0, MAX_NAMED_FIELDS).join(', ');
	const instead = message
		? `, but says: ${message.replace(/\.$/, '')}`
		: ` (its fields: ${fields})`;
	return `The response has no list of ${resourcesByName[resource].plural}${instead}`;
}

/** A message for a person. */
export function messageIn(body: unknown): string | undefined {
	const message = isObject(body) ? (body.message ?? body.msg ?? body.detail) : undefined;
	return typeof message === 'string' && message.trim() !== '' ? message.trim() : undefined;
}

/** Lists whose elements contain the record under a key. */
const WRAPPERS: ReadonlyArray<{ list: string; key: string }> = [
	{ list: 'edges', key: 'node' }, // GraphQL
	{ list: 'hits', key: '_source' }, // Elasticsearch
	{ list: 'hits', key: 'document' }, // Typesense
	{ list: 'children', key: 'data' }, // Reddit
	{ list: 'entry', key: 'resource' }, // FHIR
	{ list: 'rows', key: 'doc' }, // CouchDB
];

/** The records of a list, unwrapped. A plain value becomes `{ value }`, because n8n's items are objects. */
function toRecords(list: readonly unknown[], name: string): IDataObject[] {
	const key = wrapperOf(list, plainName(name));
	return list.map((element) => {
		if (!isObject(element)) return { value: element as IDataObject[string] }; // part of a JSON value
		const inner = key === undefined ? undefined : element[key];
		if (!isObject(inner)) return element;
		// Elasticsearch has the ID next to the record.
		const isBeside = anyId(inner) === undefined && element._id !== undefined;
		return isBeside ? { _id: element._id, ...inner } : inner;
	});
}

/** `{"task": {…}}` wraps as well. */
function wrapperOf(list: readonly unknown[], name: string): string | undefined {
	const [first] = list;
	if (!isObject(first)) return undefined;
	const known = WRAPPERS.find((wrapper) => wrapper.list === name && isObject(first[wrapper.key]));
	if (known) return known.key;

	const [only = '', other] = Object.keys(first);
	const isWord = Object.values(RESOURCE_WORDS).some((words) => words.includes(plainName(only)));
	return isWord && other === undefined && isRecord(first[only]) ? only : undefined;
}
