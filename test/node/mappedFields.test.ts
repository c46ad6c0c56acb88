import type { INodeParameters, ResourceMapperValue } from 'n8n-workflow';

import { json, scriptedServer } from '../servers/scriptedServer';
import { runNode } from './runNode';

const automatic: ResourceMapperValue = {
	mappingMode: 'autoMapInputData',
	matchingColumns: [],
	value: null,
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

async function create(parameters: INodeParameters, items = [{}]) {
	const server = await scriptedServer(() => json({ id: 'x1' }));
	try {
		const answer = await runNode({
			credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			parameters: { resource: 'task', operation: 'create', ...parameters },
			items,
		});
		return { ...answer, bodies: server.seen.map(({ body }) => body) };
	} finally {
		await server.close();
	}
}

describe('mapped automatically', () => {
	const row = { id: 7, title: 'A', created_at: '2026-01-01', row_number: 2, archived: false };

	test('what the service sets itself is not sent, and a hint says so', async () => {
		const { bodies, hints } = await create({ fields: automatic }, [row, row]);
		expect(bodies).toEqual(Array(2).fill('{"title":"A","row_number":2,"archived":false}'));
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Not sent, because the service sets these fields itself: created_at, id\. /,
			),
		]);
	});

	const told = { _result: 'updated', _changes: {}, _preview: true, _change: {}, _position: 'x' };

	test('what this node adds to its output is not sent, as a preview often comes before', async () => {
		const { bodies } = await create({ fields: automatic }, [{ title: 'A', ...told }]);
		expect(bodies).toEqual(['{"title":"A"}']);
	});

	test('unless the records of the service have such a field', async () => {
		const schema = [{ id: '_result', displayName: 'Result', defaultMatch: false }];
		const fields = {
			...automatic,
			schema: schema.map((field) => ({ ...field, required: false, display: true })),
		};
		const { bodies } = await create({ fields }, [{ title: 'A', ...told }]);
		expect(bodies).toEqual(['{"title":"A","_result":"updated"}']);
	});

	test('further fields can be ignored', async () => {
		const { bodies } = await create(
			{ fields: automatic, options: { ignoreFields: 'row_number, archived, created_at' } },
			[row],
		);
		expect(bodies).toEqual(['{"title":"A"}']);
	});

	test('a field that is added by name is sent anyway', async () => {
		const { bodies } = await create(
			{
				fields: automatic,
				additionalFields: { field: [{ name: 'id', type: 'number', value: '7' }] },
			},
			[{ title: 'A' }],
		);
		expect(bodies).toEqual(['{"title":"A","id":7}']);
	});
});

test('mapped texts are sent in the type that the field had when it was mapped', async () => {
	const fields: ResourceMapperValue = {
		...automatic,
		mappingMode: 'defineBelow',
		value: { points: '={{ $json.points }}', done: 'true', title: '007' },
		schema: [
			{ id: 'points', type: 'number' },
			{ id: 'done', type: 'boolean' },
			{ id: 'title', type: 'string' },
		].map(({ id, type }) => ({
			id,
			type: type as 'string',
			displayName: id,
			defaultMatch: false,
			required: false,
			display: true,
		})),
	};
	const { bodies } = await create({ fields }, [{ points: '5' }]);
	expect(bodies).toEqual(['{"points":5,"done":true,"title":"007"}']);
	const { error } = await create({ fields }, [{ points: 'many' }]);
	expect(error?.message).toMatch(/^The field 'points' must be a number/);
});
