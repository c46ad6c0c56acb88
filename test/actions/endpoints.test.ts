import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { resources } from '../../nodes/ProjectWorkspace/resources';
import { byId, serviceThat } from '../node/service';
import { json, type ScriptedAnswer } from '../servers/scriptedServer';

const body = { bodyMode: 'json', jsonBody: '{"name":"Ada"}' };

interface Row {
	operation: string;
	parameters: INodeParameters;
	answer: ScriptedAnswer;
	request: string;
	items: IDataObject[];
}

const users = json({ data: [{ id: 1 }, { id: 2 }], has_more: false });
const noContent: ScriptedAnswer = { status: 204 };

const rows: Row[] = [
	{
		operation: 'user:getAll',
		parameters: {},
		answer: users,
		request: 'GET /users',
		items: [{ id: 1 }, { id: 2 }],
	},
	{
		operation: 'user:get',
		parameters: { userId: byId('u 1') },
		answer: json({ id: 1 }),
		request: 'GET /users/u%201',
		items: [{ id: 1 }],
	},
	{
		operation: 'user:invite',
		parameters: body,
		answer: json({ id: 1 }, 201),
		request: 'POST /users {"name":"Ada"}',
		items: [{ id: 1 }],
	},
	{
		operation: 'user:remove',
		parameters: { userId: byId('u1') },
		answer: noContent,
		request: 'DELETE /users/u1',
		items: [{ removed: true, id: 'u1' }],
	},
	{
		operation: 'project:getAll',
		parameters: {},
		answer: users,
		request: 'GET /projects',
		items: [{ id: 1 }, { id: 2 }],
	},
	{
		operation: 'project:get',
		parameters: { projectId: byId('2') },
		answer: users,
		request: 'GET /projects',
		items: [{ id: 2 }],
	},
	{
		operation: 'project:create',
		parameters: body,
		answer: noContent,
		request: 'POST /projects {"name":"Ada"}',
		items: [{ created: true }],
	},
	{
		operation: 'project:update',
		parameters: { projectId: byId('p1'), ...body },
		answer: noContent,
		request: 'PUT /projects/p1 {"name":"Ada"}',
		items: [{ updated: true, id: 'p1' }],
	},
	{
		operation: 'project:archive',
		parameters: { projectId: byId('p1') },
		answer: json({ id: 1, name: 'Ada', archived: 'no' }),
		request: 'DELETE /projects/p1',
		items: [{ archived: true, id: 'p1', name: 'Ada' }],
	},
	{
		operation: 'task:getAll',
		parameters: { projectId: byId('p 1') },
		answer: users,
		request: 'GET /tasks?project_id=p%201',
		items: [{ id: 1 }, { id: 2 }],
	},
	{
		operation: 'task:get',
		parameters: { taskId: byId('1') },
		answer: users,
		request: 'GET /tasks',
		items: [{ id: 1 }],
	},
	{
		operation: 'task:create',
		parameters: { projectId: byId('p1'), ...body },
		answer: json({ task: { id: 't1' } }),
		request: 'POST /tasks {"project_id":"p1","name":"Ada"}',
		items: [{ id: 't1' }],
	},
	{
		operation: 'task:update',
		parameters: { taskId: byId('t1'), ...body },
		answer: json({ data: { id: 't1', name: 'Ada' } }),
		request: 'PUT /tasks/t1 {"name":"Ada"}',
		items: [{ id: 't1', name: 'Ada' }],
	},
	{
		operation: 'task:delete',
		parameters: { taskId: byId('t1') },
		answer: noContent,
		request: 'DELETE /tasks/t1',
		items: [{ deleted: true, id: 't1' }],
	},
	{
		operation: 'workflow:getAll',
		parameters: {},
		answer: users,
		request: 'GET /workflows',
		items: [{ id: 1 }, { id: 2 }],
	},
	{
		operation: 'workflow:get',
		parameters: { workflowId: byId('2') },
		answer: users,
		request: 'GET /workflows',
		items: [{ id: 2 }],
	},
	{
		operation: 'workflow:trigger',
		parameters: { workflowId: byId('w1') },
		answer: json({ run: { id: 'r1', state: 'queued' } }),
		request: 'POST /workflows/w1/trigger {}',
		items: [{ id: 'r1', state: 'queued' }],
	},
];

const parametersOf = ({ operation, parameters }: Row): INodeParameters => {
	const [resource = '', name = ''] = operation.split(':');
	return { resource, operation: name, ...parameters };
};

test('each endpoint has a row', () => {
	const operations = resources.flatMap(({ name: resource, endpoints }) =>
		Object.entries(endpoints)
			.filter(([, { kind }]) => kind !== 'upsert') // in test/upsert
			.map(([name]) => `${resource}:${name}`),
	);
	expect(rows.map(({ operation }) => operation).sort()).toEqual(operations.sort());
});

test.each(rows)('$operation sends $request', async (row) => {
	const { run, seen } = await serviceThat(() => row.answer);
	const { json: items, error } = await run(parametersOf(row));
	expect(error).toBeUndefined();
	const sent = seen.map(({ method, url, body: text }) =>
		`${method} ${url.replace('/v1', '')} ${text}`.trim(),
	);
	expect(sent).toEqual([row.request]);
	expect(items).toEqual(row.items);
});

test.each(rows.filter(({ request }) => !request.startsWith('GET')))(
	'a preview of $operation sends nothing, and outputs what it would do',
	async (row) => {
		const { run, seen } = await serviceThat(() => row.answer);
		const { json: items, hints } = await run({
			...parametersOf(row),
			options: { previewOnly: true },
		});
		expect(seen).toEqual([]);
		expect(items).toMatchObject([{ _changes: {}, _preview: true }]);
		const result = String(items[0]?._result);
		expect(hints.map(({ message }) => message)).toEqual([
			`Preview only, nothing was sent: 1 ${result}.`,
		]);
		expect(Object.keys(items[0] ?? {}).slice(0, 3)).toEqual(['_result', '_changes', '_preview']);
	},
);

test('an update by ID names the fields that the response lacks or has with other values, and no empty one', async () => {
	const record = { id: 't1', title: 'roof', owner: null, deleted_at: null };
	const { run } = await serviceThat(() => json(record));
	const update = { resource: 'task', operation: 'update', taskId: byId('t1'), bodyMode: 'json' };
	const jsonBody = '{"title":"Roof","row_number":7}';
	const { json: items, hints } = await run({
		...update,
		jsonBody,
		options: { includeResult: true },
	});
	expect(items).toEqual([
		{ ...record, _result: 'updated', _changes: { title: { to: 'Roof' }, row_number: { to: 7 } } },
	]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Missing from the response, .*: row_number\.$/),
		expect.stringMatching(/^The service saved different values than you sent in: title\. /),
	]);
});

test.each(['', 'null', '{}', '[]', '{"data":null}', '{"success":true,"user":null}'])(
	'no user in a response is a message: %s',
	async (content) => {
		const { run } = await serviceThat(() => ({ body: content }));
		const { error } = await run({ resource: 'user', operation: 'get', userId: byId('u1') });
		expect(error?.message).toBe('The service returned nothing instead of the user "u1"');
	},
);

describe('a task that is looked for in the list', () => {
	const get = { resource: 'task', operation: 'get' };
	const tasks = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, title: `Task ${at + 1}` }));

	/** Pages of 50, of which the third one may fail. */
	const pages =
		(fails = false) =>
		({ url }: { url: string }) => {
			const start = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
			if (fails && start === 100) return json({ error: { code: 'no', message: 'No' } }, 403);
			const next_cursor = start < 100 ? String(start + 50) : null;
			return json({ data: tasks.slice(start, start + 50), next_cursor });
		};

	test.each([
		['on the first page', 7, 1],
		['on the second page', '77', 2],
	])('is found %s, where reading stops', async (_, id, requests) => {
		const { run, seen } = await serviceThat(pages());
		const { json: items } = await run({ ...get, taskId: byId(id as string) });
		expect(items).toEqual([tasks[Number(id) - 1]]);
		expect(seen).toHaveLength(requests);
	});

	test.each([
		['is not there', pages(), /^No task found with the ID "x"$/],
		[
			'may be on a page that is not known',
			() => json([{ id: 1 }]),
			/^No task found with the ID "x"\. The list may be incomplete: /,
		],
		[
			'may be on a page that cannot be read',
			pages(true),
			/^A later page of the list could not be read/,
		],
	])('is an error if it %s', async (_, answer, message) => {
		const { run } = await serviceThat(answer);
		const { error } = await run({ ...get, taskId: byId('x') });
		expect(error?.message).toMatch(message);
	});

	test('is not one without an ID', async () => {
		const { run } = await serviceThat(() => json({ data: [{ title: 'x' }], has_more: false }));
		const { error } = await run({ ...get, taskId: byId('undefined') });
		expect(error?.message).toBe('No task found with the ID "undefined"');
	});
});

describe('sends no request', () => {
	test.each<[string, INodeParameters, string]>([
		['with an ID that is empty', { operation: 'delete', taskId: byId(' ') }, "'Task' is empty"],
		[
			'with an ID to look for that is empty',
			{ operation: 'get', taskId: byId(' ') },
			"'Task' is empty",
		],
		[
			'for a custom API call',
			{ operation: '__CUSTOM_API_CALL__' },
			'Use the HTTP Request node for custom API calls',
		],
		[
			'for a custom resource',
			{ resource: '__CUSTOM_API_CALL__' },
			'Use the HTTP Request node for custom API calls',
		],
		[
			'for an operation that does not exist',
			{ operation: 'explode' },
			'The resource "task" has no operation "explode"',
		],
		[
			'to update a user',
			{ resource: 'user', operation: 'upsert' },
			'The resource "user" has no operation "upsert"',
		],
	])('%s', async (_, parameters, message) => {
		const { run, seen } = await serviceThat(() => json({}));
		const { error } = await run({ resource: 'task', ...parameters });
		expect(error?.message).toBe(message);
		expect(seen).toEqual([]);
	});
});
