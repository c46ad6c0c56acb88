import { ApiError, UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import type { Stop } from './completeness';
import { detect } from './detect';
import type { KnownPaginator } from './knownPaginators';
import { leadsToNext } from './leads';
import type { Page } from './page';
import type { PageReader } from './pageReader';
import { pagePaginator, type Paginator } from './paginators';
import type { Progress } from './progress';

/** A list of which the first page was read. */
export interface Search {
	first: Page;
	settings: ListSettings;
	progress: Progress;
	known: KnownPaginator;
	pages: PageReader;
}

/** How the pages are requested, and the second one. */
export interface Found {
	paginator: Paginator;
	page: Page;
}

/** How many requests it is worth to find the next page. */
const TRIES = {
	/** By a flag, a number of pages or a total. */
	saysMore: 16,
	/** There is a link or a token. */
	lead: 8,
	/** Nothing says whether there is more, and the page may have been cut. */
	fullPage: 8,
	/** The page says where it is, but is not full. */
	position: 1,
	/** The total or the number of pages is that of this page, which is full. */
	counted: 1,
	saysEnd: 0,
};

type Situation = keyof typeof TRIES;

function situationOf(search: Search): Situation {
	const { first, settings, progress } = search;
	const { info, count } = first;
	if (saysMore(first, settings)) return 'saysMore';
	if (hasNext(first)) return 'lead';
	if (info.says === 'end' || count === 0 || settings.style === 'none') return 'saysEnd';

	// The total or the number of pages may be those of this page.
	const isCounted = info.total === count || info.pages === 1;
	if (isCounted && !progress.isFull) return 'saysEnd';
	if (info.leads.length > 0) return 'lead';
	return isCounted ? 'counted' : silentSituation(search);
}

function silentSituation({ first, settings, progress, known }: Search): Situation {
	if (!known.paginator && first.count <= known.noneOn) return 'saysEnd';
	if (progress.isFull || settings.style !== undefined) return 'fullPage';

	const [likeliest] = detect(first, settings, false);
	return likeliest ? 'position' : 'saysEnd';
}

/** By a flag, a number of pages or a total. */
function saysMore({ info, count }: Page, { ignoreTotal }: ListSettings): boolean {
	const { says, pages = 1, total = count } = info;
	return says === 'more' || pages > 1 || (total > count && !ignoreTotal);
}

/** By a link or a token that is named next. */
export const hasNext = ({ info }: Page): boolean => info.leads.some(leadsToNext);

/** Finds out how the next page is requested. Of the lists of a run at the same address, one at a time searches. */
export async function findPaginator(search: Search): Promise<Found | Stop> {
	const { first, known } = search;
	if (situationOf(search) === 'saysEnd') {
		return first.info.says === 'end' ? { is: 'ended' } : { is: 'noPaginator', isLeadLost: false };
	}

	// Meanwhile, another list may have found one.
	const attempt = async () => (known.paginator ? undefined : await searchNow(search));
	const turn = known.turn.then(attempt, attempt);
	known.turn = turn;
	const found = await turn;
	return found ?? (await tryEach(search, known.paginator ? [known.paginator] : [], 1));
}

async function searchNow(search: Search): Promise<Found | Stop> {
	const { first, settings, progress, known } = search;
	// Without IDs, other content does not show that it is another page.
	const candidates = detect(first, settings, progress.hasIds);
	const found = await tryEach(search, candidates, TRIES[situationOf(search)]);

	if ('paginator' in found) known.paginator = found.paginator;
	else if (settings.style === undefined) known.noneOn = Math.max(known.noneOn, first.count);
	return found;
}

/** Requests the next page by one candidate after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	tries: number,
): Promise<Found | Stop> {
	const tried = new Set<string>();
	const ignored = new Set<string>();
	let left = tries;

	for (const paginator of candidates) {
		const { parameter } = paginator;
		const request = newRequestBy(search, paginator);
		if (!request || ignored.has(parameter)) continue;
		if (left === 0) break;

		left -= 1;
		tried.add(parameter);
		const page = await search.pages.read(request);
		if (!isPage(page)) {
			if (!isRejected(page)) return failed(search, paginator, page, request);
			ignored.add(parameter);
			continue;
		}

		const found = { paginator, page };
		const verdict = verdictOn(search, found);
		if (verdict === 'next') return await confirmed(search, found);
		if (verdict === 'end' && isEndOfList(search, paginator)) return { is: 'pastEnd' };
		if (verdict === 'ignored') ignored.add(parameter);
	}
	return nothingFound(search, [...tried].filter(Boolean));
}

/** The request for the page after the first one, if it may be sent, and was not sent yet. */
function newRequestBy({ first, pages }: Search, paginator: Paginator): ApiRequest | undefined {
	const request = paginator.next(first);
	return request && !pages.hasRequested(request) ? request : undefined;
}

export const isPage = (page: Page | ApiError | UserError): page is Page =>
	!(page instanceof ApiError || page instanceof UserError);

/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
export const isRejected = (error: ApiError | UserError): boolean =>
	error instanceof ApiError && [400, 404, 422].some((status) => status === error.details.status);

/** The next request may fail in the same way. Where nothing says that there is such a page, nothing is lost. */
function failed(
	{ first, settings, known }: Search,
	paginator: Paginator,
	error: ApiError | UserError,
	request: ApiRequest,
): Stop {
	const isGuess = paginator.from === 'guess' && paginator !== known.paginator;
	if (isGuess && !hasNext(first) && !saysMore(first, settings)) {
		return { is: 'noPaginator', isLeadLost: false };
	}
	return { is: 'failed', error, request };
}

/** The page is the next one, the first one again, past the end, or neither. */
type Verdict = 'next' | 'ignored' | 'end' | 'unclear';

function verdictOn({ first, progress }: Search, { paginator, page }: Found): Verdict {
	if (page.isNoList) return 'unclear';

	const brings = progress.compare(page);
	if (brings === 'empty') {
		// Filtered lists have empty pages with a token (Slack, DynamoDB).
		return paginator.from === 'lead' && !paginator.isEnd(page) ? 'next' : 'end';
	}
	if (brings !== 'new') {
		// Where page 1 is the first page, page 2 may still be the next one.
		return isPageOne(paginator, page) ? 'unclear' : 'ignored';
	}
	if (isGuessedOffset(paginator) && first.count > 1) {
		return progress.overlaps(page) ? 'next' : 'unclear';
	}
	return paginator.follows?.(page, first) === false ? 'unclear' : 'next';
}

const isPageOne = ({ kind, parameter }: Paginator, { request }: Page): boolean =>
	kind === 'page' && request.query[parameter] === '1';

const isGuessedOffset = ({ kind, from }: Paginator): boolean =>
	kind === 'offset' && from === 'guess';

/** An empty page for a guess may be due to a filter of that name. */
const isEndOfList = ({ first, settings }: Search, { from }: Paginator): boolean =>
	(from === 'lead' || settings.style !== undefined) && !saysMore(first, settings);

/** The page that follows the first one, where a guess may have found a later one. */
async function confirmed(search: Search, found: Found): Promise<Found | Stop> {
	const { paginator, page } = found;
	if (isGuessedOffset(paginator) && search.progress.overlaps(page)) {
		// Its first record is known: it has confirmed the offset.
		return { paginator, page: { ...page, records: page.records.slice(1) } };
	}
	if (paginator.kind !== 'page' || paginator.from !== 'guess') return found;

	// Where pages are counted from 0, page 2 is the third one.
	const fromZero = pagePaginator(paginator.parameter, 0);
	const request = newRequestBy(search, fromZero);
	if (!request) return found;

	const pageOne = await search.pages.read(request);
	if (!isPage(pageOne)) return { is: 'failed', error: pageOne, request };
	const isNew = search.progress.compare(pageOne) === 'new';
	return isNew ? { paginator: fromZero, page: pageOne } : found;
}

function nothingFound({ first, progress }: Search, tried: readonly string[]): Stop {
	// A token that is not named next only counts if the page may have been cut.
	const isLeadLost = first.info.leads.some(
		(lead) => leadsToNext(lead) || (progress.isFull && lead.value !== '0'),
	);
	return { is: 'noPaginator', isLeadLost, tried };
}
