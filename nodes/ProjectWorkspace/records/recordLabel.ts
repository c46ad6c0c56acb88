import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS, LABEL_FIELDS, PAGE_FIELDS, plainName } from './fieldNames';

export interface RecordLabel {
	id: string | number;
	/** What the person calls it, with the ID behind it. */
	name: string;
	/** The page where a browser shows it, if the record names one. */
	url?: string;
}

/** Undefined for a record in which no ID can be found: it cannot be picked. */
export function recordLabel(record: IDataObject, singular: string): RecordLabel | undefined {
	const fields = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		// `id` itself counts where there is an `_id` as well.
		if (!fields.has(plain) || name === plain) fields.set(plain, value);
	}
	const id = firstOf(fields, [...ID_FIELDS, `${singular}id`, `${singular}key`]);
	if (id === undefined) return undefined;
	const label = firstOf(fields, LABEL_FIELDS) ?? fullName(fields);
	const url = PAGE_FIELDS.map((name) => fields.get(name)).find(isPage);
	return {
		id,
		name: label === undefined || label === id ? String(id) : `${label} (${id})`,
		...(url === undefined ? {} : { url }),
	};
}

function firstOf(
	fields: Map<string, unknown>,
	names: readonly string[],
): string | number | undefined {
	return names.map((name) => fields.get(name)).find(isLabel);
}

function fullName(fields: Map<string, unknown>): string | undefined {
	const parts = [fields.get('firstname'), fields.get('lastname')].filter(isLabel);
	return parts.length > 0 ? parts.join(' ') : undefined;
}

const isLabel = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** The editor opens it in a browser, where an address in the API (they have `/v1/` in them) shows nothing. */
const isPage = (value: unknown): value is string =>
	typeof value === 'string' && /^https:\/\/(?!\S*\/v1\/)\S+$/.test(value) && URL.canParse(value);
