import type { INodeProperties } from 'n8n-workflow';

/** Whether an update finds its record by its ID or by the values of its fields. */
export const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'id',
	displayOptions: { show: { resource: ['project', 'task'], operation: ['update'] } },
	description: 'How to identify the record to update',
	options: [
		{ name: 'ID', value: 'id', description: 'Select it from a list or enter its ID' },
		{
			name: 'Matching Fields',
			value: 'match',
			description: 'Find it by the values of one or more fields',
		},
	],
};

export const noMatch: INodeProperties = {
	displayName: 'If No Match Is Found',
	name: 'noMatch',
	type: 'options',
	noDataExpression: true,
	default: 'stop',
	displayOptions: {
		show: { resource: ['project', 'task'], operation: ['update'], findBy: ['match'] },
	},
	description:
		"What to do if no record has these values. To create it, use the operation 'Create or Update'.",
	options: [
		{ name: 'Skip Item', value: 'skip', description: 'Send nothing and output no item' },
		{
			name: 'Stop Workflow',
			value: 'stop',
			description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
		},
	],
};

/** Whether the record that is found is updated: without that, the operation finds or creates. */
export const ifMatch: INodeProperties = {
	displayName: 'If a Match Is Found',
	name: 'ifMatch',
	type: 'options',
	noDataExpression: true,
	default: 'update',
	displayOptions: { show: { resource: ['project', 'task'], operation: ['upsert'] } },
	description: 'What to do if a record has these values',
	options: [
		{ name: 'Leave Unchanged', value: 'keep', description: 'Return the record as it is' },
		{ name: 'Update', value: 'update', description: 'Write the fields that differ' },
	],
};
