import { findList } from '../../nodes/ProjectWorkspace/pagination/findList';
import type { ResourceName } from '../../nodes/ProjectWorkspace/resources';

const row = { id: 't1', title: 'A' };

const find = (body: unknown, set?: string, resource: ResourceName = 'task') => {
	const list = findList(body, resource, set);
	if (list instanceof Error) return list.message;
	return list.isNoList ? 'no list' : { at: list.path.join('.'), records: list.records };
};

describe('where the records are', () => {
	const found: Array<[string, unknown, string]> = [
		['the response itself', [row], ''],
		['under the name of the resource', { tasks: [row], data: [{ id: 1 }] }, 'tasks'],
		['in an object under the name of the resource', { data: { tasks: [row] } }, 'data.tasks'],
		['under a usual name in the resource', { tasks: { items: [row] } }, 'tasks.items'],
		['the nearest one', { data: [row], more: { items: [{ id: 2 }] } }, 'data'],
		['the only list of objects', { stories: [row], tags: ['a'] }, 'stories'],
		['not next to included records', { data: [row], included: [{ id: 'u1' }] }, 'data'],
		['not in included records', { included: [{ id: 'u1' }], stories: [row] }, 'stories'],
		['not next to a list of texts', { stories: [row], problems: ['b'] }, 'stories'],
		['not in a list of another resource', { users: [{ id: 1 }], topics: [row] }, 'topics'],
		[
			'not in a record',
			{ owner: { id: 'u1', items: [{ id: 2 }] }, list: { data: [row] } },
			'list.data',
		],
	];
	test.each(found)('%s', (_, body, at) => {
		expect(find(body)).toEqual({ at, records: [row] });
	});

	const wrapped: Array<[string, unknown]> = [
		['Reddit', { data: { children: [{ kind: 't3', data: row }] } }],
		['Typesense', { hits: [{ document: row, highlights: [] }] }],
	];
	test.each(wrapped)('wrapped as by %s', (_, body) => {
		expect(find(body)).toHaveProperty('records', [row]);
	});

	test('plain values become objects', () => {
		expect(find({ data: ['a', 1] })).toHaveProperty('records', [{ value: 'a' }, { value: 1 }]);
	});
});

describe('at the path that is set', () => {
	test.each([
		['report.rows', { report: { rows: [row] }, data: [] }],
		['.', [row]],
	])('%s', (path, body) => {
		expect(find(body, path)).toHaveProperty('records', [row]);
	});

	test('nothing there is no list', () => {
		expect(find({ report: null, data: [row] }, 'report')).toBe('no list');
	});

	test('anything else there is an error', () => {
		expect(find({ report: 'x' }, 'report')).toBe(
			`'Records Path' is "report", but there is no list at this path`,
		);
	});
});

describe('no list', () => {
	test.each([
		['no body', undefined],
		['null', null],
		['an empty object', {}],
		['null in place of the list', { data: null }],
		['PHP: an empty object in place of the list', { tasks: {}, page: 1 }],
		['Google: an empty list is left out', { kind: 'tasks#list', etag: 'x' }],
		['HAL: the same', { _links: { self: {} }, page: { size: 20 } }],
		['Google Books: only a total of 0 is left', { kind: 'tasks', totalItems: 0 }],
		['an empty list that may be of something else', { warnings_seen: [], status: 'ok' }],
	])('%s is unknown', (_, body) => {
		expect(find(body)).toBe('no list');
	});

	test.each([
		[
			'an object with anything else in it',
			{ status: 'ok', version: '1.2' },
			'The response has no list of tasks (its fields: status, version)',
		],
		[
			'its message, if there is one',
			{ message: 'Version 1 has been switched off.' },
			'The response has no list of tasks, but says: Version 1 has been switched off',
		],
		[
			'a list of texts with another name',
			{ problems: ['The workspace is suspended'], reference: 'x1' },
			'The response has no list of tasks (its fields: problems, reference)',
		],
		['a text', 'hello', 'The response is a string, not a list'],
		[
			'several lists',
			{ open: [row], closed: [{ id: 't2' }] },
			'The response has several lists (open, closed)',
		],
	])('%s is an error', (_, body, message) => {
		expect(find(body)).toBe(message);
	});
});
