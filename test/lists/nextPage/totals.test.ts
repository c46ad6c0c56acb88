import { readPaginationFields } from '../../../nodes/ProjectWorkspace/lists/page/fields';
import { readTotals } from '../../../nodes/ProjectWorkspace/lists/page/signs';

const totalsOf = (body: object, headers: Record<string, string> = {}, records = 10) => {
	const request = { query: {}, url: 'https://api.example.com/v1/users' };
	return readTotals(readPaginationFields({ body, headers, request }, ['users'], false), records);
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
])('%j: more is %p', (body, hasMore) => {
	expect(totalsOf(body).hasMore).toBe(hasMore);
});

test.each<[object, number | undefined, string]>([
	[{ total: 250 }, 250, 'exact'],
	[{ total: '250' }, 250, 'exact'],
	[{ total: 10, total_count: 250 }, 250, 'exact'],
	[{ total: 9 }, undefined, 'exact'],
	[{ total: { value: 1000, relation: 'gte' } }, 1000, 'capped'],
	[{ total: { value: 250, relation: 'eq' } }, 250, 'exact'],
	[{ total: '1,000+' }, 1000, 'capped'],
	[{ total: 1000, total_capped: true }, 1000, 'capped'],
	[{ total: '~250' }, 250, 'estimated'],
	[{ estimatedTotalHits: 250 }, 250, 'estimated'],
	[{ total: 250, total_is_estimated: 'yes' }, 250, 'estimated'],
])('%j: the total is %p, %s', (body, total, totalIs) => {
	expect(totalsOf(body)).toMatchObject({ totalIs, ...(total === undefined ? {} : { total }) });
	expect(totalsOf(body).total).toBe(total);
});

test.each([
	[{ total_pages: 0 }, 0],
	[{ total_pages: 3 }, 3],
	[{ total_pages: null }, undefined],
	[{ shown: 'Page 1 of 4' }, 4],
])('%j: the number of pages is %p', (body, pages) => {
	expect(totalsOf(body).totalPages).toBe(pages);
});

test('headers say the same as fields', () => {
	expect(
		totalsOf({}, { 'X-Total-Count': '250', 'X-Has-More': 'Yes', 'X-Total-Pages': '3' }),
	).toMatchObject({
		total: 250,
		hasMore: true,
		totalPages: 3,
	});
	expect(totalsOf({}, { 'Content-Range': 'items 0-9/250' }).total).toBe(250);
	expect(totalsOf({}, { 'Content-Range': 'items 0-9/*' }).total).toBeUndefined();
});
