import { readPageInfo, type Page } from '../../nodes/ProjectWorkspace/pagination/page';
import { PAGINATIONS } from '../../nodes/ProjectWorkspace/pagination/paginators';

function infoOf(fields: object) {
	const records = [{ id: 1 }];
	const response = { status: 200, headers: {}, body: { tasks: records, ...fields } };
	const list = { records, path: ['tasks'], isNoList: false };
	const settings = { ignoreTotal: false };
	return readPageInfo(response, list, 'task', settings);
}

test.each([
	...['has_more', 'hasNextPage', 'has_next', 'has_more_page'],
	...['has_more_rows', 'more_items_in_collection', 'more_records', 'IsTruncated', 'more'],
	...['incomplete_results'],
])('%s says that there is more', (name) => {
	expect(infoOf({ [name]: true }).says).toBe('more');
});

test.each(['isLast', 'isLastPage', 'last', 'last_page', 'done'])(
	'%s says whether this was all',
	(name) => {
		expect([true, false].map((value) => infoOf({ [name]: value }).says)).toEqual(['end', 'more']);
	},
);

test.each([null, '', false, -1, '-1', 'null', [], {}])(
	'a cursor that is %j ends the list',
	(none) => {
		expect(infoOf({ next_cursor: none })).toMatchObject({ says: 'end', nextValues: [] });
	},
);

test.each([...['totalPages', 'pageCount', 'pages', 'last_page', 'wp_total_pages']])(
	'%s is the number of pages',
	(name) => {
		expect(infoOf({ [name]: 7 }).pageCount).toBe(7);
	},
);

test.each([...['per_page', 'pageSize', 'limit', 'pagelen', 'itemsPerPage'], ...['maxResults']])(
	'%s is the number of records on a page',
	(name) => {
		expect(infoOf({ [name]: 7 }).size).toBe(7);
	},
);

test.each(['total', 'total_count', '@odata.count', 'totalTasks'])('%s is a total', (name) => {
	expect(infoOf({ [name]: 7 }).total).toBe(7);
});

test.each<[object, string]>([
	[{ next_cursor: 't', object: 'list' }, 'start_cursor'],
	[{ next_page_token: 't', total_records: 1 }, 'next_page_token'],
	[{ nextPageToken: 't', isLast: false }, 'nextPageToken'],
	[{ next_page_token: 't' }, 'page_token'],
	[{ nextPageStart: 7 }, 'start'],
	[{ meta: { next_token: 't', result_count: 1 } }, 'pagination_token'],
	[{ pagination: { next: 7, count: 1 } }, 'until'],
	[{ next: 7 }, 'page'],
	[{ next: { per_page: 50, starting_after: 't' } }, 'starting_after'],
	[{ endCursor: 't' }, 'after'],
	[{ meta: { after_cursor: 't' } }, 'page[after]'],
	[{ cursor: 't' }, 'cursor'],
	[{ after: 't' }, 'after'],
	[{ pagination: { continuation: 't' } }, 'continuation'],
	[{ metadata: { continue: 't' } }, 'continue'],
	[{ PaginationToken: 't' }, 'PaginationToken'],
	[{ offset: 't' }, 'offset'],
	[{ page_token: 't' }, 'page_token'],
	[{ 'ms-continuationtoken': 't' }, 'continuationToken'],
])('the token in %j is sent as %s', (fields, parameter) => {
	expect(infoOf(fields).nextValues[0]?.parameters[0]).toBe(parameter);
});

test.each([
	...['next_page', 'nextCursor', 'next_token', 'nextLink', 'next_url', 'next_page_uri'],
	...['nextRecordsUrl', 'next_offset', 'nextPageStart', 'next_marker', 'nextByOffset'],
])('%s leads on', (name) => {
	expect(infoOf({ [name]: 't' }).nextValues).toMatchObject([{ value: 't', isNamedNext: true }]);
});

test.each<['page' | 'offset', object, string]>([
	['page', { pagination: { page: 1, pageCount: 3 } }, 'pagination[page]'],
	['page', { current_page: 1 }, 'page'],
	['page', { pageNumber: 1 }, 'pageNumber'],
	['page', { page: 1 }, 'page'],
	['page', { pageIndex: 1 }, 'pageIndex'],
	['page', { pageNum: 1 }, 'pageNum'],
	['page', { pageOffset: 1 }, 'page'],
	['page', { number: 0, totalPages: 3 }, 'page'],
	['page', { current: 1, pages: 3 }, 'current'],
	['offset', { startAt: 0 }, 'startAt'],
	['offset', { startIndex: 1 }, 'startIndex'],
	['offset', { skip: 0 }, 'skip'],
	['offset', { pg: { offset: 0 } }, 'pg[offset]'],
	['offset', { offset: 0 }, 'offset'],
	['offset', { start: 0 }, 'start'],
])('the %s in %j is sent as %s', (name, fields, parameter) => {
	const page = { info: infoOf(fields) } as Page; // nothing else is read
	expect(PAGINATIONS[name].suggestedBy(page, undefined)[0]?.parameter).toBe(parameter);
});

test.each([
	...['links', 'next', 'info', 'list_info', 'result_info', 'additional_data', 'view', 'pg'],
	...['paging', 'responseMetadata', 'cursors'],
])('the object %s is about pages', (name) => {
	expect(infoOf({ [name]: { total: 7 } }).total).toBe(7);
});
