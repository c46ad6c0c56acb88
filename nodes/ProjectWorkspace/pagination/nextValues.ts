import { fieldsIn, ownName } from '../records/envelope';
import { isObject } from '../records/value';
import type { ListSettings } from '../transport/types';
import {
	NEXT_NAMES,
	NEXT_NUMBER_SENT_AS,
	NEXT_SENT_AS,
	NEXT_WORDS,
	type Row,
	SENT_OTHERWISE,
	SIZE,
	TOKENS,
} from './pageFields';
import { haveFields, isEndMarker, isNamed, type PageField, wholeNumber } from './responseFields';

/** A link or a token that leads to the next page. */
export interface NextValue {
	kind: 'link' | 'cursor';
	field: PageField;
	/** Whether its name says next. Otherwise it may be the token of this page. */
	isNamedNext: boolean;
	value: string;
	/** Where a token may be sent, the likeliest first. */
	parameters: readonly string[];
}

/** Links first, then tokens that are named next, then other tokens. */
export function nextValuesIn(fields: readonly PageField[]): NextValue[] {
	const named = fields.filter(({ name, value }) => isNextName(name) && !isEndMarker(value));
	const values = named.flatMap((field) => valuesNamedNext(field, fields));
	return [
		...values.filter(({ kind }) => kind === 'link'),
		...values.filter(({ kind }) => kind === 'cursor'),
		...otherTokens(fields),
	];
}

/** What is at 'Next Page Path', which the person has set. */
export function nextValueAt(field: PageField, style: ListSettings['style']): NextValue[] {
	if (isEndMarker(field.value)) return [];
	return nextValue(field, parametersFor(field, []), style === 'link' ? 'link' : 'cursor');
}

const NEXT_NAME = new RegExp(`^next(${NEXT_WORDS.join('|')})*$`);

export const isNextName = (name: string): boolean =>
	NEXT_NAME.test(name) || NEXT_NAMES.includes(name);

/** Whether there is a next page. Redis and X end with a cursor of 0, and in some services it is the first token. */
export const saysNext = ({ isNamedNext, value }: NextValue): boolean =>
	isNamedNext && value !== '0';

/** A link, a token, or an object with either: `{"href": "…"}` (HAL), `{"starting_after": "…"}` (Intercom) */
function valuesNamedNext(field: PageField, fields: readonly PageField[]): NextValue[] {
	if (!isObject(field.value)) return nextValue(field, parametersFor(field, fields));

	const usual = inStyleOf(field, ['page_token', 'cursor']);
	return fieldsIn(field)
		.filter(({ name, value }) => !isEndMarker(value) && !SIZE.includes(name))
		.flatMap((inner) => nextValue(inner, [inner.path.at(-1) ?? '', ...usual]));
}

/**
 * @param parameters where it is sent if it is a token
 * @returns nothing if it can be neither
 */
function nextValue(
	field: PageField,
	parameters: readonly string[],
	kind: NextValue['kind'] = isLink(field) ? 'link' : 'cursor',
): NextValue[] {
	const value = tokenOf(field.value);
	return value === undefined ? [] : [{ kind, field, isNamedNext: true, value, parameters }];
}

/** A text that is named so, is in an object of links, or looks like a link. A `/` or a `=` alone may be in a token. */
function isLink({ path, value }: PageField): boolean {
	if (typeof value !== 'string') return false;
	return (
		/(url|uri|link|href|path)$/i.test(path.at(-1) ?? '') ||
		/(links?|urls)$/i.test(path.at(-2) ?? '') ||
		/^(https?:\/\/|\/|\?|[\w./-]*\?\w+=)/.test(value)
	);
}

/** The parameter follows from the name without "next": `nextPageToken` is sent as `pageToken`. */
function parametersFor(field: PageField, fields: readonly PageField[]): string[] {
	const rows = SENT_OTHERWISE.filter(
		(row) => row.field === field.name && haveFields(fields, row.beside),
	);
	const parameters = rows.flatMap(({ sentAs }) => sentAs);

	const rest = wordsOf(field).filter((word) => word !== 'next');
	if (rest.length > 0) parameters.push(rest.join('_'), ...NEXT_SENT_AS);
	else if (wholeNumber(field.value) === undefined) parameters.push(...NEXT_SENT_AS);
	else parameters.push(...NEXT_NUMBER_SENT_AS);

	return inStyleOf(field, parameters);
}

/** Tokens whose name does not say next. */
function otherTokens(fields: readonly PageField[]): NextValue[] {
	const tokens: NextValue[] = [];
	for (const row of TOKENS) {
		const field = fields.find((each) => isNamed(each, row.field) && isToken(each, row));
		const value = tokenOf(field?.value);
		if (!field || value === undefined) continue;

		const parameters = inStyleOf(field, row.sentAs);
		tokens.push({ kind: 'cursor', field, isNamedNext: false, value, parameters });
	}

	return tokens;
}

function isToken({ value, name }: PageField, { isText }: Row): boolean {
	if (isEndMarker(value) || Array.isArray(value)) return false;
	// DynamoDB's key, and MediaWiki's parameters
	if (isObject(value)) return name.endsWith('key') || name === 'continue';
	return !isText || (typeof value === 'string' && wholeNumber(value) === undefined);
}

/** A token as a query parameter; an object is sent as JSON. */
function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return isObject(value) ? JSON.stringify(value) : undefined;
}

/** `nextPageToken` and `next_page_token` as words. */
const wordsOf = ({ path }: PageField): string[] =>
	ownName(path.at(-1) ?? '')
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

/**
 * Parameters in the style of a field: `page_token` is `pageToken` for `nextPageToken`, and `=` the name of the field.
 * What is not in snake case, such as `page[after]`, stays as it is.
 */
export function inStyleOf({ path }: PageField, parameters: readonly string[]): string[] {
	const name = ownName(path.at(-1) ?? '').replace(/^[^A-Za-z0-9$]+/, '');
	const spelled = parameters.map((parameter) => {
		if (parameter === '=') return name;
		return /^[a-z_]+$/.test(parameter) ? joinLike(name, parameter.split('_')) : parameter;
	});
	return [...new Set(spelled)];
}

/** In kebab, snake, Pascal or camel case. */
function joinLike(name: string, words: readonly string[]): string {
	if (name.includes('-')) return words.join('-');
	if (name.includes('_') || name === name.toLowerCase()) return words.join('_');

	const isPascal = /^[A-Z]/.test(name);
	const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
	return words.map((word, at) => (at > 0 || isPascal ? capital(word) : word)).join('');
}
