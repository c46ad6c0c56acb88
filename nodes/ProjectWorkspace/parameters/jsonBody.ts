import { UserError } from '../errors';
import { nameGivenTwice, parseOrError } from '../records/json';
import { isObject } from '../records/value';
import { bodyFrom, fieldTwice, type BodyOfItem } from './body';
import { expressionsInJson, hasExpression } from './expression';
import { described, type ParameterReader } from './reader';

/** 'JSON Body': an object, as text, which is sent as it is, or from an expression. */
export function readJsonBody(reader: ParameterReader): BodyOfItem {
	const given = reader.get('jsonBody');
	// An empty object is a body, too.
	const value = isObject(given) ? given : reader.givenAt(given, 'JSON Body', 'jsonBody');
	if (value === undefined) return { body: bodyFrom('{}'), fieldNotes: {} };

	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const saved = reader.item.saved.jsonBody;
	const values = parseOrError(text);
	if (values instanceof SyntaxError) throw notJson(values, text, saved);
	if (!isObject(values)) throw noObject(values);

	const twice = nameGivenTwice(text);
	if (twice !== undefined) throw fieldTwice(twice);

	const isNullMeant =
		reader.item.forAgent || !hasExpression(saved) || /\bnull\b/.test(String(saved));
	const asNull = Object.keys(values).filter((name) => values[name] === null && !isNullMeant);
	return { body: { text, values }, fieldNotes: { warning: warningAbout(saved), asNull } };
}

/** Quotes in the value of an expression inside a JSON string change the JSON. */
function warningAbout(saved: unknown): string | undefined {
	const inString = expressionsInJson(saved).find(({ isInString }) => isInString);
	if (!inString) return undefined;

	const { code } = inString;
	return `'JSON Body' has {{ ${code} }} inside quotes. Quotes, line breaks and backslashes in its value change the JSON. Write {{ JSON.stringify(${code}) }} without quotes around it, or set 'Specify Body' to 'Fields'.`;
}

function notJson({ message }: SyntaxError, text: string, saved: unknown): UserError {
	if (text.startsWith('```')) {
		return new UserError(
			"'JSON Body' is not valid JSON: it is in a code block",
			'Remove the lines with ``` before and after the JSON, or ask the model for JSON alone.',
		);
	}

	const reason = message.replace(/ is not valid JSON$/, '');
	return new UserError(
		`'JSON Body' is not valid JSON: ${reason}`,
		warningAbout(saved) ?? adviceOnText(saved),
	);
}

/** Text without quotes is the likeliest cause where an expression writes part of the JSON. */
function adviceOnText(saved: unknown): string {
	const example = `Check the commas, quotes and brackets in 'JSON Body', e.g. { "name": "Website" }.`;
	const written = expressionsInJson(saved).find(({ code }) => !code.startsWith('JSON.stringify'));
	if (!written) return example;
	return `If {{ ${written.code} }} is text or an object, write {{ JSON.stringify(${written.code}) }}. ${example}`;
}

/** JSON of something else than an object. */
function noObject(value: unknown): UserError {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	let advice = `Put 'JSON Body' in curly braces, e.g. { "name": "Website" }.`;
	if (isJson) advice = 'Remove JSON.stringify, or the quotes around the JSON.';
	if (Array.isArray(value)) {
		advice = "To send one request for each entry, add a 'Split Out' node before this one.";
	}
	const is = isJson ? 'text that contains JSON' : described(value);
	return new UserError(`'JSON Body' must be an object, but is ${is}`, advice);
}
