import { anyId } from '../records/fields';
import { fieldAt } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { inStyleOf, type NextValue } from './nextValues';
import type { Page } from './page';
import { OFFSETS, PAGE_NUMBERS, type Row } from './pageFields';
import { haveFields, isNamed, type ResponseField, wholeNumber } from './responseFields';
import type { SeenRecords } from './seenRecords';

/** How the pages of a list are requested. It knows nothing but the pages that it is given. */
export interface Paginator {
	/** The query parameter that it sends; empty for a link. */
	parameter: string;
	/** How the hint describes it. */
	description: string;
	/** Whether the pages say what leads on. Otherwise they are counted, and only a page past the end shows that it is one. */
	isLed: boolean;
	/** Whether nothing on the page suggests it. */
	isGuess: boolean;
	/** The request for the page after this one; undefined if nothing leads on. */
	next: (page: Page) => ApiRequest | undefined;
	/** Whether this page says that it is the last one. */
	isEnd?: (page: Page) => boolean;
	/**
	 * Whether a page with records is the one after the first: then it, without what only confirms it. `ignored`: the service
	 * does not know the parameter.
	 */
	accepts: (page: Page, first: Page, seen: SeenRecords) => Page | 'ignored' | 'unclear';
	/** The same, counted from elsewhere: tried if this one is unclear, and also if it is a guess that was accepted. */
	instead?: Paginator;
}

/** An option of 'Pagination': how the page after the first one may be requested. */
export interface Pagination {
	/**
	 * What the first page suggests, the likeliest first.
	 * @param parameter 'Page Parameter', if it is set
	 */
	suggestedBy: (page: Page, parameter: string | undefined) => Paginator[];
	/** A parameter is tried, although nothing suggests it. */
	guess?: (parameter: string) => Paginator;
}

/** All ways to get the next page, the likeliest first. */
export const PAGINATIONS = {
	link: {
		suggestedBy: ({ nextValues }) => nextValues.filter(({ isLink }) => isLink).map(linkPaginator),
	},
	cursor: {
		suggestedBy({ nextValues }, parameter) {
			const tokens = nextValues.filter(({ isLink }) => !isLink);
			return tokens.flatMap((token) =>
				(parameter === undefined ? token.parameters : [parameter]).map((each) =>
					cursorPaginator(token, each),
				),
			);
		},
	},
	page: {
		suggestedBy: ({ fields }, parameter) =>
			byPosition(fields, PAGE_NUMBERS, pagePaginator, parameter),
		guess: pagePaginator,
	},
	offset: {
		suggestedBy: ({ fields }, parameter) => byPosition(fields, OFFSETS, offsetPaginator, parameter),
		guess: offsetPaginator,
	},
	lastId: { suggestedBy: () => [], guess: lastIdPaginator },
} satisfies Record<string, Pagination>;

export type PaginationName = keyof typeof PAGINATIONS;

function linkPaginator(value: NextValue): Paginator {
	return {
		parameter: '',
		description: `link in ${value.field.path.join('.')}`,
		isLed: true,
		isGuess: false,
		next(page) {
			const link = nextValueLike(value, page);
			if (!link) return undefined;

			// Confluence's links are relative to `_links.base`.
			const base = fieldAt(page.body, [...link.field.path.slice(0, -1), 'base'].join('.'));
			const url = followLink(link.value, page.url, typeof base === 'string' ? base : undefined);
			return url === undefined ? undefined : { ...page.request, url };
		},
		isEnd: (page) => nextValueLike(value, page) === undefined,
		accepts: acceptsNew,
	};
}

/**
 * A link from a page as an absolute URL, or undefined if it is none. Any path is followed, because some services link to
 * another one (Salesforce). Whether the key may be sent there is decided where the request is sent.
 * @param base what the service puts in front of relative links (Confluence's `_links.base`)
 */
function followLink(link: string, pageUrl: string, base?: string): string | undefined {
	const isRelative = base !== undefined && link.startsWith('/');
	const isBased = isRelative && !isSamePath(link, new URL(pageUrl));
	const address = isBased ? base.replace(/\/$/, '') + link : link;
	if (!URL.canParse(address, pageUrl)) return undefined;

	const url = new URL(address, pageUrl);
	url.hash = '';
	return url.href;
}

/** Whether a relative link leads to the list even without what the service puts in front of it. */
const isSamePath = (link: string, { origin, pathname }: URL): boolean =>
	URL.canParse(link, origin) && new URL(link, origin).pathname === pathname;

function cursorPaginator(value: NextValue, parameter: string): Paginator {
	return {
		parameter,
		description: `cursor in ${value.field.path.join('.')}, sent as ${parameter}`,
		isLed: true,
		isGuess: false,
		next(page) {
			const token = nextValueLike(value, page);
			return token && withParameter(page, parameter, token.value);
		},
		isEnd(page) {
			const token = nextValueLike(value, page);
			if (token === undefined || token.value === '0') return true;

			// A token that does not say next may be on every page.
			return !token.isNamedNext && page.count === 0;
		},
		accepts: acceptsNew,
	};
}

/** The link or token on a page. On a later page it may be in another place. */
function nextValueLike({ isLink, field }: NextValue, { nextValues }: Page): NextValue | undefined {
	const same = nextValues.filter((each) => each.isLink === isLink);
	return (
		same.find((each) => each.field.plainPath === field.plainPath) ??
		same.find((each) => each.field.name === field.name)
	);
}

const acceptsNew: Paginator['accepts'] = (page, _, seen) =>
	seen.compare(page) === 'new' ? page : 'ignored';

/** @param reported what says which page the first one is */
function pagePaginator(parameter: string, reported?: ResponseField): Paginator {
	const number = wholeNumber(reported?.value) ?? 1;
	const [first, other] = likelyFirsts(number, Math.abs(number - 1));

	const from = (numberOfFirst: number): Paginator => ({
		parameter,
		description: `page number, sent as ${parameter}`,
		isLed: false,
		isGuess: reported === undefined,
		next(page) {
			const sent = sentIn(page, parameter) ?? numberOfFirst;
			return withParameter(page, parameter, sent + 1);
		},
		accepts(page, firstPage, seen) {
			if (seen.compare(page) !== 'new') {
				// If page 1 is the first page, page 2 may still be the next one.
				return sentIn(page, parameter) === 1 ? 'unclear' : 'ignored';
			}
			// Some services report 1 for the page that is requested as 0. Then page 2 reports 3.
			return growth(page, firstPage, reported) <= 1 ? page : 'unclear';
		},
	});
	return { ...from(first), instead: from(other) };
}

/** @param reported what says where the first page begins */
function offsetPaginator(parameter: string, reported?: ResponseField): Paginator {
	const isGuess = reported === undefined;
	const [first, other] = likelyFirsts(wholeNumber(reported?.value) ?? 0, 0);

	const from = (offsetOfFirst: number): Paginator => ({
		parameter,
		description: `offset, sent as ${parameter}`,
		isLed: false,
		isGuess,
		next(page) {
			const offset = sentIn(page, parameter);
			const end = (offset ?? offsetOfFirst) + page.count;
			// A guess begins with the last known record, which shows that it counts records.
			const isFirstGuess = isGuess && offset === undefined && page.count > 1;
			return withParameter(page, parameter, isFirstGuess ? end - 1 : end);
		},
		accepts(page, firstPage, seen) {
			if (seen.compare(page) !== 'new') return 'ignored';
			if (isGuess && firstPage.count > 1) {
				return seen.overlaps(page) ? { ...page, records: page.records.slice(1) } : 'unclear';
			}
			return growth(page, firstPage, reported) <= firstPage.count ? page : 'unclear';
		},
	});
	return { ...from(first), instead: from(other) };
}

function lastIdPaginator(parameter: string): Paginator {
	return {
		parameter,
		description: `ID of the last record, sent as ${parameter}`,
		isLed: false,
		isGuess: true,
		next(page) {
			const last = page.records.at(-1);
			const id = last && anyId(last);
			return id === undefined ? undefined : withParameter(page, parameter, id);
		},
		accepts: acceptsNew,
	};
}

/** Fields that say which page this is lead to the paginators of these rows. */
function byPosition(
	fields: readonly ResponseField[],
	rows: readonly Row[],
	paginator: (parameter: string, reported: ResponseField) => Paginator,
	setParameter: string | undefined,
): Paginator[] {
	return rows.flatMap((row) => {
		const field = fields.find((each) => isNamed(each, row.field) && isPosition(each));
		if (!field || !haveFields(fields, row.beside)) return [];

		const parameters = setParameter === undefined ? inStyleOf(field, row.sentAs) : [setParameter];
		return parameters.map((parameter) => paginator(parameter, field));
	});
}

const isPosition = ({ value }: ResponseField): boolean => (wholeNumber(value) ?? -1) >= 0;

/** A position above 1 is more likely that of the next page, or the end of this one. */
const likelyFirsts = (reported: number, counted: number): [number, number] =>
	reported > 1 ? [counted, reported] : [reported, counted];

/** How much the reported position has grown; 0 if it is not reported. */
function growth(page: Page, before: Page, reported: ResponseField | undefined): number {
	const reportedOn = ({ fields }: Page): number | undefined =>
		wholeNumber(fields.find(({ plainPath }) => plainPath === reported?.plainPath)?.value);
	const to = reportedOn(page);
	const from = reportedOn(before);
	return to === undefined || from === undefined ? 0 : to - from;
}

const sentIn = ({ request }: Page, parameter: string): number | undefined =>
	wholeNumber(request.query[parameter]);

/** The same request with another parameter, and without a link. Half a character cannot be sent. */
function withParameter({ request }: Page, parameter: string, value: string | number): ApiRequest {
	const query = { ...request.query, [parameter.toWellFormed()]: String(value).toWellFormed() };
	return { ...request, query, url: undefined };
}
