import { pagesAhead, readPage } from '../../../nodes/ProjectWorkspace/old/lists/page/pageReader';
import {
	createPrefetch,
	type FetchPage,
	type PageTarget,
} from '../../../nodes/ProjectWorkspace/old/lists/page/target';
import { ok } from '../../../nodes/ProjectWorkspace/old/result';

const LIST = 'https://api.example.com/v1/users';
const query = (parameters: Record<string, string>): PageTarget => ({ query: parameters });
const url = (end: string): PageTarget => ({ url: LIST + end });

interface Said {
	body?: object;
	/** The last link. */
	last?: string;
	largest?: number;
	max?: number;
}

/** What is asked for ahead after two pages of 20 records. */
function aheadOf(from: PageTarget, to: PageTarget, { body, last, largest = 20, max = 9 }: Said) {
	const headers: Record<string, string> =
		last === undefined ? {} : { Link: `<${last}>; rel="last"` };
	const users = Array.from({ length: 20 }, (_, id) => ({ id }));
	const page = { body: { users, ...body }, headers, url: LIST, query: {} };
	const reading = readPage(page, 'user', {});
	if (!reading.ok) throw new TypeError(reading.problem.message);
	const reached = { pages: 2, offset: 40, largest };
	return pagesAhead(reading.value, reached, { from, to, max });
}

describe('the pages after the next one are known', () => {
	const two = { body: { total_pages: 5 } };

	test.each<[string, PageTarget, PageTarget, PageTarget[]]>([
		[
			'by page numbers',
			query({ page: '2', status: 'open' }),
			query({ status: 'open', page: '3' }),
			[query({ status: 'open', page: '4' }), query({ status: 'open', page: '5' })],
		],
		[
			'by offsets',
			query({ offset: '20' }),
			query({ offset: '40' }),
			[query({ offset: '60' }), query({ offset: '80' })],
		],
		[
			'by numbered links',
			url('?page=2&q=a'),
			url('?page=3&q=a'),
			[url('?page=4&q=a'), url('?page=5&q=a')],
		],
	])('%s', (_, from, to, coming) => {
		expect(aheadOf(from, to, two)).toEqual(coming);
		expect(aheadOf(from, to, { ...two, max: 1 })).toEqual(coming.slice(0, 1));
		expect(aheadOf(from, to, { ...two, max: 0 })).toEqual([]);
		expect(aheadOf(from, to, { ...two, max: -1 })).toEqual([]);
	});

	test.each<[string, PageTarget, PageTarget]>([
		['where two parameters change', query({ page: '1', q: '1' }), query({ page: '2', q: '2' })],
		['where a number is new', query({}), query({ page: '2' })],
		['where another one is new', query({ page: '1' }), query({ page: '2', part: '1' })],
		['where tokens lead on', query({ cursor: 'a1' }), query({ cursor: 'a2' })],
		['where they count down', query({ page: '3' }), query({ page: '2' })],
		['where links lead to another path', url('?page=1'), url('/more?page=2')],
		['where a number is only written in another way', query({ page: '01' }), query({ page: '1' })],
		['where nothing changes', query({ page: '1' }), query({ page: '1' })],
	])('but not %s', (_, from, to) => {
		expect(aheadOf(from, to, two)).toEqual([]);
	});
});

describe('no more pages are requested ahead than there are', () => {
	/** Of those after the third, which is asked for anyway. */
	const count = (said: Said) => aheadOf(url('?page=2&part=1'), url('?page=3&part=1'), said).length;

	test.each<[string, Said, number]>([
		['nothing is said', {}, 0],
		['a number of pages', { body: { total_pages: 5 } }, 2],
		['a total that is a full page', { body: { total: 100 } }, 2],
		['a total that is one more', { body: { total: 101 } }, 3],
		['a count that is larger than the page', { body: { count: 100 } }, 2],
		['another number that is larger than the page', { body: { remaining: 100 } }, 0],
		['a total, and only empty pages up to here', { body: { total: 43 }, largest: 0 }, 2],
		['two that do not agree', { body: { total_pages: 9, total: 100 } }, 2],
		['the number of the last page', { last: `${LIST}?page=7&part=1` }, 4],
		['the number of the last page, relative', { last: '?page=7&part=1' }, 4],
		['a last page with another parameter', { last: `${LIST}?page=3&part=1&offset=90` }, 0],
		['a last page that counts something else', { last: `${LIST}?page=3&part=9` }, 0],
		['a last page elsewhere', { last: `${LIST}/all?page=7&part=1` }, 0],
		['a last page that is no address', { last: 'https://' }, 0],
	])('%s', (_, said, ahead) => {
		expect(count(said)).toBe(ahead);
	});

	test('the offset of the last page', () => {
		const [from, to] = [url('?offset=20&part=1'), url('?offset=40&part=1')];
		expect(aheadOf(from, to, { last: '?offset=100&part=1' })).toHaveLength(3);
	});
});

describe('pages that are requested in advance', () => {
	const start = (parallel: number) => {
		const asked: string[] = [];
		const ask: FetchPage = async (target) => {
			asked.push(new URLSearchParams('query' in target ? target.query : '').get('page') ?? '');
			return ok({ body: asked.at(-1), headers: {}, query: {}, url: LIST });
		};
		return { asked, prefetch: createPrefetch(ask, parallel) };
	};
	const page = (number: number) => query({ page: String(number) });

	test('are requested once', async () => {
		const { asked, prefetch } = start(3);
		await prefetch(page(2), [page(3), page(4)]);
		expect(await prefetch(page(3), [page(4), page(5)])).toMatchObject({ value: { body: '3' } });
		expect(asked).toEqual(['2', '3', '4', '5']);
	});

	test('never exceed the allowed number, even if some were skipped', async () => {
		const { asked, prefetch } = start(3);
		await prefetch(page(2), [page(3), page(4)]);
		await prefetch(page(4), [page(6), page(8)]);
		expect(asked).toEqual(['2', '3', '4', '6']);
	});

	test('are requested again, one by one, after an unexpected page', async () => {
		const { asked, prefetch } = start(3);
		await prefetch(page(2), [page(3), page(4)]);
		await prefetch(page(7), [page(8), page(9)]);
		expect(asked).toEqual(['2', '3', '4', '7']);
		await prefetch(page(3), [page(4)]);
		expect(asked).toEqual(['2', '3', '4', '7', '3']);
	});
});
