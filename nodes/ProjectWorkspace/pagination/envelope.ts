import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { anyId, isRecord, plainName, RESOURCE_WORDS } from '../records/fields';
import { fieldAt, isEmpty, isObject } from '../records/value';
import { type ResourceName, resourcesByName } from '../resources';
import { IN_LIST_SETTINGS } from './messages';
import { isAboutPages, ownName } from './responseFields';

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
 * Finds the list of records in a response: at the path that is set, where an earlier page had it, the response itself, the
 * nearest list that is named as the resource or as usual, or the only list of objects.
 * @param paths `set`: 'Records Path', where a single dot is the response itself; `known`: of an earlier page
 */
export function findList(
	body: unknown,
	resource: ResourceName,
	{ set, known = [] }: { set?: string; known?: readonly string[] },
): FoundList | UserError {
	if (set !== undefined) return listAtSet(body, set);

	const list = known.length > 0 ? fieldAt(body, known.join('.')) : body;
	if (Array.isArray(list)) return listAt(known, list);
	if (isEmpty(body)) return listAt([], undefined);
	if (!isObject(body)) return unclear(`The response is a ${typeof body}, not a list`);
	return listIn(body, resource);
}

function listAtSet(body: unknown, set: string): FoundList | UserError {
	const path = set.split('.').filter(Boolean);
	const value = path.length === 0 ? body : fieldAt(body, set);
	if (Array.isArray(value) || isNothingThere(value)) return listAt(path, value);
	return new UserError(
		`'Records Path' is "${set}", but there is no list at this path`,
		`Change 'Records Path' ${IN_LIST_SETTINGS}, e.g. data.items, or clear it to detect the list.`,
		{ code: 'recordsPath' },
	);
}

function listIn(body: IDataObject, resource: ResourceName): FoundList | UserError {
	const candidates = candidatesIn(body, resource);
	const named = candidates.filter(({ name }) => name !== 'other');
	const [nearest] = named.sort((a, b) => rank(a) - rank(b));
	if (nearest) return listAt(nearest.path, nearest.value);

	const lists = candidates.filter(({ value }) => Array.isArray(value) && value.some(isObject));
	if (lists.length > 1) {
		const paths = lists.map(({ path }) => path.join('.'));
		return unclear(`The response has several lists (${paths.join(', ')})`, paths[0]);
	}
	if (lists[0]) return listAt(lists[0].path, lists[0].value);

	// An empty list with another name may be one of something else.
	const [empty] = candidates;
	if (empty || isEnvelopeOnly(body)) return listAt(empty?.path ?? [], undefined);
	return unclear(noListMessage(body, resource));
}

/** @param value the list, or what is in place of it */
const listAt = (path: readonly string[], value: unknown): FoundList => ({
	records: Array.isArray(value) ? toRecords(value, path.at(-1) ?? '') : [],
	path,
	isNoList: !Array.isArray(value),
});

/** PHP writes an empty list as `{}`, Go as null. */
const isNothingThere = (value: unknown): boolean =>
	value === null || (isObject(value) && isEmpty(value));

const unclear = (message: string, path = 'data.items'): UserError =>
	new UserError(message, `Set 'Records Path' ${IN_LIST_SETTINGS}, e.g. ${path}.`, {
		code: 'noList',
	});

/** A list, or nothing in place of one. */
interface Candidate {
	path: readonly string[];
	name: 'resource' | 'usual' | 'other';
	value: unknown;
}

/** The nearest comes first, in the same object the one with the resource's name, and nothing in place of a list last. */
const rank = ({ path, name, value }: Candidate): number =>
	(Array.isArray(value) ? 0 : 100) + path.length * 2 + (name === 'resource' ? 0 : 1);

/** The nearest come first. Records are not opened, as their lists belong to them. */
function candidatesIn(body: IDataObject, resource: ResourceName): Candidate[] {
	const candidates: Candidate[] = [];
	const open: Array<Pick<Candidate, 'path' | 'value'>> = [{ path: [], value: body }];

	for (const { path: above, value: object } of open) {
		for (const [key, value] of Object.entries(Object(object))) {
			const path = [...above, key];
			const candidate: Candidate = { path, name: nameOf(path, resource), value };
			if (ASIDE.has(plainName(key))) continue;
			if (isCandidate(candidate)) candidates.push(candidate);

			const isOpened = isObject(value) && !isRecord(value) && path.length < MAX_LEVELS;
			if (isOpened) open.push({ path, value });
		}
	}
	return candidates.filter(({ path }) => !isOfOther(path, resource));
}

const isCandidate = ({ path, name, value }: Candidate): boolean =>
	name === 'other'
		? Array.isArray(value) && path.length <= MAX_LEVELS_OTHER
		: Array.isArray(value) || isNothingThere(value);

/** `users.data` is named as the resource, too. */
function nameOf(path: readonly string[], resource: ResourceName): Candidate['name'] {
	const names = path.map((key) => plainName(ownName(key)));
	const last = names.at(-1) ?? '';
	const isUsual = USUAL.has(last);
	const telling = names.findLast((name) => !USUAL.has(name)) ?? '';
	const isNamed = RESOURCE_WORDS[resource].includes(telling);
	if (isNamed && (isUsual || telling === last)) return 'resource';
	return isUsual ? 'usual' : 'other';
}

/** Discourse lists topics with the users in them. */
function isOfOther(path: readonly string[], resource: ResourceName): boolean {
	const name = plainName(path.at(-1) ?? '');
	const words = Object.values(RESOURCE_WORDS).flat();
	return words.includes(name) && !RESOURCE_WORDS[resource].includes(name);
}

/** Google leaves out an empty list, and HAL its `_embedded`. */
const isEnvelopeOnly = (body: IDataObject): boolean =>
	Object.entries(body).every(([key, value]) => {
		const name = plainName(ownName(key));
		return ['kind', 'etag'].includes(name) || isAboutPages({ name, value });
	});

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
