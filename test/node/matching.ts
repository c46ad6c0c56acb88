import type { INodeParameters, ResourceMapperValue } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode, type NodeRun } from './runNode';

/** What a person maps, with the fields that the record is found by. */
export const mapped = (
	value: Record<string, string>,
	matchingColumns = ['key'],
	mappingMode = 'defineBelow',
): ResourceMapperValue => ({
	mappingMode,
	matchingColumns,
	value,
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

export const automatic = mapped({}, ['key'], 'autoMapInputData');

const runTasks =
	(operation: INodeParameters) =>
	({ keys, baseUrl }: Sandbox, parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
		runNode({
			credential: { apiKey: keys.enterprise, baseUrl, plan: 'enterprise' },
			parameters: { resource: 'task', ...operation, ...parameters },
			...more,
		});

export const updateTasks = runTasks({ operation: 'update', findBy: 'match' });

export const upsertTasks = runTasks({ operation: 'upsert' });

export const sentTo = ({ requests }: Sandbox) =>
	requests.map(({ method, path, bodyText }) =>
		[method, path.replace('/v1', ''), bodyText].filter(Boolean).join(' '),
	);
