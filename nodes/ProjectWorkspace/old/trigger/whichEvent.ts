import { fieldAt, isObject, type JsonObject } from '../records/value';
import { headerValue, readTimestamp, type DeliveryHeaders } from '../signature/deliveryHeaders';
import {
	documentedName,
	Payload,
	isComplete,
	isLoneVerb,
	isSameVerb,
	isVerb,
	joinedWords,
	lastWord,
	shortText,
	wordsOf,
} from './names';

/**
 * THE TABLE OF NAMES. The first of these that is present names the event, whether the name is known or not. No other
 * field is searched, since it may contain text that people typed, and so does a value with a space in it.
 *
 * 1. 'Event Field', if it is set;
 * 2. `name`: a field of the payload, or of its `event` object. A kind or a verb alone is completed by 3;
 * 3. `kind` and `verb`: two fields, or a verb and the one object next to it (`"action": "deleted", "task": {…}`), if
 *    everything else is an ID or a time: a comment with a task in it is no task;
 * 4. `type` alone;
 * 5. `header`: it is not signed, so it must not contradict a verb in the payload.
 */
export const NAME_FIELDS = {
	name: [
		...['event', 'event_type', 'event_name', 'event_key', 'event_code', 'webhook_event'],
		...['detail_type', 'topic'],
	],
	nameInEvent: ['name', 'type', 'event_type', 'event_name', 'key', 'code', 'topic', 'event'],
	kind: [
		...['resource', 'resource_type', 'object', 'object_type', 'object_kind', 'entity'],
		...['entity_type', 'model', 'table', 'kind', 'event_category', 'event_type', 'topic', 'type'],
	],
	verb: ['action', 'operation', 'op', 'verb', 'event_action', 'event_type', 'event_name', 'type'],
	/** Header names, or their endings after a hyphen. */
	header: ['event', 'event-type', 'event-name', 'event-key', 'topic', 'ce-type'],
} as const satisfies Record<string, readonly string[]>;

/** Words that say nothing about the event. */
const FILLER =
	/^(webhooks?|events?|notifications?|callback|hooks?|message|delivery|batch|bulk|received|sent|fired)$/;
const ABSENT_IF_FILLER = new Set([...NAME_FIELDS.name, ...NAME_FIELDS.kind].map(joinedWords));
/** Field names of objects that do not name the kind of the object. */
const NO_KIND =
	/^(data|payload|body|object|record|resource|entity|item|details?|content|attributes|meta|metadata|context|event)$/;
/** Fields with a list of events or of event names, and objects around such a list. */
const EVENT_LISTS =
	/^((subscribed|enabled)?events?|event(types|names)|topics|notifications|messages|deliveries|webhooks|batch|entry|entries|changes|records|items|data|payload)$/;
const LISTS_OF_NAMES = /^((subscribed|enabled)?(events?|topics?)|event(types?|names?)|webhooks)$/;
const AROUND_LISTS = /^(data|payload|body)$/;
const ID_OR_TIME = /^(id|uuid|guid|uid|at|time|timestamp|date|ts)$/;

interface FoundName {
	text: string;
	/** The field it is in, or those of the kind and of the verb. */
	at: string[];
}

/**
 * @param payload - of the payload, or of one entry of a batch
 * @returns the name as the documentation spells it if the event is documented, and otherwise as the service does
 */
export function findEvent(payload: Payload, headers: DeliveryHeaders, eventField: string) {
	const inHeader = nameInHeader(payload, headers, eventField);
	const found = nameInPayload(payload, eventField, inHeader?.text);
	if (found) return fromPayload(found);
	const verb = eventField === '' ? textIn(payload, NAME_FIELDS.verb, isLoneVerb) : undefined;
	if (!inHeader) return verb && fromPayload(verb);
	const last = lastWord(inHeader.text);
	if (verb && isVerb(last) && !isSameVerb(last, verb.text)) return fromPayload(verb);
	const text = verb && !isVerb(last) ? `${inHeader.text}.${verb.text}` : inHeader.text;
	return { name: spelled(text), where: `the header "${inHeader.header}"` };
}

const spelled = (text: string) => documentedName(text) ?? text;

const fromPayload = ({ text, at }: FoundName) => ({
	name: spelled(text),
	where: `the ${at.length > 1 ? 'fields' : 'field'} "${at.join('" and "')}"`,
});

/** Of a list, as its entries are alike: whether one of them names an event. */
const MAX_SEARCHED = 1_000;

/** The entries of a batch; undefined if the payload is one event. */
export function batchEntriesOf(payload: Payload, headers: DeliveryHeaders, eventField: string) {
	const header = nameInHeader(payload, headers, eventField);
	if (nameInPayload(payload, eventField, header?.text)) return undefined;
	/** If a header names the delivery, `type` in a list may be that of a change. */
	const namesEvent = (entry: unknown) => {
		const found = nameInPayload(new Payload(entry), eventField);
		return found && !(header && isType(found) && !isComplete(found.text));
	};
	const around = valuesNamed(payload, AROUND_LISTS).filter(isObject);
	const objects = [payload, ...around.map((each) => new Payload(each))];
	const lists = [payload.raw, ...objects.flatMap((each) => valuesNamed(each, EVENT_LISTS))];
	const batches = lists.filter(isBatch);
	const named = batches.find((list) => list.slice(0, MAX_SEARCHED).some(namesEvent));
	return named ?? batches.find((list) => list === payload.raw && !header);
}

const isBatch = (value: unknown): value is JsonObject[] =>
	Array.isArray(value) && value.length > 0 && value.every(isObject);

const valuesNamed = ({ entries }: Payload, names: RegExp): unknown[] =>
	entries.flatMap(([name, value]) => (names.test(joinedWords(name)) ? [value] : []));

/** Steps 1 to 4. @param headerName - the event's name in a header, which may contradict the kind of an object */
function nameInPayload(
	payload: Payload,
	eventField: string,
	headerName?: string,
): FoundName | undefined {
	if (eventField !== '') {
		const isHeader = headerIn(payload, eventField) !== undefined;
		const text = isHeader ? undefined : shortText(fieldAt(payload.raw, eventField));
		return text === undefined ? undefined : { text, at: [eventField] };
	}
	const name = textIn(payload, NAME_FIELDS.name);
	if (name) return completeName(name, payload, headerName);
	const inner = textIn(payload.event, NAME_FIELDS.nameInEvent);
	if (inner) {
		const both = { ...(payload.raw as object), ...(payload.event.raw as object) };
		return completeName(inner, new Payload(both));
	}
	const verb = verbIn(payload);
	if (verb && isComplete(verb.text)) return verb;
	return (verb && withKind(verb, payload, headerName)) ?? textIn(payload, ['type']);
}

/** Completes a name that is only a kind or only a verb with the fields of step 3. */
function completeName(name: FoundName, payload: Payload, headerName?: string): FoundName {
	if (isComplete(name.text)) return name;
	if (isLoneVerb(name.text)) return withKind(name, payload, headerName) ?? name;
	const verb = verbIn(payload);
	return verb && String(verb.at) !== String(name.at) ? joined(name, verb) : name;
}

/** Whatever is in a field of verbs is one, unless the field may have a kind or a whole name as well. */
function verbIn(payload: Payload): FoundName | undefined {
	const others: readonly string[] = [...NAME_FIELDS.name, ...NAME_FIELDS.kind];
	const isIn = (text: string, field: string) => !others.includes(field) || isLoneVerb(text);
	return textIn(payload, NAME_FIELDS.verb, isIn);
}

const isType = ({ at }: FoundName) => at.length === 1 && at[0] === 'type';

/** The verb with its kind, which is in a field, or the field name of the only object in the payload. */
function withKind(verb: FoundName, payload: Payload, headerName = ''): FoundName | undefined {
	const kind = textIn(payload, NAME_FIELDS.kind, (_, field) => !verb.at.includes(field));
	if (kind) return isType(kind) && isComplete(kind.text) ? kind : joined(kind, verb);
	const object = objectNextTo(verb, payload);
	if (object === undefined || contradicts(headerName, object)) return undefined;
	return joined({ text: object, at: [object] }, verb);
}

/** The name of the only object in the payload, if everything else in it is an ID or a time. */
function objectNextTo(verb: FoundName, { entries }: Payload): string | undefined {
	const verbs = verb.at.map(joinedWords);
	let object: string | undefined;
	for (const [name, value] of entries) {
		const words = joinedWords(name);
		const isFilled = ABSENT_IF_FILLER.has(words) && isFiller(value);
		const isAbsent = isFilled || (Array.isArray(value) && value.length === 0);
		if (isAbsent || verbs.includes(words) || isIdOrTime(name, value)) continue;
		if (object !== undefined || !isObject(value) || NO_KIND.test(name.toLowerCase()))
			return undefined;
		object = name;
	}
	return object;
}

const isIdOrTime = (name: string, value: unknown) =>
	(typeof value !== 'object' || value === null) &&
	(ID_OR_TIME.test(lastWord(name)) || readTimestamp(String(value)) !== undefined);

/** Whether a name has another kind than an object. */
function contradicts(name: string, object: string): boolean {
	const words = wordsOf(name);
	const kind = isVerb(words.at(-1) ?? '') ? words.slice(0, -1) : words;
	return kind.length > 0 && kind.join('') !== joinedWords(object);
}

const joined = (kind: FoundName, verb: FoundName): FoundName => ({
	text: isSameVerb(lastWord(kind.text), verb.text) ? kind.text : `${kind.text}.${verb.text}`,
	at: [...kind.at, ...verb.at],
});

/** Steps 1 and 5. Of several, one with a kind and a verb, or else the first in the table. */
function nameInHeader(payload: Payload, headers: DeliveryHeaders, eventField: string) {
	const set = headerIn(payload, eventField);
	if (eventField !== '' && set === undefined) return undefined;
	const found = Object.keys(headers).flatMap((header) => {
		const rank = set === undefined ? rankOf(header) : Number(header === set) - 1;
		const text = rank < 0 ? undefined : shortText(headerValue(headers, header));
		const isName = text !== undefined && (set !== undefined || !isFiller(text));
		return isName ? [{ header, text, rank }] : [];
	});
	if (found.length === 0) return undefined;
	const lists = [payload.raw, ...valuesNamed(payload, LISTS_OF_NAMES)];
	const isListOfNames = (list: unknown) => Array.isArray(list) && list.length > 0 && !isBatch(list);
	if (set === undefined && lists.some(isListOfNames)) return undefined;
	found.sort((one, other) => one.rank - other.rank);
	return found.find(({ text }) => isComplete(text)) ?? found[0];
}

/** The place of a header in the table; -1 if it is not in it. */
const rankOf = (header: string) =>
	NAME_FIELDS.header.findIndex((each) => header === each || header.endsWith(`-${each}`));

export const isEventHeader = (header: string) => rankOf(header) >= 0;

/** The header that 'Event Field' names: `header.X-Event`, unless it is a field of the payload. */
function headerIn({ raw }: Payload, eventField: string): string | undefined {
	const isField = isObject(raw) && isObject(raw.header);
	return isField ? undefined : /^header\.(.+)$/.exec(eventField)?.[1]?.toLowerCase();
}

/** The first of the fields with a text that says something about the event. */
function textIn(
	payload: Payload,
	names: readonly string[],
	fits: (text: string, field: string) => boolean = () => true,
): FoundName | undefined {
	for (const field of names) {
		const text = shortText(payload.get(field));
		if (text === undefined || /\s/.test(text) || isFiller(text)) continue;
		if (fits(text, field)) return { text, at: [field] };
	}
	return undefined;
}

const isFiller = (value: unknown) =>
	typeof value === 'string' && wordsOf(value).every((word) => FILLER.test(word));
