import type { INodeParameters, ResourceMapperValue } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { serviceThat } from './service';

const automatic = mapped({}, [], 'autoMapInputData');

const column = (id: string, type: 'string' | 'number' | 'boolean' = 'string') => ({
	...{ id, type, displayName: id },
	...{ defaultMatch: false, required: false, display: true },
});

async function create(items: Array<INodeParameters>, parameters: INodeParameters) {
	const { run, seen } = await serviceThat(() => json({ id: 'x1' }));
	const answer = await run({ resource: 'task', operation: 'create', ...parameters }, { items });
	return { ...answer, bodies: seen.map(({ body }) => body) };
}

describe('mapped automatically', () => {
	const row = { id: 7, title: 'A', created_at: '2026-01-01', row_number: 2, archived: false };

	test('fields that the service sets itself are not sent, and a hint names them', async () => {
		const { bodies, hints } = await create([row, row], { fields: automatic });
		expect(bodies).toEqual(Array(2).fill('{"title":"A","row_number":2,"archived":false}'));
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Not sent, because the service sets these fields itself: created_at, id\. /,
			),
		]);
	});

	test('fields that this node adds to its output are not sent, unless records have them', async () => {
		const added = { _result: 'updated', _changes: {}, _preview: true, _change: {} };
		const { bodies } = await create([{ title: 'A', ...added }], { fields: automatic });
		expect(bodies).toEqual(['{"title":"A"}']);
		const fields = { ...automatic, schema: [column('_result')] };
		const known = await create([{ title: 'A', ...added }], { fields });
		expect(known.bodies).toEqual(['{"title":"A","_result":"updated"}']);
	});

	test('a field added by name is always sent, even without a value', async () => {
		const { bodies } = await create([row], {
			fields: automatic,
			additionalFields: {
				field: [
					{ name: 'id', type: 'number', value: '7' },
					{ name: 'note', type: 'string', value: '' },
				],
			},
			options: { ignoreFields: 'row_number, archived' },
		});
		expect(bodies).toEqual(['{"title":"A","id":7,"note":""}']);
	});
});

test('mapped strings are sent in the type that the field had when it was mapped', async () => {
	const fields: ResourceMapperValue = {
		...automatic,
		mappingMode: 'defineBelow',
		value: { points: '={{ $json.points }}', done: 'true', title: '007' },
		schema: [column('points', 'number'), column('done', 'boolean'), column('title')],
	};
	const { bodies } = await create([{ points: '5' }], { fields });
	expect(bodies).toEqual(['{"points":5,"done":true,"title":"007"}']);
	const { error } = await create([{ points: 'many' }], { fields });
	expect(error?.message).toMatch(/^The field 'points' must be a number/);
});

test('a field that was removed from the mapper is only sent with a value', async () => {
	const removed = ['title', 'note'].map((id) => ({ ...column(id), removed: true }));
	const fields: ResourceMapperValue = {
		...mapped({ title: 'A', note: '' }, []),
		schema: [...removed, column('due')],
	};
	const { bodies } = await create([{}], { fields, options: { sendEmpty: true } });
	expect(bodies).toEqual(['{"title":"A"}']);
});
