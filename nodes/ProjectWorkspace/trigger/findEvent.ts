import { documentedName, type EventName } from './eventNames';
import type { Headers } from './headers';
import { fieldAt } from '../records/json';
import { shortText } from './payload';

export interface FoundEvent {
	/** As the service spells it, or as the documentation does where it is one of the documented events. */
	name: string;
	documented?: EventName;
	/** Whether the name stands in the payload: only that is signed. */
	signed: boolean;
}

/** Fields whose names say that they hold the event. */
const EVENT_FIELDS = [
	'event',
	'event.name',
	'event.type',
	'event_type',
	'eventType',
	'event_name',
	'eventName',
	'topic',
	'meta.event',
	'metadata.event',
	'meta.event_type',
	'metadata.event_type',
	'webhook.event',
];

/** Fields that records have as well; they count only if they hold a documented name. */
const SHARED_FIELDS = ['type', 'meta.type'];

/** What a person may have typed into a record: heard after the header. */
const TYPED_FIELDS = ['name', 'action', 'trigger', 'kind', 'data.event', 'data.type'];

const KINDS = ['resource', 'resource_type', 'object', 'object_type', 'entity', 'type', 'model'];
const VERBS = ['action', 'operation', 'verb', 'change'];

/** X-Project-Event, X-Webhook-Topic, Event-Type … */
const EVENT_HEADER = /(?:^|-)(?:event(?:-?(?:type|name|key))?|topic)$/;

/**
 * Which event a verified delivery tells of. The documentation names the events and leaves open where a delivery
 * names them. What is signed comes before headers, which anyone on the way can change.
 */
export function findEvent(
	payload: unknown,
	headers: Headers,
	pinned: string,
): FoundEvent | undefined {
	if (pinned !== '') return atPin(payload, headers, pinned);
	return (
		inFields(payload, EVENT_FIELDS, true) ??
		inFields(payload, SHARED_FIELDS, false) ??
		inPair(payload) ??
		inHeaders(headers) ??
		inFields(payload, TYPED_FIELDS, false)
	);
}

function atPin(payload: unknown, headers: Headers, pinned: string): FoundEvent | undefined {
	const inPayload = shortText(fieldAt(payload, pinned));
	if (inPayload !== undefined) return named(inPayload, true);
	const inHeader = shortText(headers[pinned.toLowerCase()]);
	return inHeader === undefined ? undefined : named(inHeader, false);
}

function inFields(
	payload: unknown,
	fields: readonly string[],
	anyName: boolean,
): FoundEvent | undefined {
	for (const field of fields) {
		const text = shortText(fieldAt(payload, field));
		if (text === undefined) continue;
		const found = named(text, true);
		if (anyName || found.documented) return found;
	}
	return undefined;
}

/** A kind and a verb apart: `{ "resource": "task", "action": "created" }`. */
function inPair(payload: unknown): FoundEvent | undefined {
	for (const kindField of KINDS) {
		const kind = shortText(fieldAt(payload, kindField));
		if (kind === undefined) continue;
		for (const verbField of VERBS) {
			const verb = shortText(fieldAt(payload, verbField));
			const found = verb === undefined ? undefined : named(`${kind}.${verb}`, true);
			if (found?.documented) return found;
		}
	}
	return undefined;
}

function inHeaders(headers: Headers): FoundEvent | undefined {
	const texts = Object.entries(headers)
		.filter(([name]) => EVENT_HEADER.test(name))
		.map(([, value]) => shortText(value))
		.filter((text) => text !== undefined)
		.map((text) => named(text, false));
	return texts.find(({ documented }) => documented) ?? texts[0];
}

function named(text: string, signed: boolean): FoundEvent {
	const documented = documentedName(text);
	return { name: documented ?? text, documented, signed };
}
