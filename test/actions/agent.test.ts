import { ExecuteContext } from 'n8n-core';

import { byId, serviceThat } from '../node/service';
import { automatic } from '../node/taskService';
import { json, type Script } from '../servers/scriptedServer';

const tasks = Array.from({ length: 60 }, (_, n) => ({ id: `t${n}`, title: `Task ${n}` }));
const all: Script = () => json({ data: tasks, next_cursor: null });
const getAll = { resource: 'task', operation: 'getAll' };
const asTool = { asTool: true };

test.each<[string, number, object, RegExp]>([
	['has', 0, tasks, /^'Limit' was reached, and the list has more records\. .*'Skip' set to 50 if/],
	['may have', 3, tasks.slice(0, 53), /the list may have more records\. .*'Skip' set to 53 if/],
])(
	'an agent is told that the list %s more records, and how to get them',
	async (_, skip, data, notice) => {
		const { run } = await serviceThat(() => json(skip === 0 ? { data, next_cursor: null } : data));
		const { json: items } = await run({ ...getAll, options: { skip } }, asTool);
		expect(items.slice(0, -1)).toEqual(tasks.slice(skip, skip + 50));
		expect(items.at(-1)).toEqual({ notice: expect.stringMatching(notice), cursor: skip + 50 });
	},
);

test('an agent is told that there is nothing', async () => {
	const { run } = await serviceThat(() => json({ data: [], next_cursor: null }));
	const { json: items } = await run(getAll, asTool);
	expect(items).toEqual([
		{ notice: expect.stringMatching(/^No tasks found\. The list is empty\.$/) },
	]);
	const { json: past } = await run({ ...getAll, options: { skip: 60 } }, asTool);
	expect(past).toEqual([{ notice: expect.stringMatching(/^No tasks found after the first 60\./) }]);
});

test('an agent gets an error as an item, without the records', async () => {
	const second = json({ data: [{ id: 'last' }], next_cursor: 'c3' });
	const { run } = await serviceThat(({ url }) => {
		if (url.includes('c3')) return json({ error: { message: 'Down' } }, 403);
		return url.includes('c2') ? second : json({ data: tasks, next_cursor: 'c2' });
	});
	const { json: items, error } = await run({ ...getAll, returnAll: true }, asTool);
	expect(error).toBeUndefined();
	expect(items).toMatchObject([
		{ error: expect.stringContaining('Down'), details: { recordsSoFar: 61 } },
	]);
});

test('an agent is told which fields a write did not save', async () => {
	const { run } = await serviceThat(() => json({ id: 't1', title: 'Roof', notes: null }));
	const update = { resource: 'task', operation: 'update', taskId: byId('t1') };
	const jsonBody = '{"title":"Roof","due_date":"2026-12-05"}';
	const { json: items } = await run({ ...update, bodyMode: 'json', jsonBody }, asTool);
	expect(items).toEqual([
		{ id: 't1', title: 'Roof', notes: null },
		{ notice: expect.stringMatching(/^Missing from the response.*: due_date\./) },
	]);
});

test.each([
	['No access', [{ notice: 'The service says: No access' }]],
	['OK', []],
	['Success.', []],
])(
	'an agent is told what the service says beside an empty list that it counts, but not that it is well: %s',
	async (message, notices) => {
		const { run } = await serviceThat(() => json({ data: [], message, has_more: false }));
		const { json: items } = await run({ ...getAll, output: 'count' }, asTool);
		expect(items).toEqual([{ count: 0, complete: true }, ...notices]);
	},
);

test.each(['', ' ', 'none'])('a JSON body that an agent leaves out is none: "%s"', async (text) => {
	const { run, seen } = await serviceThat(() => json({ id: 1 }));
	const trigger = { resource: 'workflow', operation: 'trigger', workflowId: byId('w1') };
	const jsonBody = `={{ ${JSON.stringify(text)} }}`;
	const { json: items } = await run({ ...trigger, bodyMode: 'json', jsonBody }, asTool);
	expect(items).toEqual([{ id: 1 }]);
	expect(seen).toMatchObject([{ body: '{}' }]);
});

test('an agent is told that an update found no record', async () => {
	const { run } = await serviceThat(all);
	const fields = automatic(['title']);
	const update = {
		resource: 'task',
		operation: 'update',
		findBy: 'match',
		noMatch: 'skip',
		fields,
	};
	const items = [{ title: 'none' }];
	expect((await run(update, { ...asTool, items })).json).toEqual([{ _result: 'skipped' }]);
	expect((await run(update, { items })).json).toEqual([]);
});

describe('a tool is known', () => {
	const { prototype } = ExecuteContext;
	const own = Object.getOwnPropertyDescriptor(prototype, 'isToolExecution') ?? {};
	afterEach(() => Object.defineProperty(prototype, 'isToolExecution', own));

	const lastItem = async () => (await (await serviceThat(all)).run(getAll)).json.at(-1);

	test('by isToolExecution, if its type does not say so', async () => {
		Object.defineProperty(prototype, 'isToolExecution', { ...own, value: () => true });
		expect(await lastItem()).toHaveProperty('notice');
	});

	test('by its type alone in n8n 1, which has no isToolExecution', async () => {
		Reflect.deleteProperty(prototype, 'isToolExecution');
		expect(await lastItem()).toEqual(tasks[49]);
	});
});
