import { anyId } from '../records/fields';
import { fieldAt } from '../records/value';
import type { ApiRequest } from '../transport/types';
import type { NextValue } from './nextValues';
import type { Page } from './page';
import { OFFSETS, PAGE_NUMBERS, type Row } from './pageFields';
import { type ResponseField, wholeNumber } from './responseFields';
import type { SeenRecords } from './seenRecords';

/** How the pages of a list are requested. It knows nothing but the pages that it is given. */
export interface Paginator {
	/** The query parameter that it sends; empty for a link. */
	parameter: string;
	/** How the hint describes it. */
	description: string;
	/** Nothing on the first page suggests it. */
	isGuess?: boolean;
	/** The request for the page after this one; undefined if that is not known. */
	next: (page: Page) => ApiRequest | undefined;
	/**
	 * Whether a page has the link or the token of the next one. Missing where pages or records are counted: then only a page
	 * past the end shows that there are no more.
	 */
	leadsOn?: (page: Page) => boolean;
	/**
	 * The second page without the record that only confirms it; undefined if this is not the page after the first one. Asked
	 * where the records are new, and missing where that is enough.
	 */
	confirm?: (second: Page, first: Page, seen: SeenRecords) => Page | undefined;
	/** The same, one page earlier. A guess that leads to new records may have skipped this page. */
	earlier?: Paginator;
}

/** A link or a token on each page leads on. */
export function ledPaginator(value: NextValue, parameter: string): Paginator {
	const place = value.field.path.join('.');
	return {
		parameter,
		description: value.isLink ? `link in ${place}` : `cursor in ${place}, sent as ${parameter}`,
		next(page) {
			const lead = leadLike(value, page);
			if (!lead) return undefined;
			return lead.isLink ? linkedFrom(page, lead) : withParameter(page, parameter, lead.value);
		},
		leadsOn(page) {
			const lead = leadLike(value, page);
			if (!lead) return false;
			if (lead.isLink) return true;

			// A token that does not say next may be on every page.
			return lead.value !== '0' && (lead.isNamedNext || page.count > 0);
		},
	};
}

/** The same link or token on another page, where it may be in another place. */
function leadLike({ isLink, field }: NextValue, { nextValues }: Page): NextValue | undefined {
	const leads = nextValues.filter((each) => each.isLink === isLink);
	return (
		leads.find((each) => each.field.plainPath === field.plainPath) ??
		leads.find((each) => each.field.name === field.name)
	);
}

/**
 * The request to which a link leads; undefined if it is none. Any path is followed, because some services link to another
 * one (Salesforce). Whether the key may be sent there is decided where the request is sent.
 */
function linkedFrom(
	{ request, url, body }: Page,
	{ value, field }: NextValue,
): ApiRequest | undefined {
	if (!URL.canParse(value, url)) return undefined;
	let next = new URL(value, url);

	// Confluence's links are relative to `_links.base`, and those that lead to the list even without it are not.
	const base = fieldAt(body, [...field.path.slice(0, -1), 'base'].join('.'));
	const isToBase = value.startsWith('/') && next.pathname !== new URL(url).pathname;
	if (isToBase && typeof base === 'string' && URL.canParse(base)) {
		next = new URL(base.replace(/\/$/, '') + value);
	}

	next.hash = '';
	return { ...request, url: next.href };
}

/** What is counted: pages or records. */
export interface Counting {
	unit: string;
	/** The fields that report where a page is. */
	reportedIn: readonly Row[];
	/** The number of the first page, or of its first record, if it reports this one: the likeliest first. */
	firstNumbers: (reported: number) => number[];
	/** How much further the page after this one is. */
	step: (page: Page) => number;
}

export const BY_PAGE: Counting = {
	unit: 'page number',
	reportedIn: PAGE_NUMBERS,
	// A first page that reports more than 1 reports the next page.
	firstNumbers: (reported) => (reported > 1 ? [reported - 1] : [reported, 1 - reported]),
	step: () => 1,
};

export const BY_RECORD: Counting = {
	unit: 'offset',
	reportedIn: OFFSETS,
	// A first page that reports more than 1 reports its end.
	firstNumbers: (reported) => (reported === 1 ? [1, 0] : [0]),
	step: ({ count }) => count,
};

/**
 * @param from the number of the first page, or of its first record
 * @param reported what reports it
 */
export function countingPaginator(
	{ unit, step }: Counting,
	parameter: string,
	from: number,
	reported?: ResponseField,
): Paginator {
	return {
		parameter,
		description: `${unit}, sent as ${parameter}`,
		next: (page) => withParameter(page, parameter, (sentIn(page, parameter) ?? from) + step(page)),
		confirm(second, first) {
			// Some services report 1 for the page that is requested as 0. Then page 2 reports 3.
			const isSkipped =
				reported && positionOn(second, reported) - positionOn(first, reported) > step(first);
			return isSkipped ? undefined : second;
		},
	};
}

/** NaN if the page does not report it: then no comparison is true. */
const positionOn = ({ fields }: Page, reported: ResponseField) =>
	wholeNumber(fields.find(({ plainPath }) => plainPath === reported.plainPath)?.value) ?? NaN;

/** Page 2 is tried first: most services count from 1, and those that do not know the parameter are not asked twice. */
export function guessedPages(parameter: string): Paginator[] {
	const fromOne = { ...countingPaginator(BY_PAGE, parameter, 1), isGuess: true };
	const fromZero = { ...countingPaginator(BY_PAGE, parameter, 0), isGuess: true };
	return [{ ...fromOne, earlier: fromZero }, fromZero];
}

/** The second page is requested from the last known record on, which shows that the parameter counts records. */
export function guessedOffset(parameter: string): Paginator[] {
	const counted = countingPaginator(BY_RECORD, parameter, 0);
	return [
		{
			...counted,
			isGuess: true,
			next(page) {
				const isFirst = sentIn(page, parameter) === undefined && page.count > 1;
				return isFirst ? withParameter(page, parameter, page.count - 1) : counted.next(page);
			},
			confirm(second, first, seen) {
				if (first.count <= 1) return second;
				const isFromLast = seen.overlaps(second);
				return isFromLast ? { ...second, records: second.records.slice(1) } : undefined;
			},
		},
	];
}

export function guessedLastId(parameter: string): Paginator[] {
	return [
		{
			parameter,
			description: `ID of the last record, sent as ${parameter}`,
			isGuess: true,
			next(page) {
				const last = page.records.at(-1);
				const id = last && anyId(last);
				return id === undefined ? undefined : withParameter(page, parameter, id);
			},
		},
	];
}

const sentIn = ({ request }: Page, parameter: string): number | undefined =>
	wholeNumber(request.query[parameter]);

/** The same request with another parameter, and without a link. */
function withParameter({ request }: Page, parameter: string, value: string | number): ApiRequest {
	return { ...request, query: { ...request.query, [parameter]: String(value) }, url: undefined };
}
