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
			"Header that holds the delivery's ID and stays the same when a delivery is repeated. Leave it empty to have the usual names recognised.",
	},
	{
		displayName: 'Duplicate Deliveries',
		name: 'duplicates',
		type: 'options',
		default: 'automatic',
		description: 'How a delivery is recognised that was received before. It starts nothing.',
		options: [
			{
				name: 'Let Through',
				value: 'letThrough',
				description: 'Every delivery starts the workflow, repeated ones too',
			},
			{
				name: 'Recognise by Body',
				value: 'body',
				description: 'Same event and same bytes, for a day at least; IDs do not count',
			},
			{
				name: 'Recognise by Field',
				value: 'field',
				description: 'Same event and same value of the field that Duplicate Field names',
			},
			{
				name: 'Recognise by ID or Body',
				value: 'automatic',
				description:
					'Same ID of the event, if it is signed or stands in the payload; otherwise same event, bytes and delivery ID',
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
			'Field of the payload that is different for every event, for Recognise by Field. Where a payload lacks it, its ID or body counts.',
	},
	{
		displayName: 'Event Field',
		name: 'eventField',
		type: 'string',
		default: '',
		placeholder: 'e.g. event.name or X-Event-Name',
		description:
			'Field of the payload, or header, that names the event. Leave it empty to have the usual names recognised.',
	},
	{
		displayName: 'Include Delivery Details',
		name: 'includeDetails',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the field _delivery to the output, with event, ID, times and headers (without those that hold secrets)',
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
			'Whether to start the workflow also for events that are not in the list above, and for those whose name is not found',
	},
];
