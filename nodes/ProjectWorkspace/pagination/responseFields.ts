import { isRecord, plainName } from '../records/fields';
import { parseJson } from '../records/json';
import { fieldAt, isEmpty, isObject } from '../records/value';
import type { ApiResponse } from '../transport/types';
import { readLinkHeader } from './links';
import { ABOUT_PAGES } from './pageFields';

/** A header, or a field in the envelope or in an object about pages. */
export interface PageField {
	/** As the service spells it. */
	path: readonly string[];
	/** The same in plain names: `.meta.nextcursor`. */
	at: string;
	/** The last of them, without a prefix such as `hydra:`. */
	name: string;
	value: unknown;
}

/** All fields of a response that may be about its pages, the nearest first. */
export const fieldsOf = (
	{ body, headers }: ApiResponse,
	recordsPath: readonly string[],
): PageField[] => [...bodyFields(body, recordsPath), ...headerFields(headers)];

const MAX_LEVELS = 6;
const MAX_FIELDS = 1_000;

/** The fields of the envelope and of the objects about pages in it, the nearest first. */
function bodyFields(body: unknown, recordsPath: readonly string[]): PageField[] {
	const fields: PageField[] = [];
	const open = [fieldOf([], body)];

	for (const object of open) {
		for (const field of fieldsIn(object)) {
			const isEnvelope = field.path.every((name, level) => name === recordsPath[level]);
			if (!isEnvelope) fields.push(field, ...relationsIn(field));
			if (fields.length >= MAX_FIELDS) return fields;

			const isOpened = isEnvelope || isAboutPages(field);
			if (isOpened && field.path.length <= MAX_LEVELS) open.push(field);
		}
	}
	return fields;
}

export const fieldOf = (path: readonly string[], value: unknown): PageField => ({
	path,
	at: ['', ...path.map(plainName)].join('.'),
	name: plainName(ownName(path.at(-1) ?? '')),
	value,
});

/** The fields of an object in a field. */
export function fieldsIn({ path, value }: PageField): PageField[] {
	if (!isObject(value)) return [];
	return Object.entries(value).map(([key, inner]) => fieldOf([...path, key], inner));
}

/** `hydra:next` is `next`, and so is `@odata.next`. */
export const ownName = (key: string): string => key.split(/[:.]/).at(-1) ?? key;

/** A wiki has pages, too, but they have IDs. */
export const isAboutPages = ({ name, value }: PageField): boolean =>
	(Object.hasOwn(ABOUT_PAGES, name) || /pag|meta|cursor/.test(name)) && !isRecord(value);

/** `links: [{"rel": "next", "href": "…"}]` (PayPal), and FHIR's `relation` and `url` */
function relationsIn({ path, name, value }: PageField): PageField[] {
	if (!Array.isArray(value) || !/links?$/.test(name)) return [];

	const links = value.filter(isObject);
	return links.flatMap((link) => {
		const relation = link.rel ?? link.relation;
		const url = link.href ?? link.url;
		return typeof relation === 'string' ? [fieldOf([...path, relation], url)] : [];
	});
}

function headerFields(headers: Readonly<Record<string, string>>): PageField[] {
	const links = [...readLinkHeader(headers.link ?? '')];
	const fields = links.map(([relation, url]) => fieldOf(['header', 'link', relation], url));

	for (const [name, value] of Object.entries(headers)) {
		const own = name.replace(/^(x-)?(pagination-)?/, '').replaceAll('-', '_');
		fields.push(fieldOf(['header', own], value), ...fieldsInHeader(name, value));
	}
	return fields;
}

/** The field at a path that the person has set, such as `meta.next` or `header.link`. */
export function fieldAtPath({ body, headers }: ApiResponse, setPath: string): PageField {
	const path = setPath.split('.');
	if (path[0] !== 'header') return fieldOf(path, fieldAt(body, setPath));

	const header = path[1]?.toLowerCase() ?? '';
	const value = headers[header];
	return fieldOf(path, header === 'link' ? readLinkHeader(value ?? '').get('next') : value);
}

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
function fieldsInHeader(name: string, text: string): PageField[] {
	if (!name.includes('pag') || !text.startsWith('{')) return [];
	try {
		return fieldsIn(fieldOf(['header', name], parseJson(text)));
	} catch {
		return [];
	}
}

/** Whether a row of the table is about this field. */
export const isNamed = ({ name, at }: PageField, row: string): boolean =>
	name === row || at.endsWith(`.${row}`);

/** @param row undefined: the row needs no other field */
export const hasField = (fields: readonly PageField[], row: string | undefined): boolean =>
	row === undefined || fields.some((field) => isNamed(field, row));

/** In the order of the names. */
export const fieldsNamed = (fields: readonly PageField[], names: object): PageField[] =>
	Object.keys(names).flatMap((row) => fields.filter((field) => isNamed(field, row)));

/** What services write in place of a next page. */
export const isEndMarker = (value: unknown): boolean =>
	isEmpty(value) || value === false || String(value) === '-1' || value === 'null';

/** Also from a text: headers and some services write numbers as texts. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
	return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
