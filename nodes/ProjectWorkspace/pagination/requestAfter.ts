import type { ApiRequest } from '../transport/types';
import { End } from './end';
import { type Evidence, isTotalReached } from './evidence';
import { hasNext, type Page } from './page';
import type { Paginator } from './paginators';
import type { Prefetch } from './prefetch';

/** More than any real list has. */
const MAX_PAGES = 10_000;
/** Filtered lists can have empty pages with a token (Slack), but not endlessly. */
const MAX_IDLE_PAGES = 100;
/** A service that ignores page numbers beyond the last one, or makes up records. */
const MAX_EXTRA_PAGES = 100;

/** The request for the page after this one, or why there is none. */
export function requestAfter(
	page: Page,
	paginator: Paginator,
	evidence: Evidence,
	prefetch: Prefetch,
): ApiRequest | End {
	const isEndless = evidence.pages >= MAX_PAGES || evidence.extraPages >= MAX_EXTRA_PAGES;
	if (isEndless) return new End('endless');
	if (page.flag === 'end') return new End('lastPage');

	const next = paginator.next(page);
	const notFound = new End('notFound', { hasNext: hasNext(page) });
	if (!paginator.leadsOn) return endWhereCounted(page, evidence) ?? next ?? notFound;
	if (!paginator.leadsOn(page)) return new End('lastPage');
	if (!next) return notFound;
	return endWhereLed(next, evidence, prefetch) ?? next;
}

/** Counted pages are requested until one is past the end, unless the service says which one is the last. */
function endWhereCounted({ pageCount }: Page, evidence: Evidence): End | undefined {
	const { lastPage, hasTotalGrown, idlePages, isFull, pages } = evidence;
	// Records that were added have moved those of the page before to this one.
	if (lastPage === 'known' && hasTotalGrown && idlePages < MAX_IDLE_PAGES) return undefined;
	if (lastPage !== 'new') return new End('pastEnd');

	// A total may be too low. One more page shows it, if this one is full.
	const isLast = isTotalReached(evidence) || pageCount === pages;
	return isLast && !isFull ? new End('lastPage') : undefined;
}

/** A link or a token leads on, but may lead nowhere. */
function endWhereLed(next: ApiRequest, evidence: Evidence, prefetch: Prefetch): End | undefined {
	const { lastPage, idlePages } = evidence;
	if (lastPage === 'new') return undefined;

	if (prefetch.hasRequested(next)) {
		const isPastEnd = lastPage === 'empty' || isTotalReached(evidence);
		return new End(isPastEnd ? 'pastEnd' : 'loop');
	}
	return idlePages < MAX_IDLE_PAGES ? undefined : new End('endless');
}
