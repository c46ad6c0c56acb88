import type { IDataObject } from 'n8n-workflow';

import { eventually, n8n as shared, type N8n } from './n8n';
import { credentialData } from './sandbox';
import { chain, node, OURS, withCredential } from './workflows';

const EVERY_SECONDS = 3;

/** An active workflow that polls the tasks of the sandbox every few seconds. */
export async function pollingWorkflow(n8n: N8n = shared) {
	// n8n rejects a cron expression for less than a minute, but accepts several, each for another second.
	const item = Array.from({ length: 60 / EVERY_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * EVERY_SECONDS} * * * * *`,
	}));
	const trigger = node('Polling', `${OURS}PollingTrigger`, {
		parameters: {
			pollTimes: { item },
			resource: 'task',
			changes: ['new', 'changed', 'removed'],
			watchFields: ['title', 'status'],
			options: {},
		},
		...withCredential(await n8n.createCredential('projectWorkspaceApi', credentialData)),
	});
	const workflow = await n8n.store(chain([trigger]));
	await n8n.activate(workflow);
	let known = 0;

	return {
		id: workflow.id,
		/** How many executions it has started. */
		count: async () => (await n8n.executionsOf(workflow.id)).length,
		/** The changes in the next execution. */
		async next(): Promise<string[]> {
			const found = await eventually(async () => (await n8n.executionsOf(workflow.id))[known]);
			known += 1;
			const { outputs, error } = await n8n.ended(found.id);
			expect(error).toBeUndefined();

			return outputs('Polling')
				.flat()
				.map(({ json }) => `${String((json._change as IDataObject).type)} ${String(json.id)}`);
		},
	};
}
