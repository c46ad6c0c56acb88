import type { INodeParameters } from 'n8n-workflow';

import { automatic, sandboxWithTasks } from './matching';
import { serviceThat } from './service';

const { addTask, run, update } = sandboxWithTasks();
beforeEach(() => addTask({ id: 'a', key: 'A', title: 'Old' }));

const options = { alwaysOutputItem: true };
const items = [{ key: 'none' }, { key: 'A' }, { key: 'none' }];

const filter = [{ field: 'key', condition: 'equals', value: '={{ $json.key }}' }];
const lookUp = (parameters: INodeParameters) =>
	run({ operation: 'getAll', filters: { filter }, ...parameters }, { items });

describe('a lookup that finds nothing', () => {
	test('gives an empty item, linked to its input item', async () => {
		const { outputs } = await lookUp({ options });
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.key, pairedItem])).toEqual([
			[undefined, { item: 0 }],
			['A', { item: 1 }],
			[undefined, { item: 2 }],
		]);
	});

	test('gives no item by default', async () => {
		const { outputs } = await lookUp({});
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});
});

describe('a response without a list', () => {
	const readAll = async (body: string, parameters: INodeParameters) => {
		const service = await serviceThat(() => ({ body }));
		const getAll = { resource: 'task', operation: 'getAll', returnAll: true };
		return await service.run({ ...getAll, ...parameters });
	};

	test.each(['{}', 'null', ''])('does not say that nothing was found: %j', async (body) => {
		const { error } = await readAll(body, { options });
		expect(error?.message).toMatch(/^The service returned nothing instead of a list of tasks/);
		expect((await readAll(body, {})).outputs).toEqual([[]]);
	});

	test.each(['[]', '{"data":[]}', '{"tasks":[],"total":0}'])('in contrast to %s', async (body) => {
		const { outputs } = await readAll(body, { options });
		expect(outputs).toEqual([[{ json: {}, pairedItem: { item: 0 } }]]);
	});
});

test('an update that skips its item outputs an empty item', async () => {
	const { outputs } = await update({ fields: automatic, noMatch: 'skip', options }, { items });
	expect(outputs[0]?.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{}, { item: 0 }],
		[expect.objectContaining({ id: 'a' }), { item: 1 }],
		[{}, { item: 2 }],
	]);
});
