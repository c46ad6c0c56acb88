import type { INodeProperties } from 'n8n-workflow';

import { listOperation, resources } from '../catalogue';
import { filtersProperty } from '../parameters/filters';
import { locator, resourceProperty } from '../parameters/locator';
import { optionsProperty, type Option, type Place } from '../parameters/optionKinds';
import { options } from '../parameters/options';

export const CHANGES = [
	{ name: 'Changed', value: 'changed', description: 'The value of a watched field has changed' },
	{ name: 'New', value: 'new', description: 'The record was not in the list before' },
	{ name: 'Removed', value: 'removed', description: 'The record is no longer in the list' },
] as const;

const PLACES: readonly Place[] = ['all', 'pages', 'requests', 'polling'];

/** A function, because n8n adds 'Poll Times' to the array that it gets. */
export const pollingProperties = (): INodeProperties[] => [
	{ ...resourceProperty(resources), description: 'The records to watch' },
	...resources.flatMap(({ value }) =>
		(listOperation(value).endpoint.references ?? []).map((reference) =>
			locator(
				reference,
				`Only watch ${value}s of this ${reference.resource}. If empty, all ${value}s that the service returns are watched.`,
				{ resource: [value] },
			),
		),
	),
	{
		displayName: 'Changes',
		name: 'changes',
		type: 'multiOptions',
		required: true,
		default: ['changed', 'new', 'removed'],
		description:
			"What starts the workflow. The first poll only remembers the records, unless 'Start With Existing Records' is on.",
		options: [...CHANGES],
	},
	{
		displayName: 'Watch Field Names or IDs',
		name: 'watchFields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
		default: [],
		description:
			'The fields that count as a change. If empty, all except IDs and times that the service sets itself. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		...filtersProperty({}),
		description:
			'Only watch records that match. Records that start to match count as new, records that no longer match as removed.',
	},
	// The options for lists and requests are the same as in the action node.
	optionsProperty(
		Object.entries<Option>(options)
			.filter(([, { shownFor }]) => shownFor.some((place) => PLACES.includes(place)))
			.map(([name, { property }]) => ({ ...property, name })),
	),
];

/** "Task: Changed, New", below the node's name on the canvas. */
export function pollingSubtitle(): string {
	const labels = Object.fromEntries(CHANGES.map(({ value, name }) => [value, name]));
	const names = Object.fromEntries(resources.map(({ value, displayName }) => [value, displayName]));
	return `={{ (${JSON.stringify(names)})[$parameter["resource"]] + ": " + $parameter["changes"].map((change) => (${JSON.stringify(labels)})[change]).join(", ") }}`;
}
