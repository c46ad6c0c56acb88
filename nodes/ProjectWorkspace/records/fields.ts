/** Which field of a record has its ID, its label or its project. The specification does not say, so these are usual names. */
import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../resources';

/** `display_name`, `displayName` and `Display-Name` are one name. */
export const plainName = (name: string): string =>
	name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The words for a resource, by plain name. A list may have them as its key. */
export const RESOURCE_WORDS: Readonly<Record<ResourceName, readonly string[]>> = {
	user: ['users', 'user', 'members', 'member'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
};

/** The fields that have the ID of a record, the clearest first. */
const ID_FIELDS = [
	'id',
	'_id', // MongoDB
	'gid', // Asana
	'sid', // Twilio
	'uuid', // Bitbucket
	'guid', // Dynamics
	'Id', // Salesforce
	'ID', // WordPress
];

/** It may be the ID of the owner, so it tells that something is a record, but is not written to. */
const UNCLEAR_ID = 'uid';

/** By plain name, the clearest first. */
const LABELS = [
	'name',
	'fullname',
	'displayname',
	'title',
	'subject', // Zendesk
	'summary', // Jira
	'label',
	'email',
	'username',
	'key', // Jira
	'slug',
];

/** By plain name. `url` alone is often the URL of the API. */
const WEB_PAGES = [
	'htmlurl', // GitHub
	'weburl', // GitLab
	'permalinkurl', // Asana
	'permalink',
	'pageurl',
	'appurl', // Basecamp
	'url', // Linear, Notion
];

/** Some services count IDs for each type of record. */
const TYPES = new Set(['type', 'object', 'kind', 'resourcetype']);

/** Some services count IDs within a parent record, such as tasks within a project. */
const PARENTS = new Set([
	'project',
	'workspace',
	'organization',
	'organisation',
	'team',
	'board', // Trello
	'list', // ClickUp
	'space', // Confluence
	'folder',
	'repository', // GitHub
	'repo',
	'database', // Notion
	'account',
]);

/** Whether something is a text or a number that can be an ID. A rounded number would be the ID of another record. */
const isId = (value: unknown): value is string | number =>
	typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);

function idAt(record: IDataObject, field: string): string | number | undefined {
	const id = Object.hasOwn(record, field) ? record[field] : undefined;
	return isId(id) ? id : undefined;
}

/** The ID by which requests address a record. */
export function recordId(record: IDataObject, resource: ResourceName): string | number | undefined {
	const id = idAt(record, 'id') ?? idUnderName(record, `${resource}id`);
	if (id !== undefined) return id;

	const field = ID_FIELDS.find((name) => idAt(record, name) !== undefined);
	return field === undefined ? undefined : idAt(record, field);
}

/** `task_id`, `taskId` and `TaskID` are one name. */
function idUnderName(record: IDataObject, plain: string): string | number | undefined {
	const field = Object.keys(record).find((name) => plainName(name) === plain);
	return field === undefined ? undefined : idAt(record, field);
}

/** An object that has an ID, whatever it is about. */
export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && anyId(value as IDataObject) !== undefined; // checked before

/** The ID under any usual name. */
export function anyId(record: IDataObject): string | number | undefined {
	const field = [...ID_FIELDS, UNCLEAR_ID].find((name) => idAt(record, name) !== undefined);
	return field === undefined ? undefined : idAt(record, field);
}

/** What tells a record from all others of its list: the ID, with the parent and the type where it has them. */
export function recordKey(record: IDataObject, resource: ResourceName): string | undefined {
	const id = recordId(record, resource);
	if (id === undefined) return undefined;

	let key = String(id);
	for (const name of Object.keys(record)) {
		if (!isPartOfKey(name)) continue;
		const value = record[name];
		const part = isRecord(value) ? anyId(value) : value;
		if (isId(part)) key += `\n${name}=${part}`;
	}
	return key;
}

/** Lists ask for the same few names over and over. */
const partsOfKey = new Map<string, boolean>();
const MAX_REMEMBERED_NAMES = 10_000;

function isPartOfKey(name: string): boolean {
	const known = partsOfKey.get(name);
	if (known !== undefined) return known;

	const plain = plainName(name);
	const isPart = TYPES.has(plain) || PARENTS.has(plain.replace(/(id|key|gid|uuid|slug)$/, ''));
	if (partsOfKey.size < MAX_REMEMBERED_NAMES) partsOfKey.set(name, isPart);
	return isPart;
}

/** The ID of the project that a record says it is in: its `project_id`, or the ID in its `project`. */
export function projectOf(record: IDataObject): string | undefined {
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		if (plain === 'projectid' && isId(value)) return String(value);
		if (plain === 'project' && isRecord(value)) return String(anyId(value));
	}
	return undefined;
}

export interface RecordLabel {
	id: string | number;
	/** The title, with the ID in brackets. */
	name: string;
	/** The web page of the record, if it has one. */
	url?: string;
}

/** How a list shows a record to a person; undefined for a record without an ID, which cannot be selected. */
export function recordLabel(record: IDataObject, resource: ResourceName): RecordLabel | undefined {
	const fields = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		if (!fields.has(plain)) fields.set(plain, value);
	}

	// The person sees the record, so a key may be its ID as well.
	const keys = [UNCLEAR_ID, `${resource}key`, 'key', 'slug'];
	const id = recordId(record, resource) ?? keys.map((name) => fields.get(name)).find(isId);
	if (id === undefined) return undefined;

	const fullName = [fields.get('firstname'), fields.get('lastname')].filter(isId).join(' ');
	const label = LABELS.map((name) => fields.get(name)).find(isId) ?? (fullName || id);
	return {
		id,
		name: label === id ? String(id) : `${label} (${id})`,
		url: WEB_PAGES.map((name) => fields.get(name)).find(isWebPage),
	};
}

/** The editor opens the URL in a browser, so it must not be one of the API. */
const isWebPage = (value: unknown): value is string =>
	typeof value === 'string' &&
	value.startsWith('https://') &&
	!value.includes('/v1/') &&
	URL.canParse(value);

/** Whether the name of a field is one of an ID or a key. */
export function isIdName(name: string): boolean {
	return ['id', 'gid', 'sid', 'uuid', 'guid', 'uid', 'key', 'slug'].includes(plainName(name));
}

/** Whether the name of a field is one of a title or a name. */
export const isLabelName = (name: string): boolean => LABELS.includes(plainName(name));

/** By plain name: `created_at`, `lastEditedTime`, `date_updated`, `deleted_on`. `archived` alone may be a switch. */
const SET_BY_SERVICE = [
	/^(id|uuid|created|updated|modified|last(created|updated|modified|edited|changed|activity))$/,
	/^(last)?(created|updated|modified|edited|changed|activity)(at|on|date|time|datetime|timestamp)$/,
	/^(last)?(create|update|creation|modification)(date|time)$/,
	/^(date|time)(last)?(created|updated|modified|edited|changed|activity)$/,
	/^(deleted|archived)(at|on|date|time|datetime)$/,
];

/** Fields that the service sets itself, by their usual names. */
export function isSetByService(name: string): boolean {
	const plain = plainName(name);
	return SET_BY_SERVICE.some((pattern) => pattern.test(plain));
}
