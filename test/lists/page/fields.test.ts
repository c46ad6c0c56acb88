import { readFields } from '../../../nodes/ProjectWorkspace/old/lists/page/fields';

const url = 'https://api.example.com/v1/users';
const fieldsOf = (body: unknown, headers: Record<string, string> = {}) =>
	readFields({ body, headers, query: {}, url }, ['users']);
const paths = (at: string, body: unknown, headers?: Record<string, string>) =>
	fieldsOf(body, headers)
		.find(at)
		.map(({ path }) => path.join('.'));

describe('fields next to the list', () => {
	test.each<[string, object, string]>([
		['nextcursor', { next_cursor: 'c' }, 'next_cursor'],
		['nextcursor', { nextCursor: 'c' }, 'nextCursor'],
		['nextcursor', { meta: { 'next-cursor': 'c' } }, 'meta.next-cursor'],
		['pageinfo.endcursor', { pageInfo: { endCursor: 'c' } }, 'pageInfo.endCursor'],
		['next', { 'hydra:view': { 'hydra:next': '?page=2' } }, 'hydra:view.hydra:next'],
		['next', { 'api:next': '?page=2' }, 'api:next'],
		['next', { links: [{ rel: 'next', href: '?page=2' }] }, 'links.next'],
		['next', { link: [{ relation: 'next', url: '?page=2' }] }, 'link.next'],
	])('%s is found in %j', (at, body, path) => {
		expect(paths(at, { users: [], ...body })).toEqual([path]);
	});

	test.each<[string, string, object]>([
		['the way back', 'startingafter', { pages: { prev: { starting_after: 'c' } } }],
		['a record', 'cursor', { owner: { id: 1, cursor: 'c' } }],
		['a to-do list', 'next', { list: { id: 'L1', next: null } }],
		['a view', 'next', { view: { id: 'V', name: 'S', next: null, previous: null } }],
		['the records', 'cursor', { users: [{ id: 1, cursor: 'c' }] }],
		['an object with others in it', 'cursor', { weiter: { cursor: 'c', user: { name: 'x' } } }],
		['another field', 'pageinfo.endcursor', { meta: { endCursor: 'c' } }],
	])('those of %s are not', (_, at, body) => {
		expect(fieldsOf(body).findAnywhere(at)).toEqual([]);
	});

	test('the nearest comes first, then what is in an object of any name', () => {
		const body = { weiter: { cursor: 'c' }, meta: { cursor: 'b' }, cursor: 'a', users: [] };
		const { find, findAnywhere } = fieldsOf(body);
		expect(find('cursor').map(({ value }) => value)).toEqual(['a', 'b']);
		expect(findAnywhere('cursor').map(({ value }) => value)).toEqual(['a', 'b', 'c']);
	});
});

test('a page has at most so many fields next to its list, however they are nested', () => {
	const spelled = (word: string, value: unknown) =>
		Object.fromEntries(Array.from({ length: 200 }, (_, at) => ['-'.repeat(at + 1) + word, value]));
	const body = { users: [], next: 'n', ...spelled('meta', spelled('meta', { next_cursor: 'c' })) };
	const { all, find } = fieldsOf({ ...body, ...spelled('any', spelled('any', 1)) });
	expect(all.length).toBeLessThan(2_500);
	expect(find('next').map(({ value }) => value)).toEqual(['n']);
});

describe('headers', () => {
	test.each<[string, Record<string, string>, string]>([
		['header.link.next', { Link: '</2>; rel="next"' }, 'header.link.next'],
		['header.xnextpage', { 'X-Next-Page': '2' }, 'header.X-Next-Page'],
		['nextpage', { 'X-Next-Page': '2' }, 'header.X-Next-Page'],
		['totalcount', { 'X-Pagination': '{"TotalCount": 250}' }, 'X-Pagination.TotalCount'],
	])('%s is found in %j', (at, headers, path) => {
		expect(paths(at, [], headers)).toEqual([path]);
	});

	test('without X- are only found by their name with the prefix "header."', () => {
		expect(paths('cursor', [], { Cursor: 'c' })).toEqual([]);
		expect(paths('header.cursor', [], { Cursor: 'c' })).toEqual(['header.Cursor']);
	});

	test('come after the fields of the body', () => {
		const found = paths('nextcursor', { next_cursor: 'a' }, { 'X-Next-Cursor': 'b' });
		expect(found).toEqual(['next_cursor', 'header.X-Next-Cursor']);
	});

	test.each(['{', '[1]', 'page=2', ''])('X-Pagination may hold anything: %j', (text) => {
		expect(paths('page', [], { 'X-Pagination': text })).toEqual([]);
	});
});
