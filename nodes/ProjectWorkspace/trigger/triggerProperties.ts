import type { INodeProperties } from 'n8n-workflow';

import { EVENTS } from './eventNames';
import { setUpNotice } from './guidance';
import { deliveryOptions } from './deliveryOptions';
import { signatureProperties } from '../signature';

export const triggerProperties: INodeProperties[] = [
	{
		displayName: setUpNotice,
		name: 'setUp',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		default: [],
		description: 'What starts this n8n workflow. Everything else is received and starts nothing.',
		options: [...EVENTS].sort((a, b) => a.name.localeCompare(b.name)),
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...deliveryOptions, ...signatureProperties].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	},
];

/** The chosen events by their labels: "Task Created, User Invited". */
export function triggerSubtitle(): string {
	const labels = Object.fromEntries(EVENTS.map(({ value, name }) => [value, name]));
	return `={{ $parameter["events"].map((event) => (${JSON.stringify(labels)})[event]).join(", ") }}`;
}
