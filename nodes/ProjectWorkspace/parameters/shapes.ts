import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { isNothing } from '../records/value';
import { ok, reject, type Result } from '../result';
import { readJson } from './typedValue';

/**
 * Scripts and AI agents write parameters in other shapes than the editor: as JSON text, or without the object around
 * them. They are understood if they can be read in one way only. The problem is what the parameter must be.
 */
export function parsed(given: unknown): Result<unknown, string> {
	const isJson = typeof given === 'string' && /^\s*[[{]/.test(given);
	return isJson ? readJson(given) : ok(given);
}

/** The names of the columns of a row. */
interface Columns {
	nameColumn: string;
	valueColumn: string;
	others?: readonly string[];
}

/**
 * The rows of a fixed collection: `{ [group]: [row, row] }` in the editor. Also a single row, a list of rows, or an
 * object of names and values.
 */
export function rowsIn(
	given: unknown,
	group: string,
	{ nameColumn: name, valueColumn: value, others = [] }: Columns,
): Result<IDataObject[], string> {
	if (isNothing(given)) return ok([]);
	const content = parsed(given);
	if (!content.ok) return content;
	const isGroup = isObject(content.value) && isRows(content.value[group]);
	const inner = parsed(isGroup ? (content.value as IDataObject)[group] : content.value);
	if (!inner.ok) return inner;
	if (Array.isArray(inner.value)) {
		const rows: unknown[] = inner.value;
		return rows.every(isObject) ? ok(rows) : reject('rows with a name and a value');
	}
	if (!isObject(inner.value)) return reject('rows with a name and a value');
	const row = inner.value;
	const columns = [name, value, ...others];
	const keys = Object.keys(row);
	const isRow = Object.hasOwn(row, name) && keys.every((key) => columns.includes(key));
	if (isGroup || (isRow && keys.length > 1)) return ok([row]);
	return ok(keys.map((key) => ({ [name]: key, [value]: row[key] })));
}

const isRows = (value: unknown) =>
	isObject(value) || Array.isArray(value) || typeof value === 'string';
