import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { BUDGET } from '../../nodes/ProjectWorkspace/old/run/agent';
import { json, type Script } from '../servers/scriptedServer';
import { mapped } from './matching';
import type { NodeRun } from './runNode';
import { byId, serviceThat } from './service';

const taskNumber = (n: number) => ({ id: `t${n}`, title: `Task ${n}`, points: n });
const tasks = Array.from({ length: 60 }, (_, n) => taskNumber(n));

/** Lists tasks as the tool of an AI agent by default. */
async function listFor(
	parameters: INodeParameters,
	script: Script = () => json({ data: tasks, next_cursor: null }),
	more: Partial<NodeRun> = { asTool: true },
) {
	const { run } = await serviceThat(script);
	return await run({ resource: 'task', operation: 'getAll', ...parameters }, more);
}

const secondPageDown: Script = ({ url }) =>
	url.includes('cursor')
		? json({ error: { message: 'Down' } }, 500)
		: json({ data: tasks, next_cursor: 'c2' });

describe('an AI agent', () => {
	test('gets the beginning of a long list, and the cursor for the rest', async () => {
		const { json: items } = await listFor({ returnAll: true, options: { skip: 3 } });
		expect(items.slice(0, -1)).toEqual(tasks.slice(3, 3 + BUDGET.records));
		const cursor = 3 + BUDGET.records;
		expect(items.at(-1)).toEqual({ notice: expect.stringContaining(String(cursor)), cursor });
	});

	test('gets a notice if there are more records than the limit', async () => {
		const { json: items } = await listFor({ limit: 2 });
		expect(items).toEqual([
			...tasks.slice(0, 2),
			{ notice: expect.stringMatching(/^There .* more records/), cursor: 2 },
		]);
	});

	test.each([{}, { alwaysOutputItem: true }])(
		'gets a notice if there are no records (%j)',
		async (options) => {
			const none: Script = () => json({ data: [], next_cursor: null });
			const { json: items } = await listFor({ options }, none);
			expect(items).toEqual([{ notice: 'No tasks found.' }]);
			const { json: past } = await listFor({ options: { ...options, skip: 60 } });
			expect(past).toEqual([{ notice: 'No tasks found after the first 60.' }]);
		},
	);

	test('is told what it may have given wrongly if there are no records', async () => {
		const few: Script = () => json({ data: tasks.slice(0, 2), next_cursor: null });
		const filter = [{ field: 'title', condition: 'equals', value: 'task 1' }];
		const filtered = await listFor({ filters: { filter } }, few);
		const matched = 'No tasks found. 0 of 2 records read match the filters.';
		const values = `The records have these values in 'title': "Task 0", "Task 1".`;
		const told = `${matched} ${values} All 2 records were read.`;
		expect(filtered.json).toEqual([{ notice: told }]);
		const misspelled = [{ field: 'titel', condition: 'equals', value: 'x' }];
		const { json: once } = await listFor({ filters: { filter: misspelled } }, few);
		const field = /^No tasks found\. .*None of the records read has the field 'titel'/;
		expect(once).toEqual([{ notice: expect.stringMatching(field) }]);
		const none: Script = () => json({ data: [], next_cursor: null });
		const { json: items } = await listFor({ projectId: byId('Office Move') }, none);
		const notice = 'No tasks found. \'Project\' is "Office Move": it must be an ID, not a name.';
		expect(items).toEqual([{ notice }]);
	});

	test('always gets the ID of a record, in addition to the selected fields', async () => {
		const selected = { limit: 60, output: 'selected', outputFields: ['title'] };
		const { json: items } = await listFor({ ...selected, options: { skip: 58 } });
		expect(items).toEqual(tasks.slice(58).map(({ id, title }) => ({ id, title })));
	});

	test('gets no values of a field that has too many, and the result of an update that found no record', async () => {
		const long = tasks.map(({ id }) => ({ id, title: id.padEnd(BUDGET.characters / 50, '.') }));
		const script: Script = () => json({ data: long, next_cursor: null });
		const { json: items } = await listFor({ output: 'count', countBy: 'title' }, script);
		expect(items).toEqual([
			{ count: tasks.length, complete: true },
			{ notice: expect.stringMatching(/^The values were left out/) },
		]);
		const fields = mapped({ title: 'none' }, ['title']);
		const update = { operation: 'update', findBy: 'match', noMatch: 'skip', fields };
		expect((await listFor(update, script)).json).toEqual([{ _result: 'skipped' }]);
		expect((await listFor(update, script, {})).json).toEqual([]);
	});

	test('gets at most the usual number of records in the details of an error', async () => {
		const options = { requests: { settings: { maxAttempts: 1 } } };
		const { json: items } = await listFor({ returnAll: true, options }, secondPageDown);
		const details = items[0]?.details as IDataObject;
		expect(details.recordsSoFar).toBe(tasks.length);
		expect(details.records).toEqual([...tasks.slice(0, BUDGET.records), expect.anything()]);
		const upsert = { operation: 'upsert', fields: mapped({ title: 'x' }, ['title']), options };
		const { json: none } = await listFor(upsert, secondPageDown);
		expect(none).toMatchObject([{ details: { recordsSoFar: tasks.length, records: [] } }]);
	});

	test('can leave filters empty, and gets a notice about a field that no record has', async () => {
		const filter = [
			{ field: 'title', condition: 'equals', value: '' },
			{ field: '', condition: 'equals', value: 'x' },
			{ field: 'Points', condition: 'isEmpty', value: '' },
		];
		const { json: items } = await listFor({ limit: 1, filters: { filter } });
		expect(items[0]).toEqual(tasks[0]);
		expect(items.at(-1)).toEqual({ notice: expect.stringContaining("'Points'") });
	});

	test('can leave fields to send and the order empty, which are then not set', async () => {
		const { run, seen } = await serviceThat(() => json({ id: 't1' }));
		const field = [
			{ name: 'due', type: 'string', value: '' },
			{ name: 'points', type: 'number', value: '' },
			{ name: 'note', type: 'null', value: '' },
		];
		const update = { resource: 'task', operation: 'update', taskId: byId('t1') };
		await run({ ...update, additionalFields: { field } }, { asTool: true });
		expect(seen.map(({ body }) => body)).toEqual(['{"note":null}']);
		const sort = { field: [{ name: '', direction: '' }] };
		expect((await listFor({ limit: 1, options: { sort } })).json[0]).toEqual(tasks[0]);
	});

	test('is detected by isToolExecution if the node is not a tool', async () => {
		jest.spyOn(ExecuteContext.prototype, 'isToolExecution').mockReturnValue(true);
		const { json: items } = await listFor({ returnAll: true }, undefined, {});
		jest.restoreAllMocks();
		expect(items).toHaveLength(BUDGET.records + 1);
	});
});

test('a workflow in n8n 1, which has no isToolExecution, gets everything', async () => {
	const { prototype } = ExecuteContext;
	const own = Object.getOwnPropertyDescriptor(prototype, 'isToolExecution') ?? {};
	Reflect.deleteProperty(prototype, 'isToolExecution');
	const { json: items } = await listFor({ returnAll: true }, undefined, {});
	Object.defineProperty(prototype, 'isToolExecution', own);
	expect(items).toEqual(tasks);
});

test('a workflow gets the whole list, and in an error all records that were read', async () => {
	const { json: items } = await listFor({ returnAll: true }, undefined, {});
	expect(items).toEqual(tasks);
	const filter = [{ field: 'Points', condition: 'isEmpty', value: '' }];
	const filtered = await listFor({ limit: 1, filters: { filter } }, undefined, {});
	expect(filtered.json).toEqual([tasks[0]]);
	const options = { requests: { settings: { maxAttempts: 1 } } };
	const onError = 'continueRegularOutput';
	const all = { returnAll: true, options };
	const { json: errors } = await listFor(all, secondPageDown, { onError });
	expect(errors).toMatchObject([{ details: { recordsSoFar: tasks.length, records: tasks } }]);
});
