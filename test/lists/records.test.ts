import { findRecords } from '../../nodes/ProjectWorkspace/lists/envelope/findRecords';

const u1 = { id: 'u1', name: 'A' };
const u2 = { id: 'u2', name: 'B' };

describe('where the records are', () => {
	test.each<[string, unknown, unknown[]]>([
		['a bare array', [u1, u2], [u1, u2]],
		['the resource name', { users: [u1, u2] }, [u1, u2]],
		['an unusual name', { Mitglieder: [u1, u2] }, [u1, u2]],
		['two levels', { answer: { whatever: [u1] } }, [u1]],
		['data.items', { data: { items: [u1, u2] } }, [u1, u2]],
		['result', { result: { users: [u1] } }, [u1]],
		['response', { response: { rows: [u1] } }, [u1]],
		['HAL with a prefixed name', { _embedded: { 'ex:users': [u1] } }, [u1]],
		['edges and nodes', { edges: [{ node: u1 }, { node: u2 }] }, [u1, u2]],
		['the resource name before a usual name', { items: [{ id: 1 }], users: [u1] }, [u1]],
		['a usual name before an unusual one', { tags: [{ id: 1 }], results: [u1] }, [u1]],
		['no list of another resource', { projects: [{ id: 'p' }], folk: [u1] }, [u1]],
		['no list of plain values beside the records', { ids: ['u1'], folk: [u1] }, [u1]],
		['plain values', ['u1', 'u2'], [{ value: 'u1' }, { value: 'u2' }]],
		[
			'hits with the ID outside the source',
			{ hits: { hits: [{ _id: '1', _source: { a: 1 } }] } },
			[{ _id: '1', a: 1 }],
		],
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
		['a single record under data', { data: u1 }, [u1]],
		['a single record under its name', { user: u1 }, [u1]],
		['an empty array', [], []],
		['null', null, []],
		['no body', undefined, []],
		['an empty object', {}, []],
		['a list that is null', { users: null }, []],
		['a list left out where the total is 0', { total: 0 }, []],
		['an error field that is null', { error: null, users: [u1] }, [u1]],
	])('%s', (_name, body, records) => {
		expect(findRecords(body, 'user')).toMatchObject({ kind: 'records', records });
	});

	test('several lists that nothing tells apart are refused, naming them', () => {
		const found = findRecords({ left: [u1], right: [u2] }, 'user');
		expect(found).toMatchObject({ kind: 'refused', candidates: ['left', 'right'] });
	});

	test.each([{ name: 'x', size: 3 }, 'text', 5, true, { profile: { a: 1 }, settings: { b: 2 } }])(
		'what is no list is refused: %j',
		(body) => {
			expect(findRecords(body, 'user')).toMatchObject({ kind: 'refused' });
		},
	);

	test.each([
		{ error: { code: 'a', message: 'b' } },
		{ error: { code: 'a', message: 'b' }, data: [] },
		{ ok: false, error: 'invalid_auth' },
		{ errors: [{ message: 'b' }] },
		{ success: false, errors: [{ code: 7, message: 'b' }], result: [] },
	])('an error with a success status is an error: %j', (body) => {
		expect(findRecords(body, 'user')).toMatchObject({ kind: 'error' });
	});
});
