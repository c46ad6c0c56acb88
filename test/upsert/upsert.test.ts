import type { IDataObject } from 'n8n-workflow';

import { continues, taskService, type Behavior } from '../node/taskService';
import { json } from '../servers/scriptedServer';

const task = (n: number, more: IDataObject = {}): IDataObject => ({
	id: `t${n}`,
	key: `K${n}`,
	title: 'Old',
	...more,
});
const tasks = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, at) => task(at + 1, more));
const rows = (count: number, more: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ key: `K${at + 1}`, ...more }));

/** What ordinary services respond to a write. */
const RESPONSES: Array<[string, Behavior['responds']]> = [
	['the record', (record) => record],
	['what was sent', (record, sent) => ({ id: record.id, ...sent })],
	['the ID', ({ id }) => ({ id })],
	['an envelope with the ID', ({ id }) => ({ success: true, data: { id } })],
	['nothing', () => undefined],
];

test('each record is created, updated or left as it is, and the list is read once more for each proof', async () => {
	const service = await taskService(tasks(180), { pageSize: 30 });
	const items = Array.from({ length: 300 }, (_, at) => ({
		key: `K${at + 1}`,
		title: at < 90 ? 'Old' : 'New',
	}));
	const { outputs, texts, error } = await service.upsert(items);
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json: { key }, pairedItem }) => [key, pairedItem])).toEqual(
		items.map(({ key }, item) => [key, { item }]),
	);
	expect(texts).toEqual([
		'120 created, 90 updated, 90 unchanged.',
		'All 180 records were read. Read twice to make sure that no record was missed.',
	]);
	expect(service.writes()).toHaveLength(210);
	// Two readings, the pages up to the first new record, and one reading with all new ones.
	expect(service.readings()).toBe(6 + 6 + 7 + 10);
});

test('records with their fields inside `attributes` are all updated by their ID', async () => {
	const inside = (title: string) => ({ type: 'tasks', attributes: { title } });
	const tasksOf = (title: string) => ['t1', 't2'].map((id) => ({ id, ...inside(title) }));
	const put: Behavior['put'] = ({ id }, { title }) => ({ id, ...inside(String(title)) });
	const service = await taskService(tasksOf('Old'), { put });
	const items = ['t1', 't2'].map((id) => ({ id, title: 'New' }));
	await service.upsert(items, { matchOn: 'id' });
	expect(service.tasks).toEqual(tasksOf('New'));
});

describe.each(RESPONSES)('a service whose response to a write is %s', (_, responds) => {
	const others = { owner: 'Ada', due: '2026-12-31', created_at: '2026-01-01' };

	test('and whose PUT replaces the record loses one record, which the error names', async () => {
		const put: Behavior['put'] = ({ id, created_at }, sent) => ({ id, created_at, ...sent });
		const service = await taskService(tasks(30, others), { put, responds });
		const items = rows(30, { title: 'New' });
		const all = [...items, { key: 'K31' }];
		const { failed } = await service.upsert(all, {}, continues);
		expect(service.writes()).toHaveLength(1);
		const [first, ...rest] = failed;
		expect(first).toBe("The update of task t1 cleared fields that were not sent: 'owner', 'due'");
		expect(new Set(rest)).toEqual(new Set([`Not sent, because of another item. ${String(first)}`]));

		service.tasks.splice(0, 1, task(1, others));
		const { texts } = await service.upsert(items, { sendWholeRecord: true });
		expect(texts[0]).toBe('30 updated.');
		expect(service.tasks).toMatchObject(tasks(30, { title: 'New', owner: 'Ada' }));
	});

	test('and whose PUT replaces the record is noticed after an update that could not show it', async () => {
		const put: Behavior['put'] = ({ id }, sent) => ({ id, ...sent });
		const listed = [task(1), task(2, others), task(3, others)];
		const service = await taskService(listed, { put, responds });
		const { error } = await service.upsert(rows(3, { title: 'New', points: 5 }));
		expect(error?.message).toMatch(/^The update of task t2 cleared fields/);
		expect(service.writes()).toHaveLength(2);
	});

	test('and whose list does not have a record any more after its update sends one at a time', async () => {
		const put: Behavior['put'] = ({ id }, sent) => ({ id, ...sent });
		const service = await taskService(tasks(3, { status: 'open', owner: 'Ada' }), {
			put,
			responds,
			shows: ({ status }) => status === 'open',
		});
		const items = [
			{ key: 'K1', status: 'closed' },
			{ key: 'K2', status: 'open', title: 'New' },
			{ key: 'K3', status: 'closed' },
		];
		await service.upsert(items, {}, continues);
		expect(service.tasks[2]).toMatchObject({ owner: 'Ada' });
	});

	test('and whose PUT changes what is sent loses nothing, so all records are updated', async () => {
		const service = await taskService(tasks(30, others), { responds });
		const { texts, error } = await service.upsert(rows(30, { title: 'New' }));
		expect(error).toBeUndefined();
		expect(texts[0]).toBe('30 updated.');
		expect(service.writes()).toHaveLength(30);
		// Once is proof enough.
		expect(service.readings()).toBeLessThanOrEqual(2);
	});

	test('and that does not save a field is sent it once in a run, and a hint names it', async () => {
		const saves: Behavior['saves'] = (sent) => ({ ...sent, row_number: undefined });
		const service = await taskService(tasks(30, others), { saves, responds });
		const items = rows(30, { title: 'Old', row_number: 7 });
		for (const writes of [1, 2]) {
			const { texts } = await service.upsert(items);
			expect(texts).toContainEqual(expect.stringMatching(/1 updated, 29 unchanged/));
			expect(texts).toContainEqual(
				expect.stringMatching(
					/not have saved .*row_number\. One record was written to find out, .*'Ignore Fields From Input'/,
				),
			);
			expect(service.writes()).toHaveLength(writes);
		}
		const changed = await service.upsert(rows(33, { title: 'New', row_number: 7 }));
		expect(changed.texts[0]).toBe('3 created, 30 updated.');
		expect(changed.texts.filter((text) => text.includes('row_number'))).toHaveLength(1);
	});

	test('and that omits empty fields is sent a column that is filled for the first time', async () => {
		const service = await taskService(tasks(30, others), { responds });
		const { texts } = await service.upsert(rows(30, { title: 'Old', points: 5 }));
		expect(texts).toEqual(['30 updated.', expect.stringMatching(/^All 30 records/)]);
		expect(service.tasks).toMatchObject(tasks(30, { points: 5 }));
	});

	test('creates each record once, in two runs', async () => {
		const service = await taskService([], { responds });
		const twice = [...rows(3, { title: 'New' }), ...rows(3, { title: 'New' })];
		for (const result of ['3 created, 3 unchanged.', '6 unchanged.']) {
			const { texts, error } = await service.upsert(twice);
			expect(error).toBeUndefined();
			expect(texts[0]).toBe(result);
		}
		expect(service.writes()).toHaveLength(3);
	});

	test('but saves the value to match on in another form is asked to create one record', async () => {
		const saves: Behavior['saves'] = (sent) => ({ ...sent, key: `${String(sent.key)}-2026` });
		const service = await taskService([task(9)], { saves, responds });
		const { failed } = await service.upsert(rows(3), {}, continues);
		expect(service.writes()).toHaveLength(1);
		const [first, ...rest] = failed;
		expect(first).toMatch(/^Task( t2)? was created but cannot be found by 'key'$/);
		expect(rest).toEqual(rest.map(() => `Not sent, because of another item. ${String(first)}`));
		expect(rest).toHaveLength(2);

		const { error } = await service.upsert(rows(3));
		expect(error?.message).toMatch(/ was created but cannot be found by 'key' \[item 0\]$/);
	});
});

test('a space that the service removes from the first new value stops nothing', async () => {
	const saves: Behavior['saves'] = (sent) => ({ ...sent, key: String(sent.key).trim() });
	const service = await taskService([task(9)], { saves });
	const { error, texts } = await service.upsert([{ key: 'K1 ' }, { key: 'K2' }, { key: 'K3' }]);
	expect(error).toBeUndefined();
	expect(texts[0]).toBe('3 created.');
	expect(texts.at(-1)).toMatch(/^The service saved different values than you sent in: key\./);
});

test('a value to match on that the list shows otherwise is named, although the response repeats what was sent', async () => {
	const saves: Behavior['saves'] = (sent) => ({ ...sent, key: `${String(sent.key)} ` });
	const responds: Behavior['responds'] = ({ id }, sent) => ({ id, ...sent });
	const service = await taskService([task(9)], { saves, responds });
	const { texts } = await service.upsert(rows(3));
	expect(texts[0]).toBe('3 created.');
	expect(texts.at(-1)).toMatch(/^The service saved different values than you sent in: key\./);
});

test('a project that a service keeps although it replaces the record proves nothing about other fields', async () => {
	const full = { project_id: 'p1', owner: 'Ada' };
	const service = await taskService([task(1, { project_id: 'p1' }), task(2, full), task(3, full)], {
		put: ({ id, project_id }, sent) => ({ id, project_id, ...sent }),
	});
	const { error } = await service.upsert(rows(3, { title: 'New' }));
	expect(error?.message).toMatch(
		/^The update of task t2 cleared fields that were not sent: 'owner'/,
	);
	expect(service.tasks[2]).toMatchObject(full);
});

test('a response with several records does not say which one was written', async () => {
	const service = await taskService([task(9)], { responds: (record) => [task(9), record] });
	const items = ['Old', 'New'].map((title) => ({ key: 'K1', title }));
	const { failed } = await service.upsert(items, {}, continues);
	expect(failed[0]).toBe('No ID was found in the matching task');
	expect(service.tasks).toEqual([task(9), { id: 't2', key: 'K1', title: 'Old' }]);
});

test('a list that may be incomplete does not show that a new record cannot be found', async () => {
	let created = 0;
	const service = await taskService([task(9)], {
		first({ method }) {
			if (method === 'POST') created += 1;
			return method === 'GET' && created === 1 ? json({ data: [task(9)] }) : undefined;
		},
	});
	const { error, texts } = await service.upsert(rows(2));
	expect(error).toBeUndefined();
	expect(texts[0]).toBe('2 created.');
});

test('a value that the service cuts is an error of its item, although the others can be found', async () => {
	const saves: Behavior['saves'] = (sent) => ({ ...sent, key: String(sent.key).slice(0, 4) });
	const service = await taskService([task(9)], { saves });
	const items = [{ key: 'K1' }, { key: 'K-too-long' }, { key: 'K3' }];
	const { outputs, json } = await service.upsert(items, {}, continues);
	expect(json).toMatchObject([{ key: 'K1' }, { key: 'K3' }]);
	expect(outputs[1]).toMatchObject([
		{
			json: {
				error: "Task t3 was created but cannot be found by 'key'",
				details: { code: 'createdButNotFound' },
			},
		},
	]);
});

describe('of a list of open tasks', () => {
	const shows: Behavior['shows'] = ({ status }) => status === 'open';
	const items = ['open', 'done', 'open', 'done'].map((status, at) => ({ key: `K${at}`, status }));

	test('the items whose record it does not show after the run have failed, as the next run would create it again', async () => {
		const service = await taskService([task(9)], { shows });
		const { json, failed } = await service.upsert(items, {}, continues);
		expect(json).toMatchObject([{ key: 'K0' }, { key: 'K2' }]);
		expect(failed).toEqual([
			"Task t3 was created but cannot be found by 'key'",
			"Task t5 was created but cannot be found by 'key'",
		]);
	});

	test('which stops the workflow otherwise, after everything was written', async () => {
		const service = await taskService([task(9)], { shows });
		const { error } = await service.upsert(items);
		expect(error?.message).toBe("Task t3 was created but cannot be found by 'key' [item 1]");
		expect(error?.description).toMatch(
			/leaves out such records.*4 items had been written|3 of its 4/,
		);
		expect(service.writes()).toHaveLength(4);
	});

	test('nothing is missing where it may be incomplete', async () => {
		const lists = { has_more: true, data: [task(9)] };
		let created = 0;
		const service = await taskService([], {
			first({ method }) {
				if (method === 'POST') created += 1;
				return method === 'GET' && created > 1 ? json(lists) : undefined;
			},
		});
		const { error } = await service.upsert(items);
		expect(error).toBeUndefined();
	});
});

test('a service may clear what belongs to the old value, such as when a task was completed', async () => {
	const done = { status: 'done', completed_at: '2026-12-31', completed_by: 'Ada', owner: 'Ada' };
	const service = await taskService(tasks(3, done), {
		put: (record, sent) => ({ ...record, ...sent, completed_at: null, completed_by: null }),
	});
	const { texts } = await service.upsert(rows(3, { status: 'open' }));
	expect(texts[0]).toBe('3 updated.');
});
