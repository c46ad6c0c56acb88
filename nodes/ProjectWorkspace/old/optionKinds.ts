import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { booleanOf, isNothing, isObject, textOf } from './records/value';
import { ok, reject, type Problem, type Result } from './result';

const optionMessages = {
	settings: (label: string): Problem => ({
		message: `'${label}' must be an object`,
		description: 'Correct the expression, or remove what is set and add it again.',
	}),
	option: (label: string, wanted: string): Problem => ({
		message: `'${label}' must be ${wanted}`,
		description: `Change '${label}' under 'Options', or remove it.`,
	}),
};

/** One setting: what the editor shows, where, and what it means to the node. */
export interface Option<T = unknown, Audience extends string = string> {
	property: Omit<INodeProperties, 'name'>;
	/** The operations and nodes that have it, or the choices of another setting. */
	shownFor: readonly Audience[];
	/** Not called with empty values. The problem is what the value must be, or a whole message. */
	read: (given: IDataObject[string], forAgent: boolean) => Result<T, string | Problem>;
	/** The value if it is not set. */
	default: T;
}

type Table = Readonly<Record<string, Option>>;

export type Described = { description: string } & Partial<Omit<INodeProperties, 'name'>>;

/** @param property `default`: its value when it is added; it is off if it is not */
export const toggle = <Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	property: Described,
): Option<boolean, Audience> => ({
	property: { displayName, type: 'boolean', default: false, ...property },
	shownFor,
	default: false,
	read: trueOrFalse,
});

/** An expression may return it as text. The problem is what the value must be. */
export function trueOrFalse(given: unknown): Result<boolean, string> {
	const truth = booleanOf(given);
	return truth === undefined ? reject('true or false') : ok(truth);
}

export const text = <Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	property: Described,
): Option<string | undefined, Audience> => ({
	property: { displayName, type: 'string', default: '', ...property },
	shownFor,
	default: undefined,
	read: (given) =>
		typeof given !== 'object' && String(given).isWellFormed()
			? ok(String(given).trim())
			: reject('plain text'),
});

export const number = <Default extends number | undefined, Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	{ default: fallback, min = 1, ...property }: Described & { default: Default; min?: number },
): Option<number | Default, Audience> => {
	const typeOptions = { minValue: min };
	return {
		property: { displayName, type: 'number', typeOptions, default: fallback ?? '', ...property },
		shownFor,
		default: fallback,
		read: (given) => readWholeNumber(given, min),
	};
};

/** The problem is what the value must be. */
export function readWholeNumber(given: unknown, min: number): Result<number, string> {
	const value = Number(textOf(given)); // NaN for true or a list
	return Number.isSafeInteger(value) && value >= min
		? ok(value)
		: reject(`a whole number of at least ${min}`);
}

/** One of several values. */
export const oneOf = <const Value extends string, Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	choices: ReadonlyArray<{ name: string; value: Value; description?: string }>,
	property: Described & { default: NoInfer<Value> },
): Option<Value, Audience> => ({
	property: { displayName, type: 'options', options: [...choices], ...property },
	shownFor,
	default: property.default,
	read: (given) => {
		const known = choices.find(({ value }) => value === given);
		return known ? ok(known.value) : reject('one of the choices in its list');
	},
});

/** Settings that are added together, and shown as soon as they are. */
export const group = <const Settings extends Table, Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	{ settings, ...property }: Described & { settings: Settings },
): Option<ValuesOf<Settings>, Audience> => {
	const values = propertiesOf(settings);
	const added = Object.fromEntries(values.map((each) => [each.name, each.default]));
	return {
		property: {
			displayName,
			type: 'fixedCollection',
			placeholder: 'Add settings',
			default: { settings: added },
			options: [{ displayName, name: 'settings', values }],
			...property,
		},
		shownFor,
		default: defaultsOf(settings),
		read: (given, forAgent) =>
			readCollection(settings, withoutLevel(given, 'settings'), forAgent, displayName),
	};
};

/** What is in a fixed collection, also without the level that the editor adds. */
export const withoutLevel = (given: unknown, level: string): unknown =>
	isObject(given) && Object.hasOwn(given, level) ? given[level] : given;

export const propertiesOf = (table: Table): INodeProperties[] =>
	Object.entries(table).map(([name, { property }]) => ({ ...property, name }));

/** The rows that a person adds under one parameter, each with these fields. */
export const rowsOf = (displayName: string, name: string, values: INodeProperties[]) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	default: {},
	options: [{ displayName, name, values }],
});

/** A column of such a row. */
export const textColumn = (
	displayName: 'Name' | 'Value',
	property: Partial<INodeProperties>,
): INodeProperties => ({
	displayName,
	name: displayName.toLowerCase(),
	type: 'string',
	default: '',
	...property,
});

/** The same rows in the credential and under Options. */
export const headersProperty = (description: string, value: Partial<INodeProperties>) => ({
	displayName: 'Additional Headers',
	placeholder: 'Add header',
	description,
	...rowsOf('Header', 'header', [
		textColumn('Name', { placeholder: 'e.g. X-Tenant' }),
		textColumn('Value', value),
	]),
});

/** The collection under which the editor offers options, in the order of their labels, what people look for most first. */
export const optionsProperty = (options: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options].sort(
		(a, b) =>
			Number(b.name === 'sort') - Number(a.name === 'sort') ||
			a.displayName.localeCompare(b.displayName),
	),
});

export type ValuesOf<Settings extends Table> = {
	[Name in keyof Settings]: Settings[Name]['default'];
};

const defaultsOf = <Settings extends Table>(table: Settings) =>
	Object.fromEntries(
		Object.entries(table).map(([name, option]) => [name, option.default]),
	) as ValuesOf<Settings>; // one for each option

/** The values of a collection: those that were set, or the defaults. */
export function readCollection<Settings extends Table>(
	table: Settings,
	collection: unknown,
	forAgent = false,
	label = 'Options',
): Result<ValuesOf<Settings>> {
	const given = isNothing(collection) ? {} : collection;
	if (!isObject(given)) return reject(optionMessages.settings(label));
	const set: Array<[string, unknown]> = [];
	for (const [name, { property, read }] of Object.entries(table)) {
		if (isNothing(given[name])) continue;
		const result = read(given[name], forAgent);
		if (result.ok) set.push([name, result.value]);
		else if (typeof result.problem !== 'string') return reject(result.problem);
		else return reject(optionMessages.option(property.displayName, result.problem));
	}
	return ok({ ...defaultsOf(table), ...Object.fromEntries(set) });
}
