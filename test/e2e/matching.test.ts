import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { pairedTo, runNode } from './run-node';
import { sandbox } from './sandbox';

beforeAll(() => n8n.login());
beforeEach(() => sandbox.reset());

const sent = async () => (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);

const upsert = (options: INodeParameters, items: INodeExecutionData[]) =>
	runNode({
		resource: 'project',
		operation: 'upsert',
		parameters: {
			fields: {
				mappingMode: 'autoMapInputData',
				matchingColumns: ['key'],
				value: {},
				schema: [],
				attemptToConvertTypes: false,
				convertFieldsToString: false,
			},
			options,
		},
		items,
	});

it('updates what matches, creates what does not, and sends nothing for what is the same', async () => {
	const record = { id: 'project_{n}', key: 'K{n}', name: 'Old' };
	await sandbox.control('POST', '/records/projects', { record, count: 130 });
	// 60 unchanged, 40 changed and 50 new ones, of which 10 are copies.
	const items = Array.from({ length: 150 }, (_, at) => {
		const n = at < 100 ? at + 1 : 201 + (at % 40);
		return { json: { key: `K${n}`, name: at < 60 ? 'Old' : 'New' } };
	}).reverse();
	const told = ({ regular }: Awaited<ReturnType<typeof upsert>>) =>
		regular.map((item) => {
			const { key, name, _result, _changes } = item.json;
			return { key, name, _result, _changes, item: pairedTo(item) };
		});
	const writes = async () => (await sent()).filter((request) => !request.startsWith('GET'));

	const preview = await upsert({ previewOnly: true }, items);
	expect(preview.status).toBe('success');
	// The list is read once, in pages of 50.
	expect(await sent()).toEqual(Array.from({ length: 3 }, () => 'GET /v1/projects'));

	const run = await upsert({ includeResult: true }, items);
	expect(told(run)).toEqual(told(preview));
	expect(told(run).map(({ key, item }) => [key, item])).toEqual(
		items.map(({ json }, item) => [json.key, item]),
	);
	const counts = (await writes()).map((request) => request.split(' ')[0]);
	expect(counts.filter((method) => method === 'POST')).toHaveLength(40);
	expect(counts.filter((method) => method === 'PUT')).toHaveLength(40);

	const again = await upsert({ includeResult: true }, items);
	expect(again.regular.every(({ json }) => json._result === 'unchanged')).toBe(true);
	expect(await writes()).toHaveLength(80);
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
