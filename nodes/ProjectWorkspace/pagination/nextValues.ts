import { ownName } from '../records/envelope';
import { isObject } from '../records/value';
import type { ListSettings } from '../transport/types';
import {
	NEXT_NUMBER_SENT_AS,
	NEXT_SENT_AS,
	NEXT_WORDS,
	type Row,
	SENT_OTHERWISE,
	SIZE,
	TOKENS,
} from './pageFields';
import {
	fieldsIn,
	haveFields,
	isEndMarker,
	isNamed,
	type ResponseField,
	wholeNumber,
} from './responseFields';

/** A link or a token that leads to the next page. */
export interface NextValue {
	isLink: boolean;
	field: ResponseField;
	/** Whether its name says next. Otherwise it may be the token of this page. */
	isNamedNext: boolean;
	value: string;
	/** Where a token may be sent, the likeliest first. */
	parameters: readonly string[];
}

/** Tokens that are named next come before other tokens. */
export function nextValuesIn(fields: readonly ResponseField[]): NextValue[] {
	const named = fields.filter(({ name, value }) => isNextName(name) && !isEndMarker(value));
	const tokens = TOKENS.flatMap((row) => tokenIn(fields, row));
	return [...named.flatMap((field) => valuesNamedNext(field, fields)), ...tokens];
}

/** What is at 'Next Page Path', which the person has set. */
export const nextValueAt = (field: ResponseField, style: ListSettings['style']): NextValue[] =>
	isEndMarker(field.value) ? [] : nextValue(field, parametersFor(field, []), style === 'link');

const NEXT_NAME = new RegExp(`^next(${NEXT_WORDS.join('|')})*$`);

export const isNextName = (name: string): boolean => NEXT_NAME.test(name);

/** Whether there is a next page. Redis ends with a cursor of 0, and in some services it is the first token. */
export const saysNext = ({ isNamedNext, value }: NextValue): boolean =>
	isNamedNext && value !== '0';

/** A link, a token, or an object with either: `{"href": "…"}` (HAL), `{"starting_after": "…"}` (Intercom) */
function valuesNamedNext(field: ResponseField, fields: readonly ResponseField[]): NextValue[] {
	if (!isObject(field.value)) {
		return nextValue(field, parametersFor(field, fields), isLink(field));
	}

	const usual = inStyleOf(field, ['page_token', 'cursor']);
	return fieldsIn(field)
		.filter(({ name, value }) => !isEndMarker(value) && !SIZE.includes(name))
		.flatMap((inner) => nextValue(inner, [inner.path.at(-1) ?? '', ...usual], isLink(inner)));
}

/** Nothing if it can be neither a link nor a token. */
function nextValue(
	field: ResponseField,
	parameters: readonly string[],
	isLink: boolean,
): NextValue[] {
	const { value } = field;
	if (typeof value !== 'string' && typeof value !== 'number') return [];
	return [{ isLink, field, isNamedNext: true, value: String(value), parameters }];
}

/** A text that is named so, is in an object of links, or looks like a link. A `/` or a `=` alone may be in a token. */
function isLink({ path, value }: ResponseField): boolean {
	if (typeof value !== 'string') return false;
	return (
		/(url|uri|link|href|path)$/i.test(path.at(-1) ?? '') ||
		/(links?|urls)$/i.test(path.at(-2) ?? '') ||
		/^(https?:\/\/|\/|\?|[\w./-]*\?\w+=)/.test(value)
	);
}

/** The parameter follows from the name without "next": `nextPageToken` is sent as `pageToken`. */
function parametersFor(field: ResponseField, fields: readonly ResponseField[]): string[] {
	const rows = SENT_OTHERWISE.filter(
		(row) => row.field === field.name && haveFields(fields, row.beside),
	);
	const parameters = rows.flatMap(({ sentAs }) => sentAs);

	const rest = wordsOf(nameOf(field)).filter((word) => word !== 'next');
	if (rest.length > 0) parameters.push(rest.join('_'), ...NEXT_SENT_AS);
	else if (wholeNumber(field.value) === undefined) parameters.push(...NEXT_SENT_AS);
	else parameters.push(...NEXT_NUMBER_SENT_AS);

	return inStyleOf(field, parameters);
}

/** A token whose name does not say next. */
function tokenIn(
	fields: readonly ResponseField[],
	{ field: name, sentAs, isText }: Row,
): NextValue[] {
	const tokens = fields.filter(({ value }) => !isEndMarker(value) && !(isText && isNumber(value)));
	const values = tokens
		.filter((field) => isNamed(field, name))
		.flatMap((field) => nextValue(field, inStyleOf(field, sentAs), false));
	return values.slice(0, 1).map((value) => ({ ...value, isNamedNext: false }));
}

const isNumber = (value: unknown): boolean => wholeNumber(value) !== undefined;

/** `nextPageToken` and `next_page_token` as words. */
const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

const nameOf = ({ path }: ResponseField): string =>
	ownName(path.at(-1) ?? '').replace(/^[^A-Za-z0-9$]+/, '');

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How a parameter is spelled beside a name: in kebab, snake, Pascal or camel case. The first row that fits. */
const SPELLINGS: ReadonlyArray<[RegExp, (words: readonly string[]) => string]> = [
	[/-/, (words) => words.join('-')],
	[/_|^[^A-Z]*$/, (words) => words.join('_')],
	[/^[A-Z]/, (words) => words.map(capitalized).join('')],
	[/^/, ([first = '', ...others]) => first + others.map(capitalized).join('')],
];

/**
 * Parameters in the style of a field: `page_token` is `pageToken` for `nextPageToken`, and `=` the name of the field.
 * What is not in snake case, such as `page[after]`, stays as it is.
 */
export function inStyleOf(field: ResponseField, parameters: readonly string[]): string[] {
	const name = nameOf(field);
	const [, spell] = SPELLINGS.find(([pattern]) => pattern.test(name)) ?? [];
	const spelled = parameters.map((parameter) => {
		if (parameter === '=') return name;
		return /^[a-z_]+$/.test(parameter) ? spell?.(parameter.split('_')) : parameter;
	});
	return [...new Set(spelled)].filter((parameter) => parameter !== undefined);
}
