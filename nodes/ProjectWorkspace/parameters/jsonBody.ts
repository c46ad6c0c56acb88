import { UserError } from '../errors';
import { nameGivenTwice, parseOrError } from '../records/json';
import { isObject } from '../records/value';
import { fieldTwice, type BodyOfItem } from './body';
import { isNotSet, type ParameterReader } from './reader';

/** 'JSON Body': an object, as text, which is sent as it is, or from an expression. */
export function readJsonBody(reader: ParameterReader): BodyOfItem {
	const value = reader.get('jsonBody', '{}');
	if (!isObject(value) && isNotSet(reader, value, 'JSON Body', 'jsonBody')) {
		return { body: { text: '{}', values: {} }, fieldNotes: {} };
	}

	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const values = parseOrError(text);
	const expression = expressionInString(reader.saved('jsonBody'));
	const warning = expression && warningAbout(expression);
	if (values instanceof SyntaxError) throw notJson(values, warning);
	if (!isObject(values)) {
		throw new UserError(
			"'JSON Body' must be an object",
			`Put 'JSON Body' in curly braces, e.g. { "name": "Website" }.`,
		);
	}

	const twice = nameGivenTwice(text);
	if (twice !== undefined) throw fieldTwice(twice);
	return { body: { text, values }, fieldNotes: { warning } };
}

const warningAbout = (expression: string): string =>
	`'JSON Body' has {{ ${expression} }} inside quotes. Quotes, line breaks and backslashes in its value change the JSON. Write {{ JSON.stringify(${expression}) }} without quotes around it, or set 'Specify Body' to 'Fields'.`;

/** @param warning about an expression, the likeliest cause */
function notJson({ message }: SyntaxError, warning: string | undefined): UserError {
	const reason = message.replace(/ is not valid JSON$/, '');
	return new UserError(
		`'JSON Body' is not valid JSON: ${reason}`,
		warning ?? `Check the commas, quotes and brackets in 'JSON Body', e.g. { "name": "Website" }.`,
	);
}

/**
 * The first expression inside a JSON string of a parameter as it is saved.
 * @returns `$json.p` of `={ "path": "{{ $json.p }}" }`
 */
export function expressionInString(saved: unknown): string | undefined {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return undefined;

	const [start = '', ...parts] = saved.split('{{');
	let isInString = endsInString(start);
	for (const part of parts) {
		const [expression = '', ...json] = part.split('}}');
		if (isInString) return expression.trim();
		isInString = endsInString(json.join('}}'));
	}
	return undefined;
}

/** A quote begins or ends a string, unless it is escaped. */
function endsInString(json: string): boolean {
	const quotes = [...json.matchAll(/\\.|"/gs)].filter(([part]) => part === '"');
	return quotes.length % 2 === 1;
}
