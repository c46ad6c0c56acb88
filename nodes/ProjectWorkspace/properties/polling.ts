import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { paragraphs } from '../texts';
import { combineFilters, fieldOfRecords, filters } from './list';
import { queryParameters, requireComplete, startWithExisting } from './options';
import { locator } from './record';

/** Not that of the action node: n8n adds choices to the array of an action node's resources. */
const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	description: 'The records to watch',
	options: [
		{ name: 'Project', value: 'project' },
		{ name: 'Task', value: 'task' },
		{ name: 'User', value: 'user' },
		{ name: 'Workflow', value: 'workflow' },
	],
};

const changes: INodeProperties = {
	displayName: 'Changes',
	name: 'changes',
	type: 'multiOptions',
	required: true,
	default: ['changed', 'new', 'removed'],
	description: 'Changes that start the workflow. The first poll only remembers the records.',
	options: [
		{
			name: 'Changed',
			value: 'changed',
			description: 'The value of a watched field changed',
		},
		{ name: 'New', value: 'new', description: 'The record was not in the list before' },
		{ name: 'Removed', value: 'removed', description: 'The record is no longer in the list' },
	],
};

const watchFields: INodeProperties = {
	displayName: 'Watch Field Names or IDs',
	name: 'watchFields',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	default: [],
	description:
		'The fields that count as a change. Leave empty for all. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [queryParameters, requireComplete(), startWithExisting],
};

/** A function, because n8n adds 'Poll Times' to the array that it gets. */
export const pollingProperties = (): INodeProperties[] => [
	resource,
	locator(
		'project',
		'Only watch tasks of this project. Leave empty to watch all that the service lists.',
		{
			resource: ['task'],
		},
	),
	changes,
	watchFields,
	filters(
		'Only watch records that match. One that starts to match is new, one that no longer matches is removed.',
		fieldOfRecords,
	),
	combineFilters(),
	options,
];

/** "task: changed, new", below the node's name on the canvas. */
export const pollingSubtitle =
	'={{ $parameter["resource"] + ": " + $parameter["changes"].join(", ") }}';

const FIRST_POLL =
	"The first poll only remembers the records, unless 'Start With Existing Records' is on. Every later poll starts the workflow with the records that are new, changed or removed since then.";

const TESTING =
	'<b>Fetch Test Event</b> returns up to ten records of the list as samples. They are real, but not necessarily new or changed. Testing does not affect what the polls remember.';

/** n8n's own texts promise "a single mock event", and that the first poll starts the workflow. */
export const pollingTexts = {
	triggerPanel: {
		header: 'Find changes in Project Workspace',
		executionsHelp: {
			inactive: paragraphs(
				TESTING,
				`<b>Once you're happy with your workflow</b>, publish (activate) it. ${FIRST_POLL} These executions show up in the executions list.`,
			),
			active: paragraphs(
				TESTING,
				`<b>This n8n workflow is active</b>: n8n reads the list regularly. ${FIRST_POLL} You can see these executions in the <a data-key="executions">executions list</a>.`,
			),
		},
		activationHint: {
			inactive:
				'Publish (activate) this n8n workflow to check for changes regularly. The first poll only remembers the records.',
			active:
				'This n8n workflow is active: n8n checks for changes regularly. These executions do not show up here.',
		},
	},
	activationMessage:
		'n8n now checks for changes regularly. The first poll only remembers the records. Later polls start this n8n workflow with what is new, changed or removed.',
} satisfies Partial<INodeTypeDescription>;
