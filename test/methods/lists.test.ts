import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { editorMethods } from '../../nodes/ProjectWorkspace/methods';
import { OneCredential } from '../node/credentials';
import { editorContext, workflowWith } from '../node/runNode';
import { pageOf, serviceThat } from '../node/service';
import { json, type Script } from '../servers/scriptedServer';

const { listSearch, loadOptions, resourceMapping } = editorMethods;

/** What the editor calls for these parameters, with a service that responds as the test says. */
async function editorWith(script: Script, parameters: INodeParameters = {}, settings = {}) {
	const { credential, seen, run } = await serviceThat(script, { settings });
	const contextFor = (change: INodeParameters) =>
		editorContext({ resource: 'task', operation: 'update', ...parameters, ...change }, credential);
	const context = contextFor({});
	const search = async (...typed: [filter?: string, token?: string]) => {
		const { results, paginationToken } = await listSearch.task.call(context, ...typed);
		return { names: results.map(({ name }) => name), token: paginationToken, results };
	};
	const fields = async (change: INodeParameters = {}) =>
		await resourceMapping.getFields.call(contextFor(change));
	const choices = async () => await loadOptions.getOutputFields.call(context);
	return { seen, run, search, fields, choices };
}

const list = (records: IDataObject[]) => () => json({ data: records, has_more: false });

const tasks = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ id: `t${at + 1}`, title: `Task ${at + 1}` }));

const paged =
	(records: IDataObject[]): Script =>
	(request) =>
		json(pageOf(records, request, 50));

const rejected: Script = () => json({ error: { code: 'bad_key', message: 'No such key' } }, 401);

describe('a list to select from', () => {
	test('has the records by title and ID, in the order of the service', async () => {
		const { search } = await editorWith(
			list([
				{ id: 'b', title: 'Roof' },
				{ id: 7, name: 'Zoo' },
			]),
		);
		expect((await search()).results).toEqual([
			{ name: 'Roof (b)', value: 'b' },
			{ name: 'Zoo (7)', value: 7 },
		]);
	});

	test('is searched without regard to case, in what was read while the person types', async () => {
		const { search, seen } = await editorWith(list(tasks(30)));
		for (const typed of ['t', 'ta', 'tAsK 3']) await search(typed);
		expect(seen).toHaveLength(1);
		expect((await search(' task 3 ')).names).toEqual(['Task 3 (t3)', 'Task 30 (t30)']);
	});

	test('is read again when it is opened again, so that a new record is there', async () => {
		const records = tasks(1);
		const { search } = await editorWith(() => list(records)());
		expect((await search()).names).toHaveLength(1);
		records.push({ id: 'new', title: 'New' });
		expect((await search()).names).toHaveLength(2);
	});

	test('shows a hundred records at first and the rest after scrolling, each once', async () => {
		const { search } = await editorWith(paged(tasks(230)));
		const first = await search();
		expect([first.names.length, first.token]).toEqual([100, '100']);
		const rest = await search('', first.token);
		expect([rest.names.length, rest.token]).toEqual([130, undefined]);
		expect(new Set([...first.names, ...rest.names]).size).toBe(230);
	});

	test('ends at a thousand records, and says so', async () => {
		const { search } = await editorWith(paged(tasks(1_200)));
		const notice = 'Only the first 1000 records are listed. Enter the ID instead.';
		expect((await search('nobody')).results).toEqual([{ name: notice, value: false }]);
		expect((await search('task 1200')).names).toEqual([notice]);
	});

	test('of a list that may have more says so, also if nothing is found; not with what is set', async () => {
		const bare = () => json(tasks(2));
		const { search } = await editorWith(bare);
		const notice = expect.stringMatching(/^There may be more records\. .* 'List Settings'\.$/);
		expect((await search()).names).toEqual(['Task 1 (t1)', 'Task 2 (t2)', notice]);
		expect((await search('nobody')).names).toEqual([notice]);

		const { search: whole } = await editorWith(bare, {}, { style: 'none' });
		expect((await whole()).names).toEqual(['Task 1 (t1)', 'Task 2 (t2)']);
	});

	test('of which a page could not be read shows what was read, and why it is not all', async () => {
		const { search } = await editorWith((request, index) =>
			index === 1 ? json({ error: { message: 'Stop' } }, 403) : paged(tasks(70))(request, index),
		);
		const { names } = await search();
		expect(names.slice(0, 50)).toEqual(tasks(50).map(({ id, title }) => `${title} (${id})`));
		expect(names.slice(50)).toEqual([
			expect.stringMatching(/^Not all records could be read\. .*Stop/),
		]);
	});

	test('that is rejected is an error, never an empty list, and the next click tries again', async () => {
		const { search, seen } = await editorWith(rejected);
		for (const sent of [1, 2]) {
			await expect(search('x')).rejects.toThrow(/^The service rejected the API key: No such key/);
			expect(seen).toHaveLength(sent);
		}
	});

	test('is not waited for longer than half a minute', async () => {
		const soon = AbortSignal.timeout(50);
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon);
		const { search } = await editorWith(() => undefined);
		await expect(search()).rejects.toThrow('The service did not respond in time. Try again.');
		expect(timeout).toHaveBeenCalledWith(30_000);
		timeout.mockRestore();
	});

	test('of one account is not shown for another', async () => {
		const seen: unknown[] = [];
		const { credential } = await serviceThat(({ headers }) => {
			seen.push(headers.authorization);
			return list(tasks(1))();
		});
		for (const apiKey of ['ac_test_made_up_1', 'ac_test_made_up_2', 'ac_test_made_up_2']) {
			const context = editorContext({ resource: 'task' }, { ...credential, apiKey });
			await listSearch.task.call(context, 'x');
		}
		expect(seen).toEqual(['Bearer ac_test_made_up_1', 'Bearer ac_test_made_up_2']);
	});
});

test.each<[string, unknown, string]>([
	['by its ID', { __rl: true, mode: 'id', value: ' p1 ' }, '/v1/tasks?project_id=p1'],
	['selected', { __rl: true, mode: 'list', value: 7 }, '/v1/tasks?project_id=7'],
	['empty', { __rl: true, mode: 'list', value: '' }, '/v1/tasks'],
	['by an expression', '={{ $json.project }}', '/v1/tasks'],
])('tasks and their fields are those of the project in the node: %s', async (_, projectId, url) => {
	const { search, fields, choices, seen } = await editorWith(list(tasks(1)), {
		projectId,
	} as never);
	for (const read of [search, fields, choices]) await read();
	expect(new Set(seen.map((request) => request.url))).toEqual(new Set([url]));
});

describe('the fields of the mapper', () => {
	const task = { id: 't1', title: 'A', project_id: 'p1', created_at: '2026-01-01' };

	test('are the same in all operations, so that no form is outdated', async () => {
		const { fields } = await editorWith(list([task]));
		const create = await fields({ operation: 'create', projectId: 'p1' });
		expect(create.fields.map(({ id }) => id)).toEqual(['id', 'title', 'project_id', 'created_at']);
		expect(create.emptyFieldsNotice).toBeUndefined();
		for (const change of [{ operation: 'upsert' }, {}, { findBy: 'match' }]) {
			expect(await fields(change)).toEqual(create);
		}
	});

	test('take one request of the list, however long it is', async () => {
		const { fields, choices, seen } = await editorWith(paged(tasks(500)));
		await fields();
		await choices();
		expect(seen).toHaveLength(1);
	});

	test.each<[string, Script, RegExp]>([
		['there are no records', list([]), /^No fields were found, .* 'Match On Other Fields'/],
		['the list cannot be read', rejected, /^The service rejected the API key: No such key/],
	])('are none if %s, but what was mapped is kept, and a notice says why', async (...given) => {
		const [, script, reason] = given;
		const { fields } = await editorWith(script);
		expect(await fields()).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringMatching(reason),
		});

		const schema = [{ id: 'title', displayName: 'Title' }];
		const saved = { value: { title: 'A' }, schema };
		expect((await fields({ fields: saved })).fields).toEqual(schema);
	});

	test('of a run are not known', async () => {
		const { fields, seen } = await editorWith(list([task]));
		const { fields: none, emptyFieldsNotice } = await fields({
			resource: 'workflow',
			operation: 'trigger',
		});
		expect([none, seen]).toEqual([[], []]);
		expect(emptyFieldsNotice).toContain('does not document');
	});
});

describe('what the service says', () => {
	const long = { error: { message: `a\n<b>${'x'.repeat(3_000)}` } };

	test('is shortened, and HTML where the editor shows HTML', async () => {
		const { search, fields, choices } = await editorWith(() => json(long, 403));
		const begin = 'The service does not allow this request: a';
		await expect(search()).rejects.toThrow(new RegExp(`^${begin} <b>x{100,160}…`));
		await expect(choices()).rejects.toThrow(new RegExp(`^${begin} &lt;b>x{100,160}…`));
		expect((await fields()).emptyFieldsNotice).toMatch(new RegExp(`^${begin} &lt;b>x{100,160}…`));
	});
});

test.each([
	['none', ''],
	['gone', 'Credential with ID "1" does not exist.'],
	['one that cannot be decrypted', 'Credentials could not be decrypted'],
])('without a credential (%s), all say what to do', async (how, message) => {
	const { workflow, node, data } = workflowWith({ resource: 'task' }, new OneCredential({}));
	if (how === 'none') node.credentials = undefined;
	jest.spyOn(data.credentialsHelper, 'getDecrypted').mockRejectedValue(new Error(message));
	const context: ILoadOptionsFunctions = new LoadOptionsContext(workflow, node, data, 'parameters');

	const advice = /Select a credential, or check .* close this node and open it again\.$/;
	await expect(listSearch.task.call(context)).rejects.toThrow(advice);
	await expect(loadOptions.getOutputFields.call(context)).rejects.toMatchObject({
		description: expect.stringMatching(advice),
	});
	const { fields, emptyFieldsNotice } = await resourceMapping.getFields.call(context);
	expect([fields, emptyFieldsNotice]).toEqual([[], expect.stringMatching(advice)]);
});

describe('texts of the service that n8n would evaluate', () => {
	const TEXT = '={{ "pwn" + "ed" }}';
	const record = {
		id: TEXT,
		title: '=1',
		[TEXT]: '=1',
		[`-${TEXT}`]: 1,
		inner: { [TEXT]: 1 },
	};

	test('are sent and read as the service has them, once they were selected', async () => {
		const { search, fields, choices, run, seen } = await editorWith(list([record]));
		const [entry] = (await search()).results;
		const taskId = { __rl: true as const, mode: 'list', value: entry?.value ?? '' };
		const { fields: schema } = await fields();
		// A field with such a name would be saved as a key, for which there is no literal.
		expect(schema.map(({ id }) => id)).toEqual(['id', 'title', `-${TEXT}`, 'inner']);

		const mapper = {
			mappingMode: 'defineBelow',
			matchingColumns: [],
			value: { title: 'A' },
			attemptToConvertTypes: false,
			convertFieldsToString: false,
			schema,
		};
		await run({ resource: 'task', operation: 'update', taskId, fields: mapper });
		expect(seen.at(-1)).toMatchObject({
			url: `/v1/tasks/${encodeURIComponent(TEXT)}`,
			body: JSON.stringify({ title: 'A' }),
		});

		const field = (await choices()).find(({ value }) => String(value).includes('pwn'))?.value;
		const selected = { output: 'selected', outputFields: [String(field)] };
		const { json: items } = await run(
			{ resource: 'task', operation: 'get', taskId, ...selected },
			{ asTool: true },
		);
		expect(items).toEqual([{ id: TEXT, [TEXT]: '=1' }]);
	});
});
