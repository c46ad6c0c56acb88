/** Parameters of n8n's simple types: boolean, number, options, multiOptions, and names in a string. */
import { UserError } from '../errors';
import { booleanOf, isNothing, isStructure, textOf } from '../records/value';
import { cannotBeRead, isNotSet } from './notSet';
import type { ParameterReader } from './reader';

/** Whether a boolean is on. An expression may return it as a text. */
export function toggleOf(value: unknown, label: string): boolean {
	const isOn = booleanOf(value ?? false);
	if (isOn !== undefined) return isOn;
	throw new UserError(`'${label}' must be true or false`, `Change '${label}'.`);
}

export function readToggle(reader: ParameterReader, name: string, label: string): boolean {
	const value = reader.get(name, false);
	return !isNotSet(reader, value, label, name) && toggleOf(value, label);
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

/** One of several options; the first if it is not set. */
export function choiceOf<const Value extends string>(
	value: unknown,
	label: string,
	choices: readonly [Value, ...Value[]],
): Value {
	if (isNothing(value)) return choices[0];

	const choice = choices.find((each) => each === value);
	if (choice === undefined) throw cannotBeRead(label, value);
	return choice;
}

export const readChoice = <const Value extends string>(
	reader: ParameterReader,
	name: string,
	label: string,
	choices: readonly [Value, ...Value[]],
): Value => choiceOf(reader.get(name, choices[0]), label, choices);

/** At least one of several options, in their order. n8n may show the message only, so it says what to do. */
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

/** Names from a text with commas, or selected from a list. */
export function namesIn(value: unknown, label: string): string[] {
	const entries: unknown = typeof value === 'string' ? value.split(',') : (value ?? []);
	if (!Array.isArray(entries)) throw cannotBeRead(label, value);

	const inside = entries.find(isStructure);
	if (inside !== undefined) throw cannotBeRead(label, inside);
	return entries.map((entry) => textOf(entry).trim()).filter((name) => name !== '');
}
