import './userFolder';
import { LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeParameters,
} from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { json } from '../servers/scriptedServer';
import { OneCredential } from './credentials';
import { editorContext, workflowWith } from './runNode';
import { serviceThat } from './service';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

/** Another sandbox, without records, until the test ends. */
async function started(options: SandboxOptions = {}) {
	other = await startSandbox({ seed: false, ...options });
	return other;
}
let other: Sandbox | undefined;
afterEach(async () => {
	await other?.close();
	other = undefined;
});

const editor = (parameters: INodeParameters, credential: ICredentialDataDecryptedObject = {}) =>
	editorContext(parameters, { apiKey: sandbox.keys.pro, baseUrl: sandbox.baseUrl, ...credential });

const PAGES_OF_50: SandboxOptions = {
	settings: { list: { envelope: 'data' }, pagination: { style: 'cursor', pageSize: 50 } },
};

const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;

/** What a list shows for what was typed, or after this token. */
const search = async (
	resource: keyof typeof listSearch,
	context: ILoadOptionsFunctions,
	...typed: [filter?: string, token?: string]
) => {
	const found = await listSearch[resource]?.call(context, ...typed);
	return { results: found?.results ?? [], token: found?.paginationToken };
};

const getFields = async (context: ILoadOptionsFunctions) =>
	await resourceMapping.getFields.call(context);

const getOutputFields = async (context: ILoadOptionsFunctions) =>
	await loadOptions.getOutputFields.call(context);

test('a locator lists the records by name and ID, in the order of the service', async () => {
	sandbox.addRecords('project', { id: 'project_z', name: 'Roof' }, 1);
	sandbox.addRecords('project', { id: 'project_a', name: 'Zoo' }, 1);
	const { results } = await search('project', editor({ resource: 'project' }));
	expect(results.slice(-2)).toMatchObject([
		{ name: 'Roof (project_z)', value: 'project_z' },
		{ name: 'Zoo (project_a)', value: 'project_a' },
	]);
});

test('a locator is searched without regard to case', async () => {
	sandbox.addRecords('project', { id: 'findme', name: 'Needle' }, 1);
	const context = editor({ resource: 'project' });
	await search('project', context);
	expect((await search('project', context, 'nEEd')).results).toEqual([
		{ name: 'Needle (findme)', value: 'findme' },
	]);
});

test('a long list comes in parts, and no page of the service is requested twice', async () => {
	const long = await started(PAGES_OF_50);
	long.addRecords('user', { id: 'user_{n}', name: 'User {n}' }, 230);
	const context = editor({}, { apiKey: long.keys.pro, baseUrl: long.baseUrl });
	const shown = async (...typed: [filter?: string, token?: string]) => {
		const { results, token } = await search('user', context, ...typed);
		return { ids: results.map(({ value }) => value), token };
	};
	const seen: unknown[] = [];
	for (const [from, next] of [
		[undefined, '100'],
		['100', '200'],
		['200', undefined],
	]) {
		const { ids, token } = await shown(undefined, from);
		seen.push(...ids);
		expect(token).toBe(next);
	}
	expect(seen).toEqual(Array.from({ length: 230 }, (_, index) => `user_${index + 1}`));
	expect(long.requests).toHaveLength(5);
	expect((await shown('user 23')).ids).toEqual(['user_23', 'user_230']);
	expect(await shown(undefined, '130')).toEqual({ ids: seen.slice(130), token: undefined });
	expect(long.requests).toHaveLength(5);
});

test('the list of one tenant is not shown for another', async () => {
	const before = sandbox.requests.length;
	for (const tenant of ['acme', 'other', 'other']) {
		// A search uses the cached list.
		const headers = { header: [{ name: 'X-Tenant', value: tenant }] };
		const context = editor({ resource: 'user' }, { headers });
		await listSearch.user?.call(context, 'ada');
	}
	expect(sandbox.requests.slice(before).map(({ headers }) => headers['x-tenant'])).toEqual([
		'acme',
		'other',
	]);
});

test('a selected project filters the list of tasks, which is kept for its filter and for a short time', async () => {
	sandbox.addRecords('task', { id: 'narrow', title: 'Narrow', project_id: 'p 1' }, 1);
	const taskProjectId = { __rl: true, mode: 'id', value: 'p 1' };
	const narrow = editor({ resource: 'task', operation: 'update', taskProjectId });
	const { results } = await search('task', narrow);
	expect(results).toEqual([{ name: 'Narrow (narrow)', value: 'narrow' }]);
	expect(sandbox.requests.at(-1)?.query).toBe('project_id=p%201');
	// Searching does not read a list again that was just read.
	const all = editor({ resource: 'task', operation: 'update' });
	await listSearch.task?.call(all, 'x');
	expect(sandbox.requests.at(-1)?.query).not.toContain('project_id');
	const [now, read] = [performance.now.bind(performance), sandbox.requests.length];
	jest.spyOn(performance, 'now').mockImplementation(() => now() + 21_000);
	await listSearch.task?.call(all, 'x');
	jest.restoreAllMocks();
	expect(sandbox.requests.length).toBeGreaterThan(read);
});

test('a rejection appears as an error, never as an empty list', async () => {
	const context = editor({ resource: 'user' }, { apiKey: 'ac_test_never_created' });
	const before = sandbox.requests.length;
	// Not cached: the second search sends another request.
	for (const sent of [1, 2]) {
		await expect(listSearch.user?.call(context, 'ada')).rejects.toMatchObject({
			message: expect.stringContaining('rejected the API key'),
		});
		expect(sandbox.requests).toHaveLength(before + sent);
	}
	const badKey = listSearch.user?.call(editor({ resource: 'user' }, { apiKey: ' ' }));
	await expect(badKey).rejects.toThrow(/^The API key is missing\. Fill in 'API Key'/);
});

/** As it is while a node is new, or if a credential was deleted. */
const withoutCredential = (how: 'none' | 'unreadable') => {
	const { workflow, node, data } = workflowWith({ resource: 'task' }, new OneCredential({}));
	if (how === 'none') node.credentials = undefined;
	else {
		const gone = new Error('Credential with ID "1" does not exist.');
		jest.spyOn(data.credentialsHelper, 'getDecrypted').mockRejectedValue(gone);
	}
	return new LoadOptionsContext(workflow, node, data, 'parameters');
};

test.each([
	['none', /^No credential was selected yet/],
	['unreadable', /^The credential could not be read: Credential with ID "1" does not exist/],
] as const)(
	'fields and lists say if there is no credential (%s), and what to do',
	async (how, message) => {
		const { fields, emptyFieldsNotice } = await getFields(withoutCredential(how));
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(message);
		expect(emptyFieldsNotice).toContain('close this node and open it again');
		await expect(listSearch.task?.call(withoutCredential(how))).rejects.toThrow(message);
		await expect(getOutputFields(withoutCredential(how))).rejects.toThrow(message);
	},
);

test('a list that is not known to be whole says so, also if a search finds nothing', async () => {
	const users = ['Ada', 'Bob'].map((name) => ({ id: name.toLowerCase(), name }));
	const notice = { name: expect.stringContaining('There may be more records'), value: false };
	for (const [settings, more] of [
		[{}, [notice]],
		[{ style: 'none' }, []],
	] as const) {
		const { credential } = await serviceThat(() => json(users), { settings });
		const context = editor({ resource: 'user' }, credential);
		const found = ['ada', 'bob'].map((value) => expect.objectContaining({ value }) as unknown);
		expect((await search('user', context)).results).toEqual([...found, ...more]);
		expect((await search('user', context, 'zoe')).results).toEqual(more);
	}
});

const [one, two] = [{ title: 'x' }, { title: 'y' }];
test.each([
	[[one, two], /^The 2 records read so far cannot be selected without an ID\./],
	[[one], /^The only record read so far cannot/],
])('if no record has an ID, a list says so, also if it is searched: %j', async (data, message) => {
	const { credential } = await serviceThat(() => json({ data, has_more: false }));
	const context = editor({ resource: 'task', operation: 'delete' }, credential);
	const notice = { name: expect.stringMatching(message), value: false };
	for (const wanted of [undefined, 'x'])
		expect((await search('task', context, wanted)).results).toEqual([notice]);
});

test('a search that finds nothing in the first records says so', async () => {
	const long = await started(PAGES_OF_50);
	long.addRecords('user', { name: 'User {n}' }, 1_050);
	const context = editor({}, { apiKey: long.keys.enterprise, baseUrl: long.baseUrl });
	const name = 'Not found in the first 1,000 records. Enter the ID instead.';
	expect((await search('user', context, 'nobody')).results).toEqual([{ name, value: false }]);
});

test('the advice about a list names no option, as none applies in the editor', async () => {
	const { credential } = await serviceThat(() =>
		json({ data: [], next: 'https://a.example.net/' }),
	);
	const search = listSearch.user?.call(editor({ resource: 'user' }, credential));
	await expect(search).rejects.toThrow(/^(?!.*Options)/);
});

test('lists and fields only show the beginning of what the service says at length', async () => {
	const message = `a\n<b>${'x'.repeat(3_000)}`;
	const { credential } = await serviceThat(() => json({ error: { message } }, 403));
	const context = editor({ resource: 'task', operation: 'update' }, credential);
	const brief = (begin: string) =>
		new RegExp(`^The service does not allow this request: ${begin}x{153}…( Check .{10,110}\\.)?$`);
	await expect(listSearch.task?.call(context)).rejects.toThrow(brief('a <b>'));
	await expect(getOutputFields(context)).rejects.toThrow(brief('a &lt;b>'));
	expect((await getFields(context)).emptyFieldsNotice).toMatch(brief('a &lt;b>'));
});

test('Count By can be left or set to None', async () => {
	const context = editor({ resource: 'task', operation: 'getAll' });
	const [none, ...fields] = await loadOptions.getCountFields.call(context);
	expect(none).toEqual({ name: 'None (Total Only)', value: '' });
	expect(fields).toEqual(await loadOptions.getOutputFields.call(context));
	expect(fields).toContainEqual({ name: 'Title', value: 'title' });
});

test('the project of a task is mapped by its name, and hidden if it has its own parameter', async () => {
	const fieldFor = async (operation: string, credential = {}) => {
		const given = editor({ resource: 'task', operation }, credential);
		const { fields } = await resourceMapping.getFields.call(given);
		return fields.find(({ id }) => id === 'project_id');
	};
	const website = { name: 'Example website (project_site)', value: 'project_site' };
	const shown = { type: 'options', display: true, options: expect.arrayContaining([website]) };
	expect(await fieldFor('update')).toMatchObject(shown);
	const hidden = await fieldFor('create');
	expect(hidden).toMatchObject({ display: false, readOnly: true });
	expect(hidden).not.toHaveProperty('options');
	const { keys, baseUrl, addRecords, faults } = await started(PAGES_OF_50);
	addRecords('task', { project_id: 'p1' }, 1);
	addRecords('project', { id: 'p{n}' }, 100);
	const first = { apiKey: keys.pro, baseUrl };
	expect(await fieldFor('update', first)).toMatchObject({ type: 'options' });
	addRecords('project', { id: 'one more' }, 1);
	const other = { apiKey: keys.enterprise, baseUrl };
	expect(await fieldFor('update', other)).toMatchObject({ type: 'string' });
	faults.add({ kind: 'errorBody', status: 403, times: 1, path: '/v1/projects' });
	const tenant = { headers: { header: [{ name: 'X-Tenant', value: 'a' }] } };
	expect(await fieldFor('update', { ...other, ...tenant })).toMatchObject({ type: 'string' });
});

test.each([
	['create', {}, "'Additional Fields'"],
	['update', { findBy: 'match' }, "'Match On' under 'Options'"],
	['upsert', {}, "'Match On' under 'Options'"],
])(
	'an empty account gets a notice instead of fields: %s, %j names %s',
	async (operation, more, named) => {
		const empty = await started();
		const credential = { apiKey: empty.keys.pro, baseUrl: empty.baseUrl };
		const parameters = { resource: 'task', operation, ...more };
		const found = await resourceMapping.getFields.call(editor(parameters, credential));
		expect(found).toEqual({ fields: [], emptyFieldsNotice: expect.stringContaining(named) });
	},
);

test.each<[string, ICredentialDataDecryptedObject, string]>([
	['a rejected key', { apiKey: 'ac_test_never_created' }, 'The service rejected the API key'],
	['a missing key', { apiKey: ' ' }, 'The API key is missing'],
	['no records', {}, 'No fields found'],
])(
	'with %s, a notice says why there are no fields, and mapped fields are kept',
	async (...given) => {
		const [, credential, reason] = given;
		const empty = await started();
		const account = { apiKey: empty.keys.pro, baseUrl: empty.baseUrl, ...credential };
		const create = { resource: 'task', operation: 'create' };
		const found = await resourceMapping.getFields.call(editor(create, account));
		expect(found).toEqual({ fields: [], emptyFieldsNotice: expect.stringContaining(reason) });
		const schema = [{ id: 'title', displayName: 'Title' }];
		const mapped = { ...create, fields: { value: { title: 'A' }, schema } };
		const kept = await resourceMapping.getFields.call(editor(mapped, account));
		expect(kept.fields).toEqual(schema);
	},
);

describe('fields that only the newest records have', () => {
	const tasks = Array.from({ length: 121 }, (_, at) => ({
		...{ id: `t${at + 1}`, title: 'Roof' },
		...(at === 119 ? { reviewed_by: 'ada' } : {}),
		...(at === 120 ? { stage: 'open' } : {}),
	}));
	const from = (first: number) => tasks.slice(first, first + 50);

	const paged = (query: URLSearchParams) => {
		const page = Number(query.get('page') ?? 1);
		return { tasks: from((page - 1) * 50), page };
	};
	const withTotal = (query: URLSearchParams) => ({ ...paged(query), total: 121 });
	const offsets = (query: URLSearchParams) => {
		const offset = Number(query.get('offset') ?? 0);
		return { tasks: from(offset), offset, total: 121 };
	};
	const fromNought = (query: URLSearchParams) => ({
		tasks: from(Number(query.get('blatt') ?? 0) * 50),
		total: 121,
	});
	const failing = (query: URLSearchParams) =>
		query.has('page') ? { error: 'Try again' } : withTotal(query);
	const set = { style: 'page', parameter: 'blatt', firstPage: 0 };

	test.each<[string, (query: URLSearchParams) => object, object, boolean, number]>([
		['by page numbers, of the last two pages', withTotal, {}, true, 3],
		['by offsets, of a whole page', offsets, {}, true, 2],
		['by page numbers that are set', fromNought, set, true, 3],
		['of a long page', () => ({ tasks }), {}, true, 1],
		['not without a total', paged, {}, false, 1],
		['not if the total is to be ignored', withTotal, { ignoreTotal: true }, false, 1],
		['not if no way is stated', fromNought, {}, false, 1],
		['not if the last pages cannot be read', failing, {}, false, 3],
	])('are offered: %s', async (_, answer, settings, isFound, requests) => {
		const script = ({ url }: { url: string }) =>
			json(answer(new URL(url, 'https://example.com').searchParams));
		const { credential, seen } = await serviceThat(script, { settings: { ...settings } });
		const context = editor({ resource: 'task', operation: 'update' }, credential);
		const { fields, emptyFieldsNotice } = await getFields(context);
		const newest = isFound ? ['reviewed_by', 'stage'] : [];
		expect(fields.map(({ id }) => id)).toEqual(['id', 'title', ...newest]);
		expect(emptyFieldsNotice).toBeUndefined();
		expect((await getOutputFields(context)).map(({ value }) => value)).toEqual(
			fields.map(({ id }) => id),
		);
		expect(seen).toHaveLength(requests);
	});

	test('are not waited for longer than three seconds, and are offered once they have arrived', async () => {
		let respond = () => {};
		const waiting = new Promise<void>((resolve) => (respond = resolve));
		const { credential, seen } = await serviceThat(async ({ url }) => {
			if (url.includes('page')) await waiting;
			return json(withTotal(new URL(url, 'https://example.com').searchParams));
		});
		const context = editor({ resource: 'task', operation: 'update' }, credential);
		const doNotFake = ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] as const;
		jest.useFakeTimers({ doNotFake: [...doNotFake] });
		const found = getFields(context);
		while (seen.length < 3) await new Promise(setImmediate);
		jest.advanceTimersByTime(3_000);
		expect((await found).fields.map(({ id }) => id)).toEqual(['id', 'title']);
		jest.useRealTimers();
		respond();
		const later = (await getFields(context)).fields.map(({ id }) => id);
		expect(later).toEqual(['id', 'title', 'reviewed_by', 'stage']);
		expect(seen).toHaveLength(3);
	});
});
