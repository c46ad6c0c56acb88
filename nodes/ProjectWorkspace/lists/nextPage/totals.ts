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

/** Adding a name is adding it to one of these lists. Normalised; the surest first. */
const HAS_MORE = [
	'hasmore',
	'hasnextpage',
	'hasnext',
	'hasmoreitems',
	'hasmorepages',
	'hasmoreresults',
	'moreitemsincollection',
	'morerecords',
	'moreresults',
	'moreresult',
	'morepages',
	'nextpageresults',
	'istruncated',
	'truncated',
	'hasmoredata',
	'moreavailable',
	'moredata',
	'ismore',
	'more',
	'next',
	'header.xhasmore',
	'header.xhasnext',
	'header.xhasnextpage',
] as const;

const IS_LAST = [
	'islast',
	'islastpage',
	'lastpage',
	'last',
	'done',
	'finished',
	'exhausted',
	'endoflist',
	'eof',
	'reachedend',
	'isend',
	'lastbatch',
	'header.lastpage',
	'header.xlastpage',
	'header.islastpage',
] as const;

const TOTALS = [
	'total',
	'totalcount',
	'totalresults',
	'totalelements',
	'totalitems',
	'totalrecords',
	'totalsize',
	'totalrows',
	'totalhits',
	'totalentries',
	'totalobjects',
	'totaldocs',
	'counttotal',
	'objectcount',
	'recordstotal',
	'estimatedtotalhits',
	'estimatedtotal',
	'approximatetotal',
	'estimatedcount',
	'approximatecount',
	'filtercount',
	'itemcount',
	'nbhits',
	'numfound',
	'found',
	'odatacount',
	'odata.count',
	'total.value',
	'header.xtotalcount',
	'header.xtotal',
	'header.totalcount',
	'header.total',
	'header.xwptotal',
	'header.xpaginationtotalcount',
	'header.xpaginationtotal',
	'header.xpaginationcount',
	'header.xtotalresults',
	'header.xtotalrecords',
	'header.xtotalitems',
	'header.xrecords',
	'header.xcount',
	'count', // last: often only the number of records on this page
] as const;

const PAGE_TOTALS = [
	'totalpages',
	'totalpage',
	'lastpage',
	'pagecount',
	'nbpages',
	'numpages',
	'pagestotal',
	'totalpagecount',
	'pages',
	'header.xtotalpages',
	'header.xwptotalpages',
	'header.xpagecount',
	'header.xpages',
	'header.pages',
	'header.xpaginationpagecount',
] as const;

const PAGE_SIZES = [
	'perpage',
	'pagesize',
	'pagelen',
	'itemsperpage',
	'hitsperpage',
	'maxresults',
	'limit',
	'take',
	'page.size',
	'header.xperpage',
	'header.xpagesize',
] as const;

/** Their numbers are page numbers, tokens or counts, and no yes or no. */
const NUMBERED: readonly string[] = [
	'next',
	'last',
	'lastpage',
	'header.lastpage',
	'header.xlastpage',
	'done',
	'finished',
	'exhausted',
];

export function readTotals(fields: PaginationFields, records: number): Totals {
	const total = readTotal(fields, records);
	return {
		hasMore: readHasMore(fields),
		total: total?.value,
		totalIs: total?.is ?? 'exact',
		totalPages: numbersIn(fields, PAGE_TOTALS, 0)[0],
		pageSize: numbersIn(fields, PAGE_SIZES, 1)[0],
	};
}

/** Any field that says that there is more beats any other. */
function readHasMore(fields: PaginationFields): boolean | undefined {
	const said = [
		...HAS_MORE.flatMap((at) => fields.find(at).map((field) => yesOrNo(field, at))),
		...IS_LAST.flatMap((at) => fields.find(at).map((field) => opposite(yesOrNo(field, at)))),
	];
	return said.includes(true) ? true : said.includes(false) ? false : undefined;
}

function yesOrNo({ value }: PaginationField, at: string): boolean | undefined {
	if (typeof value === 'boolean') return value;
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim().toLowerCase();
	if (/^\d/.test(text) && NUMBERED.includes(at)) return undefined;
	if (/^(true|1|yes|y|on|t)$/.test(text)) return true;
	return /^(false|0|no|n|off|f)$/.test(text) ? false : undefined;
}

const opposite = (said: boolean | undefined) => (said === undefined ? undefined : !said);

function readTotal(
	fields: PaginationFields,
	records: number,
): { value: number; is: Totals['totalIs'] } | undefined {
	const found = TOTALS.flatMap((at) => fields.find(at)).flatMap((field) => {
		const value = numberIn(field.value);
		// A total below the number of records on this page counts something else.
		return value === undefined || value < records ? [] : [{ field, value }];
	});
	// One that counts this page yields to one that counts more.
	const chosen = found.find(({ value }) => value > records) ?? found[0];
	if (!chosen) {
		// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
		const range = String(fields.find('header.contentrange')[0]?.value ?? '');
		const value = wholeNumber(/\/(\d+)\s*$/.exec(range)?.[1]);
		return value === undefined ? undefined : { value, is: 'exact' };
	}
	return { value: chosen.value, is: kindOf(chosen.field, fields) };
}

/** `{"value": 10000, "relation": "gte"}` (Elasticsearch), `"10000+"`, `"~250"`, `total_is_estimated: true` … */
function kindOf(
	{ path, value, sibling }: PaginationField,
	fields: PaginationFields,
): Totals['totalIs'] {
	const relations = [sibling('relation'), ...fields.named(/relation$/).map((field) => field.value)];
	const isSet = (pattern: RegExp) =>
		fields.named(pattern).some((field) => yesOrNo(field, '') === true);
	if (relations.some((relation) => /^(gte?|>=?|atleast)$/i.test(String(relation)))) return 'capped';
	if (/^\s*>|\+\s*$/.test(String(value)) || isSet(/capped|atleast|lowerbound|limitreached/))
		return 'capped';
	const isEstimate = /estimat|approx/i.test(path.join('.')) || isSet(/estimat|approx|inexact/);
	return isEstimate || /^\s*[~≈]/.test(String(value)) || isUnset(fields, /exact|accurate/)
		? 'estimated'
		: 'exact';
}

const isUnset = (fields: PaginationFields, pattern: RegExp) =>
	fields.named(pattern).some((field) => yesOrNo(field, '') === false);

function numberIn(value: unknown): number | undefined {
	const text =
		typeof value === 'string'
			? /^\s*(?:>=?|~|≈)?\s*([\d,]+)\s*\+?\s*$/.exec(value)?.[1]
			: undefined;
	return wholeNumber(text === undefined ? value : text.replaceAll(',', ''));
}

function numbersIn(fields: PaginationFields, names: readonly string[], least: number): number[] {
	return names
		.flatMap((at) => fields.find(at))
		.map(({ value }) => wholeNumber(value) ?? -1)
		.filter((number) => number >= least);
}
