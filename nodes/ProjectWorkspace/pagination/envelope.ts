import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { anyId, isRecord, plainName, RESOURCE_WORDS } from '../records/fields';
import { fieldAt, isEmpty, isObject } from '../records/value';
import { type ResourceName, resourcesByName } from '../resources';
import { IN_LIST_SETTINGS } from './messages';
import { fieldOf, fieldsIn, isAboutPages, ownName, type PageField } from './responseFields';

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
 * @param set 'Records Path', where a single dot is the response itself
 * @param known the path on an earlier page
 */
export function findList(
	body: unknown,
	resource: ResourceName,
	set?: string,
	known: readonly string[] = [],
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
	if (isListOrNothing(value)) return listAt(path, value);

	return new UserError(
		`'Records Path' is "${set}", but there is no list at this path`,
		`Change 'Records Path' ${IN_LIST_SETTINGS}, e.g. data.items, or clear it to detect the list.`,
		{ code: 'recordsPath' },
	);
}

function listIn(body: IDataObject, resource: ResourceName): FoundList | UserError {
	const fields = fieldsBelow(body, resource);
	const named = fields.filter(
		({ path, value }) => isListOrNothing(value) && kindOfName(path, resource) !== 'other',
	);
	const [nearest] = named.sort((a, b) => rank(a, resource) - rank(b, resource));
	if (nearest) return listAt(nearest.path, nearest.value);

	const others = fields.filter(
		({ path, value }) => Array.isArray(value) && path.length <= MAX_LEVELS_OTHER,
	);
	const [list, ...more] = others.filter(({ value }) => Object(value).some(isObject));
	if (list && more.length > 0) {
		const paths = [list, ...more].map(({ path }) => path.join('.'));
		return unclear(`The response has several lists (${paths.join(', ')})`, paths[0]);
	}
	if (list) return listAt(list.path, list.value);

	// An empty list with another name may be one of something else.
	const [empty] = others;
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
const isListOrNothing = (value: unknown): boolean =>
	Array.isArray(value) || value === null || (isObject(value) && isEmpty(value));

const unclear = (message: string, path = 'data.items'): UserError =>
	new UserError(message, `Set 'Records Path' ${IN_LIST_SETTINGS}, e.g. ${path}.`, {
		code: 'noList',
	});

/** The fields that may be the list, the nearest first. Records are not opened, as their lists belong to them. */
function fieldsBelow(body: IDataObject, resource: ResourceName): PageField[] {
	const fields: PageField[] = [];
	const open = [fieldOf([], body)];

	for (const object of open) {
		for (const field of fieldsIn(object)) {
			const { path, name, value } = field;
			if (ASIDE.has(name)) continue;
			if (!isOfOther(path, resource)) fields.push(field);
			if (!isRecord(value) && path.length < MAX_LEVELS) open.push(field);
		}
	}
	return fields;
}

/** Discourse lists topics with the users in them. But `hydra:member` is no member. */
function isOfOther(path: readonly string[], resource: ResourceName): boolean {
	const name = plainName(path.at(-1) ?? '');
	const words = Object.values(RESOURCE_WORDS).flat();
	return words.includes(name) && !RESOURCE_WORDS[resource].includes(name);
}

/** The nearest comes first, in the same object the one with the resource's name, and nothing in place of a list last. */
function rank({ path, value }: PageField, resource: ResourceName): number {
	const isOther = kindOfName(path, resource) === 'resource' ? 0 : 1;
	const isNothing = Array.isArray(value) ? 0 : 100;
	return path.length * 2 + isOther + isNothing;
}

/** `users.data` is named as the resource, too. */
function kindOfName(
	path: readonly string[],
	resource: ResourceName,
): 'resource' | 'usual' | 'other' {
	const names = path.map((key) => plainName(ownName(key)));
	const telling = names.findLast((name) => !USUAL.has(name)) ?? '';
	if (RESOURCE_WORDS[resource].includes(telling)) return 'resource';
	return USUAL.has(names.at(-1) ?? '') ? 'usual' : 'other';
}

/** Google leaves out an empty list, and HAL its `_embedded`. */
const isEnvelopeOnly = (body: IDataObject): boolean =>
	fieldsIn(fieldOf([], body)).every(
		(field) => ['kind', 'etag'].includes(field.name) || isAboutPages(field),
	);

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
