import type { INode, INodeParameters } from 'n8n-workflow';
import { n8n, type Rest } from './n8n';
import { createCredential } from './template';
import { chain, node, OURS } from './workflows';

export const TRIGGER = 'Polling';

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
	const credentialId = await createCredential(type, data, rest);
	const trigger = node(TRIGGER, `${OURS}PollingTrigger`, {
		parameters: {
			pollTimes: every(everySeconds),
			resource: 'task',
			changes: ['new', 'changed', 'removed'],
			watchFields: ['title', 'status'],
			options,
		},
		credentials: { [type]: { id: credentialId, name } },
	});
	const next = after ? [node('After', after.type ?? '', after)] : [];
	const { id, versionId } = await n8n.store(chain(name, [trigger, ...next]), rest);
	await rest('POST', `/workflows/${id}/activate`, { versionId });
	return id;
}
