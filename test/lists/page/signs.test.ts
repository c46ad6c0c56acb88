import { said, saidRows, type Said } from '../said';
import { readFields } from '../../../nodes/ProjectWorkspace/old/lists/page/fields';
import { readSigns } from '../../../nodes/ProjectWorkspace/old/lists/page/signs';
import { pageSizeIn } from '../../../nodes/ProjectWorkspace/old/lists/page/target';

/** Of a page of ten records. */
const signsOf = (page: Said, query = {}) => {
	const { headers = {}, ...body } = page as { headers?: Record<string, string> }; // one of the two
	const response = { body, headers, query, url: 'https://api.example.com/v1/users' };
	const fields = readFields(response, ['users']);
	return readSigns(fields, response, { length: 10, read: 0, resource: 'user' });
};

test.each(
	saidRows<boolean | undefined>(
		[
			`has_more: true | has_more: "true" | has_more: "True" | has_more: 1 | has_more: "1" | has_more: "yes" | has_more: "Y"
			is_last: "false" | more: 5 | exceededTransferLimit: true | meta.limit_reached: true | overflow: "yes" | end: false
			list: {"is_last": false} | meta: {"truncated": false, "is_last_page": false} | meta: {"done": true, "has_more": true}`,
			true,
		],
		[
			`has_more: false | has_more: "false" | has_more: 0 | has_more: "0" | has_more: "No" | done: true | end: true
			last_page: true`,
			false,
		],
		[
			`last_page: 1 | meta: {"done": 0, "next": 0} | next: 2 | meta.last: 5 | has_more: null | end: 20
			exceededTransferLimit: false | limit_reached: false | overflow: 0 | meta.is_partial: false`,
			undefined,
		],
	),
)('%j: more is %p', (body, hasMore) => {
	expect(signsOf(body).hasMore).toBe(hasMore);
});

test.each(
	saidRows<string | undefined>(
		['loading: true', 'loading'],
		['meta.processing: "yes"', 'meta.processing'],
		['status: "processing"', 'status'],
		['meta.state: "indexing"', 'meta.state'],
		[
			`pending: 3 | loading: false | status: "ok" | status: true | state: "on"
			list: {"id": 1, "status": "in progress"}`,
			undefined,
		],
	),
)('%j: that the list is not ready is in %p', (body, name) => {
	expect(signsOf(body)).toMatchObject({ hasMore: undefined, unsure: name ? { name } : undefined });
});

test.each(
	said(
		`list: {"id": "L1", "name": "Sprint 4", "done": true} | list: {"id": "L1", "is_last": true}
		list: {"name": "Sprint 4", "total": 10} | view: {"id": 1, "name": "Board", "last": true}
		extra: {"id": 4, "has_more": false} | summary: {"open": 30, "complete": true} | info: {"title": "x", "final": true}
		context: {"user": "x", "finished": true} | links: {"done": true} | stats: {"has_next": false}
		page: {"id": "P", "name": "Wiki", "last": true} | page: {"title": "Wiki", "complete": true}
		cursor: {"uuid": "x", "has_more": false} | list: {"slug": "x", "has_more": false} | list: {"key": "x", "is_last": true}
		list: {"owner": {"id": 1}, "has_next": false} | view: {"sort": "title", "has_more": false}
		query_info: {"is_last": true, "project": "p"}`,
	),
)('%j is not about pages', (body) => {
	expect(signsOf(body)).toMatchObject({ hasMore: undefined, total: undefined });
});

test.each(['meta', 'pageInfo', 'pagination', 'response_metadata'])('%s is about pages', (name) => {
	expect(signsOf({ [name]: { id: 7, done: true, total: 10 } })).toMatchObject({
		hasMore: false,
		total: { value: 10 },
	});
});

test('a flag that repeats a parameter is none', () => {
	expect(signsOf({ done: true }, { done: 'true' }).hasMore).toBeUndefined();
	expect(signsOf({ pending: true }, { pending: 'true' }).unsure).toBeUndefined();
	expect(signsOf({ done: true }, { done: 'false' }).hasMore).toBe(false);
});

const exactly = (value: number) => ({ value, is: 'exact' });

test.each(
	saidRows<object | undefined>(
		[
			'total: 250 | total: "250" | hydra:totalItems: 250 | total: {"value": 250, "relation": "eq"}',
			exactly(250),
		],
		['total: "50 of 120"', exactly(120)],
		['total: "Showing 1-50 of 1,200"', exactly(1200)],
		['total: "65 tasks" | total: "65+ records"', exactly(65)],
		['total: {"value": 1000, "relation": "gte"} | total: "1,000+"', { value: 1000, is: 'capped' }],
		['total: "50 of 120+"', { value: 120, is: 'capped' }],
		['total: "50 of ~120"', { value: 120, is: 'estimated' }],
		['total: "~250" | estimatedTotalHits: 250', { value: 250, is: 'estimated' }],
		// Fewer than the page has, a count, a size, a total of something else
		[
			`total: 9 | count: 250 | size: 250 | length: 250 | total_hours: 250 | total: "many" | totalSize: "300 MB"
			bill.total: 250`,
			undefined,
		],
	),
)('%j: the total is %j', (body, total) => {
	expect(signsOf(body).total).toEqual(total);
});

test.each<[object, string]>([
	[{ total_count: 250, total: 10 }, 'exact'],
	[{ total: 250, total_capped: true }, 'capped'],
	[{ total: 250, total_is_estimated: 'yes' }, 'estimated'],
	[{ nbHits: 250, exhaustiveNbHits: false }, 'estimated'],
	[{ total: 250, totalAccuracy: 'lower_bound' }, 'capped'],
	[{ total: 250, total_limited: true }, 'capped'],
	[{ total: 250, _shards: { total: 5, failed: 2 } }, 'capped'],
	[{ total: 250, _shards: { total: 5, failed: 0 } }, 'exact'],
])('%j: the total is 250, %s', (body, is) => {
	expect(signsOf(body).total).toEqual({ value: 250, is });
});

test.each(
	saidRows<number | undefined>(
		['total_pages: 0', 0],
		['total_pages: 3 | pageCount: "3"', 3],
		['total_pages: null | total_pages: -1', undefined],
	),
)('%j: the number of pages is %p', (body, pages) => {
	expect(signsOf(body).totalPages).toBe(pages);
});

test.each(
	saidRows<string | undefined>(
		['count: 250', 'count'],
		['remaining: 240', 'remaining'],
		['meta.zahl: 250', 'meta.zahl'],
		['omitted: 45', 'omitted'],
		['not_shown: 45', 'not_shown'],
		['counts: {"users": 65, "done": 40}', 'counts.users'],
		['header.X-Result-Count: "250"', 'header.X-Result-Count'],
		[
			`count: 10 | per_page: 100 | limit: 100 | offset: 100 | took_ms: 250 | account_id: 4711 | timestamp: 1700000000
			shard: 10000001 | bill.count: 250 | totals.tasks: 65 | header.X-RateLimit-Remaining: "250"
			header.X-Request-Time: "250"`,
			undefined,
		],
	),
)('%j: the number next to the list that is larger than it is in %p', (body, name) => {
	expect(signsOf(body).largerNumber?.name).toBe(name);
});

test.each<['all' | 'left' | undefined, string]>([
	[
		'all',
		`num_tasks numberOfUsers result_count grand_total grandTotal total_available total_all total_unpaged total_matching
		total_in_project unfiltered_total absolute_total available of anzahl`,
	],
	['left', 'records_left'],
	[undefined, 'num_pages total_hours total_budget number zahl'],
])('%s: so much is counted beside the list by %s', (counts, names) => {
	const wrong = names.split(/\s+/).filter((name) => {
		const { largerNumber } = signsOf({ [name]: 250 });
		return largerNumber?.counts !== counts;
	});
	expect(wrong).toEqual([]);
});

test.each(
	saidRows<string | undefined>(
		['stats.count: 120', 'stats.count'],
		['counts.total: 120', 'counts.total'],
		['stats: {"items": 120, "count": 8}', 'stats.items'],
		['available: 120', 'available'],
		['page.of: "120"', 'page.of'],
		['total_text: "120"', 'total_text'],
		['count: 1-10 of 120', 'count'],
		['text: 1-10 of 120', 'text'],
		['member_count: 900', 'member_count'],
		[
			`stats.count: 10 | stats: {"total_hours": 120, "open": 40} | rate_limit: {"total": 120, "count": 120}
			stats.total_tasks: 120 | bill: {"id": 7, "count": 120} | count: 120 of many | available: true | total_tasks: 900
			projectCount: 900`,
			undefined,
		],
	),
)('%j beside a total: it is contradicted by %p', (body, name) => {
	const { total, largerNumber } = signsOf({ ...body, total: 10 });
	expect(total).toEqual(exactly(10));
	expect(largerNumber?.counts && largerNumber.name).toBe(name);
});

test('a total of another resource is at most a count, where nothing else is stated', () => {
	const other = { total_tasks: 900 };
	expect(signsOf(other)).toMatchObject({ total: undefined, largerNumber: { counts: 'all' } });
	expect(signsOf({ ...other, has_more: false }).largerNumber).toBeUndefined();
	expect(signsOf({ total_users: 900 }).total).toMatchObject({ value: 900 });
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

test.each(said('last_page: 4 | lastPageNumber: 4 | max_page: 4'))('%j: the last page', (body) => {
	expect(signsOf(body).lastPage).toBe(4);
});

test('headers are read like fields', () => {
	const withHeaders = (headers: Record<string, string>, body = {}) => signsOf({ ...body, headers });
	const headers = { 'X-Total-Count': '250', 'X-Has-More': 'Yes', 'X-Total-Pages': '3' };
	const total = exactly(250);
	expect(withHeaders(headers)).toMatchObject({ total, hasMore: true, totalPages: 3 });
	expect(withHeaders({ 'Content-Range': 'items 0-9/250' }).total).toEqual(total);
	expect(withHeaders({ 'Content-Range': 'items 0-9/250' }, { total: 10 }).total).toEqual(total);
	expect(withHeaders({ 'Content-Range': 'items 0-9/*' }).total).toBeUndefined();
	expect(withHeaders({ 'X-Debug': '{"total":250}' }).total).toBeUndefined();
	expect(withHeaders({ 'Next-Range': 'id ]100..' }).hasMore).toBe(true);
});
