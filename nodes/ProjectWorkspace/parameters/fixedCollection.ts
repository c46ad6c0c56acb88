import { UserError } from '../errors';
import { isEmpty, isObject, textOf, type JsonObject } from '../records/value';
import { cannotBeRead } from './notSet';
import type { ParameterReader } from './reader';

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
	if (!Array.isArray(rows) || !rows.every(isObject)) throw cannotBeRead(label, value);

	const named = rows.map((row) => ({ name: textOf(row[column]).trim(), row }));
	if (reader.forAgent) return named.filter(({ name }) => name !== '');
	if (named.every(({ name }) => name !== '')) return named;
	throw new UserError(
		`A ${group} in '${label}' has no name`,
		`Fill in its name, or remove the ${group}.`,
	);
}
