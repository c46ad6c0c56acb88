import type { IDataObject, ResourceMapperField, ResourceMapperValue } from 'n8n-workflow';

import { isSetByService } from '../records/fieldNames';
import { hasRounded, isObject, textOf } from '../records/json';
import { all, ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { Options } from './options';
import { isEmpty, splitNames, type ParameterReader } from './reader';
import { encodeAs, readJson } from './typedValue';

/** The body as JSON text; `omittedFields` are fields of the input that are not sent. */
export function readBody(
	read: ParameterReader,
	options: Options,
): Result<{ body: string; omittedFields: string[] }> {
	if (read.get('bodyMode', 'fields') === 'json') {
		return all({ body: bodyFromJson(read.get('jsonBody', '{}')), omittedFields: ok([]) });
	}
	const { values, named, fields, omittedFields } = readMapping(read, options);
	return all({ body: bodyFromFields(values, named, fields), omittedFields: ok(omittedFields) });
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isEmpty(value)) return ok('{}');
	if (hasRounded(value)) return reject(messages.bodyRounded());
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const parsed = readJson(text);
	if (!parsed.ok) return reject(messages.bodyNotJson(parsed.problem));
	if (isObject(parsed.value)) return ok(text);
	return reject(messages.bodyNotObject(Array.isArray(parsed.value) ? 'a list' : text.slice(0, 40)));
}

export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

/** A field as it was when the person mapped it; `options` if its value is selected from a list. */
export type MappedField = Pick<ResourceMapperField, 'type' | 'options'>;

/** Fields that this package's nodes add to their output, if one of them comes before. */
const ADDED_FIELDS = ['_result', '_changes', '_preview', '_change'];

/**
 * The values that the person mapped to the fields of a record.
 * @returns `named`: fields that are added by name; `fields`: how they were detected; `match`: the fields to match on;
 * `omittedFields`: fields of the input that are not sent, because the service sets them itself
 */
export function readMapping(read: ParameterReader, options: Options) {
	const mapper = read.get('fields', {}) as Partial<ResourceMapperValue>; // as n8n returns it
	// As n8n returns a fixed collection.
	const { field: rows = [] } = read.get('additionalFields', {}) as { field?: NamedField[] };
	const isSet = ({ type, value }: NamedField) => type === 'null' || !isEmpty(value);
	const named = read.forAgent ? rows.filter(isSet) : rows;
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	const given: IDataObject = (isAutomatic ? read.input : mapper.value) ?? {};
	const matchOn = mapper.matchingColumns ?? [];
	const match = Object.fromEntries(
		matchOn.map((name) => [name, Object.hasOwn(given, name) ? given[name] : undefined]),
	);
	const fields = new Map((mapper.schema ?? []).map((field) => [field.id, field]));
	const mapping = { named, fields, match };
	if (!isAutomatic) return { ...mapping, values: given, omittedFields: [] };
	const ignored = splitNames(options.ignoreFields);
	const isAdded = (name: string) => ADDED_FIELDS.includes(name) && !fields.has(name);
	const names = Object.keys(given).filter((name) => !ignored.includes(name) && !isAdded(name));
	const sent = names.filter((name) => !isSetByService(name));
	return {
		...mapping,
		values: Object.fromEntries(sent.map((name) => [name, given[name]])),
		omittedFields: names.filter((name) => isSetByService(name) && !matchOn.includes(name)),
	};
}

/**
 * Empty mapped fields are not sent; fields added by name are sent even if they are empty.
 * @param fields the mapped fields, with the types detected in the service's records
 */
export function bodyFromFields(
	mapped: Record<string, unknown>,
	named: readonly NamedField[],
	fields: ReadonlyMap<string, MappedField> = new Map(),
): Result<string> {
	const entries = new Map<string, string>();
	for (const [name, given] of Object.entries(mapped)) {
		if (isEmpty(given)) continue;
		const { type, options = [] } = fields.get(name) ?? {};
		// The ID of a project may be a number, and an expression may return it as a string.
		const option = options.find((each) => String(each.value) === String(given));
		// A number in a field of strings stays a number.
		const value = encodeAs(type === 'string' ? undefined : type, option ? option.value : given);
		if (!value.ok) return reject(messages.mappedField(name, value.problem));
		entries.set(name, value.value);
	}
	for (const field of named) {
		const name = textOf(field.name).trim();
		if (name === '') return reject(messages.rowNoName('field', 'Additional Fields'));
		if (entries.has(name)) return reject(messages.fieldTwice(name));
		const value = encodeAs(field.type, field.value);
		if (!value.ok) return reject(messages.namedField(name, value.problem));
		entries.set(name, value.value);
	}
	const members = [...entries].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
	return ok(`{${members.join(',')}}`);
}
