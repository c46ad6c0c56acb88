import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Endpoint, Reference, Resource } from '../catalogue';
import { MAX_FIELDS } from '../records/record';

/** The condition under which the editor shows a property. */
export type Show = Record<string, string[]>;

export const resourceProperty = (shown: readonly Resource[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: shown.map(({ displayName, value, description }) => ({
		name: displayName,
		value,
		description,
	})),
});

/** A field of the records, selected from a list. */
export const fieldChoice = (name: string): INodeProperties => ({
	displayName: 'Field Name or ID',
	name,
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

/** A list to select from, or an ID as text or expression. */
export const locator = (
	{ parameter, resource, displayName }: Reference & { displayName: string },
	description: string,
	show: Show = {},
): INodeProperties => ({
	displayName,
	name: parameter,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description,
	displayOptions: { show },
	builderHint: {
		propertyHint:
			"Use mode 'id' for an expression or an ID that the user gave. Otherwise use mode 'list' with an empty value, for the user to select. Never make up an ID.",
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select a ${resource}…`,
			typeOptions: { searchListMethod: resource, searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 123' },
	],
});

/** Counting includes all matching records. */
const ALL_COUNT = { hide: { output: ['count'] } };

export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: ALL_COUNT,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50, // n8n's lint wants the number itself
		displayOptions: { show: { returnAll: [false] }, ...ALL_COUNT },
		description: 'Max number of results to return',
	},
];

/**
 * Which fields of each record are returned. By default, a workflow gets all fields, and an AI agent the simplified
 * record, which needs less context.
 */
export function outputProperties({ about, kind }: Partial<Endpoint> = {}): INodeProperties[] {
	const isList = kind === 'list';
	const shownFor = (mode: string) => ({ displayOptions: { show: { output: [mode] } } });
	const output = (fallback: string, isTool: boolean): INodeProperties => ({
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		default: fallback,
		displayOptions: { show: { '@tool': [isTool] } },
		description: 'Which fields of each record to return',
		options: MODES.filter(({ value }) => isList || value !== 'count'),
	});
	return [
		output('raw', false),
		output('simplified', true),
		...(isList ? [{ ...countByProperty, ...shownFor('count') }] : []),
		{ ...(about ? fieldsByName : fieldsFromList), ...shownFor('selected') },
	];
}

const MODES: INodePropertyOptions[] = [
	{
		name: 'Count',
		value: 'count',
		description: 'Only the number of matching records, in total or by field value',
	},
	{ name: 'Raw', value: 'raw', description: 'All fields, exactly as the service returns them' },
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you select' },
	{
		name: 'Simplified',
		value: 'simplified',
		description: `Up to ${MAX_FIELDS} fields: the ID, the name, then other simple values`,
	},
];

/** Also for fields that the list does not have. */
const fieldsByName: INodeProperties = {
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. status, run.state',
	description: 'Comma-separated list of fields to return. Use dot notation for nested fields.',
};

const fieldsFromList: INodeProperties = {
	displayName: 'Output Field Names or IDs',
	name: 'outputFields',
	type: 'multiOptions',
	default: [],
	required: true,
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	description:
		'The fields to return. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const countByProperty: INodeProperties = {
	displayName: 'Count By Field Name or ID',
	name: 'countBy',
	type: 'options',
	default: '',
	typeOptions: { loadOptionsMethod: 'getCountFields', loadOptionsDependsOn: ['resource'] },
	description:
		'The field whose values to count. With None, only the total is returned. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};
