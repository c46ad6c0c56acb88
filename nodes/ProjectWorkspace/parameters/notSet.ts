/** Whether a parameter is set, and the two errors of every parameter. */
import { UserError } from '../errors';
import { isEmpty, isStructure, quoted, textOf } from '../records/value';
import type { ParameterReader } from './reader';

/** What an agent writes instead of leaving a value out. */
const AGENT_NOTHING = /^\s*(null|none|undefined)\s*$/i;

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

/** Nothing would mean all records, or others. */
export const returnedNothing = (label: string): UserError =>
	new UserError(
		`The expression in '${label}' returned nothing`,
		'Check the expression and its input. If it is meant to be empty, remove the expression.',
	);

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
