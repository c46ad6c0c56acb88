import { documentedName, type EventName } from './eventNames';
import type { Headers } from './headers';
import { fieldAt } from '../records/json';
import { partsOf, segmentsOf, shortText, type Part } from './payload';

export interface FoundEvent {
	/** As the service spells it, or as the documentation does where it is one of the documented events. */
	name: string;
	documented?: EventName;
	/** Whether the name stands in the payload: only that is signed. */
	signed: boolean;
}

/** Fields that are there to name the event, by their plain names (see `partsOf`). */
const NAMES = {
	event: ['name', 'type', 'event', 'key', 'code', 'topic', 'action'],
	envelope: ['event', 'eventtype', 'eventname', 'eventkey', 'webhookevent', 'detailtype', 'topic'],
	// A topic or a name may be what a person has typed into the record.
	record: ['event', 'eventtype', 'eventname', 'eventkey', 'webhookevent'],
} satisfies Record<Part['role'], string[]>;

/** Fields that automations and records have as well, heard only where nothing else names an event. */
const HINTS = {
	event: [],
	envelope: ['name', 'action', 'trigger', 'kind'],
	record: [],
} satisfies Record<Part['role'], string[]>;

const KINDS = [
	'event',
	'eventtype',
	'resource',
	'resourcetype',
	'entity',
	'entitytype',
	'object',
	'objecttype',
	'model',
	'kind',
	'topic',
	'type',
];
const VERBS = ['action', 'verb', 'operation', 'change', 'activity', 'event', 'eventtype', 'type'];

/** Words that say only that something was sent. */
const GENERIC = new Set(
	'webhook webhooks event events notification notifications callback hook hooks message delivery received sent fired'.split(
		' ',
	),
);

/** X-Project-Event, X-Webhook-Topic, Event-Type … */
const EVENT_HEADER = /(?:^|-)(?:event(?:-?(?:type|name|key))?|topic)$/;

/**
 * Which event a verified delivery tells of. The documentation names the events and leaves open where a delivery
 * names them. Anyone on the way can change a header, so headers are read only if the payload names no event at all.
 */
export function findEvent(
	payload: unknown,
	headers: Headers,
	pinned: string,
): FoundEvent | undefined {
	if (pinned !== '') return atPin(payload, headers, pinned);
	const parts = partsOf(payload);
	const tellers = parts.filter(({ role }, index) => index === 0 || role !== 'record');
	const records = parts.filter(({ role }, index) => index > 0 && role === 'record');
	const texts = tellers.flatMap(({ role, fields }) => textsIn(fields, NAMES[role]));
	const types = tellers.flatMap(({ fields }) => textsIn(fields, ['type']));
	const flat = parts[0]?.role === 'record';
	return (
		documentedIn([...texts, ...types]) ??
		documentedIn(tellers.flatMap(pairsIn)) ??
		// A complete name of another event: what else is in the payload tells of what caused it.
		named(tellers.flatMap(otherPairsIn)[0], true) ??
		named(
			texts.find((text) => segmentsOf(text).length > 1 && !isGeneric(text)),
			true,
		) ??
		named(
			types.find((text) => isOtherType(text, flat)),
			true,
		) ??
		documentedIn(records.flatMap(({ fields }) => textsIn(fields, NAMES.record))) ??
		documentedIn(tellers.flatMap(({ role, fields }) => textsIn(fields, HINTS[role]))) ??
		documentedIn(records.flatMap(({ fields }) => textsIn(fields, ['type', 'action']))) ??
		documentedIn(records.flatMap(pairsIn)) ??
		named(
			texts.find((text) => !isGeneric(text)),
			true,
		) ??
		inHeaders(headers)
	);
}

function atPin(payload: unknown, headers: Headers, pinned: string): FoundEvent | undefined {
	return (
		named(shortText(fieldAt(payload, pinned)), true) ??
		named(shortText(headers[pinned.toLowerCase()]), false)
	);
}

const textsIn = (fields: Part['fields'], names: readonly string[]): string[] =>
	names.map((name) => shortText(fields.get(name))).filter((text) => text !== undefined);

function documentedIn(texts: readonly string[]): FoundEvent | undefined {
	return named(
		texts.find((text) => documentedName(text)),
		true,
	);
}

/** A kind and a verb apart: `{ "resource": "task", "action": "created" }`. */
function pairsIn({ fields }: Part): string[] {
	const kindField = KINDS.find((field) => isKind(shortText(fields.get(field))));
	if (kindField === undefined) return [];
	const verbs = VERBS.filter((field) => field !== kindField);
	return textsIn(fields, verbs).map((verb) => `${shortText(fields.get(kindField))}.${verb}`);
}

/** Names of other events in two fields; `type` and `kind` say of any record what it is. */
function otherPairsIn({ role, fields }: Part): string[] {
	const isApart = role === 'record' ? fields.has('event') || fields.has('eventtype') : true;
	return isApart
		? pairsIn({ role, fields: without(fields, ['type', 'kind', 'topic']) }).filter(isPast)
		: [];
}

const without = (fields: Part['fields'], names: readonly string[]): Part['fields'] =>
	new Map([...fields].filter(([name]) => !names.includes(name)));

const isGeneric = (text: string) => segmentsOf(text).every((segment) => GENERIC.has(segment));

const isPast = (text: string) => /ed$/i.test(text);

const VERB = /(?:ed|create|update|complete|invite|delete|archive|remove|add)$/i;

const isKind = (text: string | undefined) =>
	text !== undefined && !isGeneric(text) && !VERB.test(text);

/** Whether a `type` names an event that the documentation does not know. A record's own is a kind: `user_story`. */
function isOtherType(text: string, flat: boolean): boolean {
	const segments = segmentsOf(text);
	if (segments.length < 2 || isGeneric(text)) return false;
	return isPast(text) || (!flat && /^[a-z]{2,}(?:[.:][a-z_]{2,})+$/i.test(text));
}

function inHeaders(headers: Headers): FoundEvent | undefined {
	const texts = Object.entries(headers)
		.filter(([name]) => EVENT_HEADER.test(name))
		.map(([, value]) => shortText(value))
		.filter((text) => text !== undefined);
	return named(texts.find((text) => documentedName(text)) ?? texts[0], false);
}

function named(text: string | undefined, signed: boolean): FoundEvent | undefined {
	if (text === undefined) return undefined;
	const documented = documentedName(text);
	return { name: documented ?? text, documented, signed };
}
