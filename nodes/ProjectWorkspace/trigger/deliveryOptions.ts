import type { INodeProperties } from 'n8n-workflow';

/** What a delivery is taken for, and what the workflow gets of it. */
export const deliveryOptions: INodeProperties[] = [
	{
		displayName: 'Delivery ID Header',
		name: 'deliveryIdHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. X-Delivery-ID',
		description:
			"Header with the delivery's ID, the same when a delivery is repeated: it helps to recognize repeated ones. Leave it empty to have the usual names recognized. An ID that is signed goes into 'Signed ID Header'.",
	},
	{
		displayName: 'Duplicate Deliveries',
		name: 'duplicates',
		type: 'options',
		default: 'automatic',
		description: 'How a delivery is recognized that was received before. It starts nothing.',
		options: [
			{
				name: 'Let Through',
				value: 'letThrough',
				description: 'Every delivery starts the n8n workflow, repeated ones too',
			},
			{
				name: 'Recognize by Body',
				value: 'body',
				description: 'Same event and same body, for a day at least; IDs do not count',
			},
			{
				name: 'Recognize by Field',
				value: 'field',
				description: "Same event and same value in 'Duplicate Field'",
			},
			{
				name: 'Recognize by ID or Body',
				value: 'automatic',
				description:
					'By the ID of the event where it can be trusted, otherwise by event, body and delivery ID',
			},
		],
	},
	{
		displayName: 'Duplicate Field',
		name: 'duplicateField',
		type: 'string',
		default: '',
		placeholder: 'e.g. meta.event_id',
		description:
			"Field of the payload that is different for every event, for 'Recognize by Field'. Where a payload lacks it, its ID or body counts.",
	},
	{
		displayName: 'Event Field',
		name: 'eventField',
		type: 'string',
		default: '',
		placeholder: 'e.g. event.name or X-Event-Name',
		description:
			'Field of the payload, or header, that names the event. Leave it empty to have the usual names recognized.',
	},
	{
		displayName: 'Include Delivery Details',
		name: 'includeDetails',
		type: 'boolean',
		default: false,
		description:
			"Whether to add the field '_delivery' to the output, with event, ID, times and headers (without those that hold secrets)",
	},
	{
		displayName: 'One Output per Event',
		name: 'outputPerEvent',
		type: 'boolean',
		default: false,
		description: 'Whether each chosen event leaves the node by an output of its own',
	},
	{
		displayName: 'Start on Other Events',
		name: 'otherEvents',
		type: 'boolean',
		default: false,
		description:
			"Whether to start the n8n workflow also on events that 'Events' does not offer, and on those whose name is not found",
	},
];
