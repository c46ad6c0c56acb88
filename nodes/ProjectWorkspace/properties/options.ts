import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

const WRITING = ['archive', 'create', 'delete', 'invite', 'remove', 'trigger', 'update', 'upsert'];

/** Operations with 'Fields'. */
const WITH_FIELDS = ['create', 'invite', 'trigger', 'update', 'upsert'];

export const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add parameter',
	default: {},
	description: 'Query parameters to add, such as filters that the service supports',
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. status',
					description: 'Parameter name, exactly as the service expects it',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. open',
					description: 'Value to send. A parameter with an empty value is not sent.',
				},
			],
		},
	],
};

/** Not for agents, which get a notice if a list may be incomplete. */
export const requireComplete = (displayOptions?: IDisplayOptions): INodeProperties => ({
	displayName: 'Require Complete List',
	name: 'requireComplete',
	type: 'boolean',
	default: true,
	displayOptions,
	description: 'Whether to fail if the list may be incomplete',
});

const ignoreFields: INodeProperties = {
	displayName: 'Ignore Fields From Input',
	name: 'ignoreFields',
	type: 'string',
	requiresDataPath: 'multiple',
	default: '',
	placeholder: 'e.g. row_number, notes',
	displayOptions: {
		show: { '/operation': WITH_FIELDS, '/fields.mappingMode': ['autoMapInputData'] },
	},
	description: 'Comma-separated list of input fields that should not be sent',
};

const includeResult: INodeProperties = {
	displayName: 'Include Change Details',
	name: 'includeResult',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/operation': WRITING } },
	description: 'Whether to add what was done (_result) and what changed (_changes)',
};

const inOrder: INodeProperties = {
	displayName: 'Send in Order',
	name: 'inOrder',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/operation': WRITING } },
	description:
		'Whether to send one item after the other, e.g. to create a checklist in its order. This is slower.',
};

const matchOn = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Match On Other Fields',
	name: 'matchOn',
	type: 'string',
	requiresDataPath: 'multiple',
	default: '',
	placeholder: 'e.g. external_id',
	displayOptions: { show },
	description:
		"Comma-separated list of fields to match on, instead of 'Fields to Match On'. Use it for fields that no record has yet.",
});

const previewOnly: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/operation': WRITING } },
	description: 'Whether to return what would be done, without changing anything in the service',
};

const sendEmpty: INodeProperties = {
	displayName: 'Send Empty Values',
	name: 'sendEmpty',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/operation': WITH_FIELDS }, hide: { '/bodyMode': ['json'] } },
	description: 'Whether to send null for mapped fields without a value, to clear them',
};

const sendWholeRecord = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Send Whole Record',
	name: 'sendWholeRecord',
	type: 'boolean',
	default: true,
	displayOptions: { show },
	description:
		"Whether to also send the record's other values. Turn it on if updates clear the fields you leave out.",
});

const skip: INodeProperties = {
	displayName: 'Skip',
	name: 'skip',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	displayOptions: { show: { '/operation': ['getAll'] } },
	description: 'Number of results to skip before returning the rest',
};

export const startWithExisting: INodeProperties = {
	displayName: 'Start With Existing Records',
	name: 'startWithExisting',
	type: 'boolean',
	default: true,
	description:
		"Whether the first poll returns all records as new. If off, it only remembers them. Requires 'New' in 'Changes'.",
};

const IF_MATCHED = { '/operation': ['update'], '/findBy': ['match'] };
const IF_UPSERTED = { '/operation': ['upsert'] };

/** A boolean is on when it is added: nobody adds one to leave it off. */
export const actionOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		ignoreFields,
		includeResult,
		matchOn(IF_MATCHED),
		matchOn(IF_UPSERTED),
		previewOnly,
		queryParameters,
		requireComplete({ show: { '/operation': ['getAll'] }, hide: { '@tool': [true] } }),
		sendEmpty,
		inOrder,
		sendWholeRecord(IF_MATCHED),
		sendWholeRecord(IF_UPSERTED),
		skip,
	],
};
