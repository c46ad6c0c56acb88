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

/** Updates tasks by matching fields. */
export const updateTasks = (
	{ keys, baseUrl }: Sandbox,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
) =>
	runNode({
		credential: { apiKey: keys.enterprise, baseUrl, plan: 'enterprise' },
		parameters: { resource: 'task', operation: 'update', findBy: 'match', ...parameters },
		...more,
	});

export const sentTo = ({ requests }: Sandbox) =>
	requests.map(({ method, path, bodyText }) =>
		[method, path.replace('/v1', ''), bodyText].filter(Boolean).join(' '),
	);
