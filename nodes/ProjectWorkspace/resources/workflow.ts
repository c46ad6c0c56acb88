import type { Resource } from './types';

export const workflow = {
	name: 'workflow',
	displayName: 'Workflow',
	plural: 'workflows',
	endpoints: {
		getAll: { kind: 'list', route: 'GET /workflows' },
		get: { kind: 'lookup', route: 'GET /workflows' },
		trigger: {
			kind: 'request',
			route: 'POST /workflows/{workflowId}/trigger',
			result: 'triggered',
			about: 'run',
			body: 'optional',
			// A workflow may run for minutes before the service responds.
			timeoutMs: 300_000,
		},
	},
} as const satisfies Resource;
