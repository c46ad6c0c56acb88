import type { IExecuteFunctions, INodeParameters, IPollFunctions } from 'n8n-workflow';

import { UserError } from '../errors';
import {
	booleanOf,
	isEmpty,
	isNothing,
	isObject,
	isStructure,
	quoted,
	textOf,
	type JsonObject,
} from '../records/value';
import { hasExpression, isExpressionAt } from './expression';

/** An item whose parameters are read. A trigger has only one. */
interface Item {
	/** The parameters as they are saved, with their expressions. */
	saved: INodeParameters;
	/** The fields of the item. */
	input: JsonObject;
	/** The time zone of the workflow. */
	zone: string;
	/** Whether an AI agent has filled in the parameters: it writes something where it means nothing. */
	forAgent: boolean;
}

/** Names and positions that lead to a value in the parameters. */
type Path = ReadonlyArray<string | number>;

/** A row of a fixed collection, and the name of what it is about. */
export interface NamedRow {
	name: string;
	row: ParameterReader;
}

/** What an agent writes instead of leaving a value out. */
const AGENT_NOTHING = /^\s*(null|none|undefined)\s*$/i;

/**
 * Reads parameters by their names: those of an item, those in a collection, or those in a row of a fixed collection. There is
 * one function for each of n8n's types. All throw a UserError for a value that does not fit, and n8n's own error if an
 * expression cannot be evaluated.
 */
export class ParameterReader {
	constructor(
		readonly item: Item,
		/** The value of a parameter, whatever it is. */
		readonly get: (name: string) => unknown,
		/** Where the parameters are. */
		private readonly path: Path = [],
	) {}

	/** Whether the value at a path comes from an expression. */
	isExpression(...path: Path): boolean {
		return isExpressionAt(this.item.saved, [...this.path, ...path]);
	}

	/**
	 * The value at a path, or undefined if it is not set.
	 * @throws UserError if its expression returned nothing, because nothing would mean all records, or others
	 */
	givenAt(value: unknown, label: string, ...path: Path): unknown {
		const { forAgent } = this.item;
		if (forAgent && typeof value === 'string' && AGENT_NOTHING.test(value)) return undefined;
		if (!isEmpty(value)) return value;

		if (forAgent || !this.isExpression(...path)) return undefined;
		throw new UserError(
			`The expression in '${label}' returned nothing`,
			'Check the expression and its input. If it is meant to be empty, remove the expression.',
		);
	}

	/** The value of a parameter, or undefined if it is not set. */
	private given(name: string, label: string): unknown {
		return this.givenAt(this.get(name), label, name);
	}

	/** Whether a boolean is on. An expression may return it as a text. */
	toggle(name: string, label: string): boolean {
		const value = this.given(name, label) ?? false;
		const isOn = booleanOf(value);
		if (isOn === undefined) throw cannotBeRead(label, value);
		return isOn;
	}

	/** @returns undefined if it is not set */
	wholeNumber(name: string, label: string, least: number): number | undefined {
		const value = this.given(name, label);
		if (value === undefined) return undefined;

		const number = Number(textOf(value)); // NaN for true or a list
		if (Number.isSafeInteger(number) && number >= least) return number;
		throw new UserError(
			`'${label}' must be a whole number of at least ${least}`,
			`Change '${label}'.`,
		);
	}

	/** A text, or a number as text. It is empty if it is not set. */
	text(name: string, label: string): string {
		const value = this.given(name, label);
		if (isStructure(value)) throw cannotBeRead(label, value);
		return textOf(value);
	}

	/** One of several options; the first if it is not set. */
	choice<const Value extends string>(
		name: string,
		label: string,
		choices: readonly [Value, ...Value[]],
	): Value {
		const value = this.get(name);
		if (isNothing(value)) return choices[0];

		const choice = choices.find((each) => each === value);
		if (choice === undefined) throw cannotBeRead(label, value);
		return choice;
	}

	/** At least one of several options, in their order. */
	selection<const Value extends string>(
		name: string,
		label: string,
		choices: readonly Value[],
	): Value[] {
		const names = namesIn(this.get(name), label);
		const selected = choices.filter((choice) => names.includes(choice));
		if (names.length > 0 && new Set(names).size === selected.length) return selected;
		// n8n may show the message only, so it says what to do.
		throw new UserError(
			`'${label}' must be one or more of these: ${choices.join(', ')}`,
			'Otherwise the workflow would never start.',
		);
	}

	/** Names from a text with commas, or selected from a list. */
	names(name: string, label: string): string[] {
		return namesIn(this.given(name, label), label);
	}

	/** The parameters in a collection, such as 'Options'. */
	collection(name: string, label: string): ParameterReader {
		const values = this.get(name) ?? {};
		if (!isObject(values)) throw cannotBeRead(label, values);
		return this.inside(values, name);
	}

	/**
	 * The rows that a person has added in a fixed collection.
	 * @param column with the name
	 */
	rows(name: string, label: string, group: string, column = 'name'): NamedRow[] {
		const value = this.given(name, label);
		if (value === undefined) return [];

		const rows = isObject(value) ? value[group] : undefined;
		if (!Array.isArray(rows) || !rows.every(isObject)) throw cannotBeRead(label, value);

		const all = rows.map((row, at) => ({
			name: textOf(row[column]).trim(),
			row: this.inside(row, name, group, at),
		}));
		const named = all.filter((row) => row.name !== '');
		if (this.item.forAgent || named.length === all.length) return named;
		throw new UserError(
			`A ${group} in '${label}' has no name`,
			`Fill in its name, or remove the ${group}.`,
		);
	}

	private inside(values: JsonObject, ...path: Path): ParameterReader {
		return new ParameterReader(this.item, (name) => values[name], [...this.path, ...path]);
	}
}

/** Names from a text with commas, or from a list. */
export function namesIn(value: unknown, label: string): string[] {
	const entries: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
	if (!Array.isArray(entries)) throw cannotBeRead(label, value);

	const inside = entries.find(isStructure);
	if (inside !== undefined) throw cannotBeRead(label, inside);
	return entries.map((entry) => textOf(entry).trim()).filter(Boolean);
}

/** A parameter in another shape than the editor or n8n's agents write. */
export const cannotBeRead = (label: string, value: unknown): UserError =>
	new UserError(
		`'${label}' cannot be read: it is ${described(value)}`,
		`Set '${label}' again in the editor, or check what its expression returns.`,
	);

/** A value in a message: what it is, or the value itself. */
export function described(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isStructure(value)) return 'an object';
	return typeof value === 'string' ? quoted(value) : textOf(value) || 'nothing';
}

/** A parameter without an expression is read once for all items, because n8n takes long to read one. */
export function itemReaders(
	context: IExecuteFunctions,
	forAgent: boolean,
): (item: number) => ParameterReader {
	const saved = context.getNode().parameters;
	const items = context.getInputData();
	const zone = context.getTimezone();
	const fixed = new Map<string, unknown>();

	const get = (item: number, name: string): unknown => {
		if (fixed.has(name)) return fixed.get(name);

		const value: unknown = context.getNodeParameter(name, item, null);
		if (!hasExpression(saved[name])) fixed.set(name, value);
		return value;
	};

	return (item) => {
		const input = items[item]?.json ?? {};
		return new ParameterReader({ saved, input, zone, forAgent }, (name) => get(item, name));
	};
}

/** A trigger has no items, so each parameter has one value. */
export function triggerReader(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>,
): ParameterReader {
	const saved = context.getNode().parameters;
	const item = { saved, input: {}, zone: context.getTimezone(), forAgent: false };
	return new ParameterReader(item, (name) => context.getNodeParameter(name, null));
}
