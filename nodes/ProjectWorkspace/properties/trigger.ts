import type { INodeProperties, INodeTypeDescription, TriggerPanelDefinition } from 'n8n-workflow';

import { paragraphs } from '../texts';
import { combineFilters, filters } from './list';

/**
 * The service has no endpoint to register a webhook, so the person pastes the URL. n8n's notices only keep the tags `a`,
 * `ul` and `li`; a list without entries is a line of its own, which a bullet of n8n 1 would stick out of.
 */
const setUp: INodeProperties = {
	displayName:
		'<ul>1. Copy the Production URL from above.</ul><ul>2. Add it under Webhooks in the account settings.</ul><ul>3. Copy the signing secret into the credential.</ul><ul>4. Select events, then publish (activate) this n8n workflow.</ul>',
	name: 'setUp',
	type: 'notice',
	default: '',
};

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	noDataExpression: true,
	default: [],
	description: 'The events that start this n8n workflow. Other events are accepted but ignored.',
	options: [
		{ name: 'Project Created', value: 'project.created' },
		{ name: 'Task Completed', value: 'task.completed' },
		{ name: 'Task Created', value: 'task.created' },
		{ name: 'Task Updated', value: 'task.updated' },
		{ name: 'User Invited', value: 'user.invited' },
		{ name: 'Workflow Run Completed', value: 'workflow.run.completed' },
	],
};

const fieldOfPayload: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'string',
	requiresDataPath: 'single',
	default: '',
	placeholder: 'e.g. task.status',
	description: 'Field of the payload. Use dot notation for nested fields.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Duplicate Deliveries',
			name: 'duplicates',
			type: 'options',
			default: 'automatic',
			description: 'What to do if a delivery arrives again',
			options: [
				{
					name: 'Ignore',
					value: 'automatic',
					description: 'It is accepted but does not start the workflow again',
				},
				{
					name: 'Let Through',
					value: 'letThrough',
					description: "Every delivery starts the workflow, except duplicates by 'Duplicate Field'",
				},
			],
		},
		{
			displayName: 'Duplicate Field',
			name: 'duplicateField',
			type: 'string',
			requiresDataPath: 'single',
			default: '',
			placeholder: 'e.g. meta.event_id',
			description:
				'Payload field with a unique value for each event. Leave empty to use the delivery ID or the time.',
		},
		{
			displayName: 'Event Field',
			name: 'eventField',
			type: 'string',
			requiresDataPath: 'single',
			default: '',
			placeholder: 'e.g. event.name or header.X-Event-Name',
			description:
				"Payload field with the event name, or 'header.' and the name of a header. Leave empty to detect it.",
		},
		{
			displayName: 'Include Delivery Details',
			name: 'includeDetails',
			type: 'boolean',
			default: true,
			description:
				"Whether to add a '_delivery' field to the output with the event, its ID and the times",
		},
		{
			displayName: 'Include Other Events',
			name: 'otherEvents',
			type: 'boolean',
			default: true,
			description:
				"Whether to also start the workflow on events that 'Events' does not offer, or that have no name",
		},
	],
};

export const triggerProperties: INodeProperties[] = [
	setUp,
	events,
	filters(
		'Only start the workflow if the payload matches. Other deliveries are accepted but ignored.',
		fieldOfPayload,
	),
	combineFilters(),
	options,
];

/** "task.created, user.invited", below the node's name on the canvas. */
export const triggerSubtitle = '={{ $parameter["events"].join(", ") }}';

const WHICH_URL =
	'<b>Test URL</b>: receives one event after you start a test here. The event shows up in this editor. <b>Production URL</b>: receives events while this n8n workflow is active. They show up in the executions list.';

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Pull in events from Project Workspace',
	executionsHelp: {
		inactive: paragraphs(
			WHICH_URL,
			'<b>While building your workflow</b>, start a test, add the test URL in account settings → Webhooks, and make an event happen, e.g. create a task.',
			"<b>Once you're happy with your workflow</b>, add the production URL in account settings → Webhooks and publish (activate) this n8n workflow.",
		),
		active: paragraphs(
			WHICH_URL,
			'<b>This n8n workflow is active</b>: events sent to the production URL run it. You can see them in the <a data-key="executions">executions list</a>.',
		),
	},
};

export const triggerTexts = {
	// The canvas shows it in one line, and cuts off what is longer.
	eventTriggerDescription: "Waiting for an event. Nothing arrives? See the service's webhook log.",
	activationMessage:
		'Events sent to the production URL now start this n8n workflow. The service must list that URL under account settings → Webhooks, not the test URL.',
} satisfies Partial<INodeTypeDescription>;
