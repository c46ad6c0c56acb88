import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { automatic, mapped } from './matching';
import type { NodeRun } from './runNode';
import { byId, serviceThat } from './service';

const task = {
	id: 't1',
	key: 'A',
	title: 'Roof',
	notes: 'old',
	owner: { name: 'Ada', email: 'a@b' },
};

/** A service with one task, which responds to a write with what was sent. */
async function runOn(
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
	tasks: IDataObject[] = [task],
) {
	const { run, seen } = await serviceThat(({ method, body }) =>
		method === 'GET'
			? json({ data: tasks, has_more: false })
			: json({ id: 't9', ...(JSON.parse(body || '{}') as IDataObject) }),
	);
	const answer = await run({ resource: 'task', ...parameters }, more);
	const sent = seen.map(({ method, url, body }) => [method, url.replace('/v1', ''), body]);
	const writes = sent.filter(([method]) => method !== 'GET').map((parts) => parts.join(' '));
	const messages = answer.hints.map(({ message }) => message);
	return { ...answer, sent, writes, messages };
}

const NOTHING = '={{ $json.missing }}';
const EMPTY_TEXT = '={{ $json.empty }}';
const items = [{ key: 'A', title: 'New', empty: '' }];

describe('an expression that returns nothing is no choice', () => {
	const list = { operation: 'getAll' };
	const upsert = { operation: 'upsert', fields: automatic };
	const query = { parameter: [{ name: 'status', value: NOTHING }] };
	const filter = [{ field: 'title', condition: 'equals', value: NOTHING }];
	test.each<[INodeParameters, string]>([
		[{ ...list, projectId: byId(NOTHING) }, "'Project' returned nothing"],
		[{ ...list, projectId: byId(EMPTY_TEXT) }, "'Project' returned nothing"],
		[{ ...list, projectId: byId(NOTHING), output: 'count' }, "'Project' returned nothing"],
		[{ ...upsert, operation: 'create', projectId: byId(NOTHING) }, "'Project' returned nothing"],
		[{ ...upsert, projectId: byId(NOTHING) }, "'Project' returned nothing"],
		[{ ...list, options: { queryParameters: query } }, "parameter 'status' returned nothing"],
		[{ ...list, filters: { filter } }, "The filter on 'title' has no value"],
		[{ ...upsert, options: { ignoreFields: NOTHING } }, "'Ignore Fields From Input' returned"],
		[{ ...upsert, options: { matchOn: NOTHING } }, "'Match On' returned nothing"],
		[{ ...upsert, options: { previewOnly: NOTHING } }, "'Preview Only' returned nothing"],
		[{ ...upsert, options: { sendWholeRecord: NOTHING } }, "'Send Whole Record' returned nothing"],
		[{ ...list, returnAll: NOTHING }, "'Return All' returned nothing"],
		[{ ...list, limit: NOTHING }, "'Limit' returned nothing"],
		[{ ...list, options: { skip: NOTHING } }, "'Skip' returned nothing"],
		[
			{ ...list, options: { requireComplete: NOTHING } },
			"'Require Complete List' returned nothing",
		],
		[{ operation: 'delete', taskId: byId(NOTHING) }, "'Task' is empty"],
		[{ ...upsert, fields: mapped({ key: NOTHING, title: 'x' }) }, "because 'key' is empty"],
	])('in %j', async (parameters, message) => {
		const { error, sent } = await runOn(parameters, { items });
		expect(error?.message).toContain(message);
		expect(sent).toEqual([]);
	});

	test('but an agent leaves what it does not need empty', async () => {
		const parameters = { operation: 'getAll', projectId: byId(NOTHING) };
		const { sent } = await runOn(parameters, { items, asTool: true });
		expect(sent).toEqual([['GET', '/tasks', '']]);
	});
});

describe('nothing to write is not written', () => {
	const empty = mapped({ title: NOTHING, notes: '' }, []);
	test.each([false, true])('if all fields are empty (for an agent: %j)', async (asTool) => {
		for (const operation of ['create', 'update']) {
			const parameters = { operation, taskId: byId('t1'), fields: empty };
			const { json: output, error, sent } = await runOn(parameters, { items, asTool });
			expect(error?.message ?? output[0]?.error).toMatch(/^There is nothing to write/);
			expect(sent).toEqual([]);
		}
	});

	test('but an object without fields is a choice in JSON', async () => {
		const json = { operation: 'update', taskId: byId('t1'), bodyMode: 'json' };
		expect((await runOn({ ...json, jsonBody: '{}' })).writes).toEqual(['PUT /tasks/t1 {}']);
		const { error } = await runOn({ ...json, jsonBody: NOTHING }, { items });
		expect(error?.message).toBe("'JSON Body' is empty");
	});

	test.each([
		['update', { taskId: byId('t1') }],
		['create', {}],
		['trigger', { resource: 'workflow', workflowId: byId('w1') }],
	])('if n8n leaves out the body, as it does for a misspelled mode: %s', async (...row) => {
		const [operation, more] = row;
		const json = { operation, bodyMode: 'JSON', jsonBody: '{"title":"x"}', ...more };
		const { error, sent } = await runOn(json, { items });
		expect(error?.message).toBe(`'Specify Body' cannot be "JSON"`);
		expect(sent).toEqual([]);
	});

	test('but a workflow can be triggered without input', async () => {
		const parameters = { resource: 'workflow', operation: 'trigger', workflowId: byId('w1') };
		expect((await runOn(parameters)).writes).toEqual(['POST /workflows/w1/trigger {}']);
	});
});

describe('a field that was emptied at the source', () => {
	const row = [{ key: 'A', title: 'Roof', notes: null }];
	const told = /^Not sent, because they were empty: notes\. /;

	test.each([
		['automatically', automatic],
		['by an expression', mapped({ key: 'A', title: 'Roof', notes: '={{ $json.notes }}' })],
	])('is not sent if it is mapped %s, and a hint names it', async (_, fields) => {
		const { writes, messages } = await runOn({ operation: 'upsert', fields }, { items: row });
		expect(writes).toEqual([]);
		expect(messages).toContainEqual(expect.stringMatching(told));
	});

	test.each(['string', 'number', 'date', 'list'])(
		'is not sent if it is an additional field of the type %s, and a hint names it',
		async (type) => {
			const value = '={{ $json.notes }}';
			const additionalFields = { field: [{ name: 'owner.name', type, value }] };
			const parameters = { operation: 'update', taskId: byId('t1'), additionalFields };
			const fields = mapped({ title: 'New' }, []);
			const { writes, messages } = await runOn({ ...parameters, fields }, { items: row });
			expect(writes).toEqual(['PUT /tasks/t1 {"title":"New"}']);
			expect(messages).toContainEqual(expect.stringMatching(/were empty: owner\.name\. /));
			const cleared = { ...parameters, fields, options: { sendEmpty: true } };
			expect((await runOn(cleared, { items: row })).writes).toEqual([
				'PUT /tasks/t1 {"title":"New","owner":{"name":null}}',
			]);
			const { error } = await runOn({ ...parameters, fields: mapped({}) }, { items: row });
			expect(error?.message).toMatch(/^There is nothing to write/);
		},
	);

	test('is sent if an empty text was entered as an additional field', async () => {
		const additionalFields = { field: [{ name: 'notes', type: 'string', value: '' }] };
		const parameters = { operation: 'update', taskId: byId('t1'), fields: mapped({}) };
		const { writes } = await runOn({ ...parameters, additionalFields });
		expect(writes).toEqual(['PUT /tasks/t1 {"notes":""}']);
	});

	test('is no hint if nothing was entered', async () => {
		const fields = mapped({ key: 'A', title: 'Roof', notes: '' });
		const { messages } = await runOn({ operation: 'upsert', fields }, { items: row });
		expect(messages).not.toContainEqual(expect.stringMatching(told));
	});

	test('is cleared with Send Empty Values', async () => {
		const parameters = { operation: 'upsert', fields: automatic, options: { sendEmpty: true } };
		const { writes, messages } = await runOn(parameters, { items: row });
		expect(writes).toEqual(['PUT /tasks/t1 {"key":"A","title":"Roof","notes":null}']);
		expect(messages).not.toContainEqual(expect.stringMatching(told));
		// What is empty already is not written again.
		const cleared = await runOn(parameters, { items: row }, [{ ...task, notes: '' }]);
		expect(cleared.writes).toEqual([]);
		// The list shows the field in other records, so this one has no value.
		const other = { id: 't2', key: 'B', notes: 'x' };
		const missing = await runOn(parameters, { items: row }, [{ ...task, notes: undefined }, other]);
		expect(missing.writes).toEqual([]);
	});
});

describe('Match On', () => {
	const options = { matchOn: 'key' };

	test('matches on fields that no record has yet', async () => {
		const fields = mapped({ title: 'New' }, []);
		const additionalFields = { field: [{ name: 'key', type: 'string', value: 'B' }] };
		for (const tasks of [[], [task], [{ id: 't1', title: 'Roof' }]]) {
			const parameters = { operation: 'upsert', fields, additionalFields, options };
			const { writes } = await runOn(parameters, {}, tasks);
			expect(writes).toEqual(['POST /tasks {"title":"New","key":"B"}']);
		}
	});

	test('says so if the service does not save the field, and creates nothing more', async () => {
		const { run, seen } = await serviceThat(({ method }) =>
			json(method === 'GET' ? { data: [{ id: 1 }], has_more: false } : { id: 2 }),
		);
		const parameters = { resource: 'task', operation: 'upsert', fields: automatic, options };
		const items = [{ key: 'A' }, { key: 'B' }];
		const { outputs } = await run(parameters, { items, onError: 'continueErrorOutput' });
		expect(outputs[1]).toHaveLength(2);
		expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	test('does not create a record because its name is written in another case', async () => {
		const parameters = { operation: 'upsert', fields: automatic, options: { matchOn: 'Key' } };
		const { writes, error } = await runOn(parameters, { items: [{ Key: 'A', title: 'New' }] });
		expect(writes).toEqual([]);
		expect(error?.message).toMatch(/has the field 'Key' \(did you mean 'key'\?\)/);
	});

	test('replaces the fields that were selected', async () => {
		const fields = mapped({ title: 'New', key: 'A' }, ['title']);
		const { writes } = await runOn({ operation: 'upsert', fields, options });
		expect(writes).toEqual(['PUT /tasks/t1 {"key":"A","title":"New"}']);
	});
});

test('an update of a field inside another keeps what is next to it', async () => {
	const parameters = (value: string) => ({
		operation: 'upsert',
		fields: mapped({ key: 'A' }),
		additionalFields: { field: [{ name: 'owner.name', type: 'string', value }] },
	});
	const { writes } = await runOn(parameters('Eve'));
	expect(writes).toEqual(['PUT /tasks/t1 {"key":"A","owner":{"name":"Eve","email":"a@b"}}']);
	expect((await runOn(parameters('Ada'))).writes).toEqual([]);
});

test.each([
	['America/New_York', '2026-12-05T10:30:00.000-05:00'],
	['Asia/Kolkata', '2026-12-05T10:30:00.000+05:30'],
	['UTC', '2026-12-05T10:30:00.000+00:00'],
	['Australia/Lord_Howe', '2026-12-05T10:30:00.000+11:00'],
])("a date of the mapper's picker gets the time zone %s", async (timezone, due) => {
	const column = { id: 'due', displayName: 'Due', type: 'dateTime' as const };
	const schema = [{ ...column, defaultMatch: false, required: false, display: true }];
	const fields = { ...mapped({ due: '2026-12-05T10:30:00' }, []), schema };
	const { writes } = await runOn({ operation: 'create', fields }, { timezone });
	expect(writes).toEqual([`POST /tasks {"due":"${due}"}`]);
});

describe('a name that differs in case, spaces or underscores only', () => {
	const schemaOf = (...ids: string[]) =>
		ids.map((id) => ({
			...{ id, displayName: id, type: 'string' as const },
			...{ defaultMatch: false, required: false, display: true },
		}));

	const upsert = { operation: 'upsert', fields: automatic };
	const schema = schemaOf('title', 'due_date');
	const sort = { field: [{ name: 'Due Date' }] };
	const filter = [{ field: 'Title', condition: 'isNotEmpty' }];
	const [title, due] = ["'Title' (did you mean 'title'?)", "'Due Date' (did you mean 'due_date'?)"];
	const [unknown, unread] = ['The records have no field', 'None of the records read has the field'];

	test.each<[INodeParameters, string]>([
		[
			{ operation: 'create', fields: { ...automatic, schema } },
			`${unknown} ${due}, ${title}. The service`,
		],
		[upsert, `${unknown} ${due}, ${title}. The service`],
		[{ operation: 'getAll', options: { sort } }, `${unread} ${due}: check its name`],
		[{ operation: 'getAll', filters: { filter } }, `${unread} ${title}: check its name`],
	])('is told: %j', async (parameters, told) => {
		const tasks = [{ ...task, due_date: '2026-12-31' }];
		const row = [{ key: 'A', Title: 'New', 'Due Date': '2026-12-31' }];
		const { messages, error } = await runOn(parameters, { items: row }, tasks);
		expect(error).toBeUndefined();
		expect(messages).toContainEqual(expect.stringContaining(told));
	});

	test('is not told if records have both', async () => {
		const both = [{ ...task, Title: 'Old' }];
		const { messages } = await runOn(upsert, { items: [{ key: 'A', Title: 'New' }] }, both);
		expect(messages.join()).not.toContain('did you mean');
	});
});

describe('a name that no record has is told', () => {
	test.each([
		[['Title', 'key'], /None of the records read has the field 'Title' \(did you mean 'title'\?\)/],
		[['title', 'owner.name'], undefined],
	])('in Selected Fields: %j', async (outputFields, told) => {
		const parameters = { operation: 'getAll', output: 'selected', outputFields, limit: 1 };
		const { messages, sent } = await runOn(parameters, {}, [task, { ...task, id: 't2' }]);
		expect(messages.some((message) => told?.test(message))).toBe(told !== undefined);
		expect(sent).toHaveLength(1);
	});

	test.each([['create'], ['upsert'], ['get'], ['update']])(
		'in Selected Fields of %s, unless another item has it',
		async (operation) => {
			const taskId = byId('t1');
			const parameters = { operation, taskId, fields, output: 'selected', outputFields: 'Title' };
			const told = expect.stringMatching(/None .* field 'Title' \(did you mean 'title'\?\)/);
			const record = operation === 'get' ? { ...task } : { key: 'Z', title: 'New' };
			const one = await runOn(parameters, { items: [record] }, [record]);
			expect(one.messages).toContainEqual(told);
			const preview = { ...parameters, options: { previewOnly: true } };
			const { messages } = await runOn(preview, { items: [record] }, [record]);
			expect(messages.some((each) => each.includes('None of'))).toBe(operation === 'get');
			if (operation === 'get') return;
			const both = [record, { key: 'Y', title: 'New', Title: 'New' }];
			expect((await runOn(parameters, { items: both }, [record])).messages).not.toContainEqual(
				told,
			);
		},
	);

	test('but not where the service returned no record', async () => {
		const { run } = await serviceThat(() => ({ status: 204 }));
		const parameters = { resource: 'task', operation: 'update', taskId: byId('t1'), fields };
		const selected = { ...parameters, output: 'selected', outputFields: 'title' };
		expect((await run(selected, { items: [{ title: 'New' }] })).hints).toEqual([]);
	});

	test('in Ignore Fields From Input', async () => {
		const options = { ignoreFields: 'Due Date' };
		const input = [{ key: 'A', title: 'New', due_date: 'x' }];
		const { messages } = await runOn({ operation: 'upsert', fields, options }, { items: input });
		expect(messages).toContainEqual(expect.stringMatching(/did you mean 'due_date'\?/));
	});

	const fields = automatic;
});
