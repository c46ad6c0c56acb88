import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import {
	isSetByService,
	namesIn,
	plainName,
	similarName,
	withSuggestion,
} from '../records/fieldNames';
import { isEmpty, isNothing, isObject, textOf } from '../records/value';
import { all, ok, reject, type Result } from '../result';
import { additionalTypeOf, type Field } from './body';
import { parameterMessages } from './messages';
import type { Options } from './options';
import { nameOfRow, type ParameterReader, parsed, readNames, rowsIn, withoutNoId } from './reader';

/** Fields that this package's nodes add to their output, if one of them comes before. */
const OWN_OUTPUT_FIELDS = ['_result', '_changes', '_preview', '_change'];

/** The fields to send, as the person has mapped them or added them by name, and those to match on. */
export function readMapping(parameters: ParameterReader, options: Options) {
	const given = all({
		mapper: readMapper(parameters),
		rows: readAdditional(parameters, options.sendEmpty),
	});
	if (!given.ok) return given;
	const { mapper, rows } = given.value;
	const { isAutomatic, values, columns, detected } = mapper;
	const { additional, emptyNames } = rows;
	const mapped = (name: string): Field => {
		const { type, options: choices } = columns.get(name) ?? {};
		const given = Object.hasOwn(values, name) ? values[name] : undefined;
		// The ID of a project may be a number, and an expression may return it as a string.
		const choice = choices?.find((each) => String(each.value) === String(given));
		return isNothing(given)
			? { name, type: 'null', value: null, isAdditional: false }
			: { name, type, value: choice ? choice.value : given, isAdditional: false };
	};
	const matchOn = new Set(options.matchOn.length > 0 ? options.matchOn : mapper.matchOn);
	const isOwnOutput = (name: string) => OWN_OUTPUT_FIELDS.includes(name) && !detected.has(name);
	const isMeant = (name: string) =>
		isAutomatic
			? !options.ignoreFields.includes(name) && !isOwnOutput(name)
			: !columns.get(name)?.removed || !isNothing(values[name]);
	const meant = Object.keys(values).filter(isMeant);
	const sent = isAutomatic ? meant.filter((name) => !isSetByService(name)) : meant;
	const hasNoValue = (name: string) => isEmpty(values[name]);
	const isTold = (name: string) =>
		hasNoValue(name) && (isAutomatic || parameters.isExpression('fields', 'value', name));
	const written = options.sendEmpty ? sent : sent.filter((name) => !hasNoValue(name));
	const notes = {
		/** Fields of the input that are not sent, because the service sets them itself. */
		omittedFields: meant.filter((name) => !sent.includes(name) && !matchOn.has(name)),
		/** Those that are not sent because an expression or the input gave nothing. */
		emptyFields:
			options.sendEmpty || parameters.forAgent ? [] : [...sent.filter(isTold), ...emptyNames],
		/** Names that are probably misspelled, with the name that records have. */
		unknownFields: [
			...suggestions([...sent, ...additional.map(({ name }) => name)], detected),
			...suggestions(options.ignoreFields, new Set(Object.keys(values))),
		],
	};
	const fields = [...written.map(mapped), ...additional];
	const isMatch = ({ name, isAdditional }: Field, wanted: string) =>
		name === wanted && !(isAdditional && (Object.hasOwn(values, name) || name.includes('.')));
	const match = [...matchOn].map(
		(name) => fields.find((field) => isMatch(field, name)) ?? mapped(name),
	);
	return ok({ fields, match, notes });
}

/** Names that differ from a known one in case, spaces and punctuation only. */
export const suggestions = (names: readonly string[], known: ReadonlySet<string>): string[] =>
	names.flatMap((name) =>
		similarName(name, known) === undefined ? [] : [withSuggestion(name, known)],
	);

function readMapper(parameters: ParameterReader) {
	const given = parameters.get('fields', {});
	const mapper = mappers.get(given as object) ?? understood(given);
	if (isObject(given)) mappers.set(given, mapper);
	if (!mapper.ok) return mapper;
	const own = mapper.value.isAutomatic ? parameters.input : mapper.value.values;
	const values = parameters.forAgent ? withoutNoIds(own) : own;
	return isNumbered(values)
		? reject(parameterMessages.mapper('an object with field names and values, not a list or text'))
		: ok({ ...mapper.value, values });
}

const withoutNoIds = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, withoutNoId(name, value)]),
	);

/** All items get the same object if there is no expression in it. */
const mappers = new WeakMap<object, ReturnType<typeof understood>>();

/** What the mapper means, also if it is its values alone. */
function understood(given: unknown) {
	const content = parsed(given) ?? {};
	if (!isObject(content))
		return reject(parameterMessages.mapper('an object with field names and values'));
	const names = Object.keys(content);
	// A field may have the name 'value', but its content would rarely be an object.
	const isMapper =
		['mappingMode', 'matchingColumns'].some((name) => names.includes(name)) ||
		typeof content.value === 'object';
	const isWhole = ['mappingMode', 'value'].every((name) => names.includes(name));
	// Names beside those of the mapper may be fields.
	if (isMapper && !isWhole && !names.every((name) => MAPPER_NAMES.includes(name))) {
		return reject(
			parameterMessages.mapper('an object with field names and values, and nothing else'),
		);
	}
	const { mappingMode, value, matchingColumns, schema } = isMapper
		? content
		: { ...NO_MAPPER, value: content };
	const isAutomatic = readMode(mappingMode, value);
	if (isAutomatic === undefined) return reject(parameterMessages.mapperMode(mappingMode));
	const fields = (Array.isArray(schema) ? schema : []) as unknown as ResourceMapperField[]; // as n8n saves it
	const read = all({
		values: isAutomatic ? ok<IDataObject>({}) : valuesIn(value),
		matchOn: readNames(matchingColumns, 'Fields to Match On'),
	});
	if (!read.ok) return read;
	const columns = new Map(fields.map((field) => [field.id, field]));
	return ok({ isAutomatic, ...read.value, columns, detected: new Set(columns.keys()) });
}

const NO_MAPPER: IDataObject = {};

/** The entries of a list or the characters of a text, under the names 0, 1, 2. */
function isNumbered(values: IDataObject): boolean {
	const names = Object.keys(values);
	return names.length > 0 && names.every((name, at) => name === String(at));
}

/** Some may be left out. */
const MAPPER_NAMES = namesIn(
	'mappingMode value matchingColumns schema attemptToConvertTypes convertFieldsToString',
);

/** Whether fields are mapped automatically; undefined if it cannot be told. */
function readMode(mode: unknown, value: unknown): boolean | undefined {
	const name = plainName(textOf(mode));
	if (/^auto/.test(name)) return true;
	const hasValues = isObject(value) && Object.keys(value).length > 0;
	return name === '' || /^(define|manual|below|fields)/.test(name) || hasValues ? false : undefined;
}

/** The mapped values, also as JSON text or as rows with a name and a value. */
function valuesIn(given: unknown): Result<IDataObject> {
	const value = parsed(given ?? {});
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
function readAdditional(parameters: ParameterReader, sendEmpty: boolean) {
	const additional: Field[] = [];
	const emptyNames: string[] = [];
	const rows = rowsIn(parameters.get('additionalFields', {}), 'field');
	for (const [at, { name: given, type: wanted, value: written }] of rows.entries()) {
		const name = String(given);
		const value = parameters.forAgent ? withoutNoId(name, written) : written;
		const type = additionalTypeOf(wanted, value);
		if (type === undefined) return reject(parameterMessages.additionalType(name, wanted));
		const isGiven = type === 'null' || !isNothing(value);
		const path = ['additionalFields', 'field', at, 'value'];
		if (isGiven || !(parameters.forAgent || parameters.isExpression(...path)))
			additional.push({ name, type, value, isAdditional: true });
		else if (sendEmpty && !parameters.forAgent)
			additional.push({ name, type: 'null', value: null, isAdditional: true });
		else emptyNames.push(name);
	}
	return ok({ additional, emptyNames });
}
