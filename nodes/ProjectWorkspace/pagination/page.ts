import type { IDataObject } from 'n8n-workflow';

import { isRecord, plainName } from '../records/fields';
import { parseJson } from '../records/json';
import { fieldAt, isEmpty, isObject } from '../records/value';
import type { ResourceName } from '../resources';
import { RESOURCE_WORDS } from '../records/fields';
import type { ApiRequest, ApiResponse, ListSettings } from '../transport/types';
import { readLinkHeader } from './links';
import {
	ABOUT_PAGES,
	COUNTED,
	NEXT_NAMES,
	NEXT_SENT_AS,
	NEXT_WORDS,
	POSITIONS,
	type PositionRow,
	SAYS,
	type SaysRow,
	SENT_OTHERWISE,
	TOKENS,
	type TokenRow,
	TOTALS,
} from './pageFields';

/** One page of a list, and what it says about the others. */
export interface Page {
	request: ApiRequest;
	/** Of the request, absolute. */
	url: string;
	response: ApiResponse;
	records: IDataObject[];
	/** How many records the service sent; `records` may lack one that only confirms an offset. */
	count: number;
	/** Where the records are. */
	recordsPath: readonly string[];
	/** There is nothing in place of the list. */
	isNoList: boolean;
	info: PageInfo;
}

export interface PageInfo {
	fields: readonly PageField[];
	/** What leads to the next page, the likeliest first. */
	leads: readonly Lead[];
	/** What leads on by its name is empty, so this was all. */
	endsHere: boolean;
	/** What flags say: that there is more, or no more. */
	more?: boolean;
	/** How many records the list has. */
	total?: number;
	/** How many pages the list has. */
	pages?: number;
	/** How many records a page has. */
	size?: number;
}

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

/** A link or a token that leads to the next page. */
export interface Lead {
	kind: 'link' | 'cursor';
	field: PageField;
	/** Whether its name says next. Otherwise it may be the token of this page. */
	isNext: boolean;
	value: string;
	/** Where a token may be sent, the likeliest first. Empty: the token is an object whose fields are all sent. */
	parameters: readonly string[];
}

/** Reads what a page says besides its records. */
export function readPageInfo(
	response: ApiResponse,
	recordsPath: readonly string[],
	count: number,
	{ resource, settings }: { resource: ResourceName; settings: ListSettings },
): PageInfo {
	const fields = [...bodyFields(response.body, recordsPath), ...headerFields(response.headers)];
	const leads = settings.nextPath ? setLeads(response, settings) : leadsIn(fields);
	const isEnd = ({ name, value }: PageField) => isNextName(name) && isEndMarker(value);
	const numberAt = (says: SaysRow['says']) =>
		fieldsThatSay(fields, says)
			.map(({ value }) => wholeNumber(value) ?? 0)
			.find((value) => value > 0);
	return {
		fields,
		leads,
		endsHere: leads.every(({ isNext }) => !isNext) && fields.some(isEnd),
		more: readMore(fields),
		total: readTotal(fields, count, resource),
		pages: numberAt('pages'),
		size: numberAt('size'),
	};
}

const MAX_LEVELS = 6;
const MAX_FIELDS = 1_000;

/** The fields of the envelope and of the objects about pages in it, the nearest first. */
function bodyFields(body: unknown, recordsPath: readonly string[]): PageField[] {
	const fields: PageField[] = [];
	const open = isObject(body) ? [{ object: body, path: [] as string[] }] : [];
	for (const { object, path } of open) {
		for (const [key, value] of Object.entries(object)) {
			if (fields.length === MAX_FIELDS) return fields;
			const field = fieldOf([...path, key], value);
			const isEnvelope = field.path.every((name, level) => name === recordsPath[level]);
			if (!isEnvelope) fields.push(field);
			if (Array.isArray(value) && field.name.endsWith('links')) fields.push(...relations(field));

			const isOpened = isObject(value) && (isEnvelope || isAboutPages(field.name, value));
			if (isOpened && path.length < MAX_LEVELS) open.push({ object: value, path: [...path, key] });
		}
	}
	return fields;
}

function fieldOf(path: readonly string[], value: unknown): PageField {
	const key = path.at(-1) ?? '';
	return {
		path,
		at: ['', ...path.map(plainName)].join('.'),
		name: plainName(key.split(/[:.]/).at(-1) ?? key),
		value,
	};
}

const isAboutPages = (name: string, object: IDataObject): boolean =>
	(ABOUT_PAGES.has(name) || /pag|meta|cursor/.test(name)) && !isRecord(object);

/** `links: [{"rel": "next", "href": "…"}]` (PayPal), and FHIR's `relation` and `url` */
function relations({ path, value }: PageField): PageField[] {
	const entries = Array.isArray(value) ? value.filter(isObject) : [];
	return entries.flatMap(({ rel, relation = rel, href, url = href }) =>
		typeof relation === 'string' ? [fieldOf([...path, relation], url)] : [],
	);
}

function headerFields(headers: Readonly<Record<string, string>>): PageField[] {
	return Object.entries(headers).flatMap(([name, value]) => {
		if (name === 'link') {
			const links = [...readLinkHeader(value)];
			return links.map(([relation, url]) => fieldOf(['header', name, relation], url));
		}
		const path = ['header', name.replace(/^x-/, '').replaceAll('-', '_')];
		return [fieldOf(path, value), ...fieldsInHeader(name, value)];
	});
}

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
function fieldsInHeader(name: string, text: string): PageField[] {
	if (!name.includes('pag') || !text.startsWith('{')) return [];
	try {
		const object = parseJson(text);
		return isObject(object)
			? Object.entries(object).map(([key, value]) => fieldOf(['header', name, key], value))
			: [];
	} catch {
		return [];
	}
}

/** Whether a row of the table is about this field. */
const isNamed = ({ name, at }: PageField, field: string): boolean =>
	name === field || at.endsWith(`.${field}`);

const hasField = (fields: readonly PageField[], name: string | undefined): boolean =>
	name === undefined || fields.some((field) => isNamed(field, name));

function fieldsThatSay(fields: readonly PageField[], says: SaysRow['says']): PageField[] {
	const rows = SAYS.filter((row) => row.says === says && hasField(fields, row.beside));
	return rows.flatMap((row) => fields.filter((field) => isNamed(field, row.field)));
}

/** A flag that says more comes before one that says no more. */
function readMore(fields: readonly PageField[]): boolean | undefined {
	const has = (says: SaysRow['says'], flag: boolean) =>
		fieldsThatSay(fields, says).some(({ value }) => flagOf(value) === flag);
	if (has('more', true) || has('end', false) || has('cut', true)) return true;
	return has('more', false) || has('end', true) ? false : undefined;
}

/** A number may be that of a page. */
function flagOf(value: unknown): boolean | undefined {
	const word = String(value).toLowerCase();
	if (word === 'true') return true;
	return word === 'false' ? false : undefined;
}

/** A whole number that is named total, or a larger one that is named count. */
function readTotal(
	fields: readonly PageField[],
	count: number,
	resource: ResourceName,
): number | undefined {
	const words = RESOURCE_WORDS[resource];
	const isWord = (word: string) => word === '' || COUNTED.has(word) || words.includes(word);
	const isTotal = (field: PageField) =>
		TOTALS.some((name) => isNamed(field, name)) ||
		field.at.endsWith('.total.value') ||
		(field.name.includes('total') && isWord(field.name.replace('total', '')));
	const isCount = ({ name }: PageField) =>
		name.includes('count') && isWord(name.replace(/counts?/, ''));

	// Elasticsearch counts up to 10,000: {"value": 10000, "relation": "gte"}
	const isAtLeast = fields.some(({ name, value }) => name === 'relation' && value === 'gte');
	if (isAtLeast) return undefined;
	const sizes = new Set(fieldsThatSay(fields, 'size'));
	const totals = fields.filter(isTotal).map(({ value }) => wholeNumber(value) ?? -1);
	const counts = fields
		.filter((field) => isCount(field) && !sizes.has(field))
		.map(({ value }) => wholeNumber(value) ?? -1)
		.filter((value) => value > count);
	return [...totals, ...rangeTotals(fields), ...counts].find((value) => value >= count);
}

/** `Content-Range: items 0-99/250` (PostgREST) */
function rangeTotals(fields: readonly PageField[]): number[] {
	return fields
		.filter(({ name }) => name === 'contentrange')
		.map(({ value }) => wholeNumber(String(value).split('/')[1]) ?? -1);
}

/** Also from a text: headers and some services write numbers as texts. */
export function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
	return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** What services write in place of a next page. */
const isEndMarker = (value: unknown): boolean =>
	isEmpty(value) || [false, -1, '-1', 'null'].some((none) => none === value);

/** Redis and X end with a cursor of 0, and in some services it is the first token. */
export const isZero = ({ value }: Lead): boolean => value === '0';

function isNextName(name: string): boolean {
	if (NEXT_NAMES.includes(name)) return true;
	return name.startsWith('next') && isMadeOf(name.slice('next'.length), NEXT_WORDS);
}

/** Whether a text is nothing but these words. */
const isMadeOf = (text: string, words: ReadonlySet<string>): boolean =>
	text === '' ||
	[...words].some((word) => text.startsWith(word) && isMadeOf(text.slice(word.length), words));

/** Links first, then tokens that are named next, then other tokens. */
function leadsIn(fields: readonly PageField[]): Lead[] {
	const named = fields.filter(({ name, value }) => isNextName(name) && !isEndMarker(value));
	const leads = named.flatMap((field) => nextLeads(field, fields));
	const links = leads.filter(({ kind }) => kind === 'link');
	const cursors = leads.filter(({ kind }) => kind === 'cursor');
	return [...links, ...cursors, ...tokenLeads(fields)];
}

/** A field that is named next: a link, a token, or an object with either. */
function nextLeads(field: PageField, fields: readonly PageField[]): Lead[] {
	const { value, path } = field;
	if (!isObject(value)) return [nextLead(field, fields)].filter((lead) => lead !== undefined);

	return Object.entries(value).flatMap(([key, inner]) => {
		const innerField = fieldOf([...path, key], inner);
		if (isSize(innerField) || isEndMarker(inner) || typeof inner === 'object') return [];
		if (isLinkName(key) && typeof inner === 'string') return [linkLead(innerField, inner)];
		const parameters = spelledLike(key, ['=', 'page_token', 'cursor']);
		return [{ kind: 'cursor', field: innerField, isNext: true, value: String(inner), parameters }];
	});
}

const isSize = (field: PageField): boolean =>
	SAYS.some((row) => row.says === 'size' && isNamed(field, row.field));

function nextLead(field: PageField, fields: readonly PageField[]): Lead | undefined {
	const value = tokenOf(field.value);
	if (value === undefined) return undefined;

	const isLink = isLinkField(field) || looksLikeLink(value);
	if (isLink && typeof field.value === 'string') return linkLead(field, value);
	return { kind: 'cursor', field, isNext: true, value, parameters: nextParameters(field, fields) };
}

const linkLead = (field: PageField, value: string): Lead => ({
	kind: 'link',
	field,
	isNext: true,
	value,
	parameters: [],
});

const isLinkName = (name: string): boolean => /(url|uri|link|href|path)$/i.test(name);

/** Named so, or in an object of links. */
const isLinkField = ({ path, name }: PageField): boolean =>
	isLinkName(name) || /(links?|urls)$/i.test(path.at(-2) ?? '');

/** A `/` or a `=` alone may be in a token. */
const looksLikeLink = (text: string): boolean => /^(https?:\/\/|\/|\?|[\w./-]*\?\w+=)/.test(text);

/** The name without "next" comes first: `nextPageToken` is sent as `pageToken`. */
function nextParameters({ name, path, value }: PageField, fields: readonly PageField[]): string[] {
	const key = path.at(-1) ?? '';
	const rows = SENT_OTHERWISE.filter((row) => row.field === name && hasField(fields, row.beside));
	const stem = wordsOf(key.split(/[:.]/).at(-1) ?? key).filter((word) => word !== 'next');
	const own = stem.length > 0 ? [stem.join('_')] : [];
	const isNumber = wholeNumber(value) !== undefined;
	const first = isNumber && stem.length === 0 ? ['page', 'offset'] : own;
	const isKnown = rows.length > 0;
	const usual = isKnown ? rows.flatMap(({ sentAs }) => sentAs) : [];
	return spelledLike(key, [...usual, ...first, ...NEXT_SENT_AS]);
}

/** The tokens whose name does not say next. */
function tokenLeads(fields: readonly PageField[]): Lead[] {
	return TOKENS.flatMap((row) => {
		const field = fields.find((each) => isNamed(each, row.field) && isToken(each, row));
		if (!field) return [];
		const isSpread = row.sentAs[0] === '*';
		const parameters = isSpread ? [] : spelledLike(field.path.at(-1) ?? '', row.sentAs);
		const value = tokenOf(field.value) ?? '';
		return [{ kind: 'cursor', field, isNext: false, value, parameters }];
	});
}

function isToken({ value, name }: PageField, { isText, sentAs }: TokenRow): boolean {
	if (isEndMarker(value) || Array.isArray(value)) return false;
	if (isText && (typeof value !== 'string' || wholeNumber(value) !== undefined)) return false;
	// Only DynamoDB's key is an object itself.
	return isObject(value) ? sentAs[0] === '*' || name.endsWith('key') : sentAs[0] !== '*';
}

/** A token as a query parameter; an object is sent as JSON. */
function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return isObject(value) ? JSON.stringify(value) : undefined;
}

/** `nextPageToken` and `next_page_token` as words. */
const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

/** Parameters in the style of a field: `page_token` is `pageToken` for `nextPageToken`. `=` is the field's own name. */
function spelledLike(key: string, parameters: readonly string[]): string[] {
	const own =
		key
			.split(/[:.]/)
			.at(-1)
			?.replace(/^[^A-Za-z0-9$]+/, '') ?? key;
	const spelled = parameters.map((parameter) => {
		if (parameter === '=') return own;
		return /^[a-z_]+$/.test(parameter) ? inStyleOf(own, parameter.split('_')) : parameter;
	});
	return [...new Set(spelled)];
}

function inStyleOf(name: string, words: readonly string[]): string {
	if (name.includes('-')) return words.join('-');
	if (name.includes('_') || !/[A-Z]/.test(name)) return words.join('_');
	const isPascal = /^[A-Z]/.test(name);
	return words
		.map((word, at) => (at > 0 || isPascal ? word.charAt(0).toUpperCase() + word.slice(1) : word))
		.join('');
}

/** What the person has set: 'Next Page Path', and the parameter for what is there. */
function setLeads(
	{ body, headers }: ApiResponse,
	{ nextPath = '', style, parameter }: ListSettings,
): Lead[] {
	const header = /^headers?\.(.+)$/i.exec(nextPath)?.[1]?.toLowerCase();
	const inHeader =
		header === 'link' ? readLinkHeader(headers.link ?? '').get('next') : headers[header ?? ''];
	const value = header === undefined ? fieldAt(body, nextPath) : inHeader;
	const text = isEndMarker(value) ? undefined : tokenOf(value);
	if (text === undefined) return [];

	const field = fieldOf(nextPath.split('.'), value);
	if (style === 'link') return [linkLead(field, text)];
	const parameters = parameter === undefined ? nextParameters(field, []) : [parameter];
	return [{ kind: 'cursor', field, isNext: true, value: text, parameters }];
}

/** Where a page says that it is. */
export interface Position {
	row: PositionRow;
	field: PageField;
	value: number;
	parameters: readonly string[];
}

export function positionsIn(fields: readonly PageField[]): Position[] {
	return POSITIONS.filter((row) => hasField(fields, row.beside)).flatMap((row) => {
		const field = fields.find((each) => isNamed(each, row.field) && numberAt(each) >= 0);
		if (!field) return [];
		const parameters = spelledLike(field.path.at(-1) ?? '', row.sentAs);
		return [{ row, field, value: numberAt(field), parameters }];
	});
}

const numberAt = ({ value }: PageField): number => wholeNumber(value) ?? -1;

/** The fields that are named by a guess. */
export const hasFields = (fields: readonly PageField[], names: readonly string[] = []): boolean =>
	names.every((name) => hasField(fields, name));
