import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import { isSetByService, plainName, similarName, withSuggestion } from '../records/fieldNames';
import { isObject } from '../records/json';
import { isNothing, textOf } from '../records/value';
import { all, ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';
import type { Options } from './options';
import type { ParameterReader } from './reader';
import { nameOfRow, parsed, readNames, rowsIn } from './shapes';
import { namedTypeOf, type NamedType } from './typedValue';

/** A field that is added by its name. */
export interface NamedField {
	name: string;
	type: NamedType;
	value: unknown;
}

/** A field as it was when the person mapped it; `options` if its value is selected from a list. */
export type MappedField = Pick<ResourceMapperField, 'type' | 'options'>;

/** Fields that this package's nodes add to their output, if one of them comes before. */
const ADDED_FIELDS = ['_result', '_changes', '_preview', '_change'];

/**
 * The values that the person mapped to the fields of a record.
 * @returns `named`: fields that are added by name; `fields`: how they were detected; `match`: the fields to match on,
 * and `matchNamed`: those of them that are added by name; `omittedFields`: fields of the input that are not sent, because
 * the service sets them itself; `emptyFields`: those that are not sent because an expression or the input gave nothing;
 * `unknownFields`: names that are probably misspelled, with the name that records have
 */
export function readMapping(read: ParameterReader, options: Options) {
	const parameters = all({
		mapper: readMapper(read),
		rows: readNamed(read, options.sendEmpty),
	});
	if (!parameters.ok) return parameters;
	const { mapper, rows } = parameters.value;
	const { named, emptyNames } = rows;
	const { isAutomatic, values: given, schema } = mapper;
	const matchOn = options.matchOn.length > 0 ? options.matchOn : mapper.matchOn;
	const matchNamed = named.filter(
		({ name }) => matchOn.includes(name) && !Object.hasOwn(given, name) && !name.includes('.'),
	);
	const match = Object.fromEntries(
		matchOn
			.filter((name) => !matchNamed.some((field) => field.name === name))
			.map((name) => [name, Object.hasOwn(given, name) ? given[name] : undefined]),
	);
	const isAdded = (name: string) => ADDED_FIELDS.includes(name) && !schema.has(name);
	const isMapped = (name: string) =>
		isAutomatic
			? !options.ignoreFields.includes(name) && !isAdded(name)
			: !schema.get(name)?.removed || !isNothing(given[name]);
	const names = Object.keys(given).filter(isMapped);
	const sent = isAutomatic ? names.filter((name) => !isSetByService(name)) : names;
	const values = Object.fromEntries(sent.map((name) => [name, given[name]]));
	const isTold = (name: string) =>
		isNothing(values[name]) && (isAutomatic || read.isExpression('fields', 'value', name));
	return ok({
		named,
		matchNamed,
		match,
		values,
		fields: schema as ReadonlyMap<string, MappedField>,
		omittedFields: names.filter((name) => !sent.includes(name) && !matchOn.includes(name)),
		unknownFields: [
			...suggestions([...sent, ...named.map(({ name }) => name)], new Set(schema.keys())),
			...suggestions(options.ignoreFields, new Set(Object.keys(given))),
		],
		emptyFields: options.sendEmpty || read.forAgent ? [] : [...sent.filter(isTold), ...emptyNames],
	});
}

/** Names that differ from a known one in case, spaces and punctuation only. */
export const suggestions = (names: readonly string[], known: ReadonlySet<string>): string[] =>
	names.flatMap((name) =>
		similarName(name, known) === undefined ? [] : [withSuggestion(name, known)],
	);

function readMapper(read: ParameterReader) {
	const given = parsed(read.get('fields', {}));
	const content = given.ok ? (given.value ?? {}) : undefined;
	if (!isObject(content))
		return reject(parameterMessages.mapper('an object with field names and values'));
	const names = Object.keys(content);
	// A field may have the name 'value', but its content would rarely be an object.
	const isMapper =
		['mappingMode', 'matchingColumns'].some((name) => names.includes(name)) ||
		typeof content.value === 'object';
	const isWritten = ['mappingMode', 'value'].every((name) => names.includes(name));
	// Names beside those of the mapper may be fields.
	if (isMapper && !isWritten && !names.every((name) => MAPPER_NAMES.includes(name))) {
		return reject(
			parameterMessages.mapper('an object with field names and values, and nothing else'),
		);
	}
	const { mappingMode, value, matchingColumns, schema } = isMapper
		? content
		: { ...NO_MAPPER, value: content };
	const isAutomatic = readMode(mappingMode, value);
	if (isAutomatic === undefined) return reject(parameterMessages.mapperMode(mappingMode));
	const values = isAutomatic ? ok(read.input) : valuesIn(value);
	if (!values.ok) return values;
	if (isNumbered(values.value))
		return reject(
			parameterMessages.mapper('an object with field names and values, not a list or text'),
		);
	const matchOn = readNames(matchingColumns, 'Fields to Match On');
	if (!matchOn.ok) return matchOn;
	const fields = (Array.isArray(schema) ? schema : []) as unknown as ResourceMapperField[]; // as n8n saves it
	return ok({
		isAutomatic,
		values: values.value,
		matchOn: matchOn.value,
		schema: new Map(fields.map((field) => [field.id, field])),
	});
}

const NO_MAPPER: IDataObject = {};

/** The entries of a list or the characters of a text, under the names 0, 1, 2. */
function isNumbered(values: IDataObject): boolean {
	const names = Object.keys(values);
	return names.length > 0 && names.every((name, at) => name === String(at));
}

/** Some may be left out. */
const MAPPER_NAMES = [
	...['mappingMode', 'value', 'matchingColumns', 'schema'],
	...['attemptToConvertTypes', 'convertFieldsToString'],
];

/** Whether fields are mapped automatically; undefined if it cannot be told. */
function readMode(mode: unknown, value: unknown): boolean | undefined {
	const name = plainName(textOf(mode));
	if (/^auto/.test(name)) return true;
	const hasValues = isObject(value) && Object.keys(value).length > 0;
	return name === '' || /^(define|manual|below|fields)/.test(name) || hasValues ? false : undefined;
}

/** The mapped values, also as JSON text or as rows with a name and a value. */
function valuesIn(given: unknown): Result<IDataObject> {
	const content = parsed(given ?? {});
	const value = content.ok ? content.value : undefined;
	if (isObject(value)) return ok(value);
	const entries = (Array.isArray(value) ? value : [undefined]).map((row: unknown) => {
		const name = isObject(row) ? nameOfRow(row) : undefined;
		return isObject(row) && typeof name === 'string' && 'value' in row ? [name, row.value] : [];
	});
	return entries.every((entry) => entry.length === 2)
		? ok(Object.fromEntries(entries) as IDataObject)
		: reject(parameterMessages.mapper('an object with field names and values'));
}

/** @returns `emptyNames`: fields whose expressions gave nothing, which are not sent */
function readNamed(read: ParameterReader, sendEmpty: boolean) {
	const named: NamedField[] = [];
	const emptyNames: string[] = [];
	const rows = rowsIn(read.get('additionalFields', {}), 'field');
	for (const [at, { name: given, type, value }] of rows.entries()) {
		const name = String(given);
		const known = namedTypeOf(type, value);
		if (known === undefined) return reject(parameterMessages.namedType(name, type));
		const isGiven = known === 'null' || !isNothing(value);
		const path = ['additionalFields', 'field', at, 'value'];
		if (isGiven || !(read.forAgent || read.isExpression(...path)))
			named.push({ name, type: known, value });
		else if (sendEmpty && !read.forAgent) named.push({ name, type: 'null', value: null });
		else emptyNames.push(name);
	}
	return ok({ named, emptyNames });
}
