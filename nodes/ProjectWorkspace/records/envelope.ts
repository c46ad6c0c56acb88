/**
 * The one file that opens what a service sends: a record, or the elements of a list. An object is either a record, or the
 * envelope of one: `{"status": true, "data": {"id": "t1"}}`.
 */
import type { ResourceName } from '../resources';
import { isAboutResponse, outcomeField } from './aboutResponse';
import {
	ALL_WORDS,
	isIdField,
	isLabelName,
	isSetByService,
	isTextOrInteger,
	ownName,
	plainName,
	RESOURCE_WORDS,
} from './fields';
import { isEmpty, isObject, isStructure, type JsonObject } from './value';

/** The usual names of what a response is about, by plain name: a record or a list. */
export const CONTENT_NAMES: readonly string[] = [
	'data', // Stripe, Asana, JSON:API
	'result', // Cloudflare, Smartsheet
	'response', // Foursquare, Tumblr
	'payload', // hand-written APIs
	'item', // DynamoDB
	'record', // Zoho Creator
	'entity', // Spring
	'node', // GraphQL
	'document', // Typesense
	'doc', // CouchDB
	'content', // Spring
	'embedded', // HAL
	'd', // OData 2
];

/** Beside these, any simple value is about the response: `{"data": {"id": "t1"}, "duration": 0.02}` (ABP, Monday, Zoho People). */
const ANYTHING_BESIDE: readonly string[] = ['data', 'result', 'response', 'payload'];

/** Names the record in a response of GraphQL or after a change: `createTask`, `task_updated`. */
const VERB = '(?:new|get|(?:add|edit|start|creat|updat|delet|remov|archiv|invit)(?:ed?)?)';
const VERBS = new RegExp(`^${VERB}|${VERB}$`, 'g');

/** No record and no envelope has so many. */
const MAX_FIELDS = 1_000;

/** An object, and the field in it that may have its content: an object, or a list of objects. */
interface MaybeEnvelope {
	object: JsonObject;
	/** For what the record is. */
	words: readonly string[];
	/** The field, as the service spells it. */
	field: string;
	/** What is in the field, opened itself. */
	content: unknown;
	/** The other fields with a value: those about the response, and the rest. */
	about: readonly string[];
	beside: readonly string[];
}

/** Anything else is a record, and what it contains belongs to it: the user of a membership. */
function isEnvelope(maybe: MaybeEnvelope): boolean {
	const { object, words, field, content, about, beside } = maybe;
	const plain = plainName(ownName(field)); // `hydra:data` is `data`
	const isRecords = hasId(Array.isArray(content) ? content[0] : content, words);

	// `{"task": {…}}`, and `{"id": "req_1", "task": {"id": "t1"}}`
	if (words.includes(plain) || words.includes(plain.replace(VERBS, ''))) {
		return beside.every((name) => isRecords && isIdField(name, words));
	}
	// `{"data": {…}}`, and `{"status": true, "message": "OK", "data": {"id": "t1"}}`
	if (CONTENT_NAMES.includes(plain)) {
		if (!isRecords) return about.length === 0 && beside.length === 0;

		const mayHaveMore = ANYTHING_BESIDE.includes(plain);
		return beside.every((name) => mayHaveMore && !isOfRecord(name, object[name]));
	}
	// `{"ok": true, "channel": {"id": "C1"}}` (Slack). A user beside an outcome is no task.
	const isOnlyRecord = isRecords && isObject(content) && beside.length === 0;
	if (!isOnlyRecord || ALL_WORDS.includes(plain)) return false;
	return about.some((name) => outcomeField(plainName(name)) !== undefined);
}

/** Whether a field shows that its object is a record: an ID, a title, a state, a time of saving or a part. */
const isOfRecord = (name: string, value: unknown) =>
	isStructure(value) ||
	['status', 'state'].includes(plainName(name)) ||
	isIdField(name, [...ALL_WORDS, 'run']) ||
	isLabelName(name) ||
	isSetByService(name);

/** @returns undefined for a record, and for what is no object */
function asEnvelope(object: unknown, words: readonly string[]): MaybeEnvelope | undefined {
	if (!isObject(object)) return undefined;

	const filled = Object.keys(object).filter((name) => !isEmpty(object[name]));
	if (filled.length > MAX_FIELDS) return undefined;

	const about = filled.filter((name) => isAboutResponse(name, object[name]));
	const own = filled.filter((name) => !about.includes(name));
	const field = own.find((name) => hasObjects(object[name]));
	if (field === undefined) return undefined;

	// Each level is opened once: twice would take forever with some dozens of levels.
	const content = opened(object[field], words);
	const maybe: MaybeEnvelope = {
		object,
		words,
		field,
		content,
		about,
		beside: own.filter((name) => name !== field),
	};
	return isEnvelope(maybe) ? maybe : undefined;
}

const hasObjects = (value: unknown) =>
	Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value);

const hasId = (value: unknown, words: readonly string[]): value is JsonObject =>
	isObject(value) &&
	Object.keys(value).some((name) => isIdField(name, words) && isTextOrInteger(value[name]));

/** The content of an envelope, or the value itself. */
const opened = (value: unknown, words: readonly string[]): unknown =>
	asEnvelope(value, words)?.content ?? value;

/**
 * The records of a response that is not a list, whatever they are in.
 * @param about what the response is about, if not a record of the resource
 * @returns undefined if the response has no content; `{ value }` for a text or a number alone
 */
export function recordsOf(
	body: unknown,
	resource: ResourceName,
	about?: string,
): JsonObject[] | undefined {
	if (hasNoContent(body)) return undefined;

	const words = about === undefined ? RESOURCE_WORDS[resource] : [about, `${about}s`];
	const content = opened(body, words);
	if (!Array.isArray(content)) return [asItem(content)];
	return content.map((element) => asItem(opened(element, words)));
}

/** `{}`, `{"data": null}` and `{"success": true, "data": {}}`; but `{"success": true}` alone is returned as it is. */
function hasNoContent(body: unknown): boolean {
	if (isEmpty(body)) return true;
	if (!isObject(body)) return false;

	let hasEmpty = false;
	for (const [name, value] of Object.entries(body)) {
		if (isEmpty(value)) hasEmpty = true;
		else if (!isAboutResponse(name, value)) return false;
	}
	return hasEmpty;
}

/** The records of a list. All elements have theirs in the same field, such as `node` (GraphQL), or are the records. */
export function recordsIn(list: readonly unknown[], resource: ResourceName): JsonObject[] {
	const words = RESOURCE_WORDS[resource];
	const records: JsonObject[] = [];
	let field: string | undefined;
	for (const element of list) {
		const envelope = asEnvelope(element, words);
		field ??= envelope?.field;
		if (!envelope || envelope.field !== field || !hasId(envelope.content, words)) {
			return list.map(asItem);
		}
		records.push(envelope.content);
	}
	return records;
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItem = (value: unknown): JsonObject =>
	isObject(value) ? value : { value: value as JsonObject[string] }; // parsed from JSON
