/**
 * The one file that opens what a service sends: a record, the elements of a list or the report of an error. The
 * specification shows no response, so the tables have what ordinary services do. A new service is a new row.
 */
import type { ResourceName } from '../resources';
import {
	anyId,
	isIdName,
	isLabelName,
	isRecord,
	isSetByService,
	isTextOrInteger,
	plainName,
	RESOURCE_WORDS,
} from './fields';
import { isEmpty, isObject, isStructure, textOf, type JsonObject } from './value';

/** The fields that contain what a response is about, by plain name: a record or a list. */
export const CONTENT: readonly string[] = [
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

/** How a request went, by plain name: `success` (Cloudflare), `statusCode` (NestJS), `resultCode` (Smartsheet), `errcode` (WeChat). */
const OUTCOMES = [
	/^(is|has|user)?(ok|success|successful|succeeded|valid|error|errors)$/,
	/^(http|status|response|result|return|error|err)*code$/,
	/^http(response)?status$/,
];

/** The same, but only if they say that it went well: `"status": "queued"` is a field of a run. */
const STATES = ['status', 'type', 'result', 'outcome', 'created', 'updated', 'deleted'];
const WENT_WELL =
	/^(true|[01]|ok|okay|success|successful|succeeded|created|updated|saved|deleted|2\d\d.*)$/i;

/** Messages, times, requests, versions and links, by plain name. */
const ABOUT_RESPONSE = [
	...OUTCOMES,
	/^(status|response|result|return|error|err)*(message|messages|msg)$/,
	/^(server|response|request|processing|execution|elapsed)?(time|timestamp|datetime)$/,
	/^(x)?(request|req|trace|correlation|transaction)id$/,
	/^(api)?version$/,
	/(meta|metadata|links)$/,
];

/** Other fields that say something about the response, by plain name. They never contain the record or the list. */
const ASIDE: ReadonlySet<string> = new Set([
	'statustext', // Supabase
	'detail', // Django
	'count', // Django
	'total', // ABP
	'warning', // Slack
	'warnings', // MediaWiki
	'took', // Algolia
	'path', // NestJS
	'info', // Zoho CRM
	'included', // JSON:API
	'includes', // X
	'jsonapi', // JSON:API
	'kind', // Google
	'self', // HAL
	'etag', // Google
	'odataetag', // OData
	'odatacontext', // OData
	'context', // JSON-LD
	'pagination', // Laravel
	'paging', // HubSpot
	'extensions', // GraphQL
	'cursor', // GraphQL
]);

/** @param plain the plain name of a field */
export const isAside = (plain: string): boolean =>
	ASIDE.has(plain) || ABOUT_RESPONSE.some((pattern) => pattern.test(plain));

/** CoinMarketCap has an object: `{"status": {"code": 200, "message": "OK"}}`. */
function wentWell(name: string, value: unknown): boolean {
	if (!STATES.includes(plainName(name))) return false;
	if (!isObject(value)) return WENT_WELL.test(textOf(value));
	return Object.keys(value).every((inner) => isAboutResponse(inner, value[inner]));
}

/** Whether a field says something about the response, and not about a record. */
export const isAboutResponse = (name: string, value: unknown): boolean =>
	isAside(plainName(name)) || wentWell(name, value);

/** `hydra:next` is `next`, and so is `@odata.next`. */
export const ownName = (key: string): string => key.split(/[:.]/).at(-1) ?? key;

/** Names the record in a response of GraphQL or after a change: `createTask`, `task_updated`. */
const VERB = '(?:new|add|edit|get|start|(?:creat|updat|delet|remov|archiv|invit)(?:e|ed))';
const VERBS = new RegExp(`^${VERB}|${VERB}$`, 'g');

/** @param words for what the record is */
function isNamedAs(words: readonly string[], name: string): boolean {
	const plain = plainName(ownName(name));
	return words.includes(plain) || words.includes(plain.replace(VERBS, ''));
}

/** The words for all resources. */
export const ALL_WORDS: readonly string[] = Object.values(RESOURCE_WORDS).flat();

/** Whether a field has the ID of its object, `task_id` in a task as well. */
const isIdField = (name: string, words: readonly string[]): boolean =>
	isIdName(name) || words.some((word) => plainName(name) === `${word}id`);

const hasId = (value: unknown, words: readonly string[]): boolean =>
	isObject(value) &&
	Object.keys(value).some((name) => isIdField(name, words) && isTextOrInteger(value[name]));

/** The first element of a list, or the value itself. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** A record, or a list of records. */
const isContent = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value);

/** The field of an envelope that has its content, and what is in it. */
interface Content {
	field: string;
	/** Opened itself. */
	value: unknown;
}

/** No record and no envelope has so many. */
const MAX_FIELDS = 1_000;

/**
 * The content of an envelope. Undefined for a record: it has an ID, a title, a state or a time of saving, and what it contains
 * belongs to it, such as the user of a membership.
 * @param words for what the record is
 */
function contentIn(object: JsonObject, words: readonly string[]): Content | undefined {
	const filled = Object.keys(object).filter((name) => !isEmpty(object[name]));
	if (filled.length > MAX_FIELDS) return undefined;

	const own = filled.filter((name) => !isAboutResponse(name, object[name]));
	const field = own.find((name) => isContent(object[name]));
	if (field === undefined) return undefined;

	const beside = own.filter((name) => name !== field);
	// Each level is opened once: twice would take forever with some dozens of levels.
	const value = opened(object[field], words);
	const content: Content = { field, value };
	const hasRecord = hasId(firstOf(value), words);
	if (isNamedAs(words, field)) {
		// `{"id": "req_1", "task": {"id": "t1"}}`
		return beside.every((name) => hasRecord && isIdField(name, words)) ? content : undefined;
	}

	const plain = plainName(ownName(field));
	const isAny = ANYTHING_BESIDE.includes(plain);
	const isItself = beside.some((name) => !isAny || isOfRecord(name, object[name]));
	if (isItself) return undefined;
	if (filled.length === 1) return CONTENT.includes(plain) ? content : undefined;

	const isUnderAnyName = isObject(value) && mayHaveAnyName(field, object);
	return hasRecord && (CONTENT.includes(plain) || isUnderAnyName) ? content : undefined;
}

/** Whether a field shows that its object is a record. */
const isOfRecord = (name: string, value: unknown): boolean =>
	isStructure(value) ||
	['status', 'state'].includes(plainName(name)) ||
	isIdField(name, [...ALL_WORDS, 'run']) ||
	isLabelName(name) ||
	isSetByService(name);

/** Slack: `{"ok": true, "channel": {"id": "C1"}}` */
function mayHaveAnyName(field: string, object: JsonObject): boolean {
	const saysOutcome = (name: string): boolean =>
		OUTCOMES.some((pattern) => pattern.test(plainName(name))) || wentWell(name, object[name]);
	return !ALL_WORDS.includes(plainName(field)) && Object.keys(object).some(saysOutcome);
}

/** The content of an envelope, or the value itself. */
function opened(value: unknown, words: readonly string[]): unknown {
	const content = isObject(value) ? contentIn(value, words) : undefined;
	return content === undefined ? value : content.value;
}

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
	return [content].flat().map((each) => asItem(opened(each, words)));
}

/** `{}`, `{"data": null}` and `{"success": true, "data": {}}`; but `{"success": true}` alone is returned as it is. */
function hasNoContent(body: unknown): boolean {
	if (!isObject(body)) return isEmpty(body);
	const filled = Object.keys(body).filter((name) => !isEmpty(body[name]));
	if (filled.length === Object.keys(body).length) return filled.length === 0;
	return filled.every((name) => isAboutResponse(name, body[name]));
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItem = (value: unknown): JsonObject =>
	isObject(value) ? value : { value: value as JsonObject[string] }; // parsed from JSON

/** The records of a list. All elements have theirs in the same field, such as `node` (GraphQL), or are the records. */
export function recordsIn(list: readonly unknown[], resource: ResourceName): JsonObject[] {
	const words = RESOURCE_WORDS[resource];
	const field = fieldOfRecord(list[0], words);
	const isEnvelope =
		field !== undefined && list.every((each) => fieldOfRecord(each, words) === field);
	return list.map((each) => asItem(isEnvelope ? opened(each, words) : each));
}

function fieldOfRecord(element: unknown, words: readonly string[]): string | undefined {
	const content = isObject(element) ? contentIn(element, words) : undefined;
	return hasId(content?.value, words) ? content?.field : undefined;
}

/** Where services write what they say to a person. */
const MESSAGES = ['message', 'msg', 'detail', 'error_message', 'errorMessage'];

/** What a response says to a person. */
export function messageIn(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	const message = MESSAGES.map((name) => body[name]).find((text) => !isEmpty(text));
	return typeof message === 'string' ? message.trim() : undefined;
}

/** Whether a response with a success status says that the request has failed. A record may have fields of these names. */
export function saysFailed(body: unknown): boolean {
	if (!isObject(body) || anyId(body) !== undefined) return false;

	const names = Object.keys(body).slice(0, MAX_FIELDS);
	const fields = new Map(names.map((name) => [plainName(name), body[name]]));
	if (STATUSES.some((name) => isFailedStatus(fields.get(name)))) return true;

	if (names.some((name) => hasRecords(name, body[name]))) return false;
	return FAULTS.some((name) => isFilled(fields.get(name))) || isErrorCode(fields.get('code'));
}

const STATUSES = ['status', 'statuscode', 'success', 'ok', 'issuccess', 'succeeded', 'successful'];

/** Filled where something failed. */
const FAULTS = [
	'error',
	'errors',
	'errorcode',
	'errcode', // WeChat
	'errormessage',
];

const isFailedStatus = (status: unknown): boolean =>
	/^(false|error|fail|failed|failure)$/i.test(textOf(status)) || Number(textOf(status)) >= 400;

/** Whether a field says that something failed. */
const isFilled = (value: unknown): boolean =>
	!isEmpty(value) && !/^(false|0)$/i.test(textOf(value));

/** A whole number that is neither 0 nor 2xx. */
const isErrorCode = (code: unknown): boolean =>
	/^-?\d+$/.test(textOf(code)) && Number(code) !== 0 && !/^2\d\d$/.test(textOf(code));

/** Whether records are in a field beside the error: a list that is not empty, or an object with an ID. */
function hasRecords(name: string, value: unknown): boolean {
	if (FAULTS.includes(plainName(name))) return false;
	return Array.isArray(value) ? value.length > 0 : isRecord(value);
}
