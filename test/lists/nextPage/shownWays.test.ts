import { shownWays, spell } from '../../../nodes/ProjectWorkspace/lists/nextPage/shownWays';
import type { Way } from '../../../nodes/ProjectWorkspace/lists/types';
import { readPage } from '../../../nodes/ProjectWorkspace/lists/page/reading';

/** What a first page of two users shows. */
function waysOf(said: object, query: Record<string, string> = {}) {
	const url = 'https://api.example.com/v1/users';
	const body = { users: [{ id: 'u1' }, { id: 'u2' }], ...said };
	const reading = readPage({ body, headers: {}, query, url }, 'user', {});
	if (!reading.ok) throw new TypeError(reading.problem.message);
	const reached = { pages: 1, position: 2, distinct: 2, largest: 2 };
	return shownWays(reading.value, reached, query);
}

const told = (ways: readonly Way[]) =>
	ways.map(({ kind, parameter, base }) => `${kind} ${parameter} ${base}`.trim());

test.each<[string, object]>([
	['a link', { next: '?page=2' }],
	...['_links', 'urls', 'pages', 'hydra:view'].map((above): [string, object] => [
		`a path in ${above}`,
		{ [above]: { next: 'two' } },
	]),
	['a link next to anything else', { next: '?page=2', page: 1, next_cursor: 'c' }],
])('%s leaves nothing to guess', (_, said) => {
	const { live, possible, usual } = waysOf(said);
	expect([told(live), possible, usual]).toEqual([['link  0'], [], []]);
});

test.each<[string, object, boolean]>([
	['a cursor that is null', { next_cursor: null }, true],
	['a cursor that is empty', { next_cursor: '' }, true],
	[
		'a cursor that is null, and one that may be where this page is',
		{ next_cursor: null, cursor: 'c' },
		true,
	],
	[
		'a cursor that is null, and one that leads on',
		{ next_cursor: null, meta: { next_token: 't' } },
		false,
	],
	['a null in an object of any name', { settings: { cursor: null } }, false],
	['a cursor', { next_cursor: 'c' }, false],
	['nothing', {}, false],
])('%s says that this was all: %#', (_, said, isClosed) => {
	expect(waysOf(said).isClosed).toBe(isClosed);
});

test('a cursor is sent in each parameter that may take it, the likeliest first', () => {
	expect(told(waysOf({ nextPageToken: 't' }).live).slice(0, 2)).toEqual([
		'cursor pageToken 0',
		'cursor nextPageToken 0',
	]);
});

test.each<[string, object]>([
	['0', { cursor: 0 }],
	['"0"', { cursor: '0' }],
])('the cursor %s may be one, and stops no other way', (_, said) => {
	const { live, possible, usual } = waysOf(said);
	expect(live).toEqual([]);
	expect(told(possible)).toEqual(['cursor cursor 0']);
	expect(told(usual)).toContain('page page 1');
});

test('a page number that is shown may count from 0 or from 1', () => {
	expect(told(waysOf({ page: 1 }).possible).slice(0, 2)).toEqual(['page page 1', 'page page 0']);
	expect(told(waysOf({ page: 0 }).possible).slice(0, 2)).toEqual(['page page 0', 'page page 1']);
});

test('the cursor of the request is the position of this page', () => {
	expect(waysOf({ cursor: 'here' }, { cursor: 'here' }).live).toEqual([]);
	expect(told(waysOf({ cursor: 'there' }, { cursor: 'here' }).live)).toContain('cursor cursor 0');
});

test('no usual parameter replaces what was requested', () => {
	const names = (query: Record<string, string>) =>
		waysOf({}, query).usual.map((way) => way.parameter);
	expect(names({})).toEqual(expect.arrayContaining(['page', 'offset', 'skip']));
	expect(names({ page: '3', skip: '4' })).not.toEqual(expect.arrayContaining(['page']));
	expect(names({ page: '3', skip: '4' })).not.toEqual(expect.arrayContaining(['skip']));
});

test.each([
	['page token', 'nextPageToken', 'pageToken'],
	['page token', 'next_page_token', 'page_token'],
	['page token', 'next-page-token', 'page-token'],
	['page token', 'NextPageToken', 'PageToken'],
	['page token', 'next', 'page_token'],
	['=', 'ns:nextCursor', 'nextCursor'],
	['page[after]', 'after_cursor', 'page[after]'],
])('%s next to %s is spelled %s', (words, key, spelled) => {
	expect(spell(words, { path: ['meta', key] })).toBe(spelled);
});

test('the name of a header is spelled as a field', () => {
	expect(spell('=', { path: ['header', 'X-Next-Offset'] })).toBe('next_offset');
});
