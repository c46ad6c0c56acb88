import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode, type NodeRun } from './runNode';

/** Lists tasks with a quota that no test reaches. */
export const listTasks = (
	{ keys, baseUrl }: Sandbox,
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
) =>
	runNode({
		credential: { apiKey: keys.enterprise, baseUrl, plan: 'enterprise' },
		parameters: { resource: 'task', operation: 'getAll', ...parameters },
		...more,
	});
