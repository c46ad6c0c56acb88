import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../errors';
import { isAside, messageIn } from '../records/aboutResponse';
import { CONTENT_NAMES, recordsIn } from '../records/envelope';
import { ALL_WORDS, isRecord, ownName, plainName, RESOURCE_WORDS } from '../records/fields';
import { fieldAt, isEmpty, isObject } from '../records/value';
import { type ResourceName, resourcesByName } from '../resources';
import { isNameOf } from './pageFields';
import {
	fieldOf,
	fieldsIn,
	fieldsOf,
	isAboutPages,
	type ResponseField,
	wholeNumber,
} from './responseFields';

/** Usual names of a list, by plain name. */
const LISTS: ReadonlySet<string> = new Set([
	...CONTENT_NAMES,
	'items', // Google
	'results', // Django, Notion
	'records', // Airtable
	'values', // Bitbucket, Jira
	'value', // OData
	'entries', // Box
	'resources', // SCIM
	'objects', // Tastypie
	'elements', // LinkedIn
	'collection', // SoundCloud
	'documents', // Firestore
	'docs', // Solr, CouchDB
	'hits', // Algolia
	'nodes', // GraphQL
	'edges', // GraphQL
	'rows', // CouchDB
	'list', // hand-written APIs
	'member', // Hydra
	'children', // Reddit
	'entry', // FHIR
]);

/** The list of a response, and where it is. */
export interface FoundList {
	records: IDataObject[];
	path: readonly string[];
	/** There is nothing in place of the list. */
	isNoList: boolean;
}

/** Where the list is, or what is in its place. */
type Place = Pick<ResponseField, 'path' | 'value'>;

/**
 * Finds the list of records in a response.
 * @param setPath 'Records Path', where a single dot is the response itself
 * @param earlierPath where an earlier page had it
 */
export function findList(
	body: unknown,
	resource: ResourceName,
	setPath?: string,
	earlierPath: readonly string[] = [],
): FoundList | UserError {
	const place =
		setPath === undefined ? placeIn(body, resource, earlierPath) : placeAtSetPath(body, setPath);
	if (place instanceof UserError) return place;

	const { path, value } = place;
	const isNoList = !Array.isArray(value);
	return { path, isNoList, records: isNoList ? [] : recordsIn(value, resource) };
}

function placeAtSetPath(body: unknown, setPath: string): Place | UserError {
	const path = setPath.split('.').filter(Boolean);
	const value = path.length === 0 ? body : fieldAt(body, setPath);
	if (isListOrNothing(value)) return { path, value };

	return new UserError(
		`'Records Path' is "${setPath}", but there is no list at this path`,
		"Change 'Records Path' in the credential under 'List Settings', e.g. data.items, or clear it to detect the list.",
		'recordsPath',
	);
}

/** A list with another name that is deeper belongs to something else. */
const MAX_LEVELS_UNNAMED = 2;

/**
 * Where an earlier page had it, the response itself, the nearest list that is named as the resource or as usual, or the only
 * list of objects; or why it is not clear which one has the records.
 */
function placeIn(
	body: unknown,
	resource: ResourceName,
	earlierPath: readonly string[],
): Place | UserError {
	const list = earlierPath.length > 0 ? fieldAt(body, earlierPath.join('.')) : body;
	if (Array.isArray(list)) return { path: earlierPath, value: list };
	if (isEmpty(body)) return NOTHING;
	if (!isObject(body)) return unclear(`The response is a ${typeof body}, not a list`);

	// The nearest first. Records are not opened, as their lists belong to them.
	const candidates = fieldsOf(body, ({ name, value }) => !isAside(name) && !isRecord(value)).filter(
		(field) => !isAside(field.name) && !isOfAnotherResource(field, resource),
	);
	return namedList(candidates, resource) ?? unnamedList(candidates) ?? noList(body, resource);
}

/** There is no list. */
const NOTHING: Place = { path: [], value: undefined };

/** The only list of objects. */
function unnamedList(candidates: readonly ResponseField[]): Place | UserError | undefined {
	const lists: ResponseField[] = [];
	let empty: Place | undefined;
	for (const field of candidates) {
		const { path, value } = field;
		if (!Array.isArray(value) || path.length > MAX_LEVELS_UNNAMED) continue;
		if (value.some(isObject)) lists.push(field);
		// An empty list with another name may be one of something else.
		else if (value.length === 0) empty ??= NOTHING;
	}

	const [list = empty, ...more] = lists;
	if (more.length === 0) return list;
	const paths = lists.map(({ path }) => path.join('.'));
	return unclear(`The response has several lists (${paths.join(', ')})`, paths[0]);
}

/** Discourse lists topics with the users in them. */
function isOfAnotherResource({ path }: ResponseField, resource: ResourceName): boolean {
	const name = plainName(path.at(-1) ?? '');
	// A `member` is a usual name of a list, too.
	const isOther = ALL_WORDS.includes(name) && !LISTS.has(name);
	return isOther && !RESOURCE_WORDS[resource].includes(name);
}

/** The nearest list that is named as the resource or as usual, or what is in its place. */
function namedList(
	candidates: readonly ResponseField[],
	resource: ResourceName,
): ResponseField | undefined {
	let nearest: ResponseField | undefined;
	let nothing: ResponseField | undefined;

	for (const field of candidates) {
		const isNamedAsResource = isOfResource(field, resource);
		if (!isNamedAsResource && !LISTS.has(field.name)) continue;

		if (!Array.isArray(field.value)) {
			if (isListOrNothing(field.value)) nothing ??= field;
			continue;
		}

		nearest ??= field;
		const isAsNear = field.path.length === nearest.path.length;
		if (isNamedAsResource && isAsNear) return field;
	}
	return nearest ?? nothing;
}

/** `users.data` is named as the resource, too. */
function isOfResource({ path }: ResponseField, resource: ResourceName): boolean {
	const names = path.map((key) => plainName(ownName(key)));
	const word = names.findLast((name) => !LISTS.has(name)) ?? '';
	return RESOURCE_WORDS[resource].includes(word);
}

/** PHP writes an empty list as `{}`, Go as null. */
const isListOrNothing = (value: unknown) =>
	Array.isArray(value) || value === null || (isObject(value) && isEmpty(value));

const unclear = (message: string, path = 'data.items') =>
	new UserError(
		message,
		`Set 'Records Path' in the credential under 'List Settings', e.g. ${path}.`,
		'noList',
	);

const MAX_NAMED_FIELDS = 20;

/** Where only the envelope is left, there is nothing; otherwise, what the response has instead of a list. */
function noList(body: IDataObject, resource: ResourceName): Place | UserError {
	// Google leaves out an empty list, HAL its `_embedded`, and the total may be all that is left (Google Books).
	const isEnvelopeOnly = fieldsIn(fieldOf([], body)).every((field) => {
		const isTotalOfNone = wholeNumber(field.value) === 0 && isNameOf('total', field.name, resource);
		return ['kind', 'etag'].includes(field.name) || isAboutPages(field) || isTotalOfNone;
	});
	if (isEnvelopeOnly) return NOTHING;

	const message = messageIn(body);
	const fields = Object.keys(body).slice(0, MAX_NAMED_FIELDS).join(', ');
	const instead = message
		? `, but says: ${message.replace(/\.$/, '')}`
		: ` (its fields: ${fields})`;
	return unclear(`The response has no list of ${resourcesByName[resource].plural}${instead}`);
}
