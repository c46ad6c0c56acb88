import { isRecord, ownName, plainName } from '../records/fields';
import { parseOrError } from '../records/json';
import { fieldAt, isEmpty, isObject, textOf } from '../records/value';
import type { ApiResponse } from '../transport/types';
import { ABOUT_PAGES } from './pageFields';

/** A field of a response. */
export interface ResponseField {
	/** The names as the service spells them. */
	path: readonly string[];
	/** The same in plain names: `.meta.nextcursor`. */
	plainPath: string;
	/** The last of them, without a prefix such as `hydra:`. */
	name: string;
	value: unknown;
}

/** A name of a megabyte would be read again for each field in it. */
const LONGEST_NAME = 200;

export const fieldOf = (path: readonly string[], value: unknown): ResponseField => ({
	path,
	plainPath: ['', ...path.map((key) => plainName(key.slice(0, LONGEST_NAME)))].join('.'),
	name: plainName(ownName(path.at(-1) ?? '')),
	value,
});

const MAX_FIELDS = 1_000;

/** The fields of an object in a field. */
export function fieldsIn({ path, value }: ResponseField): ResponseField[] {
	if (!isObject(value)) return [];
	const keys = Object.keys(value).slice(0, MAX_FIELDS);
	return keys.map((key) => fieldOf([...path, key], value[key]));
}

/** `data.viewer.users.pageInfo.endCursor` is the deepest field of a public service. */
const MAX_OPENED = 5;

/**
 * The fields of a response, the nearest first.
 * @param isOpened whether the fields in a field count as well
 */
export function fieldsOf(
	body: unknown,
	isOpened: (field: ResponseField) => boolean,
): ResponseField[] {
	const fields: ResponseField[] = [];
	const open = [fieldOf([], body)];

	// `open` grows in the loop.
	for (const object of open) {
		for (const field of fieldsIn(object)) {
			if (fields.length >= MAX_FIELDS) return fields;

			fields.push(field);
			if (field.path.length < MAX_OPENED && isOpened(field)) open.push(field);
		}
	}
	return fields;
}

/** All fields that may be about the pages: those of the envelope, of objects about pages in it, and the headers. */
export function pageFieldsOf(
	{ body, headers }: ApiResponse,
	recordsPath: readonly string[],
): ResponseField[] {
	const fields = fieldsOf(body, (field) => {
		const isEnvelope = field.path.every((name, level) => name === recordsPath[level]);
		return isEnvelope || isAboutPages(field);
	});
	return [...fields, ...fields.flatMap(relationsIn), ...headerFields(headers)];
}

/** A wiki has pages, too, but they have IDs. */
export const isAboutPages = ({ name, value }: ResponseField): boolean =>
	(ABOUT_PAGES.includes(name) || /pag|meta|cursor/.test(name)) && !isRecord(value);

/** `links: [{"rel": "next", "href": "…"}]` (PayPal) */
function relationsIn({ path, name, value }: ResponseField): ResponseField[] {
	if (!Array.isArray(value) || !/links?$/.test(name)) return [];
	return value.filter(isObject).map(({ rel, href }) => fieldOf([...path, textOf(rel)], href));
}

/** The links of the `Link` header come before other headers, because it is a standard. */
function headerFields(headers: ApiResponse['headers']): ResponseField[] {
	const fields: ResponseField[] = [];
	for (const [relation, url] of readLinkHeader(headers.link ?? '')) {
		fields.push(fieldOf(['header', 'link', relation], url));
	}
	for (const [name, value] of Object.entries(headers)) {
		const path = ['header', name.replace(/^(x-)?(pagination-)?/, '').replaceAll('-', '_')];
		fields.push(fieldOf(path, value), ...fieldsInHeader(name, value));
	}
	return fields;
}

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET), `Content-Range: items 0-99/250` (PostgREST) */
function fieldsInHeader(name: string, text: string): ResponseField[] {
	if (name === 'content-range') return [fieldOf(['header', name, 'total'], text.split('/')[1])];
	if (!name.includes('pag') || !text.startsWith('{')) return [];

	// An error has no fields.
	return fieldsIn(fieldOf(['header', name], parseOrError(text)));
}

/** The links in a `Link` header (RFC 8288) by their relation: `<https://…>; rel="next"`. */
export function readLinkHeader(header: string): Map<string, string> {
	const links = new Map<string, string>();
	for (const [, url = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<>]*)/g)) {
		const relations = /;\s*rel\s*=\s*"?([^";,]+)/i.exec(parameters)?.[1] ?? '';
		for (const relation of relations.toLowerCase().trim().split(/\s+/)) {
			links.set(relation, url.trim());
		}
	}

	return links;
}

/** The field at a path that the person has set, such as `meta.next` or `header.link`. */
export function fieldAtPath({ body, headers }: ApiResponse, setPath: string): ResponseField {
	const path = setPath.split('.');
	if (path[0] !== 'header') return fieldOf(path, fieldAt(body, setPath));

	const name = path[1]?.toLowerCase() ?? '';
	const header = headers[name];
	return fieldOf(path, name === 'link' ? readLinkHeader(header ?? '').get('next') : header);
}

/** Whether a name of the table is that of a field. */
export const isNamed = ({ name, plainPath }: ResponseField, named: string): boolean =>
	name === named || plainPath.endsWith(`.${named}`);

/** Whether there are fields of all these names. */
export const haveFields = (
	fields: readonly ResponseField[],
	names: readonly string[] = [],
): boolean => names.every((name) => fields.some((field) => isNamed(field, name)));

/** The fields of these names, in the order of the names. */
export const fieldsNamed = (
	fields: readonly ResponseField[],
	names: readonly string[],
): ResponseField[] => names.flatMap((name) => fields.filter((field) => isNamed(field, name)));

const END_MARKERS: readonly unknown[] = [false, -1, '-1', 'null'];

/** What services write in place of a next page. */
export const isEndMarker = (value: unknown): boolean =>
	isEmpty(value) || END_MARKERS.includes(value);

/** Headers and some services write numbers as texts. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
	return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
