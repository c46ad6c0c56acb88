import { UserError } from '../errors';
import { isObject, type JsonObject } from '../records/value';
import type { ListSettings } from './types';

const STYLES = ['auto', 'cursor', 'lastId', 'link', 'none', 'offset', 'page'] as const;

const PLACEMENTS = ['body', 'query'] as const;

/**
 * Reads "List Settings" of the credential. n8n leaves out the fields that it does not show.
 * @throws UserError if an expression in it returned something else
 */
export function readListSettings(collection: unknown): ListSettings {
	const fields = fieldsIn(collection, 'settings');
	const style = oneOf(STYLES, 'Pagination', fields.style);
	const pageSizeParameter = textIn(fields, 'pageSizeParameter');
	return {
		style: style === 'auto' ? undefined : style,
		nextPath: textIn(fields, 'nextPath'),
		parameter: textIn(fields, 'parameter'),
		recordsPath: textIn(fields, 'recordsPath'),
		pageSizeParameter,
		pageSize: pageSizeParameter === undefined ? undefined : readPageSize(fields.pageSize),
		ignoreTotal: fields.ignoreTotal === true,
		projectIdPlacement: oneOf(PLACEMENTS, 'Send Project ID In', fields.projectIdPlacement),
	};
}

/** The first one by default. */
function oneOf<T extends string>(values: readonly [T, ...T[]], label: string, value: unknown): T {
	const found = values.find((each) => each === (value ?? values[0]));
	if (found === undefined) throw badSetting(label, values.join(', '));
	return found;
}

function readPageSize(value: unknown = 100): number {
	const size = Math.floor(Number(value));
	if (size >= 1) return size;
	throw badSetting('Page Size', 'a positive number');
}

const badSetting = (label: string, expected: string) =>
	new UserError(
		`'${label}' must be ${expected}`,
		"Change it in the credential under 'List Settings', or remove it.",
	);

/** The fields of a fixed collection that can be added once. */
export function fieldsIn(collection: unknown, name: string): JsonObject {
	const fields = isObject(collection) ? collection[name] : undefined;
	return isObject(fields) ? fields : {};
}

export function textIn(fields: JsonObject, name: string): string | undefined {
	const text = String(fields[name] ?? '').trim();
	return text === '' ? undefined : text;
}
