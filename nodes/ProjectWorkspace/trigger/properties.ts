import type { INodeProperties } from 'n8n-workflow';

import { EVENTS } from './events';
import { optionProperties } from './options';
import { setUpNotice } from './setupTexts';

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
