import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject, textOf } from '../records/json';
import { ok, reject, type Problem, type Result } from '../result';
import { messages } from './messages';
import { isEmpty } from './reader';

/**
 * Where an option is shown: with all operations, or those that return a list, send a body or change data (`write`).
 * `match`: if records are found by matching fields; `skip`: if items without a match are also skipped. Hidden for AI
 * agents: `requests` (all operations), `pages` (those that read a list) and `placement` (those that send a reference
 * whose place is not documented). The polling trigger has `all`, `requests`, `pages` and `polling`.
 */
export type Place =
	| 'all'
	| 'list'
	| 'body'
	| 'write'
	| 'match'
	| 'skip'
	| 'requests'
	| 'pages'
	| 'placement'
	| 'polling';

/** One entry under Options: what the editor shows, where, and what it means to the node. */
export interface Option<T = unknown> {
	property: Omit<INodeProperties, 'name'>;
	shownFor: readonly Place[];
	/** Not called with empty values. The problem is what the value must be, or a whole message. */
	read: (given: IDataObject[string], forAgent: boolean) => Result<T, string | Problem>;
	/** The value if it is not set. */
	default: T;
}

export type Described = { description: string } & Partial<Omit<INodeProperties, 'name'>>;

export const toggle = (
	displayName: string,
	shownFor: readonly Place[],
	property: Described,
): Option<boolean> => ({
	property: { displayName, type: 'boolean', default: false, ...property },
	shownFor,
	default: false,
	read: trueOrFalse,
});

/** An expression may return it as text. The problem is what the value must be. */
export function trueOrFalse(given: unknown): Result<boolean, string> {
	const word = textOf(given).trim().toLowerCase();
	return word === 'true' || word === 'false' ? ok(word === 'true') : reject('true or false');
}

export const text = (
	displayName: string,
	shownFor: readonly Place[],
	property: Described,
): Option<string | undefined> => ({
	property: { displayName, type: 'string', default: '', ...property },
	shownFor,
	default: undefined,
	read: (given) =>
		!isObject(given) && String(given).isWellFormed()
			? ok(String(given).trim())
			: reject('plain text'),
});

/** @param range `suggested`: the value in the editor when the option is added, if it is not `default` */
export const number = <Default extends number | undefined>(
	displayName: string,
	shownFor: readonly Place[],
	range: { default: Default; suggested?: number; min?: number; description: string },
): Option<number | Default> => {
	const { default: fallback, suggested = fallback, min = 1, description } = range;
	const typeOptions = { minValue: min };
	return {
		property: { displayName, type: 'number', typeOptions, default: suggested, description },
		shownFor,
		default: fallback,
		read: (given) => wholeNumber(given, min),
	};
};

/** The problem is what the value must be. */
export function wholeNumber(given: unknown, min: number): Result<number, string> {
	const value = Number(textOf(given)); // NaN for true or a list
	return Number.isSafeInteger(value) && value >= min
		? ok(value)
		: reject(`a whole number of at least ${min}`);
}

export const choice = <const Value extends string>(
	displayName: string,
	shownFor: readonly Place[],
	choices: ReadonlyArray<{ name: string; value: Value; description?: string }>,
	property: Described & { default: NoInfer<Value> },
): Option<Value | undefined> => ({
	property: { displayName, type: 'options', options: [...choices], ...property },
	shownFor,
	default: undefined,
	read: (given) => {
		const known = choices.find(({ value }) => value === given);
		return known ? ok(known.value) : reject('one of the choices in its list');
	},
});

/** The rows that a person adds under one parameter, each with these fields. */
export const rowsOf = (displayName: string, name: string, values: INodeProperties[]) => ({
	type: 'fixedCollection' as const,
	typeOptions: { multipleValues: true },
	default: {},
	options: [{ displayName, name, values }],
});

export const nameField = (property: Partial<INodeProperties>): INodeProperties => ({
	...{ displayName: 'Name', name: 'name', type: 'string', default: '' },
	...property,
});

export const valueField = (property: Partial<INodeProperties>): INodeProperties => ({
	...{ displayName: 'Value', name: 'value', type: 'string', default: '' },
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

export type ValuesOf<Table extends Readonly<Record<string, Option>>> = {
	[Name in keyof Table]: Table[Name]['default'];
};

/** The values of a collection: those that were set, or the defaults. */
export function readCollection<Table extends Readonly<Record<string, Option>>>(
	table: Table,
	collection: unknown,
	forAgent = false,
): Result<ValuesOf<Table>> {
	const given = collection as IDataObject; // as n8n returns a collection
	const values: Record<string, unknown> = {};
	for (const [name, option] of Object.entries<Option>(table)) {
		const value = given[name];
		const result = isEmpty(value) ? ok(option.default) : option.read(value, forAgent);
		if (!result.ok) {
			const { problem } = result;
			const { displayName } = option.property;
			return reject(typeof problem === 'string' ? messages.option(displayName, problem) : problem);
		}
		values[name] = result.value;
	}
	return ok(values as ValuesOf<Table>); // one value for each option
}
