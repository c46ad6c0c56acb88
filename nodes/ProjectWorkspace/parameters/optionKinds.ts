import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ok, reject, type Result } from '../result';

/**
 * Where an option is shown: with operations that return a list, send a body, change something (`write`), find records
 * by their fields, while they do that (`match`), and while an item that finds none is skipped (`skip`).
 * `requests` is with all operations, `pages` with all that read a list, and `placement` with those that send a
 * reference whose place is not documented. These three are not shown where the node is a tool of an AI agent.
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
	| 'placement';

/** One entry under Options: what the editor shows, where, and what it means to the node. */
export interface Option<T = unknown> {
	property: Omit<INodeProperties, 'name'>;
	on: readonly Place[];
	/** Only called with what is not empty; the problem is what the value must be. */
	read: (given: IDataObject[string]) => Result<T, string>;
	/** What it means if it is not set. */
	unset: T;
}

type Described = { description: string } & Partial<Omit<INodeProperties, 'name'>>;

export const toggle = (
	displayName: string,
	on: readonly Place[],
	property: Described,
): Option<boolean> => ({
	property: { displayName, type: 'boolean', default: false, ...property },
	on,
	unset: false,
	read: (given) => {
		const word = String(given).trim().toLowerCase();
		return word === 'true' || word === 'false' ? ok(word === 'true') : reject('true or false');
	},
});

export const text = (
	displayName: string,
	on: readonly Place[],
	property: Described,
): Option<string | undefined> => ({
	property: { displayName, type: 'string', default: '', ...property },
	on,
	unset: undefined,
	read: (given) => ok(String(given)),
});

/** @param suggested what the editor fills in when the option is added, where that is not `unset` */
export const number = <Unset extends number | undefined>(
	displayName: string,
	on: readonly Place[],
	{ unset, suggested, least }: { unset: Unset; suggested?: number; least: number },
	description: string,
): Option<number | Unset> => ({
	property: {
		displayName,
		type: 'number',
		typeOptions: { minValue: least },
		default: suggested ?? unset ?? least,
		description,
	},
	on,
	unset,
	read: (given) => wholeNumber(given, least),
});

/** The problem is what the value must be. */
export function wholeNumber(given: unknown, least: number): Result<number, string> {
	const value = typeof given === 'boolean' ? Number.NaN : Number(given);
	return Number.isSafeInteger(value) && value >= least
		? ok(value)
		: reject(`a whole number of at least ${least}`);
}

/** One of several values; not set unless chosen. */
export const choice = <const Value extends string>(
	displayName: string,
	on: readonly Place[],
	choices: ReadonlyArray<{ name: string; value: Value; description: string }>,
	property: Described & { default: NoInfer<Value> },
): Option<Value | undefined> => ({
	property: { displayName, type: 'options', options: [...choices], ...property },
	on,
	unset: undefined,
	read: (given) => {
		const known = choices.find(({ value }) => value === given);
		return known ? ok(known.value) : reject('one of the choices in its list');
	},
});
