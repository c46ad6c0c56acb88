import type { INodeParameters, ResourceMapperValue } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import type { JsonObject } from '../../sandbox/json.ts';
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

/** A new sandbox for each test, and runs of operations on its tasks. */
export function sandboxWithTasks() {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox({ seed: false });
	});
	afterEach(async () => await sandbox.close());

	const runTasks =
		(operation: INodeParameters) =>
		(parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
			runNode({
				credential: {
					apiKey: sandbox.keys.enterprise,
					baseUrl: sandbox.baseUrl,
					plan: 'enterprise',
				},
				parameters: { resource: 'task', ...operation, ...parameters },
				...more,
			});

	return {
		service: () => sandbox,
		addTask: (task: JsonObject, count = 1) => sandbox.addRecords('task', task, count),
		run: runTasks({}),
		update: runTasks({ operation: 'update', findBy: 'match' }),
		upsert: runTasks({ operation: 'upsert' }),
		/** All requests, such as `POST /tasks {"title":"A"}`. */
		sent: () =>
			sandbox.requests.map(({ method, path, bodyText }) =>
				[method, path.replace('/v1', ''), bodyText].filter(Boolean).join(' '),
			),
	};
}
