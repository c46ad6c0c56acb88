import { readPaginationFields } from '../../nodes/ProjectWorkspace/lists/page/fields';
import type { Walk } from '../../nodes/ProjectWorkspace/lists/nextPage/types';
import {
	continueSeries,
	createPrefetch,
	keyOfTarget,
	pagesLeft,
} from '../../nodes/ProjectWorkspace/lists/prefetch';
import type { Reading } from '../../nodes/ProjectWorkspace/lists/page/reading';
import { ok } from '../../nodes/ProjectWorkspace/result';
import type { FetchPage, PageTarget } from '../../nodes/ProjectWorkspace/lists/types';

const LIST = 'https://api.example.com/v1/users';
const query = (parameters: Record<string, string>): PageTarget => ({ query: parameters });
const url = (end: string): PageTarget => ({ url: LIST + end });

describe('the pages after the next one are known', () => {
	test.each<[string, PageTarget, PageTarget, PageTarget[]]>([
		[
			'by page numbers',
			query({ page: '1', status: 'open' }),
			query({ status: 'open', page: '2' }),
			[query({ status: 'open', page: '3' }), query({ status: 'open', page: '4' })],
		],
		[
			'by offsets',
			query({ offset: '0' }),
			query({ offset: '50' }),
			[query({ offset: '100' }), query({ offset: '150' })],
		],
		[
			'by numbered links',
			url('?page=1&q=a'),
			url('?page=2&q=a'),
			[url('?page=3&q=a'), url('?page=4&q=a')],
		],
	])('%s', (_, from, to, coming) => {
		expect(continueSeries(from, to, 2)).toEqual(coming);
		expect(continueSeries(from, to, 0)).toEqual([]);
		expect(continueSeries(from, to, -1)).toEqual([]);
	});

	test.each<[string, PageTarget, PageTarget]>([
		['where two parameters change', query({ page: '1', q: '1' }), query({ page: '2', q: '2' })],
		['where a number is new', query({}), query({ page: '2' })],
		['where tokens lead on', query({ cursor: 'a1' }), query({ cursor: 'a2' })],
		['where they count down', query({ page: '3' }), query({ page: '2' })],
		['where links lead to another path', url('?page=1'), url('/more?page=2')],
		['where a number is only written in another way', query({ page: '01' }), query({ page: '1' })],
		['where nothing changes', query({ page: '1' }), query({ page: '1' })],
	])('but not %s', (_, from, to) => {
		expect(continueSeries(from, to, 2)).toEqual([]);
	});
});

describe('no more pages are asked for ahead than there are', () => {
	interface Said {
		totalPages?: number;
		total?: number;
		/** The last link. */
		last?: string;
		largest?: number;
	}
	/** After two pages of 20 records, of which the second was asked for with 1 or 20. */
	const leftAfterTwo = ({ totalPages, total, last, largest = 20 }: Said, byOffset = false) => {
		const [from, to] = byOffset
			? ['?offset=20&part=1', '?offset=40&part=1']
			: ['?page=2&part=1', '?page=3&part=1'];
		const headers: Record<string, string> =
			last === undefined ? {} : { Link: `<${last}>; rel="last"` };
		const page = { body: [], headers, request: { url: LIST, query: {} } };
		const fields = readPaginationFields(page, [], false);
		const reading = { totals: { totalPages, total }, fields, url: LIST } as unknown as Reading;
		const walk = { pages: 2, position: 40, largest } as unknown as Walk;
		return pagesLeft(reading, walk, url(from ?? ''), url(to ?? ''));
	};

	test.each<[string, Said, number]>([
		['nothing is said', {}, 1],
		['a number of pages', { totalPages: 5 }, 3],
		['a total that is a full page', { total: 100 }, 3],
		['a total that is one more', { total: 101 }, 4],
		['a total, and only empty pages up to here', { total: 43, largest: 0 }, 3],
		['two that do not agree', { totalPages: 9, total: 100 }, 3],
		['the number of the last page', { last: `${LIST}?page=7&part=1` }, 5],
		['the number of the last page, relative', { last: '?page=7&part=1' }, 5],
		['a last page with another parameter', { last: `${LIST}?page=3&part=1&offset=90` }, 1],
		['a last page that counts something else', { last: `${LIST}?page=3&part=9` }, 1],
		['a last page elsewhere', { last: `${LIST}/all?page=7&part=1` }, 1],
		['a last page that is no address', { last: 'https://' }, 1],
	])('%s', (_, said, left) => {
		expect(leftAfterTwo(said)).toBe(left);
	});

	test('the offset of the last page', () => {
		expect(leftAfterTwo({ last: '?offset=100&part=1' }, true)).toBe(4);
	});
});

describe('pages that are asked for before their turn', () => {
	const start = (parallel: number) => {
		const asked: string[] = [];
		const ask: FetchPage = async (target) => {
			asked.push(new URLSearchParams('query' in target ? target.query : '').get('page') ?? '');
			return ok({ body: [], headers: {}, request: { query: {}, url: LIST } });
		};
		return { asked, ...createPrefetch(ask, parallel) };
	};
	const page = (number: number) => query({ page: String(number) });

	test('are asked for once', async () => {
		const { asked, take, hasGivenUp } = start(3);
		await take(page(2), [page(3), page(4)]);
		await take(page(3), [page(4), page(5)]);
		expect([asked, hasGivenUp()]).toEqual([['2', '3', '4', '5'], false]);
	});

	test('are never more than may be, though some of them were left out', async () => {
		const { asked, take } = start(3);
		await take(page(2), [page(3), page(4)]);
		await take(page(4), [page(6), page(8)]);
		expect(asked).toEqual(['2', '3', '4', '6']);
	});

	test('are asked for again, one by one, once another page came than was foreseen', async () => {
		const { asked, take, hasGivenUp } = start(3);
		await take(page(2), [page(3), page(4)]);
		await take(page(7), [page(8), page(9)]);
		expect([asked, hasGivenUp()]).toEqual([['2', '3', '4', '7'], true]);
		await take(page(3), [page(4)]);
		expect(asked).toEqual(['2', '3', '4', '7', '3']);
	});
});

test('the order of its parameters does not make another page', () => {
	expect(keyOfTarget(query({ a: '1', b: '2' }))).toBe(keyOfTarget(query({ b: '2', a: '1' })));
	expect(keyOfTarget(url('?a=1&b=2'))).toBe(keyOfTarget(url('?b=2&a=1')));
	expect(keyOfTarget(url('?a=1&b=2'))).not.toBe(keyOfTarget(url('?a=2&b=1')));
});
