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
export const openGroup = <const Settings extends Table, Audience extends string>(
	displayName: string,
	shownFor: readonly Audience[],
	{ settings, ...property }: Described & { settings: Settings },
): Option<ValuesOf<Settings>, Audience> => {
	const values = propertiesOf(settings);
	const defaults = values.map((each) => [each.name, each.default]);
	return {
		property: {
			displayName,
			type: 'fixedCollection',
			placeholder: 'Add settings',
			default: { settings: Object.fromEntries(defaults) },
			options: [{ displayName, name: 'settings', values }],
			...property,
		},
		shownFor,
		default: valuesOf(settings, (option) => option.default),
		read: (given, forAgent) => readGroup(settings, given, displayName, forAgent),
	};
};

/** The values of a group, also without the level that the editor adds. */
export const readGroup = <Settings extends Table>(
	table: Settings,
	given: unknown,
	label: string,
	forAgent = false,
) => {
	const isWhole = isObject(given) && Object.hasOwn(given, 'settings');
	return readCollection(table, isWhole ? given.settings : given, forAgent, label);
};

export const propertiesOf = (table: Table): INodeProperties[] =>
	Object.entries(table).map(([name, { property }]) => ({ ...property, name }));

/** The rows that a person adds under one parameter, each with these fields. */
export const rowsOf = (displayName: string, name: string, values: INodeProperties[]) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	default: {},
	options: [{ displayName, name, values }],
});

export const nameField = (property: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	...property,
});

export const valueField = (property: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	...property,
});

/** A field of the records, selected from a list. */
export const fieldChoice = (name: string): INodeProperties => ({
	displayName: 'Field Name or ID',
	name,
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** The same rows in the credential and under Options. */
export const headersProperty = (description: string, value: Partial<INodeProperties>) => ({
	displayName: 'Additional Headers',
	placeholder: 'Add header',
	description,
	...rowsOf('Header', 'header', [nameField({ placeholder: 'e.g. X-Tenant' }), valueField(value)]),
});

/** Sorting is the option of a list that people look for most. */
const FIRST = 'sort';

/** The collection under which the editor offers options, in the order of their labels. */
export const optionsProperty = (options: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options].sort(
		(a, b) =>
			Number(b.name === FIRST) - Number(a.name === FIRST) ||
			a.displayName.localeCompare(b.displayName),
	),
});

export type ValuesOf<Settings extends Table> = {
	[Name in keyof Settings]: Settings[Name]['default'];
};

const valuesOf = <Settings extends Table>(
	table: Settings,
	valueOf: (option: Option, name: string) => unknown,
) =>
	Object.fromEntries(
		Object.entries(table).map(([name, option]) => [name, valueOf(option, name)]),
	) as ValuesOf<Settings>; // one value for each option

/** The values of a collection: those that were set, or the defaults. */
export function readCollection<Settings extends Table>(
	table: Settings,
	collection: unknown,
	forAgent = false,
	label = 'Options',
): Result<ValuesOf<Settings>> {
	const given = isNothing(collection) ? {} : collection;
	if (!isObject(given)) return reject(optionMessages.settings(label));
	let problem: Problem | undefined;
	const values = valuesOf(table, (option, name) => {
		const value = given[name];
		const result = isNothing(value) ? ok(option.default) : option.read(value, forAgent);
		if (result.ok) return result.value;
		const { displayName } = option.property;
		problem ??=
			typeof result.problem === 'string'
				? optionMessages.option(displayName, result.problem)
				: result.problem;
		return undefined;
	});
	return problem ? reject(problem) : ok(values);
}
