import { JSON_BOUNDS } from '../records/json';
import { hasNoDate, hasRounded, isNothing, isObject } from '../records/value';
import { ok, reject, type Result, type ValueOf } from '../result';
import { readMapping, type Field } from './mapping';
import { parameterMessages } from './messages';
import type { Options } from './options';
import type { ParameterReader } from './reader';
import { encodeAs, readJson } from './typedValue';

/** What is told about the fields of an item. */
export type FieldNotes = ValueOf<ReturnType<typeof readMapping>>['notes'];

export const NO_NOTES: FieldNotes = { omittedFields: [], emptyFields: [], unknownFields: [] };

/**
 * The body as JSON text.
 * @param isOptional whether it may have no fields
 */
export function readBody(
	parameters: ParameterReader,
	options: Options,
	isOptional = false,
): Result<FieldNotes & { body: string }> {
	const mode = parameters.get('bodyMode', 'fields');
	// Not in another case: n8n leaves out what belongs to a mode that it does not know.
	if (mode !== 'fields' && mode !== 'json')
		return reject(parameterMessages.choice('Specify Body', mode, ['fields', 'json']));
	if (mode === 'json') {
		const given = parameters.get('jsonBody', '{}');
		if (isNothing(given) && !isOptional) return reject(parameterMessages.bodyEmpty());
		const body = bodyFromJson(given);
		const isNone = body.ok && /^\{\s*\}$/.test(body.value) && parameters.isExpression('jsonBody');
		if (isNone && !isOptional) return reject(parameterMessages.bodyEmpty());
		return body.ok ? ok({ body: body.value, ...NO_NOTES }) : body;
	}
	const mapping = readMapping(parameters, options);
	if (!mapping.ok) return mapping;
	const { fields, notes } = mapping.value;
	if (fields.length === 0 && !isOptional) return reject(parameterMessages.nothingToWrite());
	const body = bodyFromFields(fields, parameters.zone);
	return body.ok ? ok({ body: body.value, ...notes }) : body;
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isNothing(value)) return ok('{}');
	if (hasRounded(value)) return reject(parameterMessages.bodyRounded());
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const parsed = readJson(text);
	if (!parsed.ok) return reject(parameterMessages.bodyNotJson(parsed.problem));
	if (hasNoDate(parsed.value)) return reject(parameterMessages.bodyRounded());
	if (isObject(parsed.value)) return ok(text);
	return reject(
		parameterMessages.bodyNotObject(Array.isArray(parsed.value) ? 'a list' : text.slice(0, 40)),
	);
}

/** JSON text, or the fields of an object. */
type Content = string | Map<string, Content>;

/** JSON text, because JavaScript would round large numbers. A dot in a name is a field inside another. */
export function bodyFromFields(fields: readonly Field[], zone: string): Result<string> {
	const entries = new Map<string, Content>();
	for (const { name, type, value, isNamed } of fields) {
		if (isNamed && name === '')
			return reject(parameterMessages.rowNoName('field', 'Additional Fields'));
		const json = encodeAs(type, value, zone);
		const { namedField, mappedField } = parameterMessages;
		if (!json.ok) return reject((isNamed ? namedField : mappedField)(name, json.problem));
		if (!addAt(entries, isNamed ? pathOf(name) : [name], json.value))
			return reject(parameterMessages.fieldTwice(name));
	}
	return ok(toJson(entries));
}

/** As in n8n's Edit Fields node. */
export function pathOf(name: string): string[] {
	const path = name.split('.');
	const isPath = path.length <= JSON_BOUNDS.levels && path.every((part) => part.trim() !== '');
	return isPath ? path : [name];
}

/** False if there is a value already. */
function addAt(
	entries: Map<string, Content>,
	[name = '', ...rest]: readonly string[],
	json: string,
): boolean {
	const present = entries.get(name);
	if (rest.length === 0) {
		entries.set(name, present ?? json);
		return present === undefined;
	}
	const inner = present ?? new Map<string, Content>();
	entries.set(name, inner);
	return typeof inner !== 'string' && addAt(inner, rest, json);
}

const toJson = (content: Content): string =>
	typeof content === 'string'
		? content
		: `{${[...content].map(([name, inner]) => `${JSON.stringify(name)}:${toJson(inner)}`).join(',')}}`;
