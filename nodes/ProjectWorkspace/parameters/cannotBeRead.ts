import { UserError } from '../errors';
import { isStructure, quoted, textOf } from '../records/value';

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
