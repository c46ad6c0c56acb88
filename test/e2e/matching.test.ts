import type { INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { pairedTo, runNode } from './run-node';
import { sandbox } from './sandbox';

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());

const sent = async () => (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);

it('updates what matches, creates what does not, and sends nothing for what is the same', async () => {
	const parameters: INodeParameters = {
		findBy: 'match',
		noMatch: 'create',
		fields: {
			mappingMode: 'autoMapInputData',
			matchingColumns: ['key'],
			value: {},
			schema: [],
			attemptToConvertTypes: false,
			convertFieldsToString: false,
		},
		options: { includeResult: true },
	};
	for (const key of ['same', 'old']) {
		await sandbox.addRecord('projects', { id: `project_${key}`, key, name: key });
	}
	const { regular, status } = await runNode({
		resource: 'project',
		operation: 'update',
		parameters,
		items: [
			{ json: { key: 'same', name: 'same' } },
			{ json: { key: 'old', name: 'new' } },
			{ json: { key: 'none', name: 'none' } },
		],
	});
	expect(status).toBe('success');
	expect(regular.map(({ json }) => [json.key, json.name, json._result])).toEqual([
		['same', 'same', 'unchanged'],
		['old', 'new', 'updated'],
		['none', 'none', 'created'],
	]);
	expect(regular.map(pairedTo)).toEqual([0, 1, 2]);
	const [list, ...writes] = await sent();
	expect(list).toBe('GET /v1/projects');
	expect(writes.sort()).toEqual(['POST /v1/projects', 'PUT /v1/projects/project_old']);
});

it('filters the records of a list as they are read', async () => {
	const { regular } = await runNode({
		resource: 'user',
		operation: 'getAll',
		parameters: {
			returnAll: true,
			filters: { filter: [{ field: 'email', condition: 'contains', value: 'ADA@' }] },
		},
	});
	expect(regular.map(({ json }) => json.id)).toEqual(['user_ada']);
});
