/**
 * The fields of records are not documented: these are the usual names of what identifies a record, and of what a
 * person calls it. The lists are plain (see `plainName`), except `ID_KEYS`.
 */
import { isObject, type JsonObject } from './json';

/** `display_name`, `displayName`, `Display-Name` and `@display.name` are one name. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Keys by which a record identifies itself, the surest first; `uid` may also mean the owner. */
export const ID_KEYS: readonly string[] = [
	...['id', '_id', 'gid', 'sid', 'uuid', 'guid', 'uid', 'Id', 'ID'],
];

/** The keys of a record that may have its ID, the surest first: also `task_id` or `TaskID` for a task. */
export function idKeysOf(record: JsonObject, singular: string): string[] {
	const [first, second] = [ID_KEYS.slice(0, 4), ID_KEYS.slice(4)];
	const own = Object.keys(record).filter((name) => plainName(name) === `${singular}id`);
	return [...first, ...own, ...second].filter((key) => Object.hasOwn(record, key));
}

/**
 * The ID that a record is written to by: only under a name that cannot mean anything else. A list to select from may
 * show more, because a person looks at it.
 */
export function recordId(record: JsonObject, singular: string): string | number | undefined {
	const key = Object.hasOwn(record, 'id')
		? 'id'
		: idKeysOf(record, singular).find((each) => each !== 'uid');
	const id = key === undefined ? undefined : record[key];
	if (typeof id === 'string' && id.trim() !== '') return id;
	// A number that JSON could not keep is the ID of another record.
	return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

/** The same, and what a person may take for the ID. */
export const ID_FIELDS: readonly string[] = ['id', 'uuid', 'uid', 'gid', 'sid', 'key', 'slug'];

export const LABEL_FIELDS: readonly string[] =
	'name|fullname|displayname|title|subject|summary|label|email|username|key|slug'.split('|');

/** Pages for people come first: `url` alone often is the address in the API. */
const PAGE_FIELDS = 'htmlurl|weburl|pageurl|appurl|permalink|url'.split('|');

/** Fields that the service sets itself, by the names that services give them; `archived` alone may be a switch. */
export const isSetByService = (name: string) =>
	/^(id|uuid|(last[_-]?)?(created|updated|modified)([_-]?(at|on|date|time))?|(deleted|archived)[_-]?(at|on|date|time))$/i.test(
		name,
	);

/** The ID by which a record identifies itself. The ID of a request is none: `req_1`, and that of JSON-RPC. */
export function ownId(record: JsonObject): string | number | undefined {
	if (Object.hasOwn(record, 'jsonrpc')) return undefined;
	const key = ID_KEYS.find((each) => Object.hasOwn(record, each) && isLabel(record[each]));
	const id = key === undefined ? undefined : record[key];
	return isLabel(id) && !/^(req|request|trace|corr|correlation)[-_:]/i.test(String(id))
		? id
		: undefined;
}

/** Whether a value shows what a record has: an ID of its own. */
export const isRecord = (value: unknown): value is JsonObject =>
	isObject(value) && ownId(value) !== undefined;

interface RecordLabel {
	id: string | number;
	/** What the person calls it, with the ID in brackets. */
	name: string;
	/** The page where a browser shows it, if the record has one. */
	url?: string;
}

/** Undefined for a record in which no ID can be found: it cannot be picked. */
export function recordLabel(record: JsonObject, singular: string): RecordLabel | undefined {
	const fields = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		// `id` itself counts where there is an `_id` as well.
		if (!fields.has(plain) || name === plain) fields.set(plain, value);
	}
	const valuesOf = (names: readonly string[]) => names.map((name) => fields.get(name));
	const id = valuesOf([...ID_FIELDS, `${singular}id`, `${singular}key`]).find(isLabel);
	if (id === undefined) return undefined;
	const fullName = valuesOf(['firstname', 'lastname']).filter(isLabel).join(' ');
	const label = valuesOf(LABEL_FIELDS).find(isLabel) ?? (fullName || id);
	const url = valuesOf(PAGE_FIELDS).find(isPage);
	return {
		id,
		name: label === id ? String(id) : `${label} (${id})`,
		...(url === undefined ? {} : { url }),
	};
}

const isLabel = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** The editor opens it in a browser, where an address in the API (they have `/v1/` in them) shows nothing. */
const isPage = (value: unknown): value is string =>
	typeof value === 'string' && /^https:\/\/(?!\S*\/v1\/)\S+$/.test(value) && URL.canParse(value);
