import type { Resource } from '../resources';
import { isIdName, isLabelName, plainName } from './fields';
import { fieldAt, isEmpty, isObject, textOf, type JsonObject } from './value';

/** Which fields of each record are returned, or only the number of records. */
export type OutputShape =
	| { mode: 'raw' | 'simplified' | 'count' }
	| { mode: 'selected'; fields: readonly string[] };

/** Where a response has its record, if not in a field with the name of the resource. By plain name. */
const RECORD_FIELDS = [
	'data', // Asana, JSON:API
	'result', // Cloudflare, Smartsheet
	'item', // DynamoDB
	'response', // Foursquare
];

/** What a response has beside its record, by plain name. */
const ENVELOPE_FIELDS = new Set([
	'success', // Cloudflare
	'ok', // Slack
	'code', // Zoho
	'message', // Zoho
	'messages', // Cloudflare
	'errors', // Cloudflare
	'warning', // Slack
	'warnings', // MediaWiki
	'meta', // JSON:API, Foursquare
	'links', // JSON:API
	'included', // JSON:API
	'jsonapi', // JSON:API
	'resultcode', // Smartsheet
	'version', // Smartsheet
	'requestid', // Notion
]);

/**
 * The records of a response that is not a list, whatever they are in.
 * @param about what the response is about, if not a record of the resource
 * @returns undefined if the response has no content; `{ value }` for a text or a number alone
 */
export function recordsOf(
	body: unknown,
	resource: Pick<Resource, 'name' | 'plural'>,
	about?: string,
): JsonObject[] | undefined {
	if (hasNoContent(body)) return undefined;

	const names = about === undefined ? [resource.name, resource.plural] : [about];
	const content = isObject(body) ? unwrapped(body, names) : body;
	return Array.isArray(content) ? content.map(asItem) : [asItem(content)];
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItem = (value: unknown): JsonObject =>
	isObject(value) ? value : { value: value as JsonObject[string] }; // parsed from JSON

/** `{}`, `{"data": null}` and `{"success": true, "data": {}}`; but `{"success": true}` alone is returned as it is. */
function hasNoContent(body: unknown): boolean {
	if (!isObject(body)) return isEmpty(body);
	const filled = Object.keys(body).filter((name) => !isEmpty(body[name]));
	if (filled.length === Object.keys(body).length) return filled.length === 0;
	return filled.every((name) => isOfEnvelope(name, body[name]));
}

function isOfEnvelope(name: string, value: unknown): boolean {
	const plain = plainName(name);
	// The status of a run, such as "queued", is one of its fields.
	if (plain === 'status') return /^(ok|success|2\d\d)$/i.test(textOf(value)); // JSend
	return ENVELOPE_FIELDS.has(plain);
}

/** The content of an envelope; the object itself where it has other fields, so that none gets lost. */
function unwrapped(body: JsonObject, names: readonly string[]): unknown {
	const field = recordField(body, names);
	if (field === undefined) return body;

	const others = Object.keys(body).filter((name) => name !== field && !isEmpty(body[name]));
	if (!others.every((name) => isOfEnvelope(name, body[name]))) return body;

	const content = body[field];
	return isObject(content) ? unwrapped(content, names) : content;
}

/** The field that has the record or a list of records. */
function recordField(body: JsonObject, names: readonly string[]): string | undefined {
	const fields = Object.keys(body).filter((field) => isRecordOrList(body[field]));
	for (const name of [...names, ...RECORD_FIELDS]) {
		const field = fields.find((each) => plainName(each) === name);
		if (field !== undefined) return field;
	}
	return undefined;
}

const isRecordOrList = (value: unknown): boolean =>
	Array.isArray(value) ? value.every(isObject) : isObject(value);

/** The item for a change whose response has no content: `{ deleted: true, id }`. */
export function placeholderItem(result: string, id: string | number | undefined): JsonObject {
	return id === undefined ? { [result]: true } : { [result]: true, id };
}

/** n8n asks nodes to simplify records with more than ten fields. */
const MAX_SIMPLIFIED_FIELDS = 10;

/**
 * A record with the fields that the person asked for.
 * @param keepId whether the ID is always kept, because an AI agent needs it to use the record
 */
export function shapeRecord(record: JsonObject, shape: OutputShape, keepId = false): JsonObject {
	if (shape.mode === 'simplified') return simplified(record);
	if (shape.mode !== 'selected') return record;

	const ids = keepId ? Object.keys(record).filter(isIdName) : [];
	return selected(record, [...ids, ...shape.fields]);
}

/** The ID, then titles and names, then the other simple values in the order of the service. */
function simplified(record: JsonObject): JsonObject {
	const names = Object.keys(record).filter(
		(name) => !isEmpty(record[name]) && typeof record[name] !== 'object',
	);
	const ordered = new Set([...names.filter(isIdName), ...names.filter(isLabelName), ...names]);
	const kept = [...ordered].slice(0, MAX_SIMPLIFIED_FIELDS);
	return Object.fromEntries(kept.map((name) => [name, record[name]]));
}

/** In the order of the selection. `owner.name` keeps its place in `owner`. */
function selected(record: JsonObject, fields: readonly string[]): JsonObject {
	const kept = new Map<string, JsonObject[string]>();
	for (const field of fields) {
		const value = fieldAt(record, field);
		if (value === undefined) continue;

		const [name = ''] = field.split('.', 1);
		const inside = fieldAt(record, name);
		if (Object.hasOwn(record, field)) kept.set(field, value);
		else if (isObject(inside) && !kept.has(name)) {
			const paths = fields.filter((each) => !Object.hasOwn(record, each));
			kept.set(name, selected(inside, pathsInside(name, paths)));
		}
	}
	return Object.fromEntries(kept);
}

const pathsInside = (name: string, paths: readonly string[]): string[] =>
	paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
