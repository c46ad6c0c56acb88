import { ApiError, type UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import { type Evidence, isTotalReached } from './evidence';
import { type FailedPage, hasNext, type Page, saysMore } from './page';
import type { Paginator } from './paginators';
import type { Prefetch } from './prefetch';

/** Why reading a list ended. */
export type End =
	| Limited
	/** The page says that it is the last one. */
	| { is: 'lastPage' }
	/** A page past the end: it is empty, the first page again, or there is no such page. */
	| { is: 'pastEnd' }
	/** The service rejected the request for a page whose number was only counted. */
	| { is: 'rejected' }
	| NextNotFound
	| FailedPage
	/** The next page leads back. */
	| { is: 'loop' }
	/** There are too many pages. */
	| { is: 'endless' };

/** Limit was reached. */
export interface Limited {
	is: 'limited';
	/** Whether there are more records; undefined if that is not known. */
	hasMore: boolean | undefined;
}

/** No next page was found. */
interface NextNotFound {
	is: 'nextNotFound';
	/** Whether the page has a link or a token for it. */
	hasNext: boolean;
	/** The parameters that were tried. */
	tried: readonly string[];
}

/** Pages, requests and what is found on the way have no `is`. */
export const isEnd = <T extends object>(value: T | End): value is End => 'is' in value;

/** More than any real list has. */
const MAX_PAGES = 10_000;
/** Filtered lists can have empty pages with a token (Slack), but not endlessly. */
const MAX_IDLE_PAGES = 100;
/** If the tokens are numbers, empty pages are past the end. */
const MAX_IDLE_NUMBERED = 3;
/** A service that ignores page numbers beyond the last one, or makes up records. */
const MAX_EXTRA_PAGES = 100;

/** The request for the page after this one, or why there is none. */
export function requestAfter(
	page: Page,
	paginator: Paginator,
	evidence: Evidence,
	prefetch: Prefetch,
): ApiRequest | End {
	const { pages, extraPages } = evidence;
	if (pages >= MAX_PAGES || extraPages >= MAX_EXTRA_PAGES) return { is: 'endless' };
	if (page.says === 'end' || paginator.isEnd?.(page)) return { is: 'lastPage' };

	const next = paginator.next(page);
	const end = paginator.isLed
		? next && endWhereLed(page, next, evidence, prefetch)
		: endWhereCounted(page, evidence);
	return end ?? next ?? nextNotFound(page);
}

/** A link or a token leads on, but may lead nowhere. */
function endWhereLed(
	{ request }: Page,
	next: ApiRequest,
	evidence: Evidence,
	prefetch: Prefetch,
): End | undefined {
	const { lastPage, idlePages } = evidence;
	if (lastPage === 'new') return undefined;

	const isEmpty = lastPage === 'empty';
	if (prefetch.hasRequested(next)) {
		return { is: isEmpty || isTotalReached(evidence) ? 'pastEnd' : 'loop' };
	}

	const isNumbered = idlePages >= MAX_IDLE_NUMBERED && prefetch.isNumbered(request, next);
	if (isEmpty && isNumbered) return { is: 'pastEnd' };
	return idlePages < MAX_IDLE_PAGES ? undefined : { is: 'endless' };
}

/** Counted pages are requested until one is past the end, unless the service says which one is the last. */
function endWhereCounted({ pageCount }: Page, evidence: Evidence): End | undefined {
	const { lastPage, hasTotalGrown, idlePages, isFull, pages } = evidence;
	// Records that were added have moved those of the page before to this one.
	const isMoved = lastPage === 'known' && hasTotalGrown && idlePages < MAX_IDLE_PAGES;
	if (isMoved) return undefined;
	if (lastPage !== 'new') return { is: 'pastEnd' };

	// A total may be too low. One more page shows it, if this one is full.
	const isLast = isTotalReached(evidence) || pageCount === pages;
	return isLast && !isFull ? { is: 'lastPage' } : undefined;
}

/** It is not worth a request to look for a second page. */
export const endAfterFirst = (first: Page): End =>
	first.says === 'end' ? { is: 'lastPage' } : nextNotFound(first);

/** No parameter that was tried has returned a second page. */
export function endOfSearch(first: Page, { isFull }: Evidence, tried: readonly string[]): End {
	// A token that is not named next only counts if the page is full.
	const isToken = isFull && first.nextValues.some(({ value }) => value !== '0');
	return { is: 'nextNotFound', hasNext: isToken || hasNext(first), tried };
}

/**
 * The second page could not be read, and the next attempt may fail in the same way. If nothing says that there is such a
 * page, nothing is lost.
 */
export const endAtFailedTry = (first: Page, page: FailedPage, { isGuess }: Paginator): End =>
	isGuess && !hasNext(first) && !saysMore(first) ? nextNotFound(first) : page;

/** An empty page for a guess may be due to a filter of that name. */
export function endAtEmptySecond(
	first: Page,
	{ isLed }: Paginator,
	{ style }: ListSettings,
): End | undefined {
	const isSure = isLed || style !== undefined;
	return isSure && !saysMore(first) ? { is: 'pastEnd' } : undefined;
}

const nextNotFound = (page: Page): End => ({
	is: 'nextNotFound',
	hasNext: hasNext(page),
	tried: [],
});

/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
export const isRejected = (error: ApiError | UserError): error is ApiError =>
	error instanceof ApiError && [400, 404, 422].some((status) => status === error.details.status);

/** A later page could not be read. One that was only counted may be past the end. */
export function endAtFailure(page: FailedPage, { isLed }: Paginator): End {
	if (isLed || !isRejected(page.error)) return page;

	// Only a service that knows its pages says in JSON that there is no such page.
	const { status, isJson } = page.error.details;
	return { is: status === 404 && isJson ? 'pastEnd' : 'rejected' };
}

/** @param isCut whether the page has more records than Limit */
export function limitedAt(page: Page, evidence: Evidence, isCut: boolean): Limited {
	const { says, total = 0, recordsRead, isFull } = evidence;
	const hasMore = isCut || hasNext(page) || says === 'more' || total > recordsRead;
	const isAll = says === 'end' || (isTotalReached(evidence) && !isFull);
	return { is: 'limited', hasMore: hasMore || (isAll ? false : undefined) };
}
