import type { INodeProperties } from 'n8n-workflow';

import {
	signatureProperties,
	text,
	type SignatureOptions,
	type ValuesOf,
} from '../signature/options';
import { isTrue } from '../records/json';
import { EVENTS } from './events';
import { setUpNotice } from './setupTexts';

/** Options about events, duplicates and the output. A new option is one entry. */
const deliveryProperties = [
	text('deliveryIdHeader', 'Delivery ID Header', {
		placeholder: 'e.g. X-Delivery-ID',
		description:
			"Header with the delivery ID, used to detect repeated deliveries. Leave empty to check the common header names. If the ID is part of the signature, use 'Signed ID Header' instead.",
	}),
	{
		displayName: 'Duplicate Deliveries',
		name: 'duplicates',
		type: 'options',
		default: 'automatic',
		description: 'How to detect repeated deliveries, so that they do not start the workflow again',
		options: [
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
				description: 'Same body and same ID or signed time, or a unique event ID',
			},
			{
				name: 'Let Through',
				value: 'letThrough',
				description: 'Every delivery starts the n8n workflow, even a repeated one',
			},
		],
	},
	text('duplicateField', 'Duplicate Field', {
		placeholder: 'e.g. meta.event_id',
		description:
			"Payload field with a unique value for each event, used by 'Detect by Field'. If a payload does not have it, IDs and the body are used.",
	}),
	text('eventField', 'Event Field', {
		placeholder: 'e.g. event.name or header.X-Event-Name',
		description:
			"Payload field that contains the event name, or a header after 'header.'. Nothing else is then checked. Leave empty to check the common ones.",
	}),
	{
		displayName: 'Include Delivery Details',
		name: 'includeDetails',
		type: 'boolean',
		default: false,
		description:
			"Whether to add a '_delivery' field to the output with the event, ID, times and the headers about the delivery",
	},
	{
		displayName: 'One Output per Event',
		name: 'outputPerEvent',
		type: 'boolean',
		default: false,
		description: 'Whether to add a separate output for each selected event',
	},
	{
		displayName: 'Start on Other Events',
		name: 'otherEvents',
		type: 'boolean',
		default: false,
		description:
			"Whether to also start the workflow on events that are not listed in 'Events', and on deliveries without an event name",
	},
] as const satisfies INodeProperties[];

export const optionProperties: INodeProperties[] = [
	...deliveryProperties,
	...signatureProperties,
].sort((a, b) => a.displayName.localeCompare(b.displayName));

export const triggerProperties: INodeProperties[] = [
	{ displayName: setUpNotice, name: 'setUp', type: 'notice', default: '' },
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		default: [],
		description: 'The events that start this n8n workflow. Other events are accepted but ignored.',
		options: [...EVENTS].sort((a, b) => a.name.localeCompare(b.name)),
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: optionProperties,
	},
];

/** The selected events by their labels: "Task Created, User Invited". */
export function triggerSubtitle(): string {
	const labels = Object.fromEntries(EVENTS.map(({ value, name }) => [value, name]));
	return `={{ $parameter["events"].map((event) => (${JSON.stringify(labels)})[event]).join(", ") }}`;
}

export const readSelectedEvents = (value: unknown): string[] =>
	Array.isArray(value) ? [...new Set(value.map(String))] : [];

/** The collection `options`. */
export type TriggerOptions = ValuesOf<typeof deliveryProperties> & SignatureOptions;

/** An option that was not added has its default. */
export function readOptions(collection: unknown): TriggerOptions {
	const defaults = deliveryProperties.map((property) => [property.name, property.default]);
	const options = {
		...Object.fromEntries(defaults),
		...(collection as Partial<TriggerOptions>),
	} as TriggerOptions; // each entry by its name
	return {
		...options,
		includeDetails: isTrue(options.includeDetails),
		outputPerEvent: isTrue(options.outputPerEvent),
		otherEvents: isTrue(options.otherEvents),
		deliveryIdHeader: options.deliveryIdHeader.trim(),
		duplicateField: options.duplicateField.trim(),
		eventField: options.eventField.trim(),
	};
}
