import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson, type JsonObject } from '../records/json';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but by a character set that the Content-Type header
 * names, and headers are not signed; it also leaves bodies of other JSON types alone.
 */
export function parsePayload(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8').replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch {
		// A text is a payload too: what the event is may stand in a header.
		return text;
	}
}

/** As an item's data: what is no object gets a name, since n8n's items are objects. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

const LONGEST = 200;

/** A text or a whole number that can serve as a name or an ID. A number that may have been rounded names nothing. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= LONGEST ? text : undefined;
}

/**
 * One object of a payload, with its fields by plain name: `event_type`, `eventType` and `Event-Type` are `eventtype`.
 * `envelope` tells of the delivery, `event` is an object that describes the event, and a `record` is what the event is
 * about: its fields hold what people have entered, and its times and IDs are its own.
 */
export interface Part {
	role: 'envelope' | 'event' | 'record';
	fields: ReadonlyMap<string, unknown>;
}

const ENVELOPES = new Set(
	'meta metadata webhook hook notification message header headers context delivery envelope'.split(
		' ',
	),
);
const RECORDS = new Set(
	'data payload body object record resource entity item detail details content attributes'.split(
		' ',
	),
);
/** Where a payload says what it is about; its record may be in a field of that name. */
const KIND_FIELDS = [
	'event',
	'eventtype',
	'eventname',
	'type',
	'topic',
	'resource',
	'object',
	'entity',
];
const DEEPEST = 3;

/** The objects of a payload that may tell of the event, the outer ones first. */
export function partsOf(payload: unknown): Part[] {
	if (!isObject(payload)) return [];
	const fields = fieldsOf(payload);
	const records = new Set([...RECORDS, ...kindsIn(fields)]);
	const wraps = [...fields].some(
		([name, inner]) => (name === 'event' || records.has(name)) && isNested(inner),
	);
	const id = shortText(fields.get('id'));
	// A record that was sent as it is has an ID, and nothing that wraps it.
	const role = wraps || id === undefined || saysEvent(id) ? 'envelope' : 'record';
	return [{ role, fields }, ...innerParts(fields, role, records, 1)];
}

function innerParts(
	fields: Part['fields'],
	role: Part['role'],
	records: ReadonlySet<string>,
	depth: number,
): Part[] {
	if (depth > DEEPEST) return [];
	return [...fields].flatMap(([name, inner]) => {
		if (!isObject(inner)) return [];
		const innerRole = roleOf(name, role, records);
		if (innerRole === undefined) return [];
		const part = { role: innerRole, fields: fieldsOf(inner) };
		return [part, ...innerParts(part.fields, innerRole, records, depth + 1)];
	});
}

function roleOf(
	name: string,
	outer: Part['role'],
	records: ReadonlySet<string>,
): Part['role'] | undefined {
	if (name === 'event') return outer === 'record' ? 'record' : 'event';
	if (ENVELOPES.has(name)) return outer;
	return records.has(name) ? 'record' : undefined;
}

const fieldsOf = (object: JsonObject): Part['fields'] =>
	new Map(Object.entries(object).map(([name, value]) => [plainName(name), value]));

const plainName = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, '');

/** `task` and `taskcreated` for `"event": "task.created"`. */
function kindsIn(fields: Part['fields']): string[] {
	return KIND_FIELDS.flatMap((field) => {
		const value = fields.get(field);
		const name = shortText(isObject(value) ? (value.name ?? value.type) : value) ?? '';
		const [kind = '', second = ''] = segmentsOf(name);
		return [kind, kind + second];
	});
}

/** The words of a name in whatever spelling: `TaskCreated` and `TASK_CREATED` are `task` and `created`. */
export const segmentsOf = (name: string): string[] =>
	name
		.trim()
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((segment) => segment !== '');

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** `evt_…` and its like: the value itself says that it is an event's ID. */
export const saysEvent = (id: string): boolean =>
	/^(?:evt|evnt|event|whevt|webhookevent)[_-][\w-]*\d/i.test(id);
