import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson } from '../records/json';
import type { Headers } from '../signature/relatedHeaders';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but by a character set that the Content-Type header
 * names, and headers are not signed; it also leaves bodies of other JSON types alone.
 */
export function parsePayload(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8').replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch {
		// A text is a payload too: a header may name its event.
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

/** The texts in the fields of these names, the first names first. */
export const textsIn = (parts: readonly Part[], names: readonly string[]): string[] =>
	names
		.flatMap((name) => parts.map(({ fields }) => shortText(fields.get(name))))
		.filter((text) => text !== undefined);

/** The headers that are wanted by their names, with what they say. */
export const headersThat = (
	headers: Headers,
	isWanted: (name: string) => boolean,
): Array<[header: string, text: string]> =>
	Object.entries(headers).flatMap(([header, value]) => {
		const text = isWanted(header) ? shortText(value) : undefined;
		return text === undefined ? [] : [[header, text]];
	});

/** The words of a name in whatever spelling: `TaskCreated` and `TASK_CREATED` are `task` and `created`. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((word) => word !== '');

/**
 * `evt_1`, `evt_live_1NG8Du2e` and their like: the value itself says that it is an event's ID. `event_v2` and
 * `evt_task_updated_1` may be the same for all events of a kind.
 */
export const saysEvent = (id: string): boolean =>
	/^(?:evt|evnt|event|whevt|webhookevent)[_-](?:(?:live|test)[_-])?(?!v\d{1,2}$)[a-z\d]*\d[a-z\d-]*$/i.test(
		id,
	);

/**
 * One object of a payload. Its fields go by plain names: `event_type`, `eventType` and `Event-Type` are `eventtype`.
 * An `envelope` tells of the delivery, and an `event` describes the event. A `subscription` is why the delivery was sent,
 * and a `record` is what the event is about: what people have entered. Both have times and IDs that are their own.
 */
export interface Part {
	role: 'envelope' | 'event' | 'subscription' | 'record';
	fields: ReadonlyMap<string, unknown>;
}

const ENVELOPES =
	/^((event)?(meta|metadata|info)|notification|message|headers?|context|delivery|envelope|timestamps)$/;
const SUBSCRIPTIONS = /^(webhook|hook|subscription)$/;
const RECORDS =
	/^(data|payload|body|object|record|resource|entity|item|details?|content|attributes)$/;
/** What says which kind of record the payload is about, and so in which field the record may be. */
const KIND_FIELDS = ['event', 'eventtype', 'eventname', 'type', 'resource', 'object', 'entity'];
const DEEPEST = 3;

/** The objects of a payload that may tell of the event, the outermost first. */
export function partsOf(payload: unknown): Part[] {
	if (!isObject(payload)) return [];
	const fields = fieldsOf(payload);
	const kinds = kindsIn(fields);
	const isRecord = (name: string) => RECORDS.test(name) || kinds.has(name);
	const wraps = [...fields].some(
		([name, inner]) => (name === 'event' || isRecord(name)) && typeof inner === 'object' && inner,
	);
	const id = shortText(fields.get('id'));
	// A record that was sent as it is has an ID, and nothing that wraps it.
	const role = wraps || id === undefined || saysEvent(id) ? 'envelope' : 'record';
	const within = (outer: Part, depth: number): Part[] => {
		const parts: Part[] = [outer];
		for (const [name, inner] of depth < DEEPEST ? outer.fields : []) {
			const innerRole = roleOf(name, outer.role, isRecord);
			if (innerRole === undefined || !isObject(inner)) continue;
			parts.push(...within({ role: innerRole, fields: fieldsOf(inner) }, depth + 1));
		}
		return parts;
	};
	return within({ role, fields }, 0);
}

function roleOf(name: string, outer: Part['role'], isRecord: (name: string) => boolean) {
	if (name === 'event') return outer === 'record' ? 'record' : 'event';
	if (ENVELOPES.test(name)) return outer;
	if (SUBSCRIPTIONS.test(name)) return outer === 'record' ? 'record' : 'subscription';
	return isRecord(name) ? 'record' : undefined;
}

const fieldsOf = (object: IDataObject): Part['fields'] =>
	new Map(
		Object.entries(object).map(([name, value]) => [
			name.toLowerCase().replace(/[\s_.-]/g, ''),
			value,
		]),
	);

const LISTS =
	/^(events?|notifications|messages|deliveries|webhooks|batch|entries|changes|records|items|data|payload)$/;

/** What a payload of several events lists: each entry is read like a payload of its own. */
export function listedIn(payload: unknown): unknown[] {
	if (Array.isArray(payload)) return payload;
	if (!isObject(payload)) return [];
	return [...fieldsOf(payload)].flatMap(([name, value]) =>
		LISTS.test(name) && Array.isArray(value) ? value : [],
	);
}

/** `task` for `"event": "task.created"`; `workflowrun` and `run` for `workflow.run.completed`. */
function kindsIn(fields: Part['fields']): ReadonlySet<string> {
	const names = KIND_FIELDS.map((field) => {
		const value = fields.get(field);
		return wordsOf(shortText(isObject(value) ? (value.name ?? value.type) : value) ?? '');
	});
	return new Set(
		names.flatMap((words) => {
			const kind = words.filter((word) => !word.endsWith('ed'));
			return [kind.join(''), kind.at(-1) ?? ''];
		}),
	);
}
