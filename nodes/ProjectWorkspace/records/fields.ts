/** Which field of a record has its ID, its label or its project. The specification does not say, so these are usual names. */
import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../resources';
import { isObject, ownField } from './value';

/** `display_name`, `displayName` and `Display-Name` are one name. */
export const plainName = (name: string): string =>
	name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `hydra:next` is `next`, and so is `@odata.next`. */
export const ownName = (key: string): string => key.split(/[:.]/).at(-1) ?? key;

/** The words for a resource, by plain name. A list may have them as its key. */
export const RESOURCE_WORDS: Readonly<Record<ResourceName, readonly string[]>> = {
	user: ['users', 'user', 'members', 'member'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
};

/** The words for all resources. */
export const ALL_WORDS: readonly string[] = Object.values(RESOURCE_WORDS).flat();

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

/** `uid` may be the ID of the owner: it shows that something is a record, but no request addresses the record by it. */
const ANY_ID_FIELDS = [...ID_FIELDS, 'uid'];

/** Next to the ID, what has the other fields of a record. */
const FIELDS_IN = [
	'attributes', // JSON:API, Strapi
	'fields', // Airtable, Jira
	'properties', // HubSpot
	'fieldData', // Webflow
];

/** The fields of a record, with those in an object next to its ID. */
export function flatFields(record: IDataObject): IDataObject {
	const inner = FIELDS_IN.map((name) => record[name]).find(isObject);
	// In the order of the record, whose own fields come first.
	return inner && anyId(record) !== undefined ? { ...record, ...inner, ...record } : record;
}

/** The plain names of IDs, with those that a person takes for one. */
const ID_NAMES = new Set([...ANY_ID_FIELDS, 'key', 'slug'].map(plainName));

/** The plain names of titles and names, the clearest first. */
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

/** Some services count IDs for each type of record. */
const TYPES = ['type', 'object', 'kind', 'resource[-_ ]?type'];

/** Some services count IDs within a parent record, such as tasks within a project. */
const PARENTS = [
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
];

/** One pattern on names as they are written, because lists ask for each field of each record. */
const PART_OF_KEY = new RegExp(
	`^[@$_]?(${TYPES.join('|')}|(${PARENTS.join('|')})[-_. ]*(id|key|gid|uuid|slug)?)$`,
	'i',
);

/** Whether a field says in which parent a record is, or of which type. */
export const isPartOfKey = (name: string): boolean => PART_OF_KEY.test(name);

/** An ID as the service writes it. */
export type RecordId = string | number;

/** Whether a value can be an ID, or a label. A rounded number would be the ID of another record. */
export const isTextOrInteger = (value: unknown): value is RecordId =>
	typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);

/** The text or number under the first of these names that has one. */
function valueUnder(record: IDataObject, names: readonly string[]): RecordId | undefined {
	for (const name of names) {
		const id = ownField(record, name);
		if (isTextOrInteger(id)) return id;
	}
	return undefined;
}

/** The ID by which requests address a record. */
export function recordId(record: IDataObject, resource: ResourceName): RecordId | undefined {
	if (isTextOrInteger(record.id)) return record.id;

	// `task_id`, `taskId` and `TaskID` are one name.
	const names = Object.keys(record).filter((name) => plainName(name) === `${resource}id`);
	return valueUnder(record, [...names, ...ID_FIELDS]);
}

/** The ID under any usual name. */
export const anyId = (record: IDataObject): RecordId | undefined =>
	valueUnder(record, ANY_ID_FIELDS);

/** An object that has an ID, whatever it is about. */
export const isRecord = (value: unknown): value is IDataObject =>
	isObject(value) && anyId(value) !== undefined;

/** What only this record of its list has: the ID, with the parent and the type where it has them. */
export function recordKey(record: IDataObject, resource: ResourceName): string | undefined {
	const id = recordId(record, resource);
	if (id === undefined) return undefined;

	let key = String(id);
	for (const name of Object.keys(record)) {
		if (!isPartOfKey(name)) continue;

		const value = record[name];
		const part = isRecord(value) ? anyId(value) : value;
		if (isTextOrInteger(part)) key += `\n${name}=${part}`;
	}
	return key;
}

/** The ID of the project that a record says it is in: its `project_id`, or the ID in its `project`. */
export function projectOf(record: IDataObject): string | undefined {
	for (const [name, value] of Object.entries(record)) {
		const plain = plainName(name);
		if (plain === 'projectid' && isTextOrInteger(value)) return String(value);
		if (plain === 'project' && isRecord(value)) return String(anyId(value));
	}
	return undefined;
}

export interface RecordLabel {
	id: RecordId;
	/** The title, with the ID in brackets. */
	name: string;
}

/** How a list shows a record to a person; undefined for a record without an ID, which cannot be selected. */
export function recordLabel(record: IDataObject, resource: ResourceName): RecordLabel | undefined {
	// No plain name is `__proto__`.
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(flatFields(record))) {
		const plain = plainName(name);
		if (!Object.hasOwn(fields, plain)) fields[plain] = value;
	}

	// The person sees the record, so a key may be its ID as well.
	const id =
		recordId(record, resource) ?? valueUnder(fields, ['uid', `${resource}key`, 'key', 'slug']);
	if (id === undefined) return undefined;

	const label = valueUnder(fields, LABELS) ?? id;
	return { id, name: label === id ? String(id) : `${label} (${id})` };
}

/** Whether the name of a field is one of an ID or a key. */
export const isIdName = (name: string): boolean => ID_NAMES.has(plainName(name));

/**
 * Whether a field has the ID of its object: also `task_id` in a task.
 * @param words for what the object is
 */
export const isIdField = (name: string, words: readonly string[]): boolean =>
	isIdName(name) || words.some((word) => plainName(name) === `${word}id`);

/** Whether the name of a field is one of a title or a name. */
export const isLabelName = (name: string): boolean => LABELS.includes(plainName(name));

/** Patterns of plain names: `created_at`, `lastEditedTime`, `date_updated`, `deleted_on`. `archived` alone may be a switch. */
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
