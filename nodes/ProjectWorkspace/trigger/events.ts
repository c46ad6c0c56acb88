import { fieldAt } from '../records/json';
import {
	listedIn,
	partsOf,
	saysEvent,
	shortText,
	wordsOf,
	type Part,
	type PlainHeaders,
} from './payload';

/** The events of the service, by its documentation, part 6. The order is that of the outputs. */
export const EVENTS = [
	{ value: 'task.created', name: 'Task Created' },
	{ value: 'task.updated', name: 'Task Updated' },
	{ value: 'task.completed', name: 'Task Completed' },
	{ value: 'project.created', name: 'Project Created' },
	{ value: 'workflow.run.completed', name: 'Workflow Run Completed' },
	{ value: 'user.invited', name: 'User Invited' },
] as const;

export type EventName = (typeof EVENTS)[number]['value'];

export const EVENT_NAMES: readonly EventName[] = EVENTS.map(({ value }) => value);

/**
 * The documented name that a text means: `task.created`, but also `TASK_CREATED`, `taskCreated` or `task.create`,
 * since the documentation shows the names and not how a payload spells them.
 */
export function documentedName(text: string): EventName | undefined {
	const spelled = wordsOf(text).join('.');
	// Every documented verb ends in "ed", and its plain form in "e".
	return EVENT_NAMES.find((name) => name === spelled || name === `${spelled}d`);
}

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
/** Fields of an envelope that are heard only if nothing else names an event. */
const HINTS = ['action', 'kind'];
/** What people write, and what tells of an event that was before: the one field where another event may be named. */
const TOLD_OTHERWISE =
	/^(title|description|summary|text|content|notes?|comment|labels?|tags?|status|reason|.*(previous|prior|last|old|parent|cause|origin|source|by|filter).*)$/;

/** A kind and a verb in two fields. */
const SURE_KINDS = [
	...['event', 'eventtype', 'resource', 'resourcetype', 'entity', 'entitytype'],
	...['object', 'objecttype', 'model', 'eventcategory'],
];
const SURE_VERBS = [
	...['action', 'verb', 'operation', 'change', 'activity', 'event', 'eventtype'],
	...['eventaction', 'eventname'],
];
/** `type` and its like may say of any record what it is. */
const KINDS = [...SURE_KINDS, 'kind', 'topic', 'type'];
const VERBS = [...SURE_VERBS, 'type'];
const VERB = /(?:ed|create|update|complete|invite|delete|archive|remove|add)$/i;

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
	headers: PlainHeaders,
	eventField: string,
	selected: readonly string[] = [],
): FoundEvent | undefined {
	if (eventField !== '') {
		return (
			found(shortText(fieldAt(payload, eventField)), true) ??
			found(shortText(headers[eventField.toLowerCase()]), false)
		);
	}
	const listed = listedIn(payload)
		.map((entry) => (typeof entry === 'string' ? documentedName(entry) : nameIn(entry)))
		.filter((name) => name !== undefined);
	const isSelected = (name: string) => selected.includes(documentedName(name) ?? '');
	const inPayload =
		nameIn(payload) ?? listed.find(isSelected) ?? listed.find(documentedName) ?? listed[0];
	return found(inPayload, true) ?? found(nameInHeaders(headers), false);
}

/** The name of the event in a payload, or in one entry of a list of events. */
function nameIn(payload: unknown): string | undefined {
	const [top, ...inner] = partsOf(payload);
	const tellers = top ? [top, ...inner.filter(({ role }) => role !== 'record')] : [];
	const records = inner.filter(({ role }) => role === 'record');
	const names = tellers.flatMap((part) => textsIn(part, NAMES_IN[part.role]));
	const types = tellers.flatMap((part) => textsIn(part, ['type']));
	const hints = tellers
		.filter(({ role }) => role === 'envelope')
		.flatMap((part) => textsIn(part, mayBeRecord(part) ? HINTS : hintsOf(part)));
	return (
		[...names, ...types, ...tellers.flatMap((part) => pairsIn(part))].find(documentedName) ??
		// The whole name of another event: whatever else is in the payload only tells of its cause.
		tellers.flatMap(otherPairsIn)[0] ??
		names.find((name) => wordsOf(name).length > 1 && !isGeneric(name)) ??
		types.find((type) => isOtherEvent(type, top?.role === 'record')) ??
		[
			...records.flatMap((part) => textsIn(part, NAMES)),
			...hints,
			...records.flatMap((part) => [...textsIn(part, ['type', 'action']), ...pairsIn(part)]),
		].find(documentedName) ??
		names.find((name) => !isGeneric(name))
	);
}

function found(name: string | undefined, signed: boolean): FoundEvent | undefined {
	if (name === undefined) return undefined;
	const documented = documentedName(name);
	return { name: documented ?? name, documented, signed };
}

const textsIn = ({ fields }: Part, names: readonly string[]): string[] =>
	names.map((name) => shortText(fields.get(name))).filter((text) => text !== undefined);

/** `{ "resource": "task", "action": "created" }`: `task.created`. */
function pairsIn(part: Part, kinds = KINDS, verbs = VERBS): string[] {
	const kindOf = (field: string) =>
		textsIn(part, [field]).find((text) => !isGeneric(text) && !VERB.test(text));
	const kindField = kinds.find(kindOf);
	if (kindField === undefined) return [];
	const others = verbs.filter((field) => field !== kindField);
	return textsIn(part, others).map((verb) => `${kindOf(kindField)}.${verb}`);
}

/** Names of other events in two fields. */
function otherPairsIn(part: Part): string[] {
	const isFlat = part.role === 'record' && textsIn(part, ['event', 'eventtype']).length === 0;
	return isFlat ? [] : pairsIn(part, SURE_KINDS, SURE_VERBS).filter((pair) => /ed$/i.test(pair));
}

function mayBeRecord({ fields }: Part): boolean {
	const id = shortText(fields.get('id'));
	return id !== undefined && !saysEvent(id);
}

/** Beside an ID that is not an event's, all fields may be what a person has entered. */
const hintsOf = ({ fields }: Part): string[] => [
	...HINTS,
	...[...fields.keys()].filter((name) => !TOLD_OTHERWISE.test(name)),
];

const isGeneric = (text: string) => wordsOf(text).every((word) => GENERIC.test(word));

/** Whether a `type` names an event that the documentation does not know. A record's own is a kind: `user_story`. */
function isOtherEvent(type: string, isFlat: boolean): boolean {
	if (wordsOf(type).length < 2 || isGeneric(type)) return false;
	return /ed$/i.test(type) || (!isFlat && /^[a-z]{2,}(?:[.:][a-z_]{2,})+$/i.test(type));
}

function nameInHeaders(headers: PlainHeaders): string | undefined {
	const names = Object.keys(headers)
		.filter((header) => EVENT_HEADER.test(header))
		.map((header) => shortText(headers[header]))
		.filter((text) => text !== undefined);
	return names.find(documentedName) ?? names[0];
}
