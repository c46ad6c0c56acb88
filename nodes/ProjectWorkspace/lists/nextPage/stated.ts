import { wholeNumber } from '../../records/json';
import type { Sign, Signs } from './signs';

/** What an answer says about the whole list, apart from where the next page is. */
export interface Stated {
	/** Does it say that there is more? Undefined: it does not say. */
	more?: boolean;
	total?: number;
	/** The total is named `count`, which often is only the number of records on this page. */
	totalIsCount?: boolean;
	totalPages?: number;
	pageSize?: number;
}

/** Adding a name is adding it to one of these lists. Normalised; the surest first. */
const SAYS_MORE = [
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
	'more',
	'next',
	'header.xhasmore',
	'header.xhasnext',
	'header.xhasnextpage',
] as const;

const SAYS_LAST = [
	'islast',
	'islastpage',
	'lastpage',
	'last',
	'done',
	'finished',
	'exhausted',
	'endoflist',
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

export function readStated(signs: Signs, records: number): Stated {
	const total = readTotal(signs, records);
	const count = total === undefined ? firstNumber(signs, ['count'], records) : undefined;
	return {
		more: readMore(signs),
		total: total ?? count,
		totalIsCount: count !== undefined,
		totalPages: firstNumber(signs, PAGE_TOTALS, 0),
		pageSize: firstNumber(signs, PAGE_SIZES, 1),
	};
}

function readMore(signs: Signs): boolean | undefined {
	for (const at of SAYS_MORE) {
		for (const sign of signs.find(at)) {
			const said = yesOrNo(sign);
			if (said !== undefined) return said;
		}
	}
	for (const at of SAYS_LAST) {
		for (const sign of signs.find(at)) {
			const said = yesOrNo(sign);
			if (said !== undefined) return !said;
		}
	}
	return undefined;
}

function yesOrNo({ value }: Sign): boolean | undefined {
	if (value === true || value === 'true') return true;
	return value === false || value === 'false' ? false : undefined;
}

function readTotal(signs: Signs, records: number): number | undefined {
	const stated = firstNumber(signs, TOTALS, Math.max(records, 0));
	if (stated !== undefined) return stated;
	// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
	for (const { value } of signs.find('header.contentrange')) {
		const total = /\/(\d+)\s*$/.exec(String(value))?.[1];
		if (total !== undefined) return wholeNumber(total);
	}
	return undefined;
}

/** A total below what this very page holds counts something else, and so does a negative one. */
function firstNumber(signs: Signs, names: readonly string[], least: number): number | undefined {
	for (const at of names) {
		for (const { value } of signs.find(at)) {
			const number = wholeNumber(value);
			if (number !== undefined && number >= least) return number;
		}
	}
	return undefined;
}
