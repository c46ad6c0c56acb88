import type { INodeProperties } from 'n8n-workflow';

import {
	choice,
	number,
	readCollection,
	text,
	toggle,
	type Described,
	type Option,
	type ValuesOf,
} from '../parameters/optionKinds';
import { ok, reject, type Result } from '../result';
import { algorithms } from '../signature/encodings';
import { isHeaderName } from '../signature/signedValues';
import { isTemplate } from '../signature/templates';
import { DEFAULT_TOLERANCE_SECONDS } from '../signature/verify';
import { problems } from './messages';

/** The trigger has no operations, so all its options are always shown. */
const ALWAYS = ['all'] as const;

/** Empty if it is not set. */
const fieldName = (label: string, property: Described): Option<string> => ({
	...text(label, ALWAYS, property),
	default: '',
	read: (given) => ok(String(given).trim()),
});

/** In lower case, as Node.js has the names of headers. */
const headerName = (label: string, property: Described): Option<string> => ({
	...fieldName(label, property),
	read: (given) => {
		const name = String(given).trim().toLowerCase();
		return isHeaderName(name) ? ok(name) : reject('the name of a header, without a colon');
	},
});

const DUPLICATES = [
	{
		name: 'Detect by Body',
		value: 'body',
		description: 'Same event and same body within one to two days. IDs are ignored.',
	},
	{
		name: 'Detect by Field',
		value: 'field',
		description: "Same event and same value in 'Duplicate Field'",
	},
	{
		name: 'Detect by ID or Body',
		value: 'automatic',
		description: 'Same unique event ID, or same body with the same ID or signed timestamp',
	},
	{
		name: 'Let Through',
		value: 'letThrough',
		description: 'Every delivery starts the n8n workflow, even a duplicate',
	},
] as const;

const ENCODINGS = [
	{ name: 'Base64', value: 'base64' },
	{ name: 'Base64url', value: 'base64url' },
	{ name: 'Hex', value: 'hex' },
] as const;

/**
 * Every option of the trigger. The names are saved in workflows. The service documents that deliveries are signed, but
 * not how: the format is detected, or can be set, and then nothing else is accepted. No option turns the check off.
 */
export const options = {
	algorithm: choice(
		'Signature Algorithm',
		ALWAYS,
		algorithms.map(({ title, name }) => ({ name: title, value: name })),
		{
			default: 'sha256',
			description: 'Hash algorithm that the service signs with. Weaker ones are never accepted.',
		},
	),
	deliveryIdHeader: headerName('Delivery ID Header', {
		placeholder: 'e.g. X-Delivery-ID',
		description:
			"Header with the delivery ID, used to detect duplicates. Leave empty to check the common header names. If the ID is part of the signature, use 'Signed ID Header' instead.",
	}),
	duplicateField: fieldName('Duplicate Field', {
		placeholder: 'e.g. meta.event_id',
		description:
			"Payload field with a unique value for each event, for 'Detect by Field'. If a payload does not have it, IDs and the body are used.",
	}),
	duplicates: choice('Duplicate Deliveries', ALWAYS, DUPLICATES, {
		default: 'automatic',
		description: 'How to detect duplicate deliveries, so that they do not start the workflow again',
	}),
	encoding: choice('Signature Encoding', ALWAYS, ENCODINGS, {
		default: 'hex',
		description: 'How the signature is encoded in its header',
	}),
	eventField: fieldName('Event Field', {
		placeholder: 'e.g. event.name or header.X-Event-Name',
		description:
			"Payload field that contains the event name, or 'header.' and the name of a header. Nothing else is checked then. Leave empty to check the common ones.",
	}),
	idHeader: headerName('Signed ID Header', {
		placeholder: 'e.g. Webhook-ID',
		description:
			"Header with the ID that is part of 'Signed Content'. Deliveries without it are rejected.",
	}),
	includeDetails: toggle('Include Delivery Details', ALWAYS, {
		description:
			"Whether to add a '_delivery' field to the output with the event, ID, times and the headers about the delivery",
	}),
	otherEvents: toggle('Start on Other Events', ALWAYS, {
		description:
			"Whether to also start the workflow on events that are not listed in 'Events', and on deliveries without an event name",
	}),
	outputPerEvent: toggle('One Output per Event', ALWAYS, {
		description: 'Whether to add a separate output for each selected event',
	}),
	prefix: {
		...text('Signature Prefix', ALWAYS, {
			placeholder: 'e.g. sha256=',
			description: 'Text directly before the signature in the header',
		}),
		read: (given) =>
			/^[\x20-\x7e]{1,64}$/.test(String(given))
				? ok(String(given))
				: reject('at most 64 plain characters, e.g. sha256='),
	},
	signedContent: {
		...text('Signed Content', ALWAYS, {
			placeholder: 'e.g. {timestamp}.{body}',
			description:
				'Template of what the service signs: {body}, optionally with {timestamp}, the delivery ID (see the documentation of this package) and fixed text such as the webhook URL. Enter \\n for a line break. If nothing separates the ID from {timestamp}, the timestamp must be a Unix time in seconds or a date. Leave empty to try the common formats.',
		}),
		read: (given) =>
			isTemplate(String(given))
				? // A line break cannot be typed into a one-line field.
					ok(String(given).replaceAll('\\n', '\n'))
				: reject(
						'a template with {body} once, {timestamp} and {id} at most once, and up to 200 characters',
					),
	},
	timestampHeader: headerName('Timestamp Header', {
		placeholder: 'e.g. X-Service-Timestamp',
		description:
			"Header with the value for {timestamp} in 'Signed Content'. Deliveries without it are rejected.",
	}),
	tolerance: number('Timestamp Tolerance', ALWAYS, {
		default: DEFAULT_TOLERANCE_SECONDS,
		description:
			"Max age of the signature's timestamp in seconds. The same applies to timestamps in the future.",
	}),
} as const satisfies Record<string, Option>;

export const optionProperties: INodeProperties[] = Object.entries<Option>(options).map(
	([name, { property }]) => ({ ...property, name }),
);

export type TriggerOptions = ValuesOf<typeof options>;

export function readOptions(collection: unknown): Result<TriggerOptions> {
	const set = readCollection(options, collection);
	const { duplicates, duplicateField } = set.ok ? set.value : {};
	return (duplicates === 'field') === Boolean(duplicateField)
		? set
		: reject(problems.duplicateField());
}

/** The values of the parameter `events`. */
export const readSelectedEvents = (value: unknown): string[] =>
	Array.isArray(value) ? value.map(String) : [];
