import { isObject } from '../records/value';
import type { ListSettings } from '../transport/types';
import {
	NEXT_NAMES,
	NEXT_NUMBER_SENT_AS,
	NEXT_SENT_AS,
	NEXT_WORDS,
	SENT_OTHERWISE,
	SIZE,
	TOKENS,
	type TokenRow,
} from './pageFields';
import {
	fieldsIn,
	fieldsNamed,
	hasField,
	isEndMarker,
	isNamed,
	ownName,
	type PageField,
	wholeNumber,
} from './responseFields';

/** A link or a token that leads to the next page. */
export interface Lead {
	kind: 'link' | 'cursor';
	field: PageField;
	/** Whether its name says next. Otherwise it may be the token of this page. */
	isNext: boolean;
	value: string;
	/** Where a token may be sent, the likeliest first. Empty: it is an object whose fields are all sent. */
	parameters: readonly string[];
}

/** Links first, then tokens that are named next, then other tokens. */
export function leadsIn(fields: readonly PageField[]): Lead[] {
	const leads = fields.flatMap((field) =>
		isNextName(field.name) && !isEndMarker(field.value) ? nextLeads(field, fields) : [],
	);
	return [
		...leads.filter(({ kind }) => kind === 'link'),
		...leads.filter(({ kind }) => kind === 'cursor'),
		...tokenLeads(fields),
	];
}

const NEXT_NAME = new RegExp(`^next(${NEXT_WORDS.join('|')})*$`);

export const isNextName = (name: string): boolean =>
	NEXT_NAME.test(name) || NEXT_NAMES.includes(name);

/** Whether there is a next page. Redis and X end with a cursor of 0, and in some services it is the first token. */
export const leadsToNext = ({ isNext, value }: Lead): boolean => isNext && value !== '0';

/** A link, a token, or an object with either: `{"href": "…"}` (HAL), `{"starting_after": "…"}` (Intercom) */
function nextLeads(field: PageField, fields: readonly PageField[]): Lead[] {
	if (!isObject(field.value)) return leadOf(field, nextParameters(field, fields));

	const usual = spelledLike(field.path, ['page_token', 'cursor']);
	const sizes = fieldsNamed(fieldsIn(field), SIZE).map(({ at }) => at);
	return fieldsIn(field)
		.filter(({ at, value }) => !isEndMarker(value) && !sizes.includes(at))
		.flatMap((inner) => leadOf(inner, [inner.path.at(-1) ?? '', ...usual]));
}

/** @param parameters where it is sent if it is a token */
function leadOf(field: PageField, parameters: readonly string[], kind = kindOf(field)): Lead[] {
	const value = tokenOf(field.value);
	return value === undefined ? [] : [{ kind, field, isNext: true, value, parameters }];
}

function kindOf(field: PageField): Lead['kind'] {
	const { value } = field;
	const isLink = typeof value === 'string' && (isLinkName(field) || looksLikeLink(value));
	return isLink ? 'link' : 'cursor';
}

/** Named so, or in an object of links. */
const isLinkName = ({ path }: PageField): boolean =>
	/(url|uri|link|href|path)$/i.test(path.at(-1) ?? '') || /(links?|urls)$/i.test(path.at(-2) ?? '');

/** A `/` or a `=` alone may be in a token. */
const looksLikeLink = (text: string): boolean => /^(https?:\/\/|\/|\?|[\w./-]*\?\w+=)/.test(text);

/** The parameter follows from the name without "next": `nextPageToken` is sent as `pageToken`. */
function nextParameters({ name, path, value }: PageField, fields: readonly PageField[]): string[] {
	const rows = SENT_OTHERWISE.filter((row) => row.field === name && hasField(fields, row.beside));
	const parameters = rows.flatMap(({ sentAs }) => sentAs);

	const rest = wordsOf(path).filter((word) => word !== 'next');
	if (rest.length > 0) parameters.push(rest.join('_'), ...NEXT_SENT_AS);
	else if (wholeNumber(value) === undefined) parameters.push(...NEXT_SENT_AS);
	else parameters.push(...NEXT_NUMBER_SENT_AS);
	return spelledLike(path, parameters);
}

/** Tokens whose name does not say next. */
function tokenLeads(fields: readonly PageField[]): Lead[] {
	const leads: Lead[] = [];
	for (const row of TOKENS) {
		const field = fields.find((each) => isNamed(each, row.field) && isToken(each, row));
		const value = tokenOf(field?.value);
		if (!field || value === undefined) continue;

		const parameters = spelledLike(field.path, row.sentAs);
		leads.push({ kind: 'cursor', field, isNext: false, value, parameters });
	}
	return leads;
}

function isToken({ value, name }: PageField, { isText, sentAs }: TokenRow): boolean {
	if (isEndMarker(value) || Array.isArray(value)) return false;
	if (isText) return typeof value === 'string' && wholeNumber(value) === undefined;

	// Only DynamoDB's key is an object itself.
	const isSpread = sentAs.length === 0;
	return isObject(value) ? isSpread || name.endsWith('key') : !isSpread;
}

/** A token as a query parameter; an object is sent as JSON. */
function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return isObject(value) ? JSON.stringify(value) : undefined;
}

/** `nextPageToken` and `next_page_token` as words. */
const wordsOf = (path: readonly string[]): string[] =>
	ownName(path.at(-1) ?? '')
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

/** Parameters in the style of a field: `page_token` is `pageToken` for `nextPageToken`, and `=` its own name. */
export function spelledLike(path: readonly string[], parameters: readonly string[]): string[] {
	const own = ownName(path.at(-1) ?? '').replace(/^[^A-Za-z0-9$]+/, '');
	const spelled = parameters.map((parameter) => {
		if (parameter === '=') return own;
		return /^[a-z_]+$/.test(parameter) ? inStyleOf(own, parameter.split('_')) : parameter;
	});
	return [...new Set(spelled)];
}

function inStyleOf(name: string, words: readonly string[]): string {
	if (name.includes('-')) return words.join('-');
	if (name.includes('_') || name === name.toLowerCase()) return words.join('_');

	const isPascal = /^[A-Z]/.test(name);
	const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
	return words.map((word, at) => (at > 0 || isPascal ? capital(word) : word)).join('');
}

/** What is at 'Next Page Path', which the person has set. */
export function leadAt(field: PageField, style: ListSettings['style']): Lead[] {
	if (isEndMarker(field.value)) return [];
	return leadOf(field, nextParameters(field, []), style === 'link' ? 'link' : 'cursor');
}
