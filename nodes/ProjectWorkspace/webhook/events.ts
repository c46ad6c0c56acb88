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

/** The name of an event, as the service writes it if it is one of the six. */
const documentedName = (name: string): string => BY_PLAIN_NAME.get(plainName(name)) ?? name;

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
	const names =
		eventField === '' ? namesOf(payload, headers) : nameIn(payload, headers, eventField);
	const events = names.map(documentedName);
	return events.find(isDocumented) ?? events[0];
}

/** Headers are not signed, so they count only if the payload says nothing about an event. */
function namesOf(payload: unknown, headers: DeliveryHeaders): string[] {
	const fields = payloadFields(payload);
	const namesIn = (rows: readonly string[]) => rows.map((row) => fields.get(row)).filter(isName);
	const names = namesIn(NAMES);
	const verbs = namesIn(VERBS);
	const kinds = namesIn(KINDS);
	const inPayload = [...names, ...joined(names, verbs), ...joined(kinds, [...names, ...verbs])];
	if (saysEvent(fields)) return inPayload;

	const inHeaders = [...headers]
		.filter(([header, value]) => HEADERS.test(header) && isName(value))
		.map(([, name]) => name);
	const agreeing = inHeaders.filter((name) => verbs.every((verb) => endsIn(name, verb)));
	return [...inPayload, ...joined(inHeaders, verbs), ...agreeing];
}

const joined = (starts: readonly string[], ends: readonly string[]): string[] =>
	starts.flatMap((start) => ends.map((end) => `${start}.${end}`));

/** Whether a verb is the last part of a name: `created` or `create` that of `task.created`. */
function endsIn(name: string, verb: string): boolean {
	const last = documentedName(name).split('.').at(-1) ?? '';
	return [last, last.replace(/d$/, '')].includes(plainName(verb));
}

/** Names of `type`, `kind` or `topic` that are not those of a record's type. */
const ABOUT_EVENT = /delete|remove|archive|^(?:task|project|user|workflow)[^a-z\d]/i;

/** Whether the payload names an event, although it may be none of the six. */
const saysEvent = (fields: PayloadFields): boolean =>
	[...fields].some(([name, value]) => {
		if (name === 'events') return Array.isArray(value);
		if (/^event(?:type|name|\.type)?$/.test(name)) return isName(value);
		return /^(?:type|kind|topic)$/.test(name) && ABOUT_EVENT.test(String(value));
	});

/** The name in 'Event Field': a field of the payload, or a header as `header.X-Event`. */
function nameIn(payload: unknown, headers: DeliveryHeaders, field: string): string[] {
	const [, header = ''] = /^header\.(.+)$/i.exec(field) ?? [];
	const value = fieldAt(payload, field) ?? headers.get(header.toLowerCase());
	return typeof value === 'string' && !isNothing(value) ? [value.trim()] : [];
}

/** People type spaces: such a text may be a title. */
const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^\S{1,200}$/.test(value);

type PayloadFields = ReadonlyMap<string, unknown>;

/** What each payload was read as: a delivery is asked for its fields several times. */
const known = new WeakMap<object, PayloadFields>();

/** The fields of a payload by plain name, those in `event`, `meta` and `resource` with a point: `event.type`. */
export function payloadFields(payload: unknown): PayloadFields {
	if (!isObject(payload)) return new Map();

	const fields = known.get(payload) ?? readFields(payload);
	known.set(payload, fields);
	return fields;
}

/** An event has its name and its ID among its first fields, however many it has. */
const MAX_FIELDS = 1_000;

function readFields(payload: JsonObject): PayloadFields {
	const fields = new Map<string, unknown>();
	const add = (object: JsonObject, path: string) => {
		for (const [field, value] of Object.entries(object).slice(0, MAX_FIELDS)) {
			const name = path + plainName(field);
			if (!fields.has(name)) fields.set(name, value);
			if (isObject(value) && /^(?:event|meta|resource)$/.test(name)) add(value, `${name}.`);
		}
	};
	add(payload, '');
	return fields;
}

/**
 * The entries of a batch: a list at the top (HubSpot) or in `events` (Asana, Xero), whose first entry names an event.
 * @returns undefined if the delivery is one event
 */
export function entriesOf(payload: unknown, eventField: string): unknown[] | undefined {
	// It may have a list of earlier events.
	if (isDocumented(findEvent(payload, eventField))) return undefined;

	const list = isObject(payload) ? payload.events : payload;
	const isBatch = Array.isArray(list) && findEvent(list[0], eventField) !== undefined;
	return isBatch ? list : undefined;
}
