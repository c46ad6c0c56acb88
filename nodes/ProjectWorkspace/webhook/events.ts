import { plainName } from '../records/fields';
import { fieldAt, isNothing, isObject, textOf } from '../records/value';
import { headerValues, type DeliveryHeaders } from './delivery';

/** The events that the service documents. */
export const EVENTS: readonly string[] = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
];

/** What all spellings of a name have in common: `TASK_CREATED`, `taskCreated`, and `task.create`, as Linear writes it. */
const formOf = (name: string) => plainName(name).replace(/d$/, '');

const BY_FORM = new Map(EVENTS.map((event) => [formOf(event), event]));

/** The name of an event, as the service documents it if it is one of the six. */
const documentedName = (name: string) => BY_FORM.get(formOf(name)) ?? name;

/** Fields with the name of the event, or with a part of it, by plain name: case and separators do not matter. */
const NAMES = [
	'event', // Calendly, ClickUp, Paystack
	'eventtype', // Paddle, PayPal, Rocketlane, Xero
	'eventname', // GitLab, Rollbar
	'eventkey', // Bitbucket Data Center
	'event.type', // Slack, RevenueCat
	'event.eventtype', // PagerDuty
	'event.name', // Oracle Content
	'type', // Stripe, Clerk, Supabase
	'topic', // Intercom
	'kind', // Basecamp
	'webhookevent', // Jira
	'triggerevent', // Cal.com
	'subscriptiontype', // HubSpot
	'meta.eventname', // Lemon Squeezy
];

/** Fields with the kind of the record. */
const KINDS = [
	'resource', // Aircall, Heroku
	'resourcetype', // GoCardless, PayPal
	'resource.resourcetype', // Asana
	'object', // Facebook
	'objectkind', // GitLab
	'objecttype', // Strava
	'event.objecttype', // Close
	'entity', // Razorpay
	'entitytype', // Shortcut
	'meta.entity', // Pipedrive
	'eventcategory', // Xero
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
	'aspecttype', // Strava
];

/** Headers with the name of the event, or their endings. */
const HEADERS = /(?:^|-)(?:event|event-type|event-name|event-key|topic)$|^ce-type$/; // GitHub, Shopify, Bitbucket, CloudEvents

export const isDocumented = (event: string | undefined): event is string =>
	event !== undefined && EVENTS.includes(event);

/**
 * The name of an event, as the service documents it if it is one of the six: the first of these, or else the first name.
 * @param eventField 'Event Field', which is the only place that counts if it is set
 */
export function findEvent(
	payload: unknown,
	eventField: string,
	headers: DeliveryHeaders = new Map(),
): string | undefined {
	if (eventField !== '') return eventAt(eventField, payload, headers);

	const events = namesOf(payload, headers).map(documentedName);
	return events.find(isDocumented) ?? events[0];
}

/** The event in 'Event Field': a field of the payload, or a header as `header.X-Event`. */
function eventAt(field: string, payload: unknown, headers: DeliveryHeaders): string | undefined {
	const [, header = ''] = /^header\.(.+)$/i.exec(field) ?? [];
	const name = fieldAt(payload, field) ?? headers.get(header.toLowerCase());
	return typeof name === 'string' && !isNothing(name) ? documentedName(name.trim()) : undefined;
}

/** All that may be the name, in the order of the table under 'Events' in the docs. */
function namesOf(payload: unknown, headers: DeliveryHeaders): string[] {
	const fields = payloadFields(payload);
	const names = textsIn(fields, NAMES);
	const kinds = textsIn(fields, KINDS);
	const verbs = textsIn(fields, VERBS);
	// Headers are not signed, so they count only if the payload says nothing about an event.
	const inHeaders = saysEvent(fields) ? [] : headerValues(headers, HEADERS).filter(isName);

	return [
		...names, // "event": "task.created"
		...pairs(names, verbs), // "event": "task", "action": "created"
		...pairs(kinds, names), // "resource": "task", "event": "created"
		...pairs(kinds, verbs), // "object": "task", "action": "created"
		...pairs(inHeaders, verbs), // X-Event: task, "action": "created"
		...inHeaders.filter((name) => agrees(name, verbs)), // X-Event: task.created
	];
}

const textsIn = (fields: PayloadFields, names: readonly string[]): string[] =>
	names.map((name) => fields.get(name)).filter(isName);

/** Each start with each end. */
function pairs(starts: readonly string[], ends: readonly string[]): string[] {
	const names: string[] = [];
	for (const start of starts) {
		for (const end of ends) names.push(`${start}.${end}`);
	}
	return names;
}

/** Whether the verbs of the payload are the last part of a name: `created` or `create` that of `task.created`. */
function agrees(name: string, verbs: readonly string[]): boolean {
	const last = documentedName(name).split('.').at(-1) ?? '';
	return verbs.every((verb) => formOf(verb) === formOf(last));
}

/** Names of `type`, `kind` or `topic` that are not those of a record's type. */
const ABOUT_EVENT = /delete|remove|archive|^(?:task|project|user|workflow)[^a-z\d]/i;

/** Whether the payload names an event, although it may be none of the six. */
const saysEvent = (fields: PayloadFields) =>
	Array.isArray(fields.get('events')) ||
	['event', 'eventtype', 'eventname', 'event.type'].some((name) => isName(fields.get(name))) ||
	['type', 'kind', 'topic'].some((name) => ABOUT_EVENT.test(textOf(fields.get(name))));

/** People type spaces: such a text may be a title. */
const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^\S{1,200}$/.test(value);

type PayloadFields = ReadonlyMap<string, unknown>;

/** An event has its name and its ID among its first fields, however many it has. */
const MAX_FIELDS = 1_000;

/** The fields of a payload by plain name, those in `event`, `meta` and `resource` with a point: `event.type`. */
export function payloadFields(payload: unknown): PayloadFields {
	const fields = new Map<string, unknown>();
	const add = (object: unknown, path: string) => {
		if (!isObject(object)) return;
		for (const [field, value] of Object.entries(object).slice(0, MAX_FIELDS)) {
			const name = path + plainName(field);
			if (!fields.has(name)) fields.set(name, value);
			if (/^(?:event|meta|resource)$/.test(name)) add(value, `${name}.`);
		}
	};
	add(payload, '');
	return fields;
}

/**
 * The entries of a batch: a list at the top (HubSpot) or in `events` (Asana, Xero), whose first entry names an event.
 * @returns undefined if the delivery is one event
 */
export function batchIn(payload: unknown, eventField: string): unknown[] | undefined {
	// It may have a list of earlier events.
	if (isDocumented(findEvent(payload, eventField))) return undefined;

	const list = isObject(payload) ? payload.events : payload;
	const isBatch = Array.isArray(list) && findEvent(list[0], eventField) !== undefined;
	return isBatch ? list : undefined;
}
