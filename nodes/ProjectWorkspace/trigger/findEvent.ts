import { fieldAt } from '../records/json';
import type { Headers } from '../signature/relatedHeaders';
import { documentedName, type EventName } from './events';
import {
	headersThat,
	listedIn,
	partsOf,
	saysEvent,
	shortText,
	textsIn,
	wordsOf,
	type Part,
} from './payload';

export interface FoundEvent {
	/** As the service spells it, or as the documentation does where it is one of the documented events. */
	name: string;
	documented?: EventName;
	/** Whether the payload names it: only that is signed. */
	signed: boolean;
}

/** Fields that are there to name the event, by their plain names (see `partsOf`). */
const NAMES = ['event', 'eventtype', 'eventname', 'eventkey', 'webhookevent', 'detailtype'];
const NAMES_IN: Record<Part['role'], string[]> = {
	event: ['name', 'type', 'key', 'code', 'topic', 'action', ...NAMES],
	envelope: [...NAMES, 'topic'],
	subscription: [...NAMES, 'topic'],
	record: NAMES,
};

/** A kind and a verb in two fields. */
const KINDS = [
	...['event', 'eventtype', 'resource', 'resourcetype', 'entity', 'entitytype', 'object'],
	...['objecttype', 'model', 'eventcategory', 'kind', 'topic', 'type'],
];
const VERBS = [
	...['action', 'verb', 'operation', 'change', 'activity', 'event', 'eventtype', 'eventaction'],
	...['eventname', 'type'],
];
const VERB = /(?:ed|create|update|complete|invite|delete|archive|remove|add)$/i;

/** Fields of an envelope that are heard only if nothing else names an event. */
const HINTS = ['action', 'kind'];
/** What people write, and what tells of an event that was before: the one field where another event may be named. */
const TOLD_OTHERWISE =
	/^(title|description|summary|text|content|notes?|comment|labels?|tags?|status|reason|.*(previous|prior|last|old|parent|cause|origin|source|by|filter).*)$/;

/** Words that say only that something was sent. */
const GENERIC =
	/^(webhooks?|events?|notifications?|callback|hooks?|message|delivery|received|sent|fired)$/;

/** X-Project-Event, X-Webhook-Topic, Event-Type … */
const EVENT_HEADER = /(?:^|-)(?:event(?:-?(?:type|name|key))?|topic)$/;

/**
 * Which event a verified delivery tells of. The documentation names the events and leaves open where a delivery names
 * them. Anyone on the way can change a header, so headers are read only if the payload names no event at all.
 *
 * @param selected - the events that start the workflow: a list that has one of them goes by its name
 */
export function findEvent(
	payload: unknown,
	headers: Headers,
	eventField: string,
	selected: readonly string[] = [],
): FoundEvent | undefined {
	const inPayload =
		eventField === ''
			? (nameIn(payload) ?? nameInList(payload, selected))
			: shortText(fieldAt(payload, eventField));
	const inHeaders =
		eventField === '' ? nameInHeaders(headers) : shortText(headers[eventField.toLowerCase()]);
	const name = inPayload ?? inHeaders;
	if (name === undefined) return undefined;
	const documented = documentedName(name);
	return { name: documented ?? name, documented, signed: inPayload !== undefined };
}

/** The name of the event in a payload, or in one entry of a list of events. */
function nameIn(payload: unknown): string | undefined {
	const [top, ...inner] = partsOf(payload);
	if (!top) return undefined;
	const isRecord = top.role === 'record';
	const tellers = [top, ...inner.filter(({ role }) => role !== 'record')];
	const records = inner.filter(({ role }) => role === 'record');
	const names = tellers.flatMap((part) => textsIn([part], NAMES_IN[part.role]));
	const types = textsIn(tellers, ['type']);
	const pairs = tellers.flatMap(pairsIn);
	const isBareRecord = isRecord && textsIn([top], ['event', 'eventtype']).length === 0;
	const guesses = [
		...textsIn(records, NAMES),
		...tellers.flatMap(hintsIn),
		...textsIn(records, ['type', 'action']),
		...records.flatMap(pairsIn),
	];

	/** The first text that fits, from the top. */
	const order: Array<[texts: string[], fits: (text: string) => boolean]> = [
		[[...names, ...types, ...pairs], isDocumented],
		// The whole name of another event: whatever else is in the payload only tells of its cause.
		[isBareRecord ? [] : pairs, (pair) => /ed$/i.test(pair)],
		[names, (name) => wordsOf(name).length > 1 && !isGeneric(name)],
		[types, (type) => isOtherEvent(type, isRecord)],
		[guesses, isDocumented],
		[names, (name) => !isGeneric(name)],
	];
	return order.map(([texts, fits]) => texts.find(fits)).find((text) => text !== undefined);
}

const isDocumented = (text: string) => documentedName(text) !== undefined;

const isGeneric = (text: string) => wordsOf(text).every((word) => GENERIC.test(word));

/** Whether a `type` names an event that the documentation does not know. A record's own is a kind: `user_story`. */
function isOtherEvent(type: string, ofRecord: boolean): boolean {
	if (wordsOf(type).length < 2 || isGeneric(type)) return false;
	return /ed$/i.test(type) || (!ofRecord && /^[a-z]{2,}(?:[.:][a-z_]{2,})+$/i.test(type));
}

/** `{ "resource": "task", "action": "created" }`: `task.created`. */
function pairsIn(part: Part): string[] {
	const kindIn = (field: string) =>
		textsIn([part], [field]).find((text) => !isGeneric(text) && !VERB.test(text));
	const kindField = KINDS.find(kindIn);
	if (kindField === undefined) return [];
	const verbFields = VERBS.filter((field) => field !== kindField);
	return textsIn([part], verbFields).map((verb) => `${kindIn(kindField)}.${verb}`);
}

/** Beside an ID that is not an event's, all fields may be what a person has entered. */
function hintsIn(part: Part): string[] {
	if (part.role !== 'envelope') return [];
	const mayBeRecord = textsIn([part], ['id']).some((id) => !saysEvent(id));
	const others = [...part.fields.keys()].filter((name) => !TOLD_OTHERWISE.test(name));
	return textsIn([part], mayBeRecord ? HINTS : [...HINTS, ...others]);
}

function nameInList(payload: unknown, selected: readonly string[]): string | undefined {
	const names = listedIn(payload)
		.map((entry) => (typeof entry === 'string' ? documentedName(entry) : nameIn(entry)))
		.filter((name) => name !== undefined);
	const isSelected = (name: string) => selected.includes(documentedName(name) ?? '');
	return names.find(isSelected) ?? names.find(isDocumented) ?? names[0];
}

function nameInHeaders(headers: Headers): string | undefined {
	const names = headersThat(headers, (name) => EVENT_HEADER.test(name)).map(([, text]) => text);
	return names.find(isDocumented) ?? names[0];
}
