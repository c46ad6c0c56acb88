import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValue,
} from 'n8n-workflow';

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	// Counting includes all records that match.
	displayOptions: { show: { operation: ['getAll'] }, hide: { output: ['count'] } },
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: {
		show: { operation: ['getAll'], returnAll: [false] },
		hide: { output: ['count'] },
	},
	description: 'Max number of results to return',
};

export const fieldOfRecords: INodeProperties = {
	displayName: 'Field Name or ID',
	name: 'field',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

/** The service documents no filter but the project of a task, so the node filters what it reads. */
export const filters = (
	description: string,
	field: INodeProperties,
	displayOptions?: IDisplayOptions,
): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add filter',
	default: {},
	displayOptions,
	description,
	builderHint: {
		propertyHint:
			"{ filter: [{ field: 'status', condition: 'equals', value: 'open' }] }, where 'owner.email' is a field inside another. Omit the value for isEmpty and isNotEmpty.",
	},
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				field,
				{
					displayName: 'Condition',
					name: 'condition',
					type: 'options',
					noDataExpression: true,
					default: 'equals',
					options: [
						{ name: 'Contains', value: 'contains', description: 'Not case-sensitive' },
						{ name: 'Does Not Contain', value: 'notContains', description: 'Not case-sensitive' },
						{ name: 'Does Not Equal', value: 'notEquals', description: 'Case-sensitive' },
						{ name: 'Equals', value: 'equals', description: 'Case-sensitive' },
						{ name: 'Is Empty', value: 'isEmpty' },
						{ name: 'Is Greater Than or After', value: 'larger' },
						{ name: 'Is Less Than or Before', value: 'smaller' },
						{ name: 'Is Not Empty', value: 'isNotEmpty' },
					],
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. open',
					displayOptions: { hide: { condition: ['isEmpty', 'isNotEmpty'] } },
				},
			],
		},
	],
});

/** n8n types a condition's value as a simple one, but compares objects, too. */
const NO_FILTERS = {} as NodeParameterValue;

export const combineFilters = (show: IDisplayOptions['show'] = {}): INodeProperties => ({
	displayName: 'Combine Filters',
	name: 'combineFilters',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	// With `show` instead of `hide`, n8n would drop the value when it runs a node: it checks `show` without collections.
	// n8n 1 cannot read a `show` that is undefined.
	displayOptions: { show, hide: { filters: [{ _cnd: { eq: NO_FILTERS } }] } },
	description: 'How to combine several filters',
	options: [
		{ name: 'All (AND)', value: 'all', description: 'Every filter must match' },
		{ name: 'Any (OR)', value: 'any', description: 'At least one filter must match' },
	],
});

export const sort: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add field',
	default: {},
	displayOptions: { show: { operation: ['getAll'] } },
	description: "Fields to sort by, before 'Skip' and 'Limit' apply. The whole list is read.",
	builderHint: { propertyHint: "{ field: [{ name: 'due_date', direction: 'asc' }] }" },
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{ ...fieldOfRecords, name: 'name' },
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					default: 'asc',
					options: [
						{ name: 'Ascending', value: 'asc' },
						{ name: 'Descending', value: 'desc' },
					],
				},
			],
		},
	],
};

/** Operations that return records. */
const RETURNING = ['create', 'get', 'getAll', 'invite', 'trigger', 'update', 'upsert'];

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	displayOptions: { show: { operation: RETURNING, '@tool': [false] } },
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** For an AI agent, in place of 'Simplify': other nodes would select or count, but a tool is alone. */
const toolOutputOf = (
	description: string,
	displayOptions: IDisplayOptions,
	ofLists: INodePropertyOptions[] = [],
): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'simplified',
	displayOptions,
	description,
	options: [
		...ofLists,
		{ name: 'Raw', value: 'raw', description: 'All fields, exactly as the service returns them' },
		{ name: 'Selected Fields', value: 'selected', description: 'The ID and the fields you select' },
		{ name: 'Simplified', value: 'simplified', description: 'Up to 10 fields' },
	],
});

export const toolOutput: INodeProperties[] = [
	toolOutputOf(
		'What to return of each record',
		{ show: { operation: ['getAll'], '@tool': [true] } },
		[{ name: 'Count', value: 'count', description: 'Only the number of matching records' }],
	),
	toolOutputOf('What to return of the record', {
		show: { operation: RETURNING, '@tool': [true] },
		hide: { operation: ['getAll'] },
	}),
	{
		displayName: 'Output Field Names or IDs',
		name: 'outputFields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
		default: [],
		displayOptions: {
			show: { operation: RETURNING, output: ['selected'], '@tool': [true] },
			hide: { operation: ['trigger'] },
		},
		description:
			'The fields to return. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	// No list has the fields of a run.
	{
		displayName: 'Output Fields',
		name: 'outputFields',
		type: 'string',
		requiresDataPath: 'multiple',
		default: '',
		placeholder: 'e.g. status, run.state',
		displayOptions: { show: { operation: ['trigger'], output: ['selected'], '@tool': [true] } },
		description: 'Comma-separated list of fields to return. Use dot notation for nested fields.',
	},
];
