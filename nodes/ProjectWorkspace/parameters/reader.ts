import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { UserError } from '../errors';
import { booleanOf, isEmpty, isNothing, isObject, textOf, type JsonObject } from '../records/value';

/** The parameters of one item. Its functions throw n8n's own error if an expression cannot be evaluated. */
export interface ParameterReader {
	get: (name: string, fallback: unknown) => unknown;
	/** The parameter as it is saved, with its expressions. */
	saved: (name: string) => unknown;
	/** Whether the value at a path of names and positions comes from an expression. */
	isExpression: (...path: Array<string | number>) => boolean;
	/** The fields of the item. */
	input: JsonObject;
	/** The time zone of the workflow. */
	zone: string;
	/** Whether an AI agent has filled in the parameters: it writes something where it means nothing. */
	forAgent: boolean;
}

/** A parameter without an expression is read once for all items, because n8n takes long to read one. */
export function itemReaders(
	context: IExecuteFunctions,
	forAgent: boolean,
): (item: number) => ParameterReader {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const zone = context.getTimezone();
	const fixed = new Map<string, unknown>();

	const get = (item: number, name: string, fallback: unknown): unknown => {
		if (fixed.has(name)) return fixed.get(name);

		const value: unknown = context.getNodeParameter(name, item, fallback);
		if (!hasExpression(parameters[name])) fixed.set(name, value);
		return value;
	};

	return (item) => ({
		get: (name, fallback) => get(item, name, fallback),
		saved: (name) => parameters[name],
		isExpression: (...path) => isExpressionAt(parameters, path),
		input: items[item]?.json ?? {},
		zone,
		forAgent,
	});
}

/** A trigger has no items, so each parameter has one value. */
export function triggerReader(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>,
): ParameterReader {
	const { parameters } = context.getNode();
	return {
		get: (name, fallback) => context.getNodeParameter(name, fallback),
		saved: (name) => parameters[name],
		isExpression: (...path) => isExpressionAt(parameters, path),
		input: {},
		zone: context.getTimezone(),
		forAgent: false,
	};
}

export function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/** A value inside an expression comes from it as well. */
export function isExpressionAt(saved: unknown, path: ReadonlyArray<string | number>): boolean {
	// A field that was switched to an expression and left empty is an empty field.
	if (typeof saved === 'string') return /^=\s*\S/.test(saved);

	const [key, ...rest] = path;
	if (key === undefined || typeof saved !== 'object' || saved === null) return false;
	const inside: unknown = Object.getOwnPropertyDescriptor(saved, key)?.value;
	return isExpressionAt(inside, rest);
}

/** A parameter in another shape than the editor or n8n's agents write. */
export const cannotBeRead = (label: string): UserError =>
	new UserError(
		`'${label}' cannot be read`,
		`Set '${label}' again in the editor, or check what its expression returns.`,
	);

/** An empty value would mean all records, or others. */
export const returnedNothing = (label: string): UserError =>
	new UserError(
		`The expression in '${label}' returned nothing`,
		'Check the expression and its input. If it is meant to be empty, remove the expression.',
	);

/** What an agent writes instead of leaving a value out. */
const AGENT_NOTHING = /^\s*(null|none)\s*$/i;

/**
 * Whether a value is not set.
 * @param path to the value in the parameters
 * @throws UserError if its expression returned nothing
 */
export function isNotSet(
	reader: ParameterReader,
	value: unknown,
	label: string,
	...path: Array<string | number>
): boolean {
	if (reader.forAgent) {
		return isEmpty(value) || (typeof value === 'string' && AGENT_NOTHING.test(value));
	}
	if (!isEmpty(value)) return false;
	if (reader.isExpression(...path)) throw returnedNothing(label);
	return true;
}

/** An expression may return it as a text. */
export function toggleOf(value: unknown, label: string): boolean {
	const isOn = booleanOf(value ?? false);
	if (isOn === undefined) {
		throw new UserError(`'${label}' must be true or false`, `Change '${label}'.`);
	}
	return isOn;
}

export function wholeNumberOf(value: unknown, label: string, least: number): number {
	const number = Number(textOf(value)); // NaN for true or a list
	if (!Number.isSafeInteger(number) || number < least) {
		throw new UserError(
			`'${label}' must be a whole number of at least ${least}`,
			`Change '${label}'.`,
		);
	}
	return number;
}

/** One of several values; the first if it is not set. */
export function choiceOf<const Value extends string>(
	value: unknown,
	label: string,
	choices: readonly [Value, ...Value[]],
): Value {
	if (isNothing(value)) return choices[0];

	const choice = choices.find((each) => each === value);
	if (choice === undefined) throw cannotBeRead(label);
	return choice;
}

export const readChoice = <const Value extends string>(
	reader: ParameterReader,
	name: string,
	label: string,
	choices: readonly [Value, ...Value[]],
): Value => choiceOf(reader.get(name, choices[0]), label, choices);

/** At least one of several values, in the order of the choices. n8n may show the message only, so it says what to do. */
export function readSelection<const Value extends string>(
	reader: ParameterReader,
	name: string,
	label: string,
	choices: readonly Value[],
): Value[] {
	const selected = namesIn(reader.get(name, []), label);
	const unknown = selected.find((each) => !choices.some((choice) => choice === each));
	if (unknown !== undefined) {
		throw new UserError(
			`'${label}' cannot contain "${unknown}": select from its list`,
			`In an expression, use ${choices.join(', ')}.`,
		);
	}
	if (selected.length === 0) {
		throw new UserError(
			`Nothing is selected in '${label}': select at least one`,
			'Otherwise the workflow would never start.',
		);
	}
	return choices.filter((choice) => selected.includes(choice));
}

/** A row of a fixed collection, and the name of what it is about. */
export interface NamedRow {
	name: string;
	row: JsonObject;
}

/**
 * The rows that a person has added in a fixed collection.
 * @param column with the name
 */
export function namedRows(
	reader: ParameterReader,
	value: unknown,
	label: string,
	{ group, column = 'name' }: { group: string; column?: string },
): NamedRow[] {
	if (isEmpty(value)) return [];
	const rows = isObject(value) ? value[group] : undefined;
	if (!Array.isArray(rows) || !rows.every(isObject)) throw cannotBeRead(label);

	const named = rows.map((row) => ({ name: textOf(row[column]).trim(), row }));
	if (reader.forAgent) return named.filter(({ name }) => name !== '');
	if (named.every(({ name }) => name !== '')) return named;
	throw new UserError(
		`A ${group} in '${label}' has no name`,
		`Fill in its name, or remove the ${group}.`,
	);
}

/** Names from a text with commas, or chosen from a list. */
export function namesIn(value: unknown, label: string): string[] {
	const entries: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
	if (!Array.isArray(entries) || entries.some((entry) => typeof entry === 'object')) {
		throw cannotBeRead(label);
	}
	return entries.map((entry) => String(entry).trim()).filter((name) => name !== '');
}
