import { names } from '../../records/envelopeFields';
import { wholeNumber } from '../../records/json';
import type { PaginationField, PaginationFields } from './paginationFields';

/** What a page says about the whole list, apart from where the next page is. */
export interface Totals {
	/** Does it say that there is more? Undefined: it does not say. */
	hasMore?: boolean;
	total?: number;
	/** Only an exact total can be reached: a capped one is a lower bound, an estimated one is neither. */
	totalIs: 'exact' | 'capped' | 'estimated';
	totalPages?: number;
	pageSize?: number;
}

/** The names, in plain letters, the surest first. A new one is a word in one of these lists. */
const NAMES = {
	hasMore:
		names(`hasmore hasnextpage hasnext hasmoreitems hasmorepages hasmoreresults hasmoredata moreitemsincollection
		morerecords moreresults moreresult morepages moreavailable moredata ismore nextpageresults istruncated truncated
		more next ispartial`),
	isLast: names(
		'islast islastpage lastpage last done finished exhausted endoflist eof reachedend isend complete iscomplete isfinal final header.lastpage',
	),
	total:
		names(`total totalcount totalresults totalelements totalitems totalrecords totalsize totalrows totalhits
		totalentries totalobjects totaldocs counttotal objectcount recordstotal estimatedtotalhits estimatedtotal
		approximatetotal estimatedcount approximatecount filtercount itemcount nbhits numfound found odatacount
		odata.count total.value header.totalcount header.total header.xwptotal header.xpaginationtotalcount
		header.xpaginationtotal header.xpaginationcount header.xrecords header.xcount
		header.xresultcount header.paginationcount count`),
	totalPages:
		names(`totalpages totalpage lastpage pagecount nbpages numpages pagestotal totalpagecount pages header.pages
		header.xwptotalpages header.xpaginationpagecount page.last pagination.last paging.last`),
	pageSize: names(
		'perpage pagesize pagelen itemsperpage hitsperpage maxresults limit take page.size',
	),
};

/** Their numbers are page numbers, tokens or counts, and no yes or no. */
const NUMBERED = /^(header\.)?(next|last|lastpage|done|finished|exhausted|complete|final)$/;

const fieldsCalled = (paths: readonly string[], fields: PaginationFields) =>
	paths.flatMap((at) => fields.find(at).map((field) => ({ ...field, at })));

/** Where a page says its size. */
export const pageSizeField = (fields: PaginationFields): PaginationField | undefined =>
	fieldsCalled(NAMES.pageSize, fields).find(({ value }) => (wholeNumber(value) ?? 0) > 0);

export function readTotals(fields: PaginationFields, records: number): Totals {
	const all = (paths: readonly string[]) => fieldsCalled(paths, fields);
	const number = (paths: readonly string[], least: number) =>
		all(paths)
			.map(({ value }) => wholeNumber(value) ?? -1)
			.find((value) => value >= least);
	// Any field that says that there is more beats any other.
	const said = [
		...all(NAMES.hasMore).map(({ value, at }) =>
			// How many more there are.
			(wholeNumber(value) ?? 0) > 1 && !NUMBERED.test(at) ? 'yes' : yesOrNo(value, at),
		),
		...all(NAMES.isLast).map(
			({ value, at }) => (({ yes: 'no', no: 'yes', '': '' }) as const)[yesOrNo(value, at)],
		),
	];
	// A total below the number of records on this page counts something else; one that is equal may count the page.
	const totals = all(NAMES.total).filter(({ value }) => (totalIn(value) ?? -1) >= records);
	const total = totals.find(({ value }) => totalIn(value) !== records) ?? totals[0];
	// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
	const range = /\/(\d+)\s*$/.exec(
		String(
			[...fields.find('header.contentrange'), ...fields.find('header.xcontentrange')][0]?.value ??
				'',
		),
	)?.[1];
	return {
		hasMore: said.includes('yes') ? true : said.includes('no') ? false : undefined,
		total: total ? totalIn(total.value) : wholeNumber(range),
		totalIs: total ? kindOf(total, fields) : 'exact',
		totalPages: number(NAMES.totalPages, 0) ?? pagesSaid(fields),
		pageSize: number(NAMES.pageSize, 1),
	};
}

/** Of an object nothing: it may hold a `toString` of the service. */
const textOf = (value: unknown) => (typeof value === 'object' ? '' : String(value));

/** "Page 1 of 3", whatever the field is called. */
const pagesSaid = (fields: PaginationFields) =>
	fields
		.named(/./)
		.map(({ value }) => wholeNumber(/^page \d+ (?:of|\/) (\d+)$/i.exec(textOf(value))?.[1]))
		.find((pages) => pages !== undefined);

function yesOrNo(value: unknown, at = ''): 'yes' | 'no' | '' {
	if (typeof value === 'object' || value === undefined) return '';
	const text = textOf(value).trim();
	if (/^\d/.test(text) && NUMBERED.test(at)) return '';
	if (/^(true|1|yes|y|on|t)$/i.test(text)) return 'yes';
	return /^(false|0|no|n|off|f)$/i.test(text) ? 'no' : '';
}

/** `{"value": 10000, "relation": "gte"}` (Elasticsearch), `"10000+"`, `"~250"`, `total_is_estimated: true` … */
function kindOf(
	{ path, value, sibling }: PaginationField,
	fields: PaginationFields,
): Totals['totalIs'] {
	const says = (pattern: RegExp, word: 'yes' | 'no') =>
		fields.named(pattern).some((field) => yesOrNo(field.value) === word);
	const relations = [sibling('relation'), ...fields.named(/relation$/).map((field) => field.value)];
	if (relations.some((relation) => /^(gte?|>=?|atleast)$/i.test(textOf(relation)))) return 'capped';
	if (/^\s*>|\+\s*$/.test(textOf(value)) || says(/capped|atleast|lowerbound|limitreached/, 'yes'))
		return 'capped';
	const isEstimate =
		/^\s*[~≈]/.test(textOf(value)) ||
		/estimat|approx/i.test(path.join('.')) ||
		says(/estimat|approx|inexact/, 'yes') ||
		says(/exact|accurate/, 'no');
	return isEstimate ? 'estimated' : 'exact';
}

function totalIn(value: unknown): number | undefined {
	const text =
		typeof value === 'string' && /^\s*(?:>=?|~|≈)?\s*([\d,]+)\s*\+?\s*$/.exec(value)?.[1];
	return wholeNumber(text ? text.replaceAll(',', '') : value);
}
