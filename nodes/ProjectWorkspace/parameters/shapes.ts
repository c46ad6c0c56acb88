import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { isNothing, textOf } from '../records/value';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
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
		const isNamed = (row: unknown) => isObject(row) && typeof (row[name] ?? '') !== 'object';
		return rows.every(isNamed) ? ok(rows as IDataObject[]) : reject(ROWS);
	}
	if (!isObject(inner.value)) return reject(ROWS);
	const row = inner.value;
	const columns = [name, value, ...others];
	const keys = Object.keys(row);
	const isRow = Object.hasOwn(row, name) && keys.every((key) => columns.includes(key));
	if (isGroup || (isRow && keys.length > 1)) return ok([row]);
	return ok(keys.map((key) => ({ [name]: key, [value]: row[key] })));
}

/**
 * Field names from a list, from text with commas, or from rows with a name. An agent may write the list as JSON.
 */
export function readNames(given: unknown, label: string): Result<string[]> {
	const content = parsed(given);
	// Also [a, b] without quotes.
	const value = content.ok ? content.value : textOf(given).replace(/^\s*\[(.*)\]\s*$/s, '$1');
	const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value ?? []].flat();
	const names = entries.map((entry) => (isObject(entry) ? nameIn(entry) : entry));
	return names.some((name) => typeof name === 'object' || name === undefined)
		? reject(messages.names(label))
		: ok(names.map((name) => String(name).trim()).filter((name) => name !== ''));
}

/** The name of the field that a row is about. */
export const nameIn = (row: IDataObject): unknown => row.name ?? row.field ?? row.id ?? row.key;

const ROWS = 'rows with a name and a value';

const isRows = (value: unknown) =>
	isObject(value) || Array.isArray(value) || typeof value === 'string';
