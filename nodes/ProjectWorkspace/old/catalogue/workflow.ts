import type { Resource } from './types';

export const workflow = {
	value: 'workflow',
	displayName: 'Workflow',
	plural: 'workflows',
	description: 'An automation in Project Workspace that you can trigger',
	endpoints: {
		getAll: {
			kind: 'list',
			route: 'GET /workflows',
			name: 'Get Many',
			action: 'Get many workflows',
			description: 'List the workflows of the workspace',
		},
		trigger: {
			kind: 'request',
			route: 'POST /workflows/{workflowId}/trigger',
			name: 'Trigger',
			action: 'Trigger a workflow',
			description: 'Start a workflow run, optionally with input',
			result: 'triggered',
			about: 'run',
			body: { example: '{ "environment": "staging" }', isOptional: true },
		},
	},
} as const satisfies Resource;
