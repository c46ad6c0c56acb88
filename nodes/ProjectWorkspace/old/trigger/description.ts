import type { INodeProperties, INodeTypeDescription, TriggerPanelDefinition } from 'n8n-workflow';

import { paragraphs } from '../texts';
import { filterProperties } from '../parameters/filters';
import { optionsProperty } from '../optionKinds';
import { EVENTS } from './names';
import { triggerOptionProperties } from './options';

/** The service has no endpoint to register a webhook, so users paste the URL. Every text says which of n8n's two URLs. */
const STEPS = [
	'Open Webhook URLs above, switch to Production URL and copy the URL.',
	'In the service, go to account settings → Webhooks and add a webhook with that URL.',
	"Copy the webhook's signing secret into 'Signing Secret' in the credential.",
	"Select 'Events' below, then publish (activate) this n8n workflow.",
];

/**
 * n8n's notices only keep the tags `a`, `ul` and `li`. A list without entries is a block: numbers fit in, and no bullets,
 * which n8n 1 draws outside the border.
 */
const setUpNotice = `To set up this trigger:${STEPS.map((step, at) => `<ul>${at + 1}. ${step}</ul>`).join('')}`;

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
	...filterProperties(
		'Only start the workflow if the payload matches. An event that does not match is accepted but does not start the workflow.',
		{
			displayName: 'Field Name or ID',
			name: 'field',
			type: 'string',
			default: '',
			placeholder: 'e.g. task.status',
			description: 'Field of the payload. Use dot notation for nested fields.',
		},
	),
	optionsProperty(triggerOptionProperties),
];

const LABELS = JSON.stringify(Object.fromEntries(EVENTS.map(({ value, name }) => [value, name])));

/** The selected events by their labels: "Task Created, User Invited". */
export const triggerSubtitle = `={{ $parameter["events"].map((event) => (${LABELS})[event]).join(", ") }}`;

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

export const waitingTexts = {
	eventTriggerDescription:
		'Waiting for an event at the test URL. Make sure it is listed in account settings → Webhooks of the service. If the service allows only one URL, restore the production URL afterwards.',
	activationMessage:
		'Events sent to the production URL now start this n8n workflow. Make sure that account settings → Webhooks in the service lists the production URL, not the test URL.',
} satisfies Partial<INodeTypeDescription>;
