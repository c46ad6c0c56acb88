import type { Resource } from './types';

export const workflow = {
	value: 'workflow',
	displayName: 'Workflow',
	plural: 'workflows',
	idParameter: 'workflowId',
	description: 'An automation of the service that can be triggered',
	endpoints: {
		getAll: {
			route: 'GET /workflows',
			name: 'Get Many',
			action: 'Get many workflows',
			description: 'List the workflows of the workspace',
			answer: { gives: 'list' },
		},
		trigger: {
			route: 'POST /workflows/{id}/trigger',
			name: 'Trigger',
			action: 'Trigger a workflow',
			description: 'Start a run of a workflow, with input if any is given',
			answer: { gives: 'record', done: 'triggered' },
			about: 'run',
			body: 'open',
		},
	},
} as const satisfies Resource;
