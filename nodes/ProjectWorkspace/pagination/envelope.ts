import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { anyId, isRecord, plainName, RESOURCE_WORDS } from '../records/fields';
import { fieldAt, isEmpty, isObject } from '../records/value';
import { type ResourceName, resourcesByName } from '../resources';
import { IN_LIST_SETTINGS } from './messages';
import {
	fieldsIn,
	fieldOf,
	fieldsOf,
	isAboutPages,
	ownName,
	type PageField,
} from './responseFields';

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

/** A list with another name that is deeper belongs to something else. */
const MAX_LEVELS_UNNAMED = 2;

/**
 * Finds the list of records in a response: at the path that is set, where an earlier page had it, the response itself, the
 * nearest list that is named as the resource or as usual, or the only list of objects.
 * @param setPath 'Records Path', where a single dot is the response itself
 * @param earlierPath where an earlier page had it
 */
export function findList(
	body: unknown,
	resource: ResourceName,
	setPath?: string,
	earlierPath: readonly string[] = [],
): FoundList | UserError {
	if (setPath !== undefined) return listAtSetPath(body, setPath);

	const list = earlierPath.length > 0 ? fieldAt(body, earlierPath.join('.')) : body;
	if (Array.isArray(list)) return listAt(earlierPath, list);
	if (isEmpty(body)) return listAt([], undefined);
	if (!isObject(body)) return unclear(`The response is a ${typeof body}, not a list`);

	return namedList(body, resource) ?? unnamedList(body, resource);
}

function listAtSetPath(body: unknown, setPath: string): FoundList | UserError {
	const path = setPath.split('.').filter(Boolean);
	const value = path.length === 0 ? body : fieldAt(body, setPath);
	if (isListOrNothing(value)) return listAt(path, value);

	return new UserError(
		`'Records Path' is "${setPath}", but there is no list at this path`,
		`Change 'Records Path' ${IN_LIST_SETTINGS}, e.g. data.items, or clear it to detect the list.`,
		{ code: 'recordsPath' },
	);
}

/** The nearest one that is named as the resource or as usual, in the same object the one named as the resource. */
function namedList(body: IDataObject, resource: ResourceName): FoundList | undefined {
	const isResource = ({ path }: PageField): boolean => isNamedAs(resource, path);
	const named = candidatesIn(body, resource).filter(
		(field) => isListOrNothing(field.value) && (USUAL.has(field.name) || isResource(field)),
	);
	const lists = named.filter(({ value }) => Array.isArray(value));

	const [first] = lists.length > 0 ? lists : named;
	if (!first) return undefined;

	const nearest = lists.filter(({ path }) => path.length === first.path.length);
	const { path, value } = nearest.find(isResource) ?? first;
	return listAt(path, value);
}

/** The only list of objects. */
function unnamedList(body: IDataObject, resource: ResourceName): FoundList | UserError {
	const lists = candidatesIn(body, resource).filter(
		({ path, value }) => Array.isArray(value) && path.length <= MAX_LEVELS_UNNAMED,
	);
	const ofObjects = lists.filter(({ value }) => Array.isArray(value) && value.some(isObject));
	const paths = ofObjects.map(({ path }) => path.join('.'));
	if (paths.length > 1) {
		return unclear(`The response has several lists (${paths.join(', ')})`, paths[0]);
	}

	const [list] = ofObjects;
	if (list) return listAt(list.path, list.value);

	// An empty list with another name may be one of something else.
	const [empty] = lists;
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
function candidatesIn(body: IDataObject, resource: ResourceName): PageField[] {
	const fields = fieldsOf(body, ({ name, value }) => !ASIDE.has(name) && !isRecord(value));
	return fields.filter(
		({ name, path }) => !ASIDE.has(name) && !isOfAnotherResource(path, resource),
	);
}

const ALL_WORDS: readonly string[] = Object.values(RESOURCE_WORDS).flat();

/** Discourse lists topics with the users in them. But `hydra:member` is no member. */
function isOfAnotherResource(path: readonly string[], resource: ResourceName): boolean {
	const name = plainName(path.at(-1) ?? '');
	return ALL_WORDS.includes(name) && !RESOURCE_WORDS[resource].includes(name);
}

/** `users.data` is named as the resource, too. */
function isNamedAs(resource: ResourceName, path: readonly string[]): boolean {
	const names = path.map((key) => plainName(ownName(key)));
	const word = names.findLast((name) => !USUAL.has(name)) ?? '';
	return RESOURCE_WORDS[resource].includes(word);
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
	const key = wrapperOf(list[0], plainName(name));
	return list.map((element) => {
		if (!isObject(element)) return { value: element as IDataObject[string] }; // part of a JSON value

		const inner = key === undefined ? undefined : element[key];
		if (!isObject(inner)) return element;

		// Elasticsearch has the ID next to the record.
		const isBeside = anyId(inner) === undefined && element._id !== undefined;
		return isBeside ? { _id: element._id, ...inner } : inner;
	});
}

/** The key of the record in an element; undefined if it is the record. */
function wrapperOf(element: unknown, list: string): string | undefined {
	if (!isObject(element)) return undefined;

	const known = WRAPPERS.find((row) => row.list === list && isObject(element[row.key]));
	if (known) return known.key;

	// Chargebee: `{"task": {…}}`
	const [key = '', ...others] = Object.keys(element);
	const isOnly = others.length === 0 && ALL_WORDS.includes(plainName(key));
	return isOnly && isRecord(element[key]) ? key : undefined;
}
