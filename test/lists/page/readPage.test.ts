import { readPage } from '../../../nodes/ProjectWorkspace/old/lists/page/pageReader';

const read = (body: unknown, options: Parameters<typeof readPage>[2] = {}) =>
	readPage(
		{ body, headers: {}, url: 'https://api.example.com/v1/users', query: {} },
		'user',
		options,
	);

test('a page is read with what it says about the list', () => {
	expect(read({ meta: { total: 3 }, users: [{ id: 1 }, { id: 2 }] })).toMatchObject({
		ok: true,
		value: {
			records: [{ id: 1 }, { id: 2 }],
			path: ['users'],
			signs: { total: { value: 3, is: 'exact' } },
		},
	});
});

test('fields of a record say nothing about the list', () => {
	const reading = read({ users: [{ id: 1, total: 99, has_more: true, next_cursor: 'c' }] });
	if (!reading.ok) throw new TypeError('It is a list');
	expect(reading.value.signs.total).toBeUndefined();
	expect(reading.value.signs.hasMore).toBeUndefined();
	expect(reading.value.fields.find('nextcursor')).toEqual([]);
});

test.each<[unknown, boolean]>([
	[undefined, true],
	[null, true],
	[{}, true],
	[{ users: null }, true],
	[[], false],
	[{ users: [] }, false],
	[{ users: {} }, true],
	[{ kind: 'userList' }, true],
	[{ users: {}, count: 0 }, false],
	[{ kind: 'userList', total: 0 }, false],
])('%j has no list where one should be: %p', (body, expected) => {
	const reading = read(body);
	expect(reading.ok && reading.value.absent !== undefined).toBe(expected);
});

test('an empty list that is not ready has no list yet', () => {
	const page = { headers: {}, query: { state: 'pending' }, url: 'https://x.org' };
	const absentWith = (status: number, said = {}) => {
		const reading = readPage({ ...page, status, body: { users: [], ...said } }, 'user', {});
		return reading.ok && reading.value.absent;
	};
	expect([200, 202, 203, 206].map((status) => absentWith(status))).toEqual([
		undefined,
		...['all', 'all', 'all'],
	]);
	expect(absentWith(200, { status: 'processing' })).toBe('all');
	expect(absentWith(200, { meta: { state: 'In progress' } })).toBe('all');
	expect(absentWith(200, { status: 'ok', message: 'Nothing found' })).toBeUndefined();
	for (const said of [
		{ indexing: true },
		{ degraded: 'yes' },
		{ ready: false },
		{ meta: { available: false } },
		{ retry_after: 5 },
	])
		expect([said, absentWith(200, said)]).toEqual([said, 'all']);
	for (const said of [
		{ ready: true, available: true, indexing: false },
		{ message: 'No users found', code: 0, pending: 0 },
		{ account: { status: 'pending' } },
		...[null, 0, '', false].map((none) => ({ retry_after: none })),
	])
		expect([said, absentWith(200, said)]).toEqual([said, undefined]);
	// The filter that was sent.
	expect(absentWith(200, { state: 'pending' })).toBeUndefined();
});

test.each<[string, unknown, Parameters<typeof read>[1], string]>([
	['an error', { error: { code: 'busy', message: 'Later' } }, {}, 'error-answer'],
	['an error next to records', { errors: ['m'], users: [{ id: 1 }] }, {}, 'error-answer'],
	['an error in place of data', { code: 50001, data: [], foo: 'x' }, {}, 'error-answer'],
	['no list', { a: 1 }, {}, 'shape'],
	['a path that leads nowhere', { users: [] }, { recordsPath: 'data.items' }, 'shape'],
	['another place than before', { users: [{ id: 1 }] }, { knownPath: ['data'] }, 'shape'],
])('%s is a problem', (_, body, options, reason) => {
	expect(read(body, options)).toMatchObject({ ok: false, problem: { reason } });
});
