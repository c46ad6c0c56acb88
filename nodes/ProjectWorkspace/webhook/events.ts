import { plainName } from '../records/fields';
import { fieldAt, isNothing, isObject, type JsonObject } from '../records/value';
import type { DeliveryHeaders } from './verify';

/** The events that the service documents. */
export const EVENTS: readonly string[] = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
];

/** `TASK_CREATED` and `taskCreated` are `task.created`, and so is `task.create`, as Linear writes it. */
const BY_PLAIN_NAME = new Map(
	EVENTS.flatMap((event) => {
		const name = plainName(event);
		return [
			[name, event],
			[name.replace(/d$/, ''), event],
		];
	}),
);

/** Fields with the name of the event, or with a part of it. Case and separators in names of fields do not matter. */
const NAMES = [
	'event', // Calendly, ClickUp, Paystack
	'event_type', // Paddle, PayPal, Rocketlane, Xero
	'event_name', // GitLab, Rollbar
	'event_key', // Bitbucket Data Center
	'event.type', // Slack, RevenueCat
	'event.event_type', // PagerDuty
	'event.name', // Oracle Content
	'type', // Stripe, Clerk, Supabase
	'topic', // Intercom
	'kind', // Basecamp
	'webhook_event', // Jira
	'trigger_event', // Cal.com
	'subscription_type', // HubSpot
	'meta.event_name', // Lemon Squeezy
	'detail_type', // Amazon EventBridge
];

/** Fields with the kind of the record. */
const KINDS = [
	'resource', // Aircall, Heroku
	'resource_type', // GoCardless, PayPal
	'resource.resource_type', // Asana
	'object', // Facebook
	'object_kind', // GitLab
	'object_type', // Strava
	'event.object_type', // Close
	'entity', // Razorpay
	'entity_type', // Shortcut
	'meta.entity', // Pipedrive
	'event_category', // Xero
	'model', // Strapi
	'table', // Supabase
	'type', // Linear
];

/** Fields with what happened to it. */
const VERBS = [
	'action', // GitHub, Linear, Asana, GoCardless
	'event.action', // Close
	'meta.action', // Pipedrive
	'operation', // QuickBooks
	'aspect_type', // Strava
];

/** Headers with the name of the event, or their endings. */
const HEADERS = /(?:^|-)(?:event|event-type|event-name|event-key|topic)$|^ce-type$/; // GitHub, Shopify, Bitbucket, CloudEvents

export interface EventName {
	/** As the service documents it, or as it was sent. */
	name: string;
	/** Where it was found, for messages. */
	where: string;
}

export const isDocumented = (event: EventName | undefined): event is EventName =>
	event !== undefined && EVENTS.includes(event.name);

/**
 * The name of an event: the first reading of the payload that is one of the six, or else one of the headers. They are not
 * signed, so they only count if the payload says nothing about an event.
 * @param eventField 'Event Field', which is the only place that counts if it is set
 */
export function findEvent(
	payload: unknown,
	headers: DeliveryHeaders,
	eventField: string,
): EventName | undefined {
	if (eventField !== '') return readingIn(payload, headers, eventField);

	const fields = payloadFields(payload);
	const names = eventNamesIn(fields, NAMES);
	const kinds = eventNamesIn(fields, KINDS);
	const verbs = eventNamesIn(fields, VERBS);
	const readings = [
		...names,
		...joined(names, verbs),
		...joined(kinds, names),
		...joined(kinds, verbs),
		...(saysEvent(fields) ? [] : readingsOfHeaders(headers, verbs)),
	].map(documented);
	return readings.find(isDocumented) ?? readings[0];
}

/** Under the name that the service documents, if it is one of the six. */
const documented = ({ name, where }: EventName): EventName => ({
	name: BY_PLAIN_NAME.get(plainName(name)) ?? name,
	where,
});

/** A kind in a header and a verb in the payload, or a header alone, unless the payload has another verb. */
function readingsOfHeaders(headers: DeliveryHeaders, verbs: readonly EventName[]): EventName[] {
	const names = namesInHeaders(headers);
	const agreeing = names.filter(({ name }) => verbs.every((verb) => endsIn(name, verb.name)));
	return [...joined(names, verbs), ...agreeing];
}

/** Whether a verb is the last part of a name: `created` or `create` that of `task.created`. */
function endsIn(name: string, verb: string): boolean {
	const plain = BY_PLAIN_NAME.get(plainName(name)) ?? name;
	const [last = ''] = plain.split('.').slice(-1);
	return [last, last.replace(/d$/, '')].includes(plainName(verb));
}

/** Names that are not those of a record's type. */
const ABOUT_EVENT = /delete|remove|archive|^(?:task|project|user|workflow)[^a-z\d]/i;

/** Whether the payload names an event, although it may be none of the six. */
const saysEvent = (fields: ReadonlyMap<string, PayloadField>): boolean =>
	[...fields].some(([name, { value }]) => {
		if (name === 'events') return Array.isArray(value);
		if (/^event(?:type|name|\.type)?$/.test(name)) return isName(value);
		return /^(?:type|kind|topic)$/.test(name) && ABOUT_EVENT.test(String(value));
	});

const joined = (starts: readonly EventName[], ends: readonly EventName[]): EventName[] =>
	starts.flatMap((start) =>
		ends.map((end) => ({
			name: `${start.name}.${end.name}`,
			where: `${start.where} and ${end.where}`,
		})),
	);

/** In a field of the payload, or in `header.X-Event`. */
function readingIn(
	payload: unknown,
	headers: DeliveryHeaders,
	field: string,
): EventName | undefined {
	const [, header = ''] = /^header\.(.+)$/i.exec(field) ?? [];
	const value = fieldAt(payload, field) ?? headers.get(header.toLowerCase());
	if (typeof value !== 'string' || isNothing(value)) return undefined;
	return documented({ name: value.trim(), where: `"${field}"` });
}

const MAX_NAME = 200;

/** People type spaces: such a text may be a title. */
const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^\S+$/.test(value) && value.length <= MAX_NAME;

interface PayloadField {
	name: string;
	value: unknown;
}

const MAX_FIELDS = 1_000;

/** An event has its name and its ID among its first fields, however many it has. */
function* firstEntries(object: JsonObject): Generator<[name: string, value: unknown]> {
	let count = 0;
	for (const name in object) {
		if (count++ === MAX_FIELDS) return;
		yield [name, object[name]];
	}
}

/** The fields of a payload by plain name, those in `event`, `meta` and `resource` with a point: `event.type`. */
export function payloadFields(payload: unknown): Map<string, PayloadField> {
	const fields = new Map<string, PayloadField>();
	if (!isObject(payload)) return fields;

	const add = (path: string, field: PayloadField) => {
		if (!fields.has(path)) fields.set(path, field);
	};
	for (const [name, value] of firstEntries(payload)) {
		const plain = plainName(name);
		add(plain, { name, value });
		if (!isObject(value) || !/^(?:event|meta|resource)$/.test(plain)) continue;

		for (const [inner, innerValue] of firstEntries(value)) {
			add(`${plain}.${plainName(inner)}`, { name: `${name}.${inner}`, value: innerValue });
		}
	}
	return fields;
}

function eventNamesIn(
	fields: ReadonlyMap<string, PayloadField>,
	rows: readonly string[],
): EventName[] {
	return rows.flatMap((row) => {
		const field = fields.get(row.split('.').map(plainName).join('.'));
		return field && isName(field.value) ? [{ name: field.value, where: `"${field.name}"` }] : [];
	});
}

function namesInHeaders(headers: DeliveryHeaders): EventName[] {
	const found: EventName[] = [];
	for (const [header, value] of headers) {
		if (HEADERS.test(header) && isName(value)) {
			found.push({ name: value, where: `the header "${header}"` });
		}
	}
	return found;
}

/**
 * The entries of a batch: a list at the top (HubSpot) or in `events` (Asana, Xero), whose first entry names an event.
 * @returns undefined if the delivery is one event
 */
export function entriesOf(payload: unknown, eventField: string): unknown[] | undefined {
	const noHeaders = new Map<string, string>();
	// It may have a list of earlier events.
	if (isDocumented(findEvent(payload, noHeaders, eventField))) return undefined;

	const list = isObject(payload) ? payload.events : payload;
	const isBatch = Array.isArray(list) && findEvent(list[0], noHeaders, eventField) !== undefined;
	return isBatch ? list : undefined;
}
