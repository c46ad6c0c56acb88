import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { plainName } from '../records/fieldNames';
import { isTooLongField, JSON_BOUNDS, parseJson } from '../records/json';
import { isDeeper, isNothing, isObject, textOf } from '../records/value';
import { ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';

/**
 * The parameters of one item.
 * @throws NodeOperationError with n8n's own message if an expression cannot be resolved
 */
export interface ParameterReader {
	get: (name: string, fallback: unknown) => unknown;
	/** Whether the value at a path of names and indexes comes from an expression. */
	isExpression: (...path: Array<string | number>) => boolean;
	/** The fields of the item. */
	input: IDataObject;
	/** The time zone of the workflow. */
	zone: string;
	/** An AI agent fills optional values with an empty string. */
	forAgent: boolean;
}

/** A parameter without an expression is read once for all items, because n8n takes long to read one. */
export function parameterReaders(
	context: IExecuteFunctions,
	forAgent: boolean,
): (item: number) => ParameterReader {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const zone = context.getTimezone();
	const values = new Map<string, unknown>();
	const cached = (name: string, read: () => unknown) => {
		if (values.has(name)) return values.get(name);
		const value = resolved(context, name, read);
		if (!hasExpression(parameters[name])) values.set(name, value);
		return value;
	};
	return (item) => ({
		get: (name, fallback) => cached(name, () => context.getNodeParameter(name, item, fallback)),
		isExpression: (...path) => isExpressionAt(parameters, path),
		get input() {
			return resolved(context, 'fields', () => items[item]?.json ?? {});
		},
		zone,
		forAgent,
	});
}

/** A trigger has no items, and so parameters have one value. */
export function triggerReader(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>,
): ParameterReader {
	const { parameters } = context.getNode();
	return {
		get: (name, fallback) =>
			resolved(context, name, () => context.getNodeParameter(name, fallback)),
		isExpression: (...path) => isExpressionAt(parameters, path),
		input: {},
		zone: context.getTimezone(),
		forAgent: false,
	};
}

/**
 * Whether an expression gives nothing where it should choose records: an empty field would mean all of them. An agent
 * leaves expressions empty that it does not need.
 */
export const givesNothing = (
	parameters: ParameterReader,
	value: unknown,
	...path: Array<string | number>
): boolean => !parameters.forAgent && isNothing(value) && parameters.isExpression(...path);

/** One of several values, the first by default. Scripts and agents may write it in another case. */
export function readChoice<const Value extends string>(
	parameters: ParameterReader,
	name: string,
	label: string,
	choices: readonly [Value, ...Value[]],
): Result<Value> {
	const given = parameters.get(name, choices[0]);
	if (isNothing(given)) return ok(choices[0]);
	const plain = plainName(String(isObject(given) ? '' : given));
	const known = choices.find((choice) => plainName(choice) === plain);
	return known === undefined ? reject(parameterMessages.choice(label, given, choices)) : ok(known);
}

/** Parses JSON from a person; the problem is the reason from JavaScript, with the position. */
export function readJson(text: string): Result<unknown, string> {
	try {
		// Its message has the position.
		JSON.parse(text.trim());
		return ok(parseJson(text.trim()));
	} catch (error) {
		const { message } = error as SyntaxError;
		return reject(message.replace(/ is not valid JSON$/, ''));
	}
}

/** Scripts and AI agents write some lists and objects as JSON text. Anything else is returned as it is. */
export function parsed(given: unknown): unknown {
	if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given;
	const content = readJson(given);
	return content.ok ? content.value : given;
}

/** The rows that a person has added in a fixed collection. n8n itself drops any other shape. */
export function rowsIn(given: unknown, group: string, nameColumn = 'name'): IDataObject[] {
	const rows = isObject(given) ? given[group] : undefined;
	const textIn = (name: unknown) =>
		typeof name === 'object' || isNothing(name) ? '' : textOf(name).trim();
	return (Array.isArray(rows) ? rows : [])
		.filter(isObject)
		.map((row) => ({ ...row, [nameColumn]: textIn(row[nameColumn]) }));
}

/** What an agent writes instead of leaving an ID empty. */
const NO_ID = /^\s*(null|undefined|none|n\/a)\s*$/i;

export const isNoId = (id: unknown): boolean => typeof id === 'string' && NO_ID.test(id);

/** The value that an agent gives for a field; one with such a name has an ID. */
export const withoutNoId = <T>(field: string, value: T): T | '' =>
	/(^|[_-])id$|[a-z]I[dD]$/.test(field) && isNoId(value) ? '' : value;

/** Field names from a list, from text with commas, or from rows with a name. */
export function readNames(given: unknown, label: string): Result<string[]> {
	const value = parsed(given);
	// Also [a, b] without quotes.
	const isText = typeof value === 'string';
	const entries = isText
		? value.replace(/^\s*\[(.*)\]\s*$/s, '$1').split(',')
		: [value ?? []].flat<unknown[]>();
	const names = entries.map((entry) => (isObject(entry) ? nameOfRow(entry) : entry));
	if (names.some((name) => typeof name === 'object' || name === undefined))
		return reject(parameterMessages.names(label));
	const texts = names.map((name) => String(name).trim()).filter((name) => !isNothing(name));
	return texts.some(isTooLongField) ? reject(parameterMessages.fieldTooLong(label)) : ok(texts);
}

/** The name of the field that a row is about. */
export const nameOfRow = (row: IDataObject): unknown => row.name ?? row.field ?? row.id ?? row.key;

/** The gate for values of expressions and items: what is nested deeper than any JSON that is read would end the run. */
function resolved<T>(context: Pick<IPollFunctions, 'getNode'>, name: string, read: () => T): T {
	const { levels } = JSON_BOUNDS;
	try {
		const value = read();
		if (!isDeeper(value, levels)) return value;
	} catch (error) {
		const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
		// n8n itself may not read a value that is so deep.
		if (kind !== 'RangeError') throw new NodeOperationError(context.getNode(), message);
	}
	const problem = `'${labelOf(name)}' has a value with more than ${levels} levels of objects and lists`;
	throw new NodeOperationError(context.getNode(), problem);
}

/** `jsonBody` as JSON Body, `projectId` as Project. */
const labelOf = (name: string) =>
	name
		.replace(/Id$/, '')
		.replace(/[A-Z]/g, ' $&')
		.replace('json', 'JSON')
		.replace(/^[a-z]/, (first) => first.toUpperCase());

/** A value inside an expression comes from it as well. */
export function isExpressionAt(
	parameters: unknown,
	[key, ...rest]: ReadonlyArray<string | number>,
): boolean {
	if (isExpressionText(parameters)) return true;
	if (key === undefined || typeof parameters !== 'object' || parameters === null) return false;
	return Object.hasOwn(parameters, key)
		? isExpressionAt((parameters as Record<string, unknown>)[key], rest) // or a list
		: false;
}

/** A field that was switched to an expression and left empty is an empty field. */
const isExpressionText = (value: unknown) => typeof value === 'string' && /^=\s*\S/.test(value);

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
