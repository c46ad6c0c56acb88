import fc from 'fast-check';

import type { ResourceName } from '../../../nodes/ProjectWorkspace/old/catalogue';
import { findRecords } from '../../../nodes/ProjectWorkspace/old/records/envelope/findRecords';

const u1 = { id: 'u1', name: 'A' };
const u2 = { id: 'u2', name: 'B' };

/** The records and where they are, or why they were not found. */
function find(body: unknown, knownPath?: readonly string[], resource: ResourceName = 'user') {
	const found = findRecords(body, resource, knownPath);
	return found.ok ? found.value : { refused: found.problem.message };
}

describe('where the records are', () => {
	test.each<[string, unknown, unknown[]]>([
		['a bare array', [u1, u2], [u1, u2]],
		['the resource name', { users: [u1, u2] }, [u1, u2]],
		['an unusual name', { Mitglieder: [u1, u2] }, [u1, u2]],
		['two levels', { answer: { whatever: [u1] } }, [u1]],
		['data.items', { data: { items: [u1, u2] } }, [u1, u2]],
		['HAL with a prefixed name', { _embedded: { 'ex:users': [u1] } }, [u1]],
		['edges and nodes', { edges: [{ node: u1 }, { node: u2 }] }, [u1, u2]],
		['the other name of users', { members: [u1], items: [{ id: 1 }] }, [u1]],
		...['_embedded', 'viewer', 'search', 'query'].map((wrapper): [string, unknown, unknown[]] => [
			wrapper,
			{ [wrapper]: { nodes: [u1] }, folk: [u2] },
			[u1],
		]),
		['the resource name before a usual name', { items: [{ id: 1 }], users: [u1] }, [u1]],
		['a usual name before an unusual one', { tags: [{ id: 1 }], results: [u1] }, [u1]],
		['no list of another resource', { projects: [{ id: 'p' }], folk: [u1] }, [u1]],
		[
			'the resource name before the same further down',
			{ users: [u1], data: { users: [u2] } },
			[u1],
		],
		['the only list beside a record of any name', { owner: u2, folk: [u1] }, [u1]],
		['a list in an object that has a number', { page1: { items: [u1], total: 1 } }, [u1]],
		[
			'its name in one of two such objects',
			{ page1: { users: [u1], total: 1 }, page2: { tags: [], total: 0 } },
			[u1],
		],
		['no list of plain values beside the records', { ids: ['u1'], folk: [u1] }, [u1]],
		['plain values', ['u1', 'u2'], [{ value: 'u1' }, { value: 'u2' }]],
		['a collection of Hydra', { 'hydra:member': [u1], 'hydra:search': { folk: [u2] } }, [u1]],
		['an object keyed by ID', { u1, u2 }, [u1, u2]],
		[
			'an object keyed by ID, with arrays in its records',
			{ u1: { ...u1, items: [{ id: 1 }] } },
			[{ ...u1, items: [{ id: 1 }] }],
		],
		[
			'an object keyed by ID whose records do not repeat it',
			{ users: { anna: { name: 'A' }, ben: { name: 'B' } } },
			[
				{ id: 'anna', name: 'A' },
				{ id: 'ben', name: 'B' },
			],
		],
		[
			'an object keyed by number under data',
			{ data: { 1: { name: 'A' }, 2: { name: 'B' } } },
			[
				{ id: '1', name: 'A' },
				{ id: '2', name: 'B' },
			],
		],
		['a single record', { id: 'u1', tags: ['x'] }, [{ id: 'u1', tags: ['x'] }]],
		['a single record under its name', { user: u1 }, [u1]],
		[
			'an object keyed by any name, where all records have a field in common',
			{ users: { anna: { name: 'A' }, ben: { name: 'B', title: 'C' } } },
			[
				{ id: 'anna', name: 'A' },
				{ id: 'ben', name: 'B', title: 'C' },
			],
		],
		// A record in each element
		['the only field of each', { data: [{ user: u1 }, { user: u2 }] }, [u1, u2]],
		...[
			[{ user: u1 }, { user: u2, role: 'x' }],
			[{ user: u1, role: 'x' }],
			[{ colour: u1 }],
			[{ user: { name: 'A' } }],
		].map((data): [string, unknown, unknown[]] => ['not in any element', { data }, data]),
		[
			'an ID next to a record, if it has none',
			{
				hits: [
					{ _id: '1', _source: { id: 7 } },
					{ _id: '2', _source: { name: 'B' } },
				],
			},
			[{ id: 7 }, { _id: '2', name: 'B' }],
		],
		['a document of Typesense', { hits: [{ document: u1, text_match: 9 }] }, [u1]],
	])('%s', (_name, body, records) => {
		expect(find(body)).toMatchObject({ records });
	});

	test.each<[string, unknown, unknown[]]>([
		['plain values next to the one record', { user: u1, colours: ['red'] }, [u1]],
		['plain values under the resource name', { users: ['u1', 'u2'], data: [u1, u2] }, [u1, u2]],
		['plain values under a usual name', { data: ['v1'], users: [u1] }, [u1]],
		[
			'the resource name below an unknown one',
			{ data: [u1], stats: { by: { users: [u2] } } },
			[u1],
		],
		['the resource name in meta', { meta: { users: [u2] }, items: [u1] }, [u1]],
		['included records', { data: [u1], included: { users: [u2] } }, [u1]],
		[
			'lists in the records',
			{ data: [{ ...u1, members: [u2], items: [u2] }] },
			[{ ...u1, members: [u2], items: [u2] }],
		],
		['an envelope with an ID and a list of any name', { id: 5, object: 'list', folk: [u1] }, [u1]],
		['an envelope with an ID and data', { id: 'a81', data: { items: [u1] } }, [u1]],
		['an envelope with the ID of the request', { id: 'req_1', total: 1, folk: [u1] }, [u1]],
		[
			'an envelope with an ID and a title',
			{ id: 'l9', title: 'All', object: 'list', data: [u1] },
			[u1],
		],
		['a group with its users', { data: { id: 'g1', name: 'Group', users: [u1] } }, [u1]],
		['an empty list beside an ID', { id: 'a81', object: 'list', data: [] }, []],
		[
			'a record with a list of objects',
			{ id: 'u1', name: 'A', teams: [{ id: 1 }] },
			[{ id: 'u1', name: 'A', teams: [{ id: 1 }] }],
		],
		['a record in data beside included ones', { data: u1, included: [u2] }, [u1]],
		['its items', { users: { items: [u1], total: 1 } }, [u1]],
		['its list beside that of another resource', { data: { users: [u1], tasks: [u2] } }, [u1]],
		['an empty list beside that of another resource', { users: [], tasks: [u2] }, []],
		['an empty list beside a list of an unknown name', { total: 0, items: [], folk: [u1] }, []],
		['an empty list beside another', { data: [], items: [] }, []],
		['an empty list beside meta', { data: { users: [] }, meta: { tags: [u1] } }, []],
		['an empty list of a project', { project: { id: 'p1', name: 'x', users: [] } }, []],
	])('is found: %s', (_name, body, records) => {
		expect(find(body)).toMatchObject({ records });
	});

	test('an empty object in place of a bare list is not a list', () => {
		expect(find({}, [])).toMatchObject({ records: [], absent: 'all' });
	});

	test('records without IDs may each have a list of their own', () => {
		const teams = [
			{ title: 'A', items: [u1] },
			{ title: 'B', items: [u2] },
		];
		expect(find(teams)).toMatchObject({ records: teams });
	});

	test.each<[string, object]>([
		['a record of its own kind', { id: 'u0', total: 1, user: u1 }],
		['a list that is null', { id: 'u0', total: 1, users: null }],
	])('a record with %s in it is the record', (_, body) => {
		expect(find(body)).toMatchObject({ records: [body] });
	});

	test('the members of a project are not projects', () => {
		const body = { id: 'p1', name: 'x', members: [{ id: 1 }] };
		expect(find(body, undefined, 'project')).toMatchObject({ records: [body] });
	});

	test.each<[unknown, string[]]>([
		[{ left: [u1], right: [u2] }, ['left', 'right']],
		[{ users: [], data: [u1] }, ['data', 'users']],
		[{ data: [], results: [u1] }, ['results', 'data']],
		[{ data: [u1], rows: [u2] }, ['data', 'rows']],
		[{ data: null, folk: [u1] }, ['folk', 'data']],
		[{ items: [], data: { users: [u1] } }, ['data.users', 'items']],
		[{ data: [u1], rows: [] }, ['data', 'rows']],
		[{ user: u1, folk: [u2] }, ['folk', 'user']],
		[{ user: u1, folk: [] }, ['folk', 'user']],
		[{ user: u1, data: null }, ['user', 'data']],
		[{ id: 'u1', type: 'checklist', name: 'A', items: [u2] }, ['.', 'items']],
		[{ id: 'u1', name: 'A', items: [u2] }, ['.', 'items']],
		[{ id: 'u1', name: 'A', users: [] }, ['.', 'users']],
		[{ data: { id: 'u1', name: 'A', entries: [] } }, ['data', 'data.entries']],
	])('records that could be in several places are rejected with the places: %j', (body, places) => {
		expect(find(body)).toEqual({ refused: expect.stringContaining(`(${places.join(', ')})`) });
	});

	test.each([
		[[{ page: 1 }, [u1, u2]]],
		[[{ users: [u1], total: 1 }]],
		[
			[
				{ team: 'A', users: [u1] },
				{ team: 'B', users: [u2] },
			],
		],
		[{ data: [{ items: [u1], next: null }] }],
		[{ pages: [[u1], [u2]] }],
	])('a list of lists is rejected: %j', (body) => {
		expect(find(body)).toEqual({ refused: expect.any(String) });
	});

	test('a list of any name is rejected where the response counts no records', () => {
		const found = find({ folk: [], labels: [u1], total: 0 });
		expect(found).toEqual({ refused: expect.stringContaining('some in labels') });
	});

	test('the message in place of a list is reported', () => {
		const refused = 'The response has no list of users, but says: Not on this plan';
		expect(find({ message: 'Not on this plan.' })).toEqual({ refused });
	});

	test.each<[unknown, string | undefined]>([
		[undefined, 'all'],
		[null, 'all'],
		['', 'all'],
		[{}, 'all'],
		[{ data: null }, 'all'],
		[{ users: null, next_cursor: null }, 'all'],
		[{ data: { users: null } }, 'all'],
		[{ total: 0 }, undefined],
		[{ meta: { total: 0 } }, undefined],
		[{ meta: { result_count: 0 } }, undefined], // X (Twitter)
		[{ meta: { num_users: 0 } }, undefined],
		[{ meta: { task_count: 0 }, next: null }, 'list'],
		[{ meta: { retry_count: 0 }, next: null }, 'list'],
		[{ page: { number: 0 }, next: null }, 'list'],
		[{ '@context': '/contexts/User', total: 0 }, undefined],
		[{ nextPageToken: 'p2' }, 'list'],
		[{ kind: 'userList' }, 'list'],
		[{ kind: 'admin#directory#users', etag: 'x' }, 'list'],
		[{ _links: { self: { href: '/users' } }, page: { totalElements: 0 } }, undefined],
		[[], undefined],
		[{ data: [] }, undefined],
		[{ users: {} }, 'list'],
	])('an empty list and no list are distinguished: %j', (body, absent) => {
		expect({ absent: undefined, ...find(body) }).toMatchObject({ records: [], absent });
	});

	test.each<[unknown, unknown]>([
		[{ users: [u1], data: [u2] }, { records: [u2] }],
		[{ data: u1 }, { records: [u1] }],
		[{ data: {} }, { records: [] }],
		[{ data: null }, { records: [], absent: 'all' }],
		[{}, { records: [], absent: 'all' }],
		[undefined, { records: [], absent: 'all' }],
		[
			{ users: [u1] },
			{ refused: 'This page has its records in users, and the first page had them in data' },
		],
		[{ items: [] }, { records: [] }],
	])('on a later page only the place of the first one counts: %j', (body, found) => {
		expect(find(body, ['data'])).toMatchObject(found as object);
	});

	test.each([
		{ name: 'x', size: 3 },
		'text',
		5,
		true,
		{ profile: { a: 1 }, settings: { b: 2 } },
		{ users: { anna: { name: 'A' }, ben: { title: 'B' } } },
		{ names: ['u1'] },
		{ tasks: [u1] },
		{ tasks: [u1], projects: [u2] },
	])('a response without a list of the resource is rejected: %j', (body) => {
		expect(find(body)).toEqual({ refused: expect.any(String) });
	});
});

describe('for any response', () => {
	const record = fc.record({ id: fc.uuid(), name: fc.string() });
	const records = fc.array(record, { minLength: 1, maxLength: 3 });
	const other = fc.oneof(records, fc.constant([]), fc.jsonValue());
	const beside = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), other);

	test('a list of records with the name of the resource is not passed over for another list', () => {
		fc.assert(
			fc.property(
				records,
				beside('data', 'items', 'results', 'tasks', 'folk', 'meta'),
				(users, rest) => {
					const found = find({ ...rest, users });
					expect(found).toMatchObject({ records: users, path: ['users'] });
				},
			),
		);
	});

	test('a list with records is never read as an empty one', () => {
		fc.assert(
			fc.property(
				records,
				beside('data', 'items', 'users', 'folk'),
				fc.constantFrom('data', 'items', 'users'),
				(list, rest, name) => {
					const found = find({ ...rest, [name]: list });
					if ('records' in found) expect(found.records.length).toBeGreaterThan(0);
				},
			),
		);
	});
});
