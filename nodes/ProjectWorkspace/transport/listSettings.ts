import { UserError } from '../errors';
import type { ListSettings } from './types';

const STYLES = ['cursor', 'lastId', 'link', 'none', 'offset', 'page'] as const;

/** Styles in which the credential shows the field; a value that is left over from another one does not apply. */
const WITH_PATH = ['cursor', 'link'];
const WITH_PARAMETER = ['cursor', 'lastId', 'offset', 'page'];

/**
 * Reads "List Settings" of the credential.
 * @throws UserError if an expression in it returned something else
 */
export function readListSettings(collection: unknown): ListSettings {
	const fields = fieldsIn(collection, 'settings');
	const style = textIn(fields, 'style') ?? 'auto';
	const pageSizeParameter = textIn(fields, 'pageSizeParameter');
	return {
		style: style === 'auto' ? undefined : readStyle(style),
		nextPath: WITH_PATH.includes(style) ? textIn(fields, 'nextPath') : undefined,
		parameter: WITH_PARAMETER.includes(style) ? textIn(fields, 'parameter') : undefined,
		recordsPath: textIn(fields, 'recordsPath'),
		pageSizeParameter,
		pageSize: pageSizeParameter === undefined ? undefined : readPageSize(fields.pageSize),
		ignoreTotal: fields.ignoreTotal === true,
		projectIdPlacement: readPlacement(fields.projectIdPlacement),
	};
}

function readStyle(text: string): ListSettings['style'] {
	const style = STYLES.find((each) => each === text);
	if (style === undefined) throw badSetting('Pagination', `auto, ${STYLES.join(', ')}`);
	return style;
}

function readPageSize(value: unknown = 100): number {
	const size = Math.floor(Number(value));
	if (!(size >= 1)) throw badSetting('Page Size', 'a positive number');
	return size;
}

function readPlacement(value: unknown = 'body'): ListSettings['projectIdPlacement'] {
	if (value === 'body' || value === 'query') return value;
	throw badSetting('Send Project ID In', 'body or query');
}

const badSetting = (label: string, expected: string) =>
	new UserError(
		`'${label}' must be ${expected}`,
		"Change it in the credential under 'List Settings', or remove it.",
	);

/** The fields of a fixed collection that can be added once. */
export function fieldsIn(collection: unknown, name: string): Record<string, unknown> {
	const inner = isFields(collection) ? collection[name] : undefined;
	return isFields(inner) ? inner : {};
}

const isFields = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

export function textIn(fields: Record<string, unknown>, name: string): string | undefined {
	const text = String(fields[name] ?? '').trim();
	return text === '' ? undefined : text;
}
