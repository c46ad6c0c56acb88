import fc from 'fast-check';

import { findOperation, type Operation } from '../../nodes/ProjectWorkspace/catalogue';
import { buildRequest } from '../../nodes/ProjectWorkspace/parameters/request';

function operation(resource: string, value: string): Operation {
	const found = findOperation(resource, value);
	if (!found?.endpoint) throw new TypeError(`${resource}:${value} is not in the catalogue`);
	return found;
}

const project = (value: unknown, place: 'query' | 'body') => [
	{ sendAs: 'project_id', displayName: 'Project', value, place },
];

describe('the ID in the path', () => {
	const get = (userId: unknown) =>
		buildRequest(operation('user', 'get'), { ids: { userId }, references: [] });

	test('stays one segment and is read back unchanged, whatever text it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
				const built = get(id);
				fc.pre(built.ok);
				const { pathname, search, hash } = new URL(`https://example.com/v1${built.value.path}`);
				expect([search, hash]).toEqual(['', '']);
				const segments = pathname.split('/');
				expect(segments).toHaveLength(4);
				expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
			}),
		);
	});

	test('may be a number', () => {
		expect(get(7)).toMatchObject({ ok: true, value: { path: '/users/7' } });
	});

	test.each([[''], ['  '], [undefined], [null]])('%j is rejected as empty', (id) => {
		expect(get(id)).toMatchObject({ ok: false, problem: { message: "'User' is empty" } });
	});

	test.each([['.'], ['..']])('%s is rejected, because it would change the address', (id) => {
		expect(get(id)).toMatchObject({ ok: false, problem: { message: `'User' cannot be "${id}"` } });
	});

	test('that is an object, a boolean or half a character is rejected', () => {
		expect(get({ id: 1 })).toMatchObject({ ok: false });
		expect(get(true)).toMatchObject({ ok: false });
		expect(get('\ud800')).toMatchObject({ ok: false });
	});

	test('may look like a replacement pattern', () => {
		expect(get("$&$'")).toMatchObject({ ok: true, value: { path: "/users/%24%26%24'" } });
	});
});

describe('project_id', () => {
	test('filters the task list in the query', () => {
		expect(
			buildRequest(operation('task', 'getAll'), { references: project('p 1', 'query') }),
		).toMatchObject({ ok: true, value: { query: { project_id: 'p 1' } } });
	});

	test.each([[''], [undefined], [null], [' ']])('is not sent at all when it is %j', (value) => {
		for (const place of ['query', 'body'] as const) {
			expect(
				buildRequest(operation('task', 'create'), {
					references: project(value, place),
					body: '{"name":"n"}',
				}),
			).toMatchObject({ ok: true, value: { query: {}, body: '{"name":"n"}' } });
		}
	});

	test('is put in front of the body that the person wrote, which else stays as it is', () => {
		const wrote = '{ "n": 12345678901234567890 }';
		expect(
			buildRequest(operation('task', 'create'), { references: project('p', 'body'), body: wrote }),
		).toMatchObject({
			ok: true,
			value: { body: '{"project_id":"p", "n": 12345678901234567890 }', query: {} },
		});
	});

	test('may look like a replacement pattern', () => {
		expect(
			buildRequest(operation('task', 'create'), { references: project("$&$'", 'body') }),
		).toMatchObject({ value: { body: `{"project_id":"$&$'"}` } });
	});

	test('makes a valid object of an empty one', () => {
		expect(
			buildRequest(operation('task', 'create'), { references: project(5, 'body'), body: '{ }' }),
		).toMatchObject({ ok: true, value: { body: '{"project_id":5 }' } });
	});

	test('in the query is rejected where an additional query parameter has its name', () => {
		expect(
			buildRequest(operation('task', 'getAll'), {
				references: project('p', 'query'),
				query: { project_id: 'q' },
			}),
		).toMatchObject({ ok: false, problem: { message: expect.stringContaining('project_id') } });
	});

	test('in the body with the same value is not sent twice, with another value it is rejected', () => {
		const create = (written: unknown) =>
			buildRequest(operation('task', 'create'), {
				references: project('p', 'body'),
				body: JSON.stringify({ project_id: written }),
			});
		expect(create('p')).toMatchObject({ ok: true, value: { body: '{"project_id":"p"}' } });
		for (const other of ['q', ['p'], null]) {
			expect(create(other)).toMatchObject({
				ok: false,
				problem: { message: expect.stringContaining("set different values for 'project_id'") },
			});
		}
	});
});

describe('an ID', () => {
	const create = (value: unknown, body = '{}') =>
		buildRequest(operation('task', 'create'), { references: project(value, 'body'), body });

	test('travels in a body as it is, and is the same one as a number and as text', () => {
		expect(create(5)).toMatchObject({ value: { body: '{"project_id":5}' } });
		expect(create('5')).toMatchObject({ value: { body: '{"project_id":"5"}' } });
		expect(create(5, '{"project_id":"5"}')).toMatchObject({
			value: { body: '{"project_id":"5"}' },
		});
		const long = '{"project_id":9007199254740993}';
		expect(create('9007199254740993', long)).toMatchObject({ value: { body: long } });
		expect(create('9007199254740992', long)).toMatchObject({ ok: false });
	});

	test('travels in a query as text', () => {
		expect(
			buildRequest(operation('task', 'getAll'), { references: project(5, 'query') }),
		).toMatchObject({ value: { query: { project_id: '5' } } });
	});

	test.each([[{ id: 1 }], [true], [2 ** 53]])('%j is rejected before anything is sent', (value) => {
		expect(create(value)).toMatchObject({ ok: false });
		expect(
			buildRequest(operation('user', 'get'), { ids: { userId: value }, references: [] }),
		).toMatchObject({
			ok: false,
		});
	});
});

test('a POST or PUT always has a JSON object, a GET or DELETE never has a body', () => {
	const body = (resource: string, value: string) => {
		const built = buildRequest(operation(resource, value), {
			ids: { userId: 'x', projectId: 'x', taskId: 'x', workflowId: 'x' },
			references: [],
		});
		return built.ok ? built.value.body : built;
	};
	expect(body('workflow', 'trigger')).toBe('{}');
	expect(body('project', 'update')).toBe('{}');
	expect(body('user', 'get')).toBeUndefined();
	expect(body('task', 'delete')).toBeUndefined();
});
