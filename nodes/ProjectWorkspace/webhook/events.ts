import { plainName } from '../records/fields';
import { fieldAt, isNothing, isObject } from '../records/value';
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
 * The name of an event: the first of these readings that is one of the six, or else the first.
 * @param eventField 'Event Field', which is the only place that counts if it is set
 */
export function findEvent(
	payload: unknown,
	headers: DeliveryHeaders,
	eventField: string,
): EventName | undefined {
	const readings =
		eventField === '' ? readingsOf(payload, headers) : readingIn(payload, headers, eventField);
	const events = readings.map(({ name, where }): EventName => {
		const documented = BY_PLAIN_NAME.get(plainName(name));
		return { name: documented ?? name, where };
	});

	return events.find(isDocumented) ?? events[0];
}

function readingsOf(payload: unknown, headers: DeliveryHeaders): EventName[] {
	const fields = payloadFields(payload);
	const names = eventNamesIn(fields, NAMES);
	const kinds = eventNamesIn(fields, KINDS);
	const verbs = eventNamesIn(fields, VERBS);
	const fromHeaders = namesInHeaders(headers);

	return [
		...names,
		...joined(names, verbs),
		...joined(kinds, names),
		...joined(kinds, verbs),
		...joined(fromHeaders, verbs),
		...fromHeaders,
	];
}

const joined = (starts: readonly EventName[], ends: readonly EventName[]): EventName[] =>
	starts.flatMap((start) =>
		ends.map((end) => ({
			name: `${start.name}.${end.name}`,
			where: `${start.where} and ${end.where}`,
		})),
	);

/** In a field of the payload, or in `header.X-Event`. */
function readingIn(payload: unknown, headers: DeliveryHeaders, field: string): EventName[] {
	const [, header = ''] = /^header\.(.+)$/i.exec(field) ?? [];
	const value = fieldAt(payload, field) ?? headers.get(header.toLowerCase());
	if (typeof value !== 'string' || isNothing(value)) return [];

	return [{ name: value.trim().slice(0, MAX_NAME), where: `"${field}"` }];
}

const MAX_NAME = 200;

/** People type spaces: such a text may be a title. */
const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^\S+$/.test(value) && value.length <= MAX_NAME;

interface PayloadField {
	name: string;
	value: unknown;
}

/** By plain name, those in `event`, `meta` and `resource` with a point: `event.type`. */
export function payloadFields(payload: unknown): Map<string, PayloadField> {
	const fields = new Map<string, PayloadField>();
	if (!isObject(payload)) return fields;

	const add = (path: string, field: PayloadField) => {
		if (!fields.has(path)) fields.set(path, field);
	};
	for (const [name, value] of Object.entries(payload)) {
		const plain = plainName(name);
		add(plain, { name, value });
		if (!isObject(value) || !/^(?:event|meta|resource)$/.test(plain)) continue;

		for (const [inner, innerValue] of Object.entries(value)) {
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
