import { makeRows, type Respond } from './fakeService';
import {
	check,
	complete,
	done,
	httpError,
	inTurn,
	listOf,
	page,
	read,
	refusal,
	rows,
	ten,
	unknown,
	type Case,
} from './readList';

const next = (to: Record<string, string>, at: string) => to[at] ?? null;
const to = (next_cursor: unknown, has_more?: boolean) => ({ next_cursor, has_more });
const cursorFrom = (at: string, last: string) => (at === last ? null : String(+at + 1));

describe('a list that cannot be read to its end is rejected with the records so far', () => {
	test.each<Case>([
		[
			'a cursor that moves on for one page and then repeats its records',
			(_, _url, turn) => listOf(page(Math.min(turn - 1, 1)), { next_cursor: `c${turn}` }),
			{ end: { refusal: { reason: 'loop', cursor: 'c2' } }, records: 200 },
		],
		[
			'cursors in a circle',
			({ cursor = 'start' }) =>
				listOf(
					makeRows(3).map(({ id }) => ({ id: cursor + id })),
					{ next_cursor: next({ start: 'a', a: 'b', b: 'a' }, cursor) },
				),
			{ end: refusal('loop'), asked: 3 },
		],
		[
			'a cursor that leads back to the first page may hide the rest of the list',
			(_, _url, turn) =>
				listOf(page(turn === 2 ? 2 : 0), {
					next_cursor: `c${turn}`,
					has_more: turn === 1 ? true : undefined,
				}),
			{ end: refusal('loop'), records: 150 },
		],
		[
			'the cursor 0 that leads back, although there is more',
			({ cursor = '0' }) =>
				listOf(page(cursor === 'c1' ? 1 : 0), {
					next_cursor: cursor === 'c1' ? '0' : 'c1',
					has_more: true,
				}),
			{ end: refusal('loop'), records: 200 },
		],
		...[400, undefined].map(
			(status): Case => [
				`a cursor that leads to ${status ?? 'no list'}, although a flag says that there is no more`,
				(_, _url, turn) => {
					if (turn === 3 && status) throw httpError(status);
					const users = turn === 3 ? null : page(turn - 1);
					return listOf(users, { next_cursor: `c${turn}`, has_more: turn === 1 });
				},
				{ end: refusal(status ? 'request' : 'no-list'), records: 200 },
			],
		),
		[
			'next links in a circle',
			({ page: at = '1' }) =>
				listOf(page(+at - 1), { next: at === '2' ? '/v1/users' : '/v1/users?page=2' }),
			{ end: refusal('loop'), asked: 2 },
		],
		[
			'a cursor that leads back to the first page itself, with this cursor',
			() => listOf(page(0), { next_cursor: 'c1', has_more: true }),
			{ end: refusal('no-way-on') },
			{ overrides: { parameter: 'cursor' }, firstQuery: { cursor: 'c1' } },
		],
		[
			'page numbers that never end: the last page again and again',
			({ page: at = '1' }) => listOf(page(Math.min(+at, 2) - 1), { page: +at, has_more: true }),
			{ end: refusal('no-way-on'), records: 200 },
		],
		...[
			{ total: 250 },
			{ total: { value: 200, relation: 'gte' } },
			{ has_more: false, total_pages: 3 },
			{ has_more: false, last_page: 3 },
		].map(
			(said): Case => [
				`${JSON.stringify(said)}, and no way to the next page`,
				() => listOf(page(0), said),
				{ end: refusal('no-way-on'), records: 100 },
			],
		),
		[
			'a link to another origin on a later page',
			({ page: at }) =>
				listOf(page(at ? 1 : 0), { next: at ? 'https://evil.example.net/x?page=3' : '?page=2' }),
			{ end: refusal('next-link'), asked: 2 },
		],
		[
			'an error object with a success status on a later page',
			({ cursor }) => ({
				body: cursor
					? { error: { code: 'forbidden', message: 'Not on this plan' } }
					: { users: page(0), next_cursor: 'c1' },
			}),
			{
				end: { refusal: { reason: 'error-answer', cursor: 'c1', code: 'forbidden' } },
				records: 100,
			},
		],
		[
			'a cursor that ends while the service says that there is more',
			({ cursor = '0' }) =>
				listOf(page(+cursor), { next_cursor: cursorFrom(cursor, '1'), has_more: true }),
			{ end: refusal('no-way-on'), records: 200 },
		],
		[
			'a cursor that leads to the same records while the number of pages says that there are more',
			({ cursor = '0' }) =>
				listOf(page(Math.min(+cursor, 1)), {
					next_cursor: String(+cursor + 1),
					has_more: false,
					total_pages: 5,
				}),
			{ end: refusal('loop'), records: 200 },
		],
		[
			'page numbers whose pages are empty without end while there are said to be more',
			({ page: at = '1' }) => listOf(at === '1' ? page(0) : [], { page: +at, has_more: true }),
			{ end: refusal('no-way-on'), asked: 101 },
		],
		...[401, 429, 500].map(
			(status): Case => [
				`a page after a short one that is rejected with status ${status}`,
				({ page: at = '1' }) => {
					if (at === '3') throw httpError(status);
					return listOf(page(+at - 1).slice(+at - 1), { page: +at });
				},
				{ end: { kind: 'refused' }, records: 199 },
			],
		),
	])('%s', check);

	test.each([
		['https://evil.example.net/v1/users?page=2', 'another origin'],
		['https://api.example.com:8443/v1/users?page=2', 'another origin'],
		['http://api.example.com/v1/users?page=2', 'encrypted'],
		['https://me:secret@api.example.com/v1/users?page=2', 'username'],
		['https://api.example.com@evil.example.net/v1/users?page=2', 'username'],
	])('a next link to where the key must not go: %s', async (link, words) => {
		const problem = {
			message: expect.stringContaining(words),
			cursor: expect.stringContaining('page=2'),
		};
		for (const answer of [
			listOf(page(0), { links: { next: link } }),
			{ body: page(0), headers: { link: `<${link}>; rel="next"` } },
		]) {
			const { outcome, asked, records } = await read(() => answer);
			expect(outcome).toMatchObject({ refusal: { reason: 'next-link', ...problem } });
			expect(JSON.stringify(outcome)).not.toContain('secret');
			expect([asked.length, records.length]).toEqual([1, 100]);
		}
	});
});

describe('a list is read to its end', () => {
	test.each<Case>([
		...[null, '', 'null', 'nil', 'none', false, -1, '-1', {}].map(
			(next_cursor): Case => [
				`the cursor ${JSON.stringify(next_cursor)} ends the list`,
				() => listOf(page(0), { next_cursor }),
				{ end: complete('stated'), asked: 1 },
			],
		),
		[
			'one more request returns nothing new, and the list may have more',
			() => listOf(rows.slice(0, 7), { page: 1 }),
			{ end: { ...unknown('nothingFound'), ...done('.*ignored the usual') }, asked: 2 },
		],
		...[0, '0'].map(
			(end): Case => [
				`the cursor ${JSON.stringify(end)} is followed, and ends a list that only repeats`,
				inTurn([page(0), to('c1')], [page(1), to(end)], [page(0), to('c1')]),
				{ end: complete('walked'), records: 200, asked: 3 },
			],
		),
		[
			'the cursor 0 ends a list of which nothing more is to come, and is not followed',
			inTurn([page(0), to('c1', true)], [page(1), to(0, false)]),
			{ end: complete('stated'), records: 200, asked: 2 },
		],
		[
			'a total that is missing after the end is not a change of the list',
			({ page: at = '1' }) => listOf(ten(at, 20), { page: +at, total: +at < 3 ? 20 : 0 }),
			{ end: { ...done('.* from 3 pages\\.(?!.*total)'), total: 20 }, records: 20 },
		],
		[
			'a total that only counts the records on its page is not a change of the list',
			inTurn(
				[page(0), { ...to('c1'), total: 100 }],
				[page(1).slice(0, 90), { ...to('c2'), total: 90 }],
				[page(2), { ...to(null), total: 50 }],
			),
			{ end: done('.* from 3 pages\\.(?!.*total)'), records: 100 + 90 + 50 },
		],
		[
			'where no more is to come, a cursor that only leads to empty pages is followed once',
			inTurn([page(0), to('c1', true)], [page(1), to('c2', false)], [[], to('c3', false)]),
			{ end: complete('stated'), records: 200, asked: 3 },
		],
		[
			'a cursor that leads to empty pages after a total that came on one page',
			inTurn(
				...[[], ten(1), []].map((users, at) => [users, { ...to(`c${at}`), total: 10 }] as const),
			),
			{ end: { kind: 'done', total: 10 }, records: 10, asked: 3 },
		],
		[
			'a cursor that is in another place on a later page is followed',
			inTurn(
				[page(0), { meta: to('1') }],
				[page(1), { paging: to('2') }],
				[page(2), { paging: to(null) }],
			),
			{ end: done(), records: 250 },
		],
		[
			'a cursor that is rejected after a total that is reached ends the list',
			({ cursor }) => {
				if (cursor) throw httpError(404);
				return listOf(rows.slice(0, 7), { total: 7, next_cursor: 'c1' });
			},
			{ end: done('7 records? ') },
		],
		[
			'a cursor after which there is no list, at a total that is reached, ends the list',
			inTurn([rows.slice(0, 7), { ...to('c1'), total: 7 }], [undefined]),
			{ end: done('7 records? ') },
		],
		[
			'a cursor in an object of any name is found, with a null next to it',
			inTurn(
				...['1', '2', null].map(
					(at, nth) => [page(nth), { weiter: { ...to(at), before: null } }] as const,
				),
			),
			{ end: done(), records: 250 },
		],
		[
			'an object with the name of a cursor is not a cursor without a token',
			() => listOf(rows.slice(0, 7), { cursor: { size: 7, sort: 'name' } }),
			{ end: done('7 records? ') },
		],
		[
			'a page that repeats the one before it and says that there is no more ends the list',
			inTurn([page(0), to('c1', true)], [page(1), to('c2', true)], [page(1), to('c3', false)]),
			{ end: complete('stated'), records: 200 },
		],
		[
			'an empty page after the cursor 0 ends the list, whatever cursor it has',
			inTurn([page(0), to('c1')], [page(1), to('0')], [[], to('c2')]),
			{ end: complete('walked'), records: 200, asked: 3 },
		],
		...[2, 3].map(
			(total_pages): Case => [
				`a page that is not found after the last of ${total_pages} full ones ends the list`,
				({ page: at = '1' }) => {
					if (at === '4') throw httpError(404);
					return listOf(ten(at), { page: +at, total_pages });
				},
				{ end: done(), records: 30 },
			],
		),
		[
			'a short page after the last one, where pages are counted from 0, is the end',
			({ page: at = '0' }) => listOf(ten(+at + 1, 25), { page: +at, total_pages: 2 }),
			{ end: done('25 records? '), asked: 4 },
		],
		[
			'a record that moved to the next page is given once, and the report says so',
			({ offset = '0' }) =>
				listOf(rows.slice(Math.max(0, +offset - 1), +offset + 100), {
					offset: +offset,
					limit: 100,
				}),
			{ end: { ...unknown('changed'), ...done('.*left out: 2\\.') }, records: 250 },
		],
		...[{}, { limit: 50 }, { total: 9 }].map(
			(said): Case => [
				`a page that is shorter than the others is not the end if it says ${JSON.stringify(said)}`,
				({ page: at = '1' }) => {
					const users = ten(at, 40).filter(({ id }) => id !== 'u26');
					return listOf(users, { page: +at, ...(users.length === 9 ? said : {}) });
				},
				{ end: complete('walked'), records: 39 },
			],
		),
		[
			'a page whose records are all hidden is skipped if offsets are counted',
			({ offset = '0' }) =>
				listOf(
					rows
						.slice(+offset, Math.min(40, +offset + 10))
						.filter((_, at) => +offset + at < 10 || +offset + at >= 20),
					{ offset: +offset, has_more: +offset < 30 },
				),
			{ end: done(), records: 30 },
		],
		...[{ total: 40 }, { total: '~40', has_more: true }, { total_pages: 4 }].map(
			(said): Case => [
				`a page whose records are all hidden is passed over by ${JSON.stringify(said)}`,
				({ page: at = '1' }) =>
					listOf(at === '2' ? [] : ten(at, 40), {
						page: +at,
						...(+at < 4 ? said : {}),
					}),
				{ end: {}, records: 30 },
			],
		),
		[
			'after an empty page with more to come, the offset moves on by a page',
			({ offset = '0' }) => {
				const isEmpty = offset === '198';
				const from = Math.min(+offset, 199);
				return listOf(isEmpty ? [] : rows.slice(from, from + 100), { has_more: +offset < 297 });
			},
			{
				end: unknown('changed'),
				records: 250,
				queries: ['?offset=99', '?offset=198', '?offset=297'],
			},
			{ overrides: { style: 'offset', parameter: 'offset' } },
		],
		[
			'an empty page at the total is the end, and no other is requested',
			({ page: at = '1' }) => listOf(ten(at, 20), { page: +at, total: 30 }),
			{ end: refusal('short'), records: 20, asked: 3 },
		],
		[
			'an empty list with an estimated total is an empty list',
			() => listOf([], { total: '~5', page: 1 }),
			{ end: done('0 records? ') },
		],
		[
			'a short page with the number of the last one does not complete a list whose offsets overlap',
			({ offset = '0' }) =>
				listOf(
					rows
						.slice(+offset, Math.min(30, +offset + 10))
						.filter(({ id }) => id !== 'u4' && id !== 'u26'),
					{ offset: +offset, total_pages: 3 },
				),
			{ end: unknown('changed') },
		],
		[
			'a total that has changed does not complete the list',
			({ page = '1' }) => listOf(ten(page, 30), { total: page === '1' ? 29 : 30 }),
			{ end: unknown('changed'), records: 30 },
		],
		[
			'the reported number of pages does not complete a list whose pages begin after the last ID',
			({ starting_after: last }) => {
				// Every seventh record is hidden, so a page of nine may end before its last place.
				const from = rows.findIndex(({ id }) => id === last) + 1;
				const users = rows.slice(from, Math.min(27, from + 9));
				return listOf(
					users.filter((_, at) => (from + at) % 7 !== 3),
					{ total_pages: 3 },
				);
			},
			{ end: complete('walked'), records: 23 },
		],
		[
			'a last record without an ID is not followed, and is not the end',
			({ after }) => listOf(after ? [rows[30], { name: 'A' }] : ten(1)),
			{ end: unknown('nothingFound'), records: 12 },
		],
		[
			'a value that is not a cursor is not followed, and is not the end',
			inTurn([ten(1), { cursor: 'c' }], [ten(2), { cursor: true }]),
			{ end: unknown('nothingFound'), records: 20 },
		],
		[
			'if the response to a parameter cannot be read, another one is tried',
			({ page: at, offset = '0' }) => ({
				body: at ? { note: 1 } : { users: ten(+offset / 10 + 1, 30), has_more: +offset < 20 },
			}),
			{ end: complete('stated'), records: 30 },
		],
		...(
			[
				[404, true, complete('walked')],
				[404, false, unknown('rejected')],
				[400, true, unknown('rejected')],
				[422, true, unknown('rejected')],
			] as const
		).map(
			([status, isJson, end]): Case => [
				`a counted page that is rejected with ${status} ${isJson ? 'in JSON' : 'by a proxy'}`,
				({ page: at = '1' }) => {
					if (at === '3') throw httpError(status, isJson);
					return listOf(ten(at), { page: +at });
				},
				{ end, records: 20 },
			],
		),
		[
			'a page that is not found is not the end if the total is capped: some services return no more',
			({ from = '0' }) => {
				if (+from > 10) throw httpError(404);
				const total = { value: 19, relation: 'gte' };
				return listOf(ten(+from / 10 + 1), { from: +from, total });
			},
			{ end: unknown('rejected'), records: 19 },
		],
		[
			'a short page with a cursor is not the end, although the total counts the records up to here',
			({ cursor = '0' }) => {
				const [from, to] = [
					[0, 100],
					[100, 190],
					[190, 250],
				][+cursor] ?? [0, 0];
				const next_cursor = cursorFrom(cursor, '2');
				return listOf(rows.slice(from, to), { total: to, next_cursor });
			},
			{ end: done(), records: 250 },
		],
		[
			'an empty page with a cursor is not the end if the number of pages says that there are more',
			({ cursor = '0' }) =>
				listOf(cursor === '1' ? [] : page(+cursor).slice(0, 90), {
					next_cursor: cursorFrom(cursor, '2'),
					has_more: false,
					total_pages: 3,
				}),
			{ end: done(), records: 90 + 50 },
		],
		[
			'if a cursor is an object, each plain value is sent in the query',
			({ from: at = '0' }) => {
				const object = { from: +at + 1, of: 'users', state: { a: 1 }, none: null };
				return listOf(page(+at), at === '2' ? {} : { continue: object });
			},
			{ records: 250, queries: ['?from=1&of=users', '?from=2&of=users'] },
		],
	])('%s', check);
});

test.each<Case>([
	...[undefined, null, {}].map(
		(body): Case => [
			`${JSON.stringify(body)} may be an empty list, or nothing at all`,
			() => ({ body }),
			{ end: unknown('noList'), asked: 1 },
		],
	),
	...[{ body: {}, headers: { 'X-Total-Count': '0' } }, listOf([], { total: 0 })].map(
		(answer): Case => [
			`is an empty list where a total of 0 is stated: ${JSON.stringify(answer)}`,
			() => answer,
			{ end: { ...complete('stated'), ...done('0 records '), total: 0 } },
		],
	),
	[
		'with a cursor is followed, as an empty page may be in between',
		({ cursor }) => listOf(cursor ? page(0) : [], { next_cursor: cursor ? null : 'c1' }),
		{ end: complete('stated'), records: 100 },
	],
])('an empty response: %s', check);

const sized: Respond = ({ per_page: size = '10', page: at = '1' }) => ({
	body: rows.slice(0, 60).slice((+at - 1) * +size, +at * +size),
});

test.each<Case>([
	[
		'is sent with its parameter on each page',
		sized,
		{ records: 60, queries: [2, 1, 3, 4, 5].map((at) => `?per_page=15&page=${at}`) },
		{ overrides: { pageSize: 15, pageSizeParameter: 'per_page' } },
	],
	[
		'in the credential says how large a full page is',
		sized,
		{ end: complete('walked'), records: 60 },
		{ overrides: { pageSize: 7, pageSizeParameter: 'per_page' } },
	],
	[
		'as a query parameter says so, too',
		sized,
		{ end: complete('walked'), records: 60 },
		{ firstQuery: { per_page: '7' } },
	],
	[
		'that equals the total does not say that Limit has reached the end',
		({ page: at = '1' }) => listOf(rows.slice(+at * 20 - 20, +at * 20), { total: 20 }),
		{ end: { more: 'perhaps' } },
		{ limit: 20 },
	],
])('the size of a page %s', check);

describe('no list is endless', () => {
	const MAX_PAGES = 10_000;
	const endless = (record: (turn: number) => object, said: object = {}): Case[1] => {
		return (_, _url, turn) => listOf([record(turn)], { next_cursor: `c${turn}`, ...said });
	};
	const byId = (turn: number) => ({ id: turn });
	const stopped = { end: refusal('endless'), records: MAX_PAGES, asked: MAX_PAGES };

	test.each<Case>([
		['records without an ID, by cursors', endless((turn) => ({ at: turn })), stopped],
		['records with new IDs, by cursors', endless(byId), stopped],
		[
			'new records after a total end it after a hundred pages',
			endless(byId, { total: 3 }),
			{ end: refusal('endless'), asked: 104 },
		],
		[
			'new records after a number of pages end it after a hundred pages',
			endless(byId, { total_pages: 3 }),
			{ end: refusal('endless'), asked: 104 },
		],
		[
			'pages that are empty while the cursor moves on end it after a hundred, and it may have more',
			(_, _url, turn) => listOf(turn === 1 ? page(0) : [], { next_cursor: `c${turn}` }),
			{ end: unknown('openEnd'), asked: 1 + 100 },
		],
		[
			'pages of which most was read before end it after a hundred, and it has changed',
			({ cursor = '0' }) =>
				listOf(
					Array.from({ length: 10 }, (_, at) => ({ id: +cursor + at })),
					{ next_cursor: String(+cursor + 1) },
				),
			{ end: unknown('changed'), asked: 1 + 100 },
		],
		[
			'reading continues after pages that are half new, with empty ones in between',
			({ cursor = '0' }) =>
				listOf(+cursor % 2 ? [] : [0, 2].map((more) => ({ id: +cursor + more })), {
					next_cursor: cursorFrom(cursor, '240'),
				}),
			{ end: unknown('changed'), records: 122 },
		],
		[
			'but with Ignore Reported Total, a total ends nothing',
			({ cursor = '0' }) =>
				listOf([{ id: +cursor }], { next_cursor: cursorFrom(cursor, '200'), total: 3 }),
			{ end: complete('stated'), records: 201 },
			{ overrides: { ignoreTotal: true } },
		],
	])('%s', check);
});
