import { makeRows } from './fakeService';
import { complete, httpError, page, read, refusal, rows, unknown } from './readList';

describe('a list that cannot be read to its end is rejected with a message and the records so far', () => {
	test('a cursor that always changes while the records stay the same', async () => {
		let turn = 0;
		const { outcome, records, asked } = await read(() => ({
			body: { users: page(0), next_cursor: `c${turn++}` },
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(records).toHaveLength(100);
		expect(asked).toHaveLength(1 + 8);
	});

	test('a cursor that moves on for one page and then repeats its records', async () => {
		let turn = 0;
		const { outcome, records } = await read(() => {
			turn += 1;
			return { body: { users: page(Math.min(turn - 1, 1)), next_cursor: `c${turn}` } };
		});
		expect(outcome).toMatchObject(refusal('loop'));
		expect(outcome).toMatchObject({
			refusal: { cursor: 'c2' },
		});
		expect(records).toHaveLength(200);
	});

	test('cursors in a circle', async () => {
		const next: Record<string, string> = { start: 'a', a: 'b', b: 'a' };
		const { outcome, asked } = await read(({ cursor = 'start' }) => ({
			body: {
				users: makeRows(3).map(({ id }) => ({ id: cursor + id })),
				next_cursor: next[cursor],
			},
		}));
		expect(outcome).toMatchObject(refusal('loop'));
		expect(asked).toHaveLength(3);
	});

	test('a cursor that leads back to the first page may hide the rest of the list', async () => {
		let turn = 0;
		const { outcome, records } = await read(() => {
			turn += 1;
			const users = page(turn === 2 ? 2 : 0);
			return { body: { users, next_cursor: `c${turn}`, has_more: turn === 1 ? true : undefined } };
		});
		expect(outcome).toMatchObject(refusal('loop'));
		expect(records).toHaveLength(150);
	});

	test('next links in a circle', async () => {
		const { outcome, asked } = await read(({ page: at = '1' }) => ({
			body: { users: page(Number(at) - 1), next: at === '2' ? '/v1/users' : '/v1/users?page=2' },
		}));
		expect(outcome).toMatchObject(refusal('loop'));
		expect(asked).toHaveLength(2);
	});

	test('pages that are empty without end while the cursor moves on', async () => {
		let turn = 0;
		const { outcome, asked } = await read(() => ({
			body: { users: turn === 0 ? page(0) : [], next_cursor: `c${turn++}` },
		}));
		expect(outcome).toMatchObject(unknown('openEnd'));
		expect(asked).toHaveLength(1 + 100);
	});

	test('page numbers whose pages are empty without end while there are said to be more', async () => {
		const { outcome, asked } = await read(({ page: at = '1' }) => ({
			body: { users: at === '1' ? page(0) : [], page: Number(at), has_more: true },
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(asked.length).toBeLessThan(120);
	});

	test('a cursor that leads back to the first page itself, with this cursor', async () => {
		const { outcome } = await read(
			() => ({ body: { users: page(0), next_cursor: 'c1', has_more: true } }),
			{ overrides: { parameter: 'cursor' }, firstQuery: { cursor: 'c1' } },
		);
		expect(outcome).toMatchObject(refusal('no-way-on'));
	});

	test('page numbers that never end: the last page again and again', async () => {
		const { outcome, records } = await read(({ page: at = '1' }) => ({
			body: { users: page(Math.min(Number(at), 2) - 1), page: Number(at), has_more: true },
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(records).toHaveLength(200);
	});

	test.each([250, { value: 200, relation: 'gte' }])(
		'a total of %j, and no way to the next page',
		async (total) => {
			const { outcome, records } = await read(() => ({ body: { users: page(0), total } }));
			expect(outcome).toMatchObject(refusal('no-way-on'));
			expect(records).toHaveLength(100);
		},
	);

	test('a number of pages above one and no way to the next page, whatever else says that there is no more', async () => {
		const { outcome, records } = await read(() => ({
			body: { users: page(0), has_more: false, total_pages: 3 },
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(records).toHaveLength(100);
	});

	test('partial content that wants a Range header', async () => {
		const { outcome } = await read(() => ({
			body: page(0),
			headers: { 'Content-Range': 'id 1..100', 'Next-Range': ']100..' },
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
	});

	test.each([
		['https://evil.example.net/v1/users?page=2', 'another origin'],
		['//evil.example.net/v1/users?page=2', 'another origin'],
		['https://api.example.com:8443/v1/users?page=2', 'another origin'],
		['http://api.example.com/v1/users?page=2', 'encrypted'],
		['https://me:secret@api.example.com/v1/users?page=2', 'username'],
		['https://api.example.com@evil.example.net/v1/users?page=2', 'username'],
		['https:\\\\evil.example.net/?page=2', 'another origin'],
	])('a next link to where the key must not go: %s', async (next, words) => {
		const inBody = await read(() => ({ body: { users: page(0), links: { next } } }));
		expect(inBody.outcome).toMatchObject(refusal('next-link'));
		expect(inBody.outcome).toMatchObject({ refusal: { message: expect.stringContaining(words) } });
		expect(inBody.outcome).toMatchObject({
			refusal: { cursor: expect.stringContaining('page=2') },
		});
		expect(JSON.stringify(inBody.outcome)).not.toContain('secret');
		expect(inBody.asked).toHaveLength(1);
		expect(inBody.records).toHaveLength(100);
		const inHeader = await read(() => ({
			body: page(0),
			headers: { link: `<${next}>; rel="next"` },
		}));
		expect(inHeader.outcome).toMatchObject(refusal('next-link'));
		expect(inHeader.asked).toHaveLength(1);
	});

	test('a foreign link that only comes on a later page', async () => {
		const { outcome, asked } = await read(({ page: at }) => ({
			body: { users: page(at ? 1 : 0), next: at ? 'https://evil.example.net/x?page=3' : '?page=2' },
		}));
		expect(outcome).toMatchObject(refusal('next-link'));
		expect(asked).toHaveLength(2);
	});

	test('an error object with a success status, on the first and on a later page', async () => {
		const error = { code: 'forbidden', message: 'Not on this plan' };
		const first = await read(() => ({ body: { error } }));
		expect(first.outcome).toMatchObject({ refusal: { reason: 'error-answer', code: 'forbidden' } });
		const later = await read(({ cursor }) => ({
			body: cursor ? { error } : { users: page(0), next_cursor: 'c1' },
		}));
		expect(later.outcome).toMatchObject({
			refusal: {
				reason: 'error-answer',
				cursor: 'c1',
				message: expect.stringContaining('Not on this plan'),
			},
		});
		expect(later.records).toHaveLength(100);
	});
});

describe('a list is not rejected because of', () => {
	test.each([null, '', false, -1, {}])('the cursor %p ends the list', async (next_cursor) => {
		const { outcome, asked } = await read(() => ({ body: { users: page(0), next_cursor } }));
		expect(outcome).toMatchObject(complete('stated'));
		expect(asked).toHaveLength(1);
	});

	test('if one more request brings nothing new, the list may have more', async () => {
		const { outcome, asked } = await read(() => ({ body: { users: rows.slice(0, 7), page: 1 } }));
		expect(asked).toHaveLength(2);
		expect(outcome).toMatchObject(unknown('nothingFound'));
		expect(outcome.summary).toContain('ignored the usual parameters');
	});

	test.each([0, '0'])(
		'the cursor %p is followed, and ends a list that only repeats',
		async (end) => {
			const { outcome, asked, records } = await read(({ cursor }) => ({
				body: { users: page(cursor === 'c1' ? 1 : 0), next_cursor: cursor === 'c1' ? end : 'c1' },
			}));
			expect(outcome).toMatchObject(complete('walked'));
			expect(records).toHaveLength(200);
			expect(asked).toHaveLength(3);
		},
	);

	test('a total that is no longer stated after the end is no change of the list', async () => {
		const all = rows.slice(0, 20);
		const { outcome, records } = await read(({ page: at = '1' }) => {
			const users = all.slice(Number(at) * 10 - 10, Number(at) * 10);
			return { body: { users, page: Number(at), total: users.length > 0 ? 20 : 0 } };
		});
		expect(records).toHaveLength(20);
		expect(outcome).toMatchObject({
			kind: 'done',
			total: 20,
			summary: expect.stringMatching(/ from 3 pages\.(?!.*total)/),
		});
	});

	test('a total that only counts the records on its page is no change of the list', async () => {
		const { outcome, records } = await read(({ cursor = '0' }) => {
			const users = page(Number(cursor)).slice(0, 100 - 10 * Number(cursor));
			const next = cursor === '2' ? null : String(Number(cursor) + 1);
			return { body: { users, total: users.length, next_cursor: next } };
		});
		expect(records).toHaveLength(100 + 90 + 50);
		expect(outcome).toMatchObject({
			kind: 'done',
			summary: expect.stringMatching(/ from 3 pages\.(?!.*total)/),
		});
	});

	test('nor does it make a list doubtful whose pages are counted', async () => {
		const { outcome, records } = await read(({ page: at = '1' }) => {
			const users = page(Number(at) - 1);
			return { body: { users, page: Number(at), total: users.length } };
		});
		expect(outcome).toMatchObject({
			...complete('walked'),
			summary: expect.not.stringContaining('total'),
		});
		expect(records).toEqual(rows);
	});

	test('where no more is to come, a cursor that only leads to empty pages is followed once', async () => {
		let turn = 0;
		const { outcome, records, asked } = await read(() => {
			turn += 1;
			const users = turn > 2 ? [] : page(turn - 1);
			return { body: { users, next_cursor: `c${turn}`, has_more: turn === 1 } };
		});
		expect(outcome).toMatchObject(complete('stated'));
		expect(records).toHaveLength(200);
		expect(asked).toHaveLength(3);
	});

	test('a cursor that leads to empty pages after a total that came on one page', async () => {
		let turn = 0;
		const { outcome, records, asked } = await read(() => {
			turn += 1;
			const users = turn === 2 ? rows.slice(0, 10) : [];
			return { body: { users, next_cursor: `c${turn}`, total: 10 } };
		});
		expect(outcome).toMatchObject({ kind: 'done', total: 10 });
		expect(records).toHaveLength(10);
		expect(asked).toHaveLength(3);
	});

	test('a field that counts something else than pages does not say that records are left out', async () => {
		let turn = 0;
		const { outcome, records } = await read(() => ({
			body: { users: rows.slice(0, 7), page: 9 * turn++ + 1 },
		}));
		expect(outcome).toMatchObject({ kind: 'done' });
		expect(records).toHaveLength(7);
	});

	test('a cursor that is in another place on a later page is followed', async () => {
		const { records } = await read(({ cursor = '0' }) => {
			const next = { next_cursor: cursor === '2' ? null : String(Number(cursor) + 1) };
			const where = cursor === '0' ? { meta: next } : { paging: next };
			return { body: { users: page(Number(cursor)), ...where } };
		});
		expect(records).toHaveLength(250);
	});

	test('of a cursor that is an object, each plain value goes into the query', async () => {
		const { records, asked } = await read(({ from: at = '0' }) => {
			const next = { from: Number(at) + 1, of: 'users', state: { a: 1 }, none: null };
			return { body: { users: page(Number(at)), ...(at === '2' ? {} : { continue: next }) } };
		});
		expect(records).toHaveLength(250);
		expect(asked.map((url) => new URL(url).search)).toEqual([
			'',
			'?from=1&of=users',
			'?from=2&of=users',
		]);
	});

	test('a cursor that is rejected after a total that is reached ends the list', async () => {
		const { outcome } = await read(({ cursor }) => {
			if (cursor) throw httpError(404);
			return { body: { users: rows.slice(0, 7), total: 7, next_cursor: 'c1' } };
		});
		expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^7 records? /) });
	});

	test('a cursor after which there is no list, at a total that is reached, ends the list', async () => {
		const { outcome } = await read(({ cursor }) => ({
			body: cursor ? {} : { users: rows.slice(0, 7), total: 7, next_cursor: 'c1' },
		}));
		expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^7 records? /) });
	});

	test('a cursor in an object of any name is found, with a null next to it', async () => {
		const { records } = await read(({ cursor = '0' }) => {
			const next = cursor === '2' ? null : String(Number(cursor) + 1);
			return { body: { users: page(Number(cursor)), weiter: { next_cursor: next, before: null } } };
		});
		expect(records).toHaveLength(250);
	});

	test('an object under the name of a cursor is none where it has no token', async () => {
		const { outcome } = await read(() => ({
			body: { users: rows.slice(0, 7), cursor: { size: 7, sort: 'name' } },
		}));
		expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^7 records? /) });
	});

	test('a list that was requested from a later offset continues there', async () => {
		const { records, asked } = await read(
			({ offset = '0' }) => ({
				body: {
					users: rows.slice(Number(offset), Number(offset) + 10),
					offset: Number(offset),
				},
			}),
			{ firstQuery: { offset: '230' } },
		);
		expect(records).toEqual(rows.slice(230));
		expect(asked[1]).toContain('offset=240');
	});

	test('a list that was requested from a later page continues there', async () => {
		const { records } = await read(
			({ page: at = '1' }) => ({
				body: { users: rows.slice(Number(at) * 10 - 10, Number(at) * 10), page: Number(at) },
			}),
			{ firstQuery: { page: '24' } },
		);
		expect(records).toEqual(rows.slice(230));
	});

	test('a page that repeats the one before it and says that there is no more ends the list', async () => {
		let turn = 0;
		const { outcome, records } = await read(() => {
			turn += 1;
			const users = page(Math.min(turn, 2) - 1);
			return { body: { users, next_cursor: `c${turn}`, has_more: turn < 3 } };
		});
		expect(outcome).toMatchObject(complete('stated'));
		expect(records).toHaveLength(200);
	});

	test('an empty page after the cursor 0 ends the list, whatever cursor it has', async () => {
		const next: Record<string, string> = { start: 'c1', c1: '0', 0: 'c2' };
		const { outcome, asked } = await read(({ cursor = 'start' }) => ({
			body: {
				users: { start: page(0), c1: page(1) }[cursor] ?? [],
				next_cursor: next[cursor] ?? null,
			},
		}));
		expect(outcome).toMatchObject({
			...complete('walked'),
			summary: expect.stringMatching(/^200 records? /),
		});
		expect(asked).toHaveLength(3);
	});

	test.each([2, 3])(
		'a page that is not found after the last of %i full ones ends the list',
		async (total_pages) => {
			const { outcome, records } = await read(({ page: at = '1' }) => {
				if (at === '4') throw httpError(404);
				const users = rows.slice(Number(at) * 10 - 10, Number(at) * 10);
				return { body: { users, page: Number(at), total_pages } };
			});
			expect(outcome).toMatchObject({ kind: 'done' });
			expect(records).toHaveLength(30);
		},
	);

	test('a short page after the last one, where pages are counted from 0, is the end', async () => {
		const { outcome, asked } = await read(({ page: at = '0' }) => {
			const users = rows.slice(Number(at) * 10, Math.min(25, Number(at) * 10 + 10));
			return { body: { users, page: Number(at), total_pages: 2 } };
		});
		expect(outcome).toMatchObject({
			kind: 'done',
			summary: expect.stringMatching(/^25 records? /),
		});
		expect(asked.length).toBeLessThanOrEqual(4);
	});

	test('an empty page in the middle is passed over', async () => {
		const { outcome, records } = await read(({ cursor = 'c0' }) => ({
			body: {
				users: cursor === 'c1' ? [] : page(cursor === 'c0' ? 0 : 1),
				next_cursor: { c0: 'c1', c1: 'c2' }[cursor],
			},
		}));
		expect(outcome).toMatchObject({ kind: 'done' });
		expect(records).toHaveLength(200);
	});

	test('a record that moved to the next page is given once, and the report says so', async () => {
		const { outcome, records } = await read(({ offset = '0' }) => ({
			body: {
				users: rows.slice(Math.max(0, Number(offset) - 1), Number(offset) + 100),
				offset: Number(offset),
				limit: 100,
			},
		}));
		expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
		expect(outcome).toMatchObject({ summary: expect.stringContaining('left out: 1.') });
	});
});

test('where a page states its number, the next one is requested by it and by nothing else', async () => {
	const { asked, records } = await read(({ page: at = '1' }) => ({
		body: { users: rows.slice(Number(at) * 7 - 7, Math.min(20, Number(at) * 7)), page: Number(at) },
	}));
	expect(records).toHaveLength(20);
	expect(asked.map((url) => new URL(url).search)).toEqual(['', '?page=2', '?page=3', '?page=4']);
});

describe('an empty response', () => {
	test.each([undefined, null, {}])('%j may be an empty list, or nothing at all', async (body) => {
		const { outcome, asked } = await read(() => ({ body }));
		expect(outcome).toMatchObject(unknown('noList'));
		expect(asked).toHaveLength(1);
	});

	test.each([{ body: {}, headers: { 'X-Total-Count': '0' } }, { body: { users: [], total: 0 } }])(
		'is an empty list where a total of 0 is stated: %j',
		async (answer) => {
			const { outcome } = await read(() => answer);
			expect(outcome).toMatchObject({
				...complete('stated'),
				total: 0,
				summary: expect.stringMatching(/^0 records /),
			});
		},
	);

	test.each([[], { users: [] }, { users: {} }, { meta: { total: 0 } }, { kind: 'userList' }])(
		'is an empty list where the list is there, or all that is around it: %j',
		async (body) => {
			const { outcome } = await read(() => ({ body }));
			expect(outcome).toMatchObject({
				completeness: { is: 'complete' },
				summary: expect.stringMatching(/^0 records? /),
			});
		},
	);

	test('with a cursor is followed, as an empty page may be in between', async () => {
		const { outcome, records } = await read(({ cursor }) => ({
			body: cursor ? { users: page(0), next_cursor: null } : { users: [], next_cursor: 'c1' },
		}));
		expect(outcome).toMatchObject(complete('stated'));
		expect(records).toHaveLength(100);
	});
});

test.each<[string, object]>([
	['nothing', {}],
	['a limit that is larger', { limit: 50 }],
	['a total of its page', { total: 9 }],
])('a page that is shorter than the others is not the end if it says %s', async (_, said) => {
	const { outcome, records } = await read(({ page: at = '1' }) => {
		const from = Number(at) * 10 - 10;
		const users = rows.slice(from, Math.min(40, from + 10)).filter(({ id }) => id !== 'u26');
		return { body: { users, page: Number(at), ...(users.length === 9 ? said : {}) } };
	});
	expect(outcome).toMatchObject(complete('walked'));
	expect(records).toHaveLength(39);
});

test('a page whose records are all hidden is passed over where offsets are counted', async () => {
	const { outcome, records } = await read(({ offset = '0' }) => {
		const from = Number(offset);
		const users = from === 10 ? [] : rows.slice(from, Math.min(40, from + 10));
		return { body: { users, offset: from, has_more: from < 30 } };
	});
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(30);
});

test.each<[string, object]>([
	['a total', { total: 40 }],
	['a total, as an estimate', { total: '~40', has_more: true }],
	['a number of pages', { total_pages: 4 }],
])('a page whose records are all hidden is passed over by %s', async (_, said) => {
	const { records } = await read(({ page: at = '1' }) => {
		const users = at === '2' ? [] : rows.slice(Number(at) * 10 - 10, Math.min(40, Number(at) * 10));
		return { body: { users, page: Number(at), ...(Number(at) < 4 ? said : {}) } };
	});
	expect(records).toHaveLength(30);
});

test('an empty page at the total is the end, and no other is requested', async () => {
	const { outcome, asked } = await read(
		({ page: at = '1' }) => {
			const users = Number(at) > 2 ? [] : rows.slice(Number(at) * 10 - 10, Number(at) * 10);
			return { body: { users, page: Number(at), total: 30 } };
		},
		{ overrides: { ignoreTotal: true } },
	);
	expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^20 records? /) });
	expect(asked).toHaveLength(3);
});

test('an empty list with an estimated total is an empty list', async () => {
	const { outcome } = await read(() => ({ body: { users: [], total: '~5', page: 1 } }));
	expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^0 records? /) });
});

test('a short page with the number of the last one does not make a list whole whose offsets overlap', async () => {
	const hidden = [3, 25];
	const { outcome } = await read(({ offset = '0' }) => {
		const from = Number(offset);
		const users = rows.slice(from, Math.min(30, from + 10));
		const shown = users.filter((_, at) => !hidden.includes(from + at));
		return { body: { users: shown, offset: from, total_pages: 3 } };
	});
	expect(outcome).toMatchObject(unknown('changed'));
});

test('as many pages as the number of pages do not make a list whole whose pages begin after the last ID', async () => {
	const { outcome, records } = await read(({ starting_after: last }) => {
		// Every seventh record is hidden, so a page of nine may end before its last place.
		const from = rows.findIndex(({ id }) => id === last) + 1;
		const users = rows.slice(from, Math.min(27, from + 9)).filter((_, at) => (from + at) % 7 !== 3);
		return { body: { users, total_pages: 3 } };
	});
	expect(records).toHaveLength(23);
	expect(outcome).toMatchObject(complete('walked'));
});

test.each([400, 404, 422])(
	'a counted page that is rejected with %i is the end, as with Django',
	async (status) => {
		const { outcome, records } = await read(({ page: at = '1' }) => {
			if (at === '3') throw httpError(status);
			const users = rows.slice(Number(at) * 10 - 10, Number(at) * 10);
			return { body: { users, page: Number(at) } };
		});
		expect(outcome).toMatchObject(complete('walked'));
		expect(records).toHaveLength(20);
	},
);

test('a page that is rejected where the total is capped is no end: some services give no more', async () => {
	const { outcome, records } = await read(({ from = '0' }) => {
		if (Number(from) > 10) throw httpError(400);
		const total = { value: 20, relation: 'gte' };
		return {
			body: { users: rows.slice(Number(from), Number(from) + 10), from: Number(from), total },
		};
	});
	expect(outcome).toMatchObject({ kind: 'done', completeness: { is: 'unknown' } });
	expect(records).toHaveLength(20);
});

describe('is rejected, as the end is not reached', () => {
	const cursors = (more: (at: number) => object) =>
		read(({ cursor = '0' }) => ({
			body: { users: page(Number(cursor)), ...more(Number(cursor)) },
		}));

	test('a list whose cursor ends while the service says that there is more', async () => {
		const { outcome, records } = await cursors((at) => ({
			next_cursor: at === 0 ? '1' : null,
			has_more: true,
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(records).toHaveLength(200);
	});

	test('a list whose cursor leads to the same records while the number of pages says that there are more', async () => {
		const { outcome, records } = await read(({ cursor = '0' }) => ({
			body: {
				users: page(Math.min(Number(cursor), 1)),
				next_cursor: String(Number(cursor) + 1),
				has_more: false,
				total_pages: 5,
			},
		}));
		expect(outcome).toMatchObject(refusal('loop'));
		expect(records).toHaveLength(200);
	});

	test.each([401, 403, 429, 500, 503])(
		'a page after a short one that is rejected with status %d',
		async (httpCode) => {
			const { outcome, records } = await read(({ page: at = '1' }) => {
				if (at === '3') throw httpError(httpCode);
				return { body: { users: page(Number(at) - 1).slice(Number(at) - 1), page: Number(at) } };
			});
			expect(outcome).toMatchObject({ kind: 'refused' });
			expect(records).toHaveLength(199);
		},
	);
});

test('a short page with a cursor is not the end, although the total counts the records up to here', async () => {
	const until = [100, 190, 250];
	const { outcome, records } = await read(({ cursor = '0' }) => {
		const [from, to] = [until[Number(cursor) - 1] ?? 0, until[Number(cursor)] ?? 250];
		const next = to < 250 ? String(Number(cursor) + 1) : null;
		return { body: { users: rows.slice(from, to), total: to, next_cursor: next } };
	});
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(250);
});

test('an empty page with a cursor is not the end if the number of pages says that there are more', async () => {
	const { outcome, records } = await read(({ cursor = '0' }) => ({
		body: {
			users: cursor === '1' ? [] : page(Number(cursor)).slice(0, 90),
			next_cursor: cursor === '2' ? null : String(Number(cursor) + 1),
			has_more: false,
			total_pages: 3,
		},
	}));
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(90 + 50);
});

describe('no list is endless', () => {
	const MAX_PAGES = 10_000;

	test.each<[string, (turn: number) => object, object]>([
		['records without an ID, by cursors', (turn) => ({ at: turn }), {}],
		['records with new IDs, by cursors', (turn) => ({ id: turn }), {}],
		['records with new IDs, and more to come', (turn) => ({ id: turn }), { has_more: true }],
	])('%s', async (_, record, said) => {
		let turn = 0;
		const { outcome, records, asked } = await read(() => {
			turn += 1;
			return { body: { users: [record(turn)], next_cursor: `c${turn}`, ...said } };
		});
		expect(outcome).toMatchObject(refusal('endless'));
		expect(asked).toHaveLength(MAX_PAGES);
		expect(records).toHaveLength(MAX_PAGES);
	});

	test.each<[string, object]>([
		['a total', { total: 3 }],
		['a number of pages', { total_pages: 3 }],
	])('new records after %s end it after a hundred pages', async (_, said) => {
		let turn = 0;
		const { outcome, asked } = await read(() => {
			turn += 1;
			return { body: { users: [{ id: turn }], next_cursor: `c${turn}`, ...said } };
		});
		expect(outcome).toMatchObject(refusal('endless'));
		expect(asked.length).toBeLessThanOrEqual(3 + 101);
	});

	test('pages of which most was read before end it after a hundred, and it may have more', async () => {
		const { outcome, asked } = await read(({ cursor = '0' }) => {
			const users = Array.from({ length: 10 }, (_, at) => ({ id: Number(cursor) + at }));
			return { body: { users, next_cursor: String(Number(cursor) + 1) } };
		});
		expect(outcome).toMatchObject(unknown('openEnd'));
		expect(asked).toHaveLength(1 + 100);
	});

	test('but a total that the person knows to be outdated ends nothing', async () => {
		const { outcome, records } = await read(
			({ cursor = '0' }) => ({
				body: {
					users: [{ id: Number(cursor) }],
					next_cursor: cursor === '200' ? null : String(Number(cursor) + 1),
					total: 3,
				},
			}),
			{ overrides: { ignoreTotal: true } },
		);
		expect(outcome).toMatchObject(complete('stated'));
		expect(records).toHaveLength(201);
	});
});
