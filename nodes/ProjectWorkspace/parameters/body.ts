import { hasRounded, isObject } from '../records/json';
import { JSON_BOUNDS } from '../records/jsonBounds';
import { isNothing } from '../records/value';
import { ok, reject, type Result } from '../result';
import { readMapping, type MappedField, type NamedField } from './mapping';
import { parameterMessages } from './messages';
import type { Options } from './options';
import { readChoice, type ParameterReader } from './reader';
import { encodeAs, readJson } from './typedValue';

/** What is told about the fields, as `readMapping` returns it. */
export interface FieldNotes {
	omittedFields: string[];
	emptyFields: string[];
	unknownFields: string[];
}

export const NO_NOTES: FieldNotes = { omittedFields: [], emptyFields: [], unknownFields: [] };

/**
 * The body as JSON text.
 * @param isOptional whether the request means something without a body, such as to start a workflow
 */
export function readBody(
	read: ParameterReader,
	options: Options,
	isOptional: boolean,
): Result<FieldNotes & { body: string }> {
	const mode = readChoice(read, 'bodyMode', 'Specify Body', ['fields', 'json']);
	if (!mode.ok) return mode;
	if (mode.value === 'json') {
		const given = read.get('jsonBody', '{}');
		if (isNothing(given) && !isOptional) return reject(parameterMessages.bodyEmpty());
		const body = bodyFromJson(given);
		const isNone = body.ok && /^\{\s*\}$/.test(body.value) && read.isExpression('jsonBody');
		if (isNone && !isOptional) return reject(parameterMessages.bodyEmpty());
		return body.ok ? ok({ body: body.value, ...NO_NOTES }) : body;
	}
	const mapping = readMapping(read, options);
	if (!mapping.ok) return mapping;
	const { values, named, fields, omittedFields, emptyFields, unknownFields } = mapping.value;
	const { zone } = read;
	const body = bodyFromFields(values, named, fields, { zone, sendEmpty: options.sendEmpty });
	if (body.ok && body.value === '{}' && !isOptional)
		return reject(parameterMessages.nothingToWrite());
	return body.ok ? ok({ body: body.value, omittedFields, emptyFields, unknownFields }) : body;
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isNothing(value)) return ok('{}');
	if (hasRounded(value)) return reject(parameterMessages.bodyRounded());
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const parsed = readJson(text);
	if (!parsed.ok) return reject(parameterMessages.bodyNotJson(parsed.problem));
	if (isObject(parsed.value)) return ok(text);
	return reject(
		parameterMessages.bodyNotObject(Array.isArray(parsed.value) ? 'a list' : text.slice(0, 40)),
	);
}

/** JSON text, or the fields of an object. */
type Content = string | Map<string, Content>;

/**
 * Empty mapped fields are not sent, or as null; fields added by name are sent even if they are empty. A dot in such a name
 * is a field inside another.
 * @param fields the mapped fields, with the types detected in the service's records
 */
export function bodyFromFields(
	mapped: Record<string, unknown>,
	named: readonly NamedField[],
	fields: ReadonlyMap<string, MappedField> = new Map(),
	{ zone = 'UTC', sendEmpty = false }: { zone?: string; sendEmpty?: boolean } = {},
): Result<string> {
	const entries = new Map<string, Content>();
	for (const [name, given] of Object.entries(mapped)) {
		if (isNothing(given)) {
			if (sendEmpty) entries.set(name, 'null');
			continue;
		}
		const { type, options = [] } = fields.get(name) ?? {};
		// The ID of a project may be a number, and an expression may return it as a string.
		const option = options.find((each) => String(each.value) === String(given));
		const value = encodeAs(type, option ? option.value : given, zone);
		if (!value.ok) return reject(parameterMessages.mappedField(name, value.problem));
		entries.set(name, value.value);
	}
	for (const { name: given, type, value: content } of named) {
		const name = given.trim();
		if (name === '') return reject(parameterMessages.rowNoName('field', 'Additional Fields'));
		const value = encodeAs(type, content, zone);
		if (!value.ok) return reject(parameterMessages.namedField(name, value.problem));
		if (!addAt(entries, pathOf(name), value.value))
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
