import { readFields } from '../../nodes/ProjectWorkspace/old/lists/page/fields';
import { readSigns } from '../../nodes/ProjectWorkspace/old/lists/page/signs';
import { plainName } from '../../nodes/ProjectWorkspace/old/records/fieldNames';
import {
	isEnvelopeField,
	isSideField,
	saysByName,
} from '../../nodes/ProjectWorkspace/old/records/responseFields';

/** What a page says with this value in a field, or in a header if the name starts with `header.`. */
function signsOf(name: string, value: unknown) {
	const [field = '', object = 'meta'] = name.split('.').reverse();
	const body = object === 'header' ? {} : { [object]: { [field]: value } };
	const headers = object === 'header' ? { [field]: String(value) } : {};
	const page = { body, headers, query: {}, url: 'https://x.org' };
	return readSigns(readFields(page, ['tasks']), page, { length: 2, read: 0, resource: 'task' });
}

test.each<[string, (name: string) => boolean, string]>([
	[
		'says that there is more',
		(name) => signsOf(name, true).hasMore === true && signsOf(name, false).hasMore === false,
		`has_more hasNextPage has_next has_more_items has_more_pages has_more_results has_more_data more moreRecords
		more_items_in_collection more_results more_result more_pages more_available more_data is_more next_page_results
		IsTruncated truncated next`,
	],
	[
		'says that the list is a part, or nothing',
		(name) => signsOf(name, true).hasMore === true && signsOf(name, false).hasMore === undefined,
		'is_partial partial limit_reached exceededTransferLimit overflow',
	],
	[
		'says that the list is not ready, or nothing',
		(name) => !!signsOf(name, true).unsure && !signsOf(name, false).unsure,
		'loading is_loading pending is_pending processing is_processing in_progress indexing rebuilding',
	],
	[
		'says that there is no more',
		(name) => signsOf(name, true).hasMore === false && signsOf(name, false).hasMore === true,
		`is_last isLastPage last_page last done finished exhausted end_of_list eof reached_end is_end complete is_complete
		is_final final header.X-Last-Page`,
	],
	[
		'is a total',
		(name) => saysByName('total', plainName(name)),
		`total total_count totalElements totalTasks recordsTotal @odata.count numFound nbHits x-total X-WP-Total total_hits
		total_number total_results totalItems totalSize total_rows total_entries totalObjects total_docs total_documents
		overall_total pagination_total estimated_total approx_total approximateTotal count_total`,
	],
	[
		'is a number of pages',
		(name) => signsOf(name, 3).totalPages === 3,
		`total_pages total_page pageCount nb_pages numPages pages_total total_page_count pages header.X-Pages`,
	],
	[
		'is the last page',
		(name) => signsOf(name, 3).lastPage === 3,
		'last_page page.last pagination.last paging.last',
	],
	[
		'is a page size',
		(name) => signsOf(name, 3).pageSize === 3,
		'per_page pageSize pagelen items_per_page results_per_page hits_per_page max_results limit take page.size',
	],
	[
		'has the records',
		(name) => saysByName('data', name),
		`data result record item response payload body resource entity object d items results records value edges nodes hits
		entries values list rows docs documents collection content contents elements objects resources entities children
		entry member`,
	],
	[
		'is next to the records',
		isSideField,
		`errors error warnings warning messages notices notice notifications alerts announcements deprecations hints tips
		included includes linked _links link rels related suggestions suggestion suggest recommendations ads banners actions
		meta metadata pagination paging pageInfo pageable aggregations aggregates aggs facets filters filter sort sorts
		sort_by order_by expand columns schema schemas legend breadcrumbs permissions scopes stats statistics summary debug
		trace logs extensions head header headers responseHeader skipped omitted failed failures invalid rejected deleted
		removed`,
	],
	[
		'reports the outcome',
		(name) => isEnvelopeField(name, 'OK') && !isEnvelopeField(name, 'late'),
		`success ok successful succeeded is_success isSuccessful is_ok status stat state http_status code error_code errcode
		errno error_number fault_code ret retcode return_code rc result_code statusCode response_code resp_code biz_code`,
	],
	[
		'is only filled if there is an error',
		(name) => saysByName('error', plainName(name)),
		`error errors err fault faults faultstring exception exceptions failure failures error_message errorMessages errmsg
		error_msg error_description odata.error userErrors validation_errors field_errors`,
	],
])('a field that %s', (_, is, names) => {
	expect(names.split(/\s+/).filter((name) => !is(name))).toEqual([]);
});

test('0, 2xx and words such as OK state success, and nothing else does', () => {
	const values = [
		0,
		'0000',
		200,
		204,
		'299',
		20000,
		true,
		'Yes',
		'OK',
		'okay',
		' success ',
		'Succeeded',
	];
	const others = [1, 100, 300, 20001, 404, false, 'no', 'ok then', '', [], ['OK']];
	const isSuccess = (value: unknown) => isEnvelopeField('code', value);
	expect([...values, ...others].filter(isSuccess)).toEqual(values);
});
