import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { resources } from '../../nodes/ProjectWorkspace/resources';
import { byId, pageOf, serviceThat } from '../node/service';
import { json, type Script, type ScriptedAnswer } from '../servers/scriptedServer';

const body = { bodyMode: 'json', jsonBody: '{"name":"Ada"}' };

type Row = [
	operation: string,
	parameters: INodeParameters,
	request: string,
	answer: ScriptedAnswer,
	items: IDataObject[],
];

const two = [{ id: 1 }, { id: 2 }];
const list = json({ data: two, has_more: false });
const noContent: ScriptedAnswer = { status: 204 };

const rows: Row[] = [
	['user:getAll', {}, 'GET /users', list, two],
	['user:get', { userId: byId('u 1') }, 'GET /users/u%201', json({ id: 1 }), [{ id: 1 }]],
	['user:invite', body, 'POST /users {"name":"Ada"}', json({ id: 1 }, 201), [{ id: 1 }]],
	[
		'user:remove',
		{ userId: byId('u1') },
		'DELETE /users/u1',
		noContent,
		[{ removed: true, id: 'u1' }],
	],
	['project:getAll', {}, 'GET /projects', list, two],
	['project:get', { projectId: byId('2') }, 'GET /projects', list, [{ id: 2 }]],
	['project:create', body, 'POST /projects {"name":"Ada"}', noContent, [{ created: true }]],
	[
		'project:update',
		{ projectId: byId('p1'), ...body },
		'PUT /projects/p1 {"name":"Ada"}',
		noContent,
		[{ updated: true, id: 'p1' }],
	],
	[
		'project:archive',
		{ projectId: byId('p1') },
		'DELETE /projects/p1',
		json({ id: 1, name: 'Ada', archived: 'no' }),
		[{ archived: true, id: 'p1', name: 'Ada' }],
	],
	['task:getAll', { projectId: byId('p 1') }, 'GET /tasks?project_id=p%201', list, two],
	['task:get', { taskId: byId('1') }, 'GET /tasks', list, [{ id: 1 }]],
	[
		'task:create',
		{ projectId: byId('p1'), ...body },
		'POST /tasks {"project_id":"p1","name":"Ada"}',
		json({ task: { id: 't1' } }),
		[{ id: 't1' }],
	],
	[
		'task:update',
		{ taskId: byId('t1'), ...body },
		'PUT /tasks/t1 {"name":"Ada"}',
		json({ data: { id: 't1', name: 'Ada' } }),
		[{ id: 't1', name: 'Ada' }],
	],
	[
		'task:delete',
		{ taskId: byId('t1') },
		'DELETE /tasks/t1',
		noContent,
		[{ deleted: true, id: 't1' }],
	],
	['workflow:getAll', {}, 'GET /workflows', list, two],
	['workflow:get', { workflowId: byId('2') }, 'GET /workflows', list, [{ id: 2 }]],
	[
		'workflow:trigger',
		{ workflowId: byId('w1') },
		'POST /workflows/w1/trigger {}',
		json({ run: { id: 'r1', state: 'queued' } }),
		[{ id: 'r1', state: 'queued' }],
	],
];

const parametersOf = (operation: string, parameters: INodeParameters): INodeParameters => {
	const [resource = '', name = ''] = operation.split(':');
	return { resource, operation: name, ...parameters };
};

test('each endpoint has a row', () => {
	const operations = resources.flatMap(({ name: resource, endpoints }) =>
		Object.entries(endpoints)
			.filter(([, { kind }]) => kind !== 'upsert') // in test/upsert
			.map(([name]) => `${resource}:${name}`),
	);
	expect(rows.map(([operation]) => operation).sort()).toEqual(operations.sort());
});

test.each(rows)('%s with %j sends %s', async (operation, parameters, request, answer, items) => {
	const { run, seen } = await serviceThat(() => answer);
	const { json: records, error } = await run(parametersOf(operation, parameters));
	expect(error).toBeUndefined();
	const sent = seen.map(({ method, url, body: text }) =>
		`${method} ${url.replace('/v1', '')} ${text}`.trim(),
	);
	expect(sent).toEqual([request]);
	expect(records).toEqual(items);
});

test.each(rows.filter(([, , request]) => !request.startsWith('GET')))(
	'a preview of %s sends nothing, and outputs what it would do',
	async (operation, parameters) => {
		const { run, seen } = await serviceThat(() => noContent);
		const options = { previewOnly: true };
		const { json: items, texts } = await run({ ...parametersOf(operation, parameters), options });
		expect(seen).toEqual([]);
		expect(items).toMatchObject([{ _changes: {}, _preview: true }]);
		const result = String(items[0]?._result);
		expect(texts).toEqual([`Preview only, nothing was sent: 1 ${result}.`]);
		expect(Object.keys(items[0] ?? {}).slice(0, 3)).toEqual(['_result', '_changes', '_preview']);
	},
);

test('an update by ID names the fields that the response lacks or has with other values, and no empty one', async () => {
	const record = { id: 't1', title: 'roof', owner: null, deleted_at: null };
	const { run } = await serviceThat(() => json(record));
	const update = { resource: 'task', operation: 'update', taskId: byId('t1'), bodyMode: 'json' };
	const jsonBody = '{"title":"Roof","row_number":7}';
	const { json: items, texts } = await run({
		...update,
		jsonBody,
		options: { includeResult: true },
	});
	expect(items).toEqual([
		{ ...record, _result: 'updated', _changes: { title: { to: 'Roof' }, row_number: { to: 7 } } },
	]);
	expect(texts).toEqual([
		expect.stringMatching(/^Missing from the response, .*: row_number\.$/),
		expect.stringMatching(/^The service saved different values than you sent in: title\. /),
	]);
});

test('no user in a response is a message', async () => {
	const { run } = await serviceThat(() => json({ success: true, user: null }));
	const { error } = await run({ resource: 'user', operation: 'get', userId: byId('u1') });
	expect(error?.message).toBe('The service returned nothing instead of the user "u1"');
});

describe('a task that is looked for in the list', () => {
	const get = { resource: 'task', operation: 'get' };
	const tasks = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, title: `Task ${at + 1}` }));

	const pages: Script = (request) => json(pageOf(tasks, request, 50));
	const thirdFails: Script = (request, index) =>
		index === 2 ? json({ error: { code: 'no', message: 'No' } }, 403) : pages(request, index);

	test.each([
		['on the first page', 7, 1],
		['on the second page', '77', 2],
	])('is found %s, where reading stops', async (_, id, requests) => {
		const { run, seen } = await serviceThat(pages);
		const { json: items } = await run({ ...get, taskId: byId(id as string) });
		expect(items).toEqual([tasks[Number(id) - 1]]);
		expect(seen).toHaveLength(requests);
	});

	test.each([
		['is not there', pages, /^No task found with the ID "x"$/],
		[
			'may be on a page that is not known',
			() => json([{ id: 1 }]),
			/^No task found with the ID "x"\. The list may be incomplete: /,
		],
		[
			'may be on a page that cannot be read',
			thirdFails,
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
		['without an ID to look for', { operation: 'get', taskId: byId(' ') }, "'Task' is empty"],
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
