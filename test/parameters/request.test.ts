import fc from 'fast-check';

import { findOperation, type Operation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { buildRequest, type RequestValues } from '../../nodes/ProjectWorkspace/old/parameters/request';

function build(resource: string, value: string, values: Partial<RequestValues>) {
	const operation = findOperation(resource, value) as Operation; // none of them is an upsert
	return buildRequest(operation, { references: [], ...values });
}

const getUser = (id: unknown) => build('user', 'get', { ids: [id] });

const project = (value: unknown, sendIn: 'query' | 'bodyOrQuery') => [
	{ sendAs: 'project_id', displayName: 'Project', value, sendIn },
];
const createIn = (value: unknown, body?: string) =>
	build('task', 'create', { references: project(value, 'bodyOrQuery'), body });
const listOf = (value: unknown, query?: Record<string, string>) =>
	build('task', 'getAll', { references: project(value, 'query'), query });

const rejected = (message: string) => ({
	problem: { message: expect.stringContaining(message) },
});

describe('the ID in the path', () => {
	test('is one segment that decodes to the same text, for any ID', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
				const built = getUser(id);
				fc.pre(built.ok);
				const { pathname, search, hash } = new URL(`https://example.com/v1${built.value.path}`);
				expect([search, hash]).toEqual(['', '']);
				const segments = pathname.split('/');
				expect(segments).toHaveLength(4);
				expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
			}),
		);
	});

	test.each([
		[7, '/users/7'],
		["$&$'", "/users/%24%26%24'"],
	])('%j is sent as %s', (id, path) => {
		expect(getUser(id)).toMatchObject({ ok: true, value: { path } });
	});

	test.each([
		['', "'User' is empty"],
		[undefined, "'User' is empty"],
		['.', `'User' cannot be "."`],
		['..', `'User' cannot be ".."`],
		[{ id: 1 }, "'User' must be valid text or an exact number"],
		[true, "'User' must be valid text or an exact number"],
		[Number.NaN, "'User' must be valid text or an exact number"],
		[2 ** 53, "'User' must be valid text or an exact number"],
		['\ud800', "'User' must be valid text or an exact number"],
	])('%j is rejected with a message', (id, message) => {
		expect(getUser(id)).toMatchObject(rejected(message));
	});
});

describe('the project of a task', () => {
	test.each([['p 1'], [5]])('%j filters the list in the query, as text', (id) => {
		expect(listOf(id)).toMatchObject({ ok: true, value: { query: { project_id: String(id) } } });
	});

	test.each([[''], [undefined], [null], [' ']])('is not sent if it is %j', (value) => {
		expect(listOf(value)).toMatchObject({ ok: true, value: { query: {} } });
		const body = '{"name":"n"}';
		expect(createIn(value, body)).toMatchObject({ ok: true, value: { body, query: {} } });
	});

	test.each([
		['p', '{ "n": 12345678901234567890 }', '{"project_id":"p", "n": 12345678901234567890 }'],
		[5, '{ }', '{"project_id":5 }'],
		['5', undefined, '{"project_id":"5"}'],
		["$&$'", undefined, `{"project_id":"$&$'"}`],
		// A number and a string may be the same ID.
		[5, '{"project_id":"5"}', '{"project_id":"5"}'],
		['9007199254740993', '{"project_id":9007199254740993}', '{"project_id":9007199254740993}'],
	])('%j is the first field of the body %s, unless it has it', (id, written, body) => {
		expect(createIn(id, written)).toMatchObject({ ok: true, value: { body, query: {} } });
	});

	test.each(['"q"', '["9007199254740992"]', 'null', '9007199254740993'])(
		'is rejected if the body sets it to %s',
		(other) => {
			const built = createIn('9007199254740992', `{"project_id":${other}}`);
			expect(built).toMatchObject(rejected("set different values for 'project_id'"));
		},
	);

	test('is rejected if a query parameter has its name', () => {
		const twice = "The query parameter 'project_id' is set twice";
		expect(listOf('p', { project_id: 'q' })).toMatchObject(rejected(twice));
	});

	test.each([[{ id: 1 }], [true], [2 ** 53]])('%j is rejected', (value) => {
		expect(createIn(value)).toMatchObject({ ok: false });
		expect(listOf(value)).toMatchObject({ ok: false });
	});
});

test.each([
	['workflow', 'trigger', '{}'],
	['project', 'update', '{}'],
	['user', 'get', undefined],
	['task', 'delete', undefined],
])('a request of %s:%s without fields has the body %j', (resource, value, body) => {
	const built = build(resource, value, { ids: ['x'] });
	expect(built.ok && built.value.body).toBe(body);
});
