import type { IDataObject } from 'n8n-workflow';

import { taskService } from '../node/taskService';

const task = (n: number, more: IDataObject = {}): IDataObject => ({
	id: `t${n}`,
	key: `K${n}`,
	title: 'Old',
	...more,
});
const tasks = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, at) => task(at + 1, more));

const texts = (hints: Array<{ message: string }>) => hints.map(({ message }) => message);

test('each record is created, updated or left as it is, and the list is read once more for each thing to prove', async () => {
	const service = await taskService(tasks(180), { pageSize: 30 });
	const items = Array.from({ length: 300 }, (_, at) => ({
		key: `K${at + 1}`,
		title: at < 90 ? 'Old' : 'New',
	}));
	const { outputs, hints, error } = await service.upsert(items);
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.key, pairedItem])).toEqual(
		items.map(({ key }, item) => [key, { item }]),
	);
	expect(texts(hints)).toEqual([
		'120 created, 90 updated, 90 unchanged.',
		'All 180 records were read, for 300 input items. Read twice to make sure that no record was missed.',
	]);
	expect(service.writes()).toHaveLength(210);
	expect(service.readings()).toBe(6 + 6 + 7);
});
