import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { textOf } from '../records/value';
import { ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';
import { readJson } from './typedValue';

/**
 * Scripts and AI agents write some parameters in other shapes than the editor, such as JSON text. They are understood if
 * they can be read in one way only. The problem is what the parameter must be.
 */
export function parsed(given: unknown): Result<unknown, string> {
	const isJson = typeof given === 'string' && /^\s*[[{]/.test(given);
	return isJson ? readJson(given) : ok(given);
}

/** The rows that a person has added in a fixed collection. n8n itself drops any other shape. */
export function rowsIn(given: unknown, group: string, nameColumn = 'name'): IDataObject[] {
	const rows = isObject(given) ? given[group] : undefined;
	const textIn = (name: unknown) => (typeof name === 'object' ? '' : textOf(name).trim());
	return (Array.isArray(rows) ? rows : [])
		.filter(isObject)
		.map((row) => ({ ...row, [nameColumn]: textIn(row[nameColumn]) }));
}

/**
 * Field names from a list, from text with commas, or from rows with a name. An agent may write the list as JSON.
 */
export function readNames(given: unknown, label: string): Result<string[]> {
	const content = parsed(given);
	// Also [a, b] without quotes.
	const value = content.ok ? content.value : textOf(given).replace(/^\s*\[(.*)\]\s*$/s, '$1');
	const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value ?? []].flat();
	const names = entries.map((entry) => (isObject(entry) ? nameOfRow(entry) : entry));
	return names.some((name) => typeof name === 'object' || name === undefined)
		? reject(parameterMessages.names(label))
		: ok(names.map((name) => String(name).trim()).filter((name) => name !== ''));
}

/** The name of the field that a row is about. */
export const nameOfRow = (row: IDataObject): unknown => row.name ?? row.field ?? row.id ?? row.key;
