import { ApiError, type UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import type { EndReason } from './completeness';
import { detect } from './detect';
import type { KnownPaginator } from './knownPaginators';
import { saysNext } from './nextValues';
import type { FailedPage, Page } from './page';
import type { PageReader } from './pageReader';
import { pagePaginator, type Paginator } from './paginators';
import type { ListProgress } from './progress';

/** A list of which the first page was read. */
export interface Search {
	first: Page;
	settings: ListSettings;
	progress: ListProgress;
	known: KnownPaginator;
	pageReader: PageReader;
}

/** The page after the first one, and how it was requested. */
export interface SecondPage {
	paginator: Paginator;
	page: Page;
}

/** How many requests it is worth to find the next page. */
const TRIES = {
	/** A flag, a number of pages or a total says that there is more. */
	saysMore: 16,
	/** There is a link or a token. */
	nextValue: 8,
	/** Nothing says whether there is more, and the page is full. */
	fullPage: 8,
	/** The page says where it is, but is not full. */
	position: 1,
	/** The total or the number of pages is that of this page, which is full. */
	ofThisPage: 1,
	none: 0,
};

function triesFor(search: Search): number {
	const { first, settings, progress } = search;
	const { info, count } = first;
	if (saysMore(first)) return TRIES.saysMore;
	if (hasNext(first)) return TRIES.nextValue;
	if (info.hasMore === false || count === 0 || settings.style === 'none') return TRIES.none;

	const isOfThisPage = info.total === count || info.pageCount === 1;
	if (isOfThisPage && !progress.isFull) return TRIES.none;
	if (info.nextValues.length > 0) return TRIES.nextValue;
	return isOfThisPage ? TRIES.ofThisPage : triesForSilent(search);
}

/** The page has nothing about others. */
function triesForSilent({ first, settings, progress, known }: Search): number {
	if (!known.paginator && first.count <= known.noneOn) return TRIES.none;
	if (progress.isFull || settings.style !== undefined) return TRIES.fullPage;
	return detect(first, settings, false).length > 0 ? TRIES.position : TRIES.none;
}

/** By a flag, a number of pages or a total. */
function saysMore({ info, count }: Page): boolean {
	const { hasMore = false, pageCount = 1, total = count } = info;
	return hasMore || pageCount > 1 || total > count;
}

/** By a link or a token that is named next. */
export const hasNext = ({ info }: Page): boolean => info.nextValues.some(saysNext);

/** Finds out how the next page is requested. Of the lists of a run at the same address, one at a time searches. */
export async function findPaginator(search: Search): Promise<SecondPage | EndReason> {
	const { first, known } = search;
	if (triesFor(search) === 0) {
		if (first.info.hasMore === false) return { is: 'lastPage' };
		return { is: 'nextNotFound', hasNext: false, tried: [] };
	}

	// Meanwhile, another list may have found one.
	const found = await known.inTurn(async () => known.paginator ?? (await searchNow(search)));
	return 'next' in found ? await tryEach(search, [found], 1) : found;
}

async function searchNow(search: Search): Promise<SecondPage | EndReason> {
	const { first, settings, progress, known } = search;
	// Without IDs, other content does not show that it is another page.
	const candidates = detect(first, settings, progress.hasIds);
	const found = await tryEach(search, candidates, triesFor(search));

	if ('paginator' in found) known.paginator = found.paginator;
	else if (settings.style === undefined) known.noneOn = Math.max(known.noneOn, first.count);
	return found;
}

/** Requests the next page by one candidate after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	tries: number,
): Promise<SecondPage | EndReason> {
	const tried: string[] = [];
	const ignored = new Set<string>();
	let notFollowed: FailedPage | undefined;

	for (const paginator of candidates) {
		const { parameter } = paginator;
		const request = newRequestBy(search, paginator);
		if (!request || ignored.has(parameter)) continue;
		if (tried.length === tries) break;

		tried.push(parameter);
		const page = await search.pageReader.read(request);
		if ('is' in page) {
			if (isNotFollowed(page.error)) notFollowed = page;
			else if (!isRejected(page.error)) return endAtFailure(search, paginator, page);
			ignored.add(parameter);
			continue;
		}

		const found = { paginator, page };
		const verdict = verdictOn(search, found);
		if (verdict === 'next') return await confirmed(search, found);
		if (verdict === 'end') return { is: 'pastEnd' };
		if (verdict === 'ignored') ignored.add(parameter);
	}

	return notFollowed ?? nothingFound(search, tried);
}

/** The request for the page after the first one, if it may be sent, and was not sent yet. */
function newRequestBy({ first, pageReader }: Search, paginator: Paginator): ApiRequest | undefined {
	const request = paginator.next(first);
	return request && !pageReader.prefetch.hasRequested(request) ? request : undefined;
}

/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
export const isRejected = (error: ApiError | UserError): error is ApiError =>
	error instanceof ApiError && [400, 404, 422].some((status) => status === error.details.status);

/** Behind a proxy, some services link to http:// or to a name of their own. Then a parameter may lead on. */
const isNotFollowed = (error: ApiError | UserError): boolean =>
	error instanceof ApiError && error.details.isOtherOrigin === true;

/** The next request may fail in the same way. Where nothing says that there is such a page, nothing is lost. */
function endAtFailure({ first, known }: Search, paginator: Paginator, page: FailedPage): EndReason {
	const isGuess = paginator.from === 'guess' && paginator !== known.paginator;
	const isLost = !isGuess || hasNext(first) || saysMore(first);
	return isLost ? page : { is: 'nextNotFound', hasNext: false, tried: [] };
}

/** The page is the next one, the first one again, past the end, or neither. */
type Verdict = 'next' | 'ignored' | 'end' | 'unclear';

function verdictOn(search: Search, found: SecondPage): Verdict {
	const { first, progress } = search;
	const { paginator, page } = found;
	if (page.isNoList) return 'unclear';

	const kind = progress.compare(page);
	if (kind === 'empty') return verdictOnEmpty(search, found);
	if (kind !== 'new') {
		// Where page 1 is the first page, page 2 may still be the next one.
		return isPageOne(paginator, page) ? 'unclear' : 'ignored';
	}

	if (isGuessedOffset(paginator) && first.count > 1) {
		return progress.overlaps(page) ? 'next' : 'unclear';
	}

	return paginator.follows?.(page, first) === false ? 'unclear' : 'next';
}

function verdictOnEmpty({ first, settings }: Search, { paginator, page }: SecondPage): Verdict {
	// Filtered lists have empty pages with a token (Slack, DynamoDB).
	if (paginator.isEnd?.(page) === false) return 'next';

	// An empty page for a guess may be due to a filter of that name.
	const isGuess = paginator.from !== 'nextValue' && settings.style === undefined;
	return isGuess || saysMore(first) ? 'unclear' : 'end';
}

const isPageOne = ({ kind, parameter }: Paginator, { request }: Page): boolean =>
	kind === 'page' && request.query[parameter] === '1';

const isGuessedOffset = ({ kind, from }: Paginator): boolean =>
	kind === 'offset' && from === 'guess';

/** The page that follows the first one, where a guess may have found a later one. */
async function confirmed(search: Search, found: SecondPage): Promise<SecondPage | EndReason> {
	const { paginator, page } = found;
	if (isGuessedOffset(paginator) && search.progress.overlaps(page)) {
		// Its first record is known: it has confirmed the offset.
		return { paginator, page: { ...page, records: page.records.slice(1) } };
	}

	const isGuessedPage = paginator.kind === 'page' && paginator.from === 'guess';
	return isGuessedPage ? await countedFrom(search, found) : found;
}

/** Where pages are counted from 0, page 2 is the third one. */
async function countedFrom(search: Search, found: SecondPage): Promise<SecondPage | EndReason> {
	const fromZero = pagePaginator(found.paginator.parameter, 0);
	const request = newRequestBy(search, fromZero);
	if (!request) return found;

	const pageOne = await search.pageReader.read(request);
	if ('is' in pageOne) return pageOne;

	const isNew = search.progress.compare(pageOne) === 'new';
	return isNew ? { paginator: fromZero, page: pageOne } : found;
}

function nothingFound({ first, progress }: Search, tried: readonly string[]): EndReason {
	// A token that is not named next only counts if the page is full.
	const isToken = progress.isFull && first.info.nextValues.some(({ value }) => value !== '0');
	const parameters = [...new Set(tried)].filter(Boolean);
	return { is: 'nextNotFound', hasNext: isToken || hasNext(first), tried: parameters };
}
