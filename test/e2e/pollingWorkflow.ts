import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { n8n, type Rest } from './n8n';

export const TRIGGER = 'Polling';
const AFTER = 'After';

/** n8n rejects a cron expression for less than a minute, but accepts several, each for another second. */
export const every = (seconds: number) => ({
	item: Array.from({ length: 60 / seconds }, (_, at) => ({
		mode: 'custom',
		cronExpression: `${at * seconds} * * * * *`,
	})),
});

interface Polling {
	name: string;
	baseUrl: string;
	rest?: Rest;
	options?: INodeParameters;
	/** Seconds from one poll to the next. */
	everySeconds?: number;
	/** The node after the trigger, if there is one. */
	after?: Partial<INode>;
}

/** Creates and activates a workflow that polls tasks every few seconds, and returns its ID. */
export async function pollingWorkflow({
	name,
	baseUrl,
	rest = n8n.rest,
	options = {},
	everySeconds = 10,
	after,
}: Polling): Promise<string> {
	const type = 'projectWorkspaceApi';
	const data = { apiKey: 'ac_test_made_up', baseUrl, plan: 'pro' };
	const credential = (await rest('POST', '/credentials', { name, type, data })) as { id: string };
	const trigger = {
		id: randomUUID(),
		name: TRIGGER,
		type: 'n8n-nodes-project-workspace.projectWorkspacePollingTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			pollTimes: every(everySeconds),
			resource: 'task',
			changes: ['new', 'changed', 'removed'],
			watchFields: ['title', 'status'],
			options,
		},
		credentials: { [type]: { id: credential.id, name } },
	};
	const next = { id: randomUUID(), name: AFTER, position: [200, 0], ...after };
	const { id, versionId } = await n8n.store(
		{
			name,
			nodes: after ? [trigger, next] : [trigger],
			connections: after
				? { [TRIGGER]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } }
				: {},
			settings: { executionOrder: 'v1' },
		},
		rest,
	);
	await rest('POST', `/workflows/${id}/activate`, { versionId });
	return id;
}
