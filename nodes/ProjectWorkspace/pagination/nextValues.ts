import { ownName } from '../records/fields';
import {
	NEXT_NUMBER_SENT_AS,
	NEXT_SENT_AS,
	NEXT_WORDS,
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
	field: ResponseField;
	value: string;
	isLink: boolean;
	/** Whether its name says next. Otherwise it may be the token of this page. */
	isNamedNext: boolean;
	/** Where a token may be sent, the likeliest first. */
	parameters: readonly string[];
}

/** Whether there is a next page. Redis ends with a cursor of 0, and in some services it is the first token. */
export const saysNext = ({ isNamedNext, value }: NextValue): boolean =>
	isNamedNext && value !== '0';

/** What is named next, and then other tokens. */
export function nextValuesIn(fields: readonly ResponseField[]): NextValue[] {
	const values: NextValue[] = [];
	for (const field of fields) {
		if (isNextName(field.name)) values.push(...valuesNamedNext(field, fields));
	}

	for (const row of TOKENS) {
		const token = fields.find((field) => isNamed(field, row.field) && canLead(field));
		// A number may be a position.
		if (!token || (row.isText && wholeNumber(token.value) !== undefined)) continue;
		const parameters = inStyleOf(token, row.sentAs);
		values.push({ ...nextValue(token, parameters, false), isNamedNext: false });
	}
	return values;
}

/** What is at 'Next Page Path', which the person has set. */
export const nextValueAt = (field: ResponseField, isLink: boolean): NextValue[] =>
	canLead(field) ? [nextValue(field, parametersFor(field, []), isLink)] : [];

const NEXT_NAME = new RegExp(`^next(${NEXT_WORDS.join('|')})*$`);

export const isNextName = (name: string): boolean => NEXT_NAME.test(name);

/** Whether a field can be a link or a token. */
const canLead = ({ value }: ResponseField) =>
	(typeof value === 'string' || typeof value === 'number') && !isEndMarker(value);

const nextValue = (
	field: ResponseField,
	parameters: readonly string[],
	isLink: boolean,
): NextValue => ({ field, value: String(field.value), isLink, isNamedNext: true, parameters });

/** A link, a token, or an object with either: `{"href": "…"}` (HAL), `{"starting_after": "…"}` (Intercom) */
function valuesNamedNext(field: ResponseField, fields: readonly ResponseField[]): NextValue[] {
	if (canLead(field)) return [nextValue(field, parametersFor(field, fields), isLink(field))];

	const values: NextValue[] = [];
	const usual = inStyleOf(field, ['page_token', 'cursor']);
	for (const inner of fieldsIn(field)) {
		if (!canLead(inner) || SIZE.includes(inner.name)) continue;
		values.push(nextValue(inner, [inner.path.at(-1) ?? '', ...usual], isLink(inner)));
	}
	return values;
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
	const parameters: string[] = [];
	for (const { field: name, beside, sentAs } of SENT_OTHERWISE) {
		if (name === field.name && haveFields(fields, beside)) parameters.push(...sentAs);
	}

	const rest = wordsOf(field).filter((word) => word !== 'next');
	if (rest.length > 0) parameters.push(rest.join('_'), ...NEXT_SENT_AS);
	else if (wholeNumber(field.value) === undefined) parameters.push(...NEXT_SENT_AS);
	else parameters.push(...NEXT_NUMBER_SENT_AS);

	return inStyleOf(field, parameters);
}

/**
 * Parameters as they are spelled beside a field: `page_token` is `pageToken` for `nextPageToken`, and `=` the name of the
 * field. What is not in snake case, such as `page[after]`, stays as it is.
 */
export function inStyleOf(field: ResponseField, parameters: readonly string[]): string[] {
	const name = nameOf(field);
	const spelled = new Set<string>();
	for (const parameter of parameters) {
		if (parameter === '=') spelled.add(name);
		else if (/^[a-z_]+$/.test(parameter)) spelled.add(spell(parameter.split('_'), name));
		else spelled.add(parameter);
	}
	return [...spelled];
}

/** The words of its name: `nextPageToken` and `next_page_token` have the same. */
const wordsOf = (field: ResponseField): string[] =>
	nameOf(field)
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

const nameOf = ({ path }: ResponseField) =>
	ownName(path.at(-1) ?? '').replace(/^[^A-Za-z0-9$]+/, '');

/** In kebab, snake, Pascal or camel case, as this name. */
function spell(words: readonly string[], name: string): string {
	if (name.includes('-')) return words.join('-');
	if (/_|^[^A-Z]*$/.test(name)) return words.join('_');

	const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
	return /^[A-Z]/.test(name) ? pascal : pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
