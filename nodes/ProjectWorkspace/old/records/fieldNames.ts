/**
 * What the fields of records say: the one place that knows which field has the ID, the label, the parent or the type. They
 * are not documented, so these are their usual names.
 */
import type { ResourceName } from '../catalogue';
import { isObject, type JsonObject } from './value';

/** Separated by spaces, line breaks or `|`. */
export const namesIn = (list: string) => list.split(/[|\s]+/);

/** Whether a plain name has the noun of another resource only: `total_users`, for a list of tasks. */
export const isOfOthers = (name: string, resource: ResourceName) =>
	ANY_RESOURCE.some((noun) => name.includes(noun)) &&
	!RESOURCE_FIELDS[resource].some((noun) => name.includes(noun));

/** `display_name`, `displayName`, `Display-Name` and `@display.name` are one name. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `hydra:next` is `next`, and `ex:users` (HAL) `users`. */
export const nameOfKey = (key: string) => plainName(key.split(':').at(-1) ?? key);

/** Another name that only differs in case, spaces and punctuation. */
export function similarName(name: string, known: ReadonlySet<string>): string | undefined {
	if (known.has(name)) return undefined;
	const plain = plainName(name);
	return [...known].find((each) => plainName(each) === plain);
}

/** `'Due Date' (did you mean 'due_date'?)` */
export function withSuggestion(name: string, known: ReadonlySet<string>): string {
	const similar = similarName(name, known);
	return similar === undefined ? `'${name}'` : `'${name}' (did you mean '${similar}'?)`;
}

/** The resource's own name as a key. The words are the specification's ("a user: a member …"). */
export const RESOURCE_FIELDS = {
	user: ['users', 'user', 'members'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
} as const satisfies Record<ResourceName, readonly string[]>;

export const ANY_RESOURCE = Object.values<readonly string[]>(RESOURCE_FIELDS).flat();

/** By `plainName`, the clearest first: a new name is one word. */
export const RECORD_FIELDS = {
	/** `uid` may also be the owner's. */
	id: namesIn('id|gid|sid|uuid|guid|uid'),
	/** Some services have one instead of an ID. */
	key: namesIn('key|slug'),
	/** By these, other records may know it, though its ID is another one. */
	alias: namesIn('key|slug|code|number|shortid|url|href|self'),
	label: namesIn('name|fullname|displayname|title|subject|summary|label|email|username|key|slug'),
	/** `url` alone is often the URL in the API. */
	webPage: namesIn('htmlurl|weburl|pageurl|appurl|permalink|url'),
	type: namesIn('type|object|kind|resourcetype|recordtype|entitytype'),
	/** The record that contains it, also with one of `REFERENCE_ENDS`: `project`, `project_id`. */
	parent: namesIn(
		'project|workspace|organization|organisation|team|board|space|folder|repository|repo|database|namespace|tenant',
	),
	/** The same, but only with an end: a `list` or a `group` may be anything else. */
	parentById: namesIn('list|section|account|portfolio|collection|site|group'),
} as const;

const sets = new Map(Object.entries(RECORD_FIELDS).map(([what, names]) => [what, new Set(names)]));

/** Whether a field of a record says one of these, by its name. */
export function says(name: string, ...what: Array<keyof typeof RECORD_FIELDS>): boolean {
	const plain = plainName(name);
	return what.some((each) => sets.get(each)?.has(plain));
}

/** How the name of a field ends that has the ID of another record. */
export const REFERENCE_ENDS: readonly string[] = ['id', 'key', 'gid', 'uuid', 'slug'];

const { type, parent, parentById } = RECORD_FIELDS;
const REFERENCES = [...parent, ...parentById].flatMap((noun) =>
	REFERENCE_ENDS.map((end) => noun + end),
);
const PARTS_OF_ID = new Set([...type, ...parent, ...REFERENCES]);

/** Some services count IDs within a parent record, such as tasks within a project, or for each type of record. */
export const isPartOfId = (name: string) => PARTS_OF_ID.has(plainName(name));

/*
 * The ID of a record: `ownId` tells a record from an envelope and compares references, whatever the resource; `recordId`
 * is that of a record of a resource, `writableId` the one to write to; `recordLabel` shows one to a person.
 */

/** As they are usually written. */
export const ID_KEYS: readonly string[] = 'id|_id|gid|sid|uuid|guid|uid|Id|ID'.split('|');

/** The fields of a record that may have its ID, the clearest first: also `task_id` or `TaskID` for a task. */
export function idKeysOf(record: JsonObject, singular: string): string[] {
	const [first, second] = [ID_KEYS.slice(0, 4), ID_KEYS.slice(4)];
	const own = Object.keys(record).filter((name) => plainName(name) === `${singular}id`);
	return [...first, ...own, ...second].filter((key) => Object.hasOwn(record, key));
}

/**
 * The ID of a record: only from a field that usually cannot mean anything else. In a list to select from, the person sees
 * the record, so `recordLabel` accepts more fields.
 */
export function recordId(record: JsonObject, singular: string): string | number | undefined {
	const key = idKey(record, singular);
	const id = key === undefined ? undefined : record[key];
	if (typeof id === 'string' && id.trim() !== '') return id;
	// A rounded number would be the ID of another record.
	return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}

const idKey = (record: JsonObject, singular: string): string | undefined =>
	Object.hasOwn(record, 'id') ? 'id' : idKeysOf(record, singular).find((each) => each !== 'uid');

/** The ID for writing to a record. `gid` and `sid` may be those of a group or a section, unless its own URL has them. */
export function writableId(record: JsonObject, singular: string): string | number | undefined {
	const id = recordId(record, singular);
	if (!['gid', 'sid'].includes(idKey(record, singular) ?? '')) return id;
	const isOwnUrl = (value: unknown) => typeof value === 'string' && value.endsWith(`/${id}`);
	const isConfirmed = record.resource_type === singular || Object.values(record).some(isOwnUrl);
	return isConfirmed ? id : undefined;
}

/** The record's own ID. Request IDs do not count: `req_1`, or the `id` of JSON-RPC. */
export function ownId(record: JsonObject): string | number | undefined {
	if (Object.hasOwn(record, 'jsonrpc')) return undefined;
	const key = ID_KEYS.find((each) => Object.hasOwn(record, each) && isLabel(record[each]));
	const id = key === undefined ? undefined : record[key];
	return isLabel(id) && !/^(req|request|trace|corr|correlation)[-_:]/i.test(String(id))
		? id
		: undefined;
}

export const isRecord = (value: unknown): value is JsonObject =>
	isObject(value) && ownId(value) !== undefined;

/** A text or a number that says something. */
const isLabel = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

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

/** `created_at`, `lastEditedTime`, `dateUpdated`, `deleted_on`, by their plain names. */
const SET_BY_SERVICE = [
	/^(id|uuid|created|updated|modified)$/,
	/^(last)?(created|updated|modified|edited|changed)(at|on|date|time|datetime|timestamp)$/,
	/^(last(created|updated|modified|edited|changed|update|modification|activity)|(create|update|creation|modification)(date|time))$/,
	/^(date|time)(last)?(created|updated|modified|edited|changed|activity)$/,
	/^lastactivity(at|on|date|time)$/,
	/^(deleted|archived)(at|on|date|time|datetime)$/,
];

/** Fields that the service sets itself, by the names that services give them; `archived` alone may be a switch. */
export function isSetByService(name: string): boolean {
	const plain = plainName(name);
	return SET_BY_SERVICE.some((pattern) => pattern.test(plain));
}
