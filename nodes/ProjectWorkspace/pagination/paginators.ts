import { anyId } from '../records/fields';
import { fieldAt, isObject } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { followLink } from './links';
import type { NextValue } from './nextValues';
import type { Page } from './page';
import { wholeNumber } from './responseFields';

/** How the pages of a list are requested. It knows nothing but the pages that it is given. */
export interface Paginator {
	kind: 'link' | 'cursor' | 'page' | 'offset' | 'lastId';
	/** What suggests it: a link or a token, the reported position of the page, or only that the parameter is a usual one. */
	from: 'nextValue' | 'position' | 'guess';
	/** The query parameter that it sends; empty for a link. */
	parameter: string;
	/** The request for the page after this one; undefined if nothing leads on. */
	next: (page: Page) => ApiRequest | undefined;
	/** Whether this page says that it is the last one. */
	isEnd?: (page: Page) => boolean;
	/** For the hint. */
	description: string;
	/** Whether a page follows another one by the position that they report. */
	follows?: (page: Page, before: Page) => boolean;
}

export function linkPaginator(value: NextValue): Paginator {
	return {
		kind: 'link',
		from: 'nextValue',
		parameter: '',
		next(page) {
			const link = nextValueLike(value, page);
			if (!link) return undefined;

			// Confluence's links are relative to `_links.base`.
			const base = fieldAt(page.body, [...link.field.path.slice(0, -1), 'base'].join('.'));
			const url = followLink(link.value, page.url, typeof base === 'string' ? base : undefined);
			return url === undefined ? undefined : { ...page.request, url };
		},
		isEnd: (page) => nextValueLike(value, page) === undefined,
		description: `link in ${value.field.path.join('.')}`,
	};
}

export function cursorPaginator(value: NextValue, parameter: string): Paginator {
	return {
		kind: 'cursor',
		from: 'nextValue',
		parameter,
		next(page) {
			const token = nextValueLike(value, page);
			return token && withQuery(page, parametersOf(token, parameter));
		},
		isEnd(page) {
			const token = nextValueLike(value, page);
			if (token === undefined || token.value === '0') return true;

			// A token that does not say next may be on every page.
			return !token.isNamedNext && page.count === 0;
		},
		description: `cursor in ${value.field.path.join('.')}, sent as ${parameter}`,
	};
}

/** MediaWiki's token is an object of parameters, of which one has its name: all are sent. */
function parametersOf({ field, value }: NextValue, parameter: string): Record<string, string> {
	if (!isObject(field.value) || !(parameter in field.value)) return { [parameter]: value };

	const pairs = Object.entries(field.value).map(([name, text]) => [name, String(text)]);
	return Object.fromEntries(pairs);
}

/** The link or token on a page. On a later page it may be in another place. */
function nextValueLike({ kind, field }: NextValue, { info }: Page): NextValue | undefined {
	const same = info.nextValues.filter((each) => each.kind === kind);
	return (
		same.find((each) => each.field.plainPath === field.plainPath) ??
		same.find((each) => each.field.name === field.name)
	);
}

/**
 * @param first the number of the first page
 * @param reportedAt where a page reports its number
 */
export function pagePaginator(parameter: string, first: number, reportedAt?: string): Paginator {
	return {
		kind: 'page',
		from: reportedAt === undefined ? 'guess' : 'position',
		parameter,
		next(page) {
			const number = sentIn(page, parameter) ?? first;
			return withQuery(page, { [parameter]: String(number + 1) });
		},
		description: `page number, sent as ${parameter}`,
		// Some services report 1 for the page that is requested as 0. Then page 2 reports 3.
		follows: (page, before) => growth(page, before, reportedAt) <= 1,
	};
}

/**
 * @param first the offset of the first record
 * @param reportedAt where a page reports its offset
 */
export function offsetPaginator(parameter: string, first: number, reportedAt?: string): Paginator {
	return {
		kind: 'offset',
		from: reportedAt === undefined ? 'guess' : 'position',
		parameter,
		next(page) {
			const offset = sentIn(page, parameter);
			const end = (offset ?? first) + page.count;
			// A guess begins with the last known record, which shows that it counts records.
			const isFirstGuess = reportedAt === undefined && offset === undefined && page.count > 1;
			return withQuery(page, { [parameter]: String(isFirstGuess ? end - 1 : end) });
		},
		description: `offset, sent as ${parameter}`,
		follows: (page, before) => growth(page, before, reportedAt) <= before.count,
	};
}

export function lastIdPaginator(parameter: string): Paginator {
	return {
		kind: 'lastId',
		from: 'guess',
		parameter,
		next(page) {
			const last = page.records.at(-1);
			const id = last && anyId(last);
			return id === undefined ? undefined : withQuery(page, { [parameter]: String(id) });
		},
		description: `ID of the last record, sent as ${parameter}`,
	};
}

/** The same request with other parameters, and without a link. Half a character cannot be sent. */
function withQuery({ request }: Page, parameters: Record<string, string>): ApiRequest {
	const sent = Object.entries({ ...request.query, ...parameters });
	const texts = sent.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]);
	return { ...request, query: Object.fromEntries(texts), url: undefined };
}

const sentIn = ({ request }: Page, parameter: string): number | undefined =>
	wholeNumber(request.query[parameter]);

/** By how much the reported position has grown; 0 if it is not reported. */
function growth(page: Page, before: Page, reportedAt: string | undefined): number {
	const reportedOn = ({ info }: Page): number | undefined =>
		wholeNumber(info.fields.find(({ plainPath }) => plainPath === reportedAt)?.value);
	const to = reportedOn(page);
	const from = reportedOn(before);
	return to === undefined || from === undefined ? 0 : to - from;
}
