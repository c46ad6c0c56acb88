import { readFields } from '../../../nodes/ProjectWorkspace/lists/page/fields';
import { readSigns } from '../../../nodes/ProjectWorkspace/lists/page/signs';
import { pageSizeIn } from '../../../nodes/ProjectWorkspace/lists/page/target';

/** Of a page of ten records. */
const signsOf = (body: object, headers: Record<string, string> = {}, query = {}) => {
	const page = { body, headers, query, url: 'https://api.example.com/v1/users' };
	return readSigns(readFields(page, ['users']), page, { length: 10, read: 0, resource: 'user' });
};

test.each<[object, boolean | undefined]>([
	...[true, 'true', 'True', 1, '1', 'yes', 'Y'].map((more): [object, boolean] => [
		{ has_more: more },
		true,
	]),
	...[false, 'false', 0, '0', 'No'].map((more): [object, boolean] => [{ has_more: more }, false]),
	[{ is_last: 'false' }, true],
	[{ done: true }, false],
	[{ done: true, has_more: true }, true],
	[{ meta: { truncated: false }, is_last_page: false }, true],
	[{ last_page: 1 }, undefined],
	[{ last_page: true }, false],
	[{ meta: { done: 0, next: 0 } }, undefined],
	[{ next: 2 }, undefined],
	[{ meta: { last: 5 } }, undefined],
	[{ more: 5 }, true],
	[{ has_more: null }, undefined],
	[{ exceededTransferLimit: true }, true],
	[{ meta: { limit_reached: true } }, true],
	[{ overflow: 'yes' }, true],
	[{ exceededTransferLimit: false }, undefined],
	[{ limit_reached: false, overflow: 0 }, undefined],
	[{ end: true }, false],
	[{ end: false }, true],
	[{ end: 20 }, undefined],
	[{ meta: { is_partial: false } }, undefined],
])('%j: more is %p', (body, hasMore) => {
	expect(signsOf(body).hasMore).toBe(hasMore);
});

test.each<[object, string | undefined]>([
	[{ loading: true }, 'loading'],
	[{ meta: { processing: 'yes' } }, 'meta.processing'],
	[{ pending: 3 }, undefined],
	[{ loading: false }, undefined],
	[{ status: 'processing' }, 'status'],
	[{ meta: { state: 'indexing' } }, 'meta.state'],
	[{ status: 'ok' }, undefined],
	[{ status: true }, undefined],
	[{ state: 'on' }, undefined],
	[{ list: { id: 1, status: 'in progress' } }, undefined],
])('%j: that the list is not ready is in %p', (body, name) => {
	expect(signsOf(body)).toMatchObject({ hasMore: undefined, unsure: name ? { name } : undefined });
});

test.each<[string, object]>([
	['list', { id: 'L1', name: 'Sprint 4', done: true }],
	['list', { id: 'L1', is_last: true }],
	['list', { name: 'Sprint 4', total: 10 }],
	['view', { id: 1, name: 'Board', last: true }],
	['extra', { id: 4, has_more: false }],
	['summary', { open: 30, complete: true }],
	['info', { title: 'x', final: true }],
	['context', { user: 'x', finished: true }],
	['links', { done: true }],
	['stats', { has_next: false }],
	['page', { id: 'P', name: 'Wiki', last: true }],
	['page', { title: 'Wiki', complete: true }],
	['cursor', { uuid: 'x', has_more: false }],
	['list', { slug: 'x', has_more: false }],
	['list', { key: 'x', is_last: true }],
	['list', { owner: { id: 1 }, has_next: false }],
	['view', { sort: 'title', has_more: false }],
	['query_info', { is_last: true, project: 'p' }],
])('%s: %j is not about pages', (name, object) => {
	expect(signsOf({ [name]: object })).toMatchObject({ hasMore: undefined, total: undefined });
});

test.each(['meta', 'pageInfo', 'pagination', 'response_metadata'])('%s is about pages', (name) => {
	expect(signsOf({ [name]: { id: 7, done: true, total: 10 } })).toMatchObject({
		hasMore: false,
		total: { value: 10 },
	});
});

test('a flag that repeats a parameter is none', () => {
	expect(signsOf({ done: true }, {}, { done: 'true' }).hasMore).toBeUndefined();
	expect(signsOf({ pending: true }, {}, { pending: 'true' }).unsure).toBeUndefined();
	expect(signsOf({ done: true }, {}, { done: 'false' }).hasMore).toBe(false);
});

test.each<[object, number | undefined, string]>([
	[{ total: 250 }, 250, 'exact'],
	[{ total: '250' }, 250, 'exact'],
	[{ total: 10, total_count: 250 }, 250, 'exact'],
	[{ 'hydra:totalItems': 250 }, 250, 'exact'],
	[{ total: { value: 1000, relation: 'gte' } }, 1000, 'capped'],
	[{ total: { value: 250, relation: 'eq' } }, 250, 'exact'],
	[{ total: '1,000+' }, 1000, 'capped'],
	[{ total: 1000, total_capped: true }, 1000, 'capped'],
	[{ total: '50 of 120' }, 120, 'exact'],
	[{ total: 'Showing 1-50 of 1,200' }, 1200, 'exact'],
	[{ total: '50 of 120+' }, 120, 'capped'],
	[{ total: '50 of ~120' }, 120, 'estimated'],
	[{ total: '~250' }, 250, 'estimated'],
	[{ estimatedTotalHits: 250 }, 250, 'estimated'],
	[{ total: 250, total_is_estimated: 'yes' }, 250, 'estimated'],
	[{ nbHits: 250, exhaustiveNbHits: false }, 250, 'estimated'],
	[{ total: 250, totalAccuracy: 'lower_bound' }, 250, 'capped'],
	[{ total: 250, total_limited: true }, 250, 'capped'],
	[{ total: 250, _shards: { total: 5, failed: 2 } }, 250, 'capped'],
	[{ total: 250, _shards: { total: 5, failed: 0 } }, 250, 'exact'],
	[{ total: '65 tasks' }, 65, 'exact'],
	[{ total: '65+ records' }, 65, 'exact'],
])('%j: the total is %p, %s', (body, value, is) => {
	expect(signsOf(body).total).toEqual({ value, is });
});

test.each([
	['fewer than the page has', { total: 9 }],
	['a count', { count: 250 }],
	['a size', { size: 250 }],
	['a length', { length: 250 }],
	['a total of something else', { total_hours: 250 }],
	['a total that is no number', { total: 'many' }],
	['a number of something else in text', { totalSize: '300 MB' }],
	['a total in an object of any name', { bill: { total: 250 } }],
])('no total is %s', (_, body) => {
	expect(signsOf(body).total).toBeUndefined();
});

test.each([
	[{ total_pages: 0 }, 0],
	[{ total_pages: 3 }, 3],
	[{ pageCount: '3' }, 3],
	[{ total_pages: null }, undefined],
	[{ total_pages: -1 }, undefined],
])('%j: the number of pages is %p', (body, pages) => {
	expect(signsOf(body).totalPages).toBe(pages);
});

test.each<[object, string | undefined]>([
	[{ count: 250 }, 'count'],
	[{ remaining: 240 }, 'remaining'],
	[{ meta: { zahl: 250 } }, 'meta.zahl'],
	[{ count: 10 }, undefined],
	[{ per_page: 100 }, undefined],
	[{ limit: 100 }, undefined],
	[{ offset: 100 }, undefined],
	[{ took_ms: 250 }, undefined],
	[{ account_id: 4711 }, undefined],
	[{ timestamp: 1_700_000_000 }, undefined],
	[{ shard: 10_000_001 }, undefined],
	[{ bill: { count: 250 } }, undefined],
	[{ counts: { users: 65, done: 40 } }, 'counts.users'],
	[{ totals: { tasks: 65 } }, undefined],
	[{ omitted: 45 }, 'omitted'],
	[{ not_shown: 45 }, 'not_shown'],
])('%j: the number next to the list that is larger than it is in %p', (body, name) => {
	expect(signsOf(body).largerNumber?.name).toBe(name);
});

test.each<[string, 'all' | 'left' | undefined]>([
	['num_tasks', 'all'],
	['numberOfUsers', 'all'],
	['result_count', 'all'],
	['records_left', 'left'],
	['num_pages', undefined],
	...`grand_total grandTotal total_available total_all total_unpaged total_matching total_in_project unfiltered_total
	absolute_total`
		.split(/\s+/)
		.map((name): [string, 'all'] => [name, 'all']),
	['available', 'all'],
	['of', 'all'],
	['total_hours', undefined],
	['total_budget', undefined],
	['number', undefined],
	['anzahl', 'all'],
	['zahl', undefined],
])('%s beside the list counts %p', (name, counts) => {
	expect(signsOf({ [name]: 250 }).largerNumber?.counts).toBe(counts);
});

test.each<[object, string | undefined]>([
	[{ stats: { count: 120 } }, 'stats.count'],
	[{ counts: { total: 120 } }, 'counts.total'],
	[{ stats: { items: 120, count: 8 } }, 'stats.items'],
	[{ stats: { count: 10 } }, undefined],
	[{ stats: { total_hours: 120, open: 40 } }, undefined],
	[{ rate_limit: { total: 120, count: 120 } }, undefined],
	[{ stats: { total_tasks: 120 } }, undefined],
	[{ bill: { id: 7, count: 120 } }, undefined],
	[{ available: 120 }, 'available'],
	[{ page: { of: '120' } }, 'page.of'],
	[{ total_text: '120' }, 'total_text'],
	[{ count: '1-10 of 120' }, 'count'],
	[{ count: '120 of many' }, undefined],
	[{ text: '1-10 of 120' }, 'text'],
	[{ available: true }, undefined],
	[{ total_tasks: 900 }, undefined],
	[{ projectCount: 900 }, undefined],
	[{ member_count: 900 }, 'member_count'],
])('%j beside a total: it is contradicted by %p', (body, name) => {
	const { total, largerNumber } = signsOf({ ...body, total: 10 });
	expect(total).toEqual({ value: 10, is: 'exact' });
	expect(largerNumber?.counts && largerNumber.name).toBe(name);
});

test('a total of another resource is at most a count, where nothing else is stated', () => {
	const said = { total_tasks: 900 };
	expect(signsOf(said)).toMatchObject({ total: undefined, largerNumber: { counts: 'all' } });
	expect(signsOf({ ...said, has_more: false }).largerNumber).toBeUndefined();
	expect(signsOf({ total_users: 900 }).total).toMatchObject({ value: 900 });
});

test.each([
	['X-Result-Count', true],
	['X-RateLimit-Remaining', false],
	['X-Request-Time', false],
])('the header %s may count the list: %p', (name, counts) => {
	expect(signsOf({}, { [name]: '250' }).largerNumber?.value).toBe(counts ? 250 : undefined);
});

test.each<[Record<string, string>, number | undefined]>([
	[{ per_page: '75' }, 75],
	[{ pageSize: '75' }, 75],
	[{ limit: '75', page: '2' }, 75],
	[{ 'page[size]': '75' }, 75],
	[{ $top: '75' }, 75],
	[{ page: '75' }, undefined],
	[{ limit: 'all' }, undefined],
])('%j has a page size of %p', (query, size) => {
	expect(pageSizeIn(query)).toBe(size);
});

test.each([{ last_page: 4 }, { lastPageNumber: 4 }, { max_page: 4 }])(
	'%j: the last page',
	(body) => {
		expect(signsOf(body).lastPage).toBe(4);
	},
);

test('headers are read like fields', () => {
	const headers = { 'X-Total-Count': '250', 'X-Has-More': 'Yes', 'X-Total-Pages': '3' };
	const total = { value: 250, is: 'exact' };
	expect(signsOf({}, headers)).toMatchObject({ total, hasMore: true, totalPages: 3 });
	expect(signsOf({}, { 'Content-Range': 'items 0-9/250' }).total).toEqual(total);
	expect(signsOf({ total: 10 }, { 'Content-Range': 'items 0-9/250' }).total).toEqual(total);
	expect(signsOf({}, { 'Content-Range': 'items 0-9/*' }).total).toBeUndefined();
	expect(signsOf({}, { 'X-Debug': '{"total":250}' }).total).toBeUndefined();
	expect(signsOf({}, { 'Next-Range': 'id ]100..' }).hasMore).toBe(true);
});
