import type { Resource } from './types';

export const workflow = {
	value: 'workflow',
	displayName: 'Workflow',
	plural: 'workflows',
	description: 'An automation in Project Workspace that you can trigger',
	endpoints: {
		getAll: {
			route: 'GET /workflows',
			name: 'Get Many',
			action: 'Get many workflows',
			description: 'List the workflows of the workspace',
			answer: { gives: 'list' },
		},
		trigger: {
			route: 'POST /workflows/{workflowId}/trigger',
			name: 'Trigger',
			action: 'Trigger a workflow',
			description: 'Start a workflow run, optionally with input',
			answer: { gives: 'record', done: 'triggered' },
			about: 'run',
			body: { example: '{ "environment": "staging" }' },
		},
	},
} as const satisfies Resource;
