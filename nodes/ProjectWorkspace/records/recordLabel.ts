import { isLabel, plainName, RECORD_FIELDS } from './fieldNames';
import type { JsonObject } from './value';

/**
 * How a list shows a record.
 * @returns `name`: its title, with the ID in brackets; `url`: its web page, if it has one; undefined for a record without
 * an ID, which cannot be selected
 */
export function recordLabel(
	record: JsonObject,
	singular: string,
): { id: string | number; name: string; url?: string } | undefined {
	const fields = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		// `id` itself counts where there is an `_id` as well.
		if (!fields.has(plain) || name === plain) fields.set(plain, value);
	}
	const valuesOf = (names: readonly string[]) => names.map((name) => fields.get(name));
	const ids = [...RECORD_FIELDS.id, ...RECORD_FIELDS.key, `${singular}id`, `${singular}key`];
	const id = valuesOf(ids).find(isLabel);
	if (id === undefined) return undefined;
	const fullName = valuesOf(['firstname', 'lastname']).filter(isLabel).join(' ');
	const label = valuesOf(RECORD_FIELDS.label).find(isLabel) ?? (fullName || id);
	const name = label === id ? String(id) : `${label} (${id})`;
	return { id, name, url: valuesOf(RECORD_FIELDS.webPage).find(isPage) };
}

/** The editor opens the URL in a browser, so URLs of the API (with `/v1/`) are left out. */
const isPage = (value: unknown): value is string =>
	typeof value === 'string' &&
	/^https:\/\/\S+$/.test(value) &&
	!value.includes('/v1/') &&
	URL.canParse(value);
