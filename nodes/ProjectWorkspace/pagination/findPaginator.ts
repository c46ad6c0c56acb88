import type { ApiRequest, Client, ListSettings } from '../transport/types';
import { candidatesAfter } from './candidates';
import { End, FailedPage } from './end';
import { type Evidence, saysMore } from './evidence';
import { hasNext, type Page, type PageReader } from './page';
import type { Paginator } from './paginators';

/** The page after the first one, and how it was requested. */
interface SecondPage {
	paginator: Paginator;
	page: Page;
}

/** A list of which the first page was read. */
interface Search {
	first: Page;
	evidence: Evidence;
	pageReader: PageReader;
	settings: ListSettings;
	known: KnownPaginator;
}

/** How many requests it is worth to find the next page: the first row that applies. */
function triesFor({ first, evidence, settings, known }: Search): number {
	const { count, flag, nextValues, pageCount, total } = first;
	const { isFull } = evidence;
	// The total may be that of the page.
	const isSaidToBeAll = total === count || pageCount === 1;

	const rows: Array<[number, boolean]> = [
		[16, saysMore(evidence)],
		[8, hasNext(first)],
		[0, flag === 'end' || count === 0],
		// A token on the page does not count then, either.
		[0, settings.style === 'none'],
		[0, isSaidToBeAll && !isFull],
		[8, nextValues.length > 0],
		[1, isSaidToBeAll],
		// Another list of this address was as long, and nothing led on.
		[0, !known.paginator && count <= known.noneOn],
		[8, isFull || settings.style !== undefined],
		// It says where it is.
		[1, candidatesAfter(first, settings, false).length > 0],
	];
	const [tries] = rows.find(([, applies]) => applies) ?? [0];
	return tries;
}

/** Finds out how the next page is requested. Of the lists of a client at the same address, one at a time searches. */
export async function findPaginator(
	first: Page,
	evidence: Evidence,
	pageReader: PageReader,
): Promise<SecondPage | End> {
	const { client } = pageReader;
	const known = knownAt(client, first.url);
	const search = { first, evidence, pageReader, settings: client.lists, known };
	if (triesFor(search) === 0) return new End('notFound');

	const found = await known.oneAtATime(async () =>
		known.paginator ? undefined : await searchNow(search),
	);
	// Another list has found one, and to confirm it needs no turn.
	return found ?? (await tryEach(search, known.paginator ? [known.paginator] : [], 1));
}

/** How the pages of one address are requested. */
class KnownPaginator {
	paginator: Paginator | undefined;
	/** None was found on a first page with so many records. */
	noneOn = -1;
	private last: Promise<unknown> = Promise.resolve();

	/** Runs one search after another. */
	async oneAtATime<T>(search: () => Promise<T>): Promise<T> {
		const result = this.last.then(search, search);
		this.last = result;
		return await result;
	}
}

const byClient = new WeakMap<Client, Map<string, KnownPaginator>>();

/**
 * What the lists of a run have found out about their pagination. Lists of one address with the same parameters share it.
 * @param url of the first request
 */
export function knownAt(client: Client, url: string): KnownPaginator {
	const byAddress = byClient.get(client) ?? new Map<string, KnownPaginator>();
	byClient.set(client, byAddress);

	const { origin, pathname, searchParams } = new URL(url);
	const address = [origin + pathname, ...searchParams.keys()].join(' ');
	const known = byAddress.get(address) ?? new KnownPaginator();
	byAddress.set(address, known);
	return known;
}

async function searchNow(search: Search): Promise<SecondPage | End> {
	const { first, settings, evidence, known } = search;
	// Other content shows another page only if the records have IDs.
	const candidates = candidatesAfter(first, settings, evidence.seen.hasIds);
	const found = await tryEach(search, candidates, triesFor(search));

	// The next list only has to confirm it.
	if (!(found instanceof End)) {
		known.paginator = { ...found.paginator, isGuess: false, earlier: undefined };
	} else if (settings.style === undefined) {
		known.noneOn = Math.max(known.noneOn, first.count);
	}
	return found;
}

/** Requests the next page by one candidate after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	most: number,
): Promise<SecondPage | End> {
	const tried: string[] = [];
	const ignored = new Set<string>();
	let provisional: End | undefined;

	for (const paginator of candidates) {
		const { parameter } = paginator;
		const request = newRequestBy(search, paginator);
		if (!request || ignored.has(parameter)) continue;
		if (tried.length === most) break;
		// After a page past the end, only the same parameter is left to try: with page 1, where pages are counted from 0.
		if (provisional?.reason === 'pastEnd' && parameter !== tried.at(-1)) break;

		tried.push(parameter);
		const outcome = await tryOne(search, paginator, request);
		if (outcome === 'ignored') ignored.add(parameter);
		else if (isProvisional(search, outcome)) provisional = outcome;
		else if (outcome !== 'unclear') return outcome;
	}

	return provisional ?? nothingFound(search, tried);
}

/**
 * Whether another candidate may still lead on: a page number in place of a link that is not followed, or the same parameter
 * with page 1, where pages are counted from 0 and page 2 is past the end.
 */
function isProvisional({ settings }: Search, outcome: Outcome): outcome is End {
	if (outcome instanceof FailedPage) return outcome.isNotFollowed;
	return outcome instanceof End && outcome.reason === 'pastEnd' && settings.style !== undefined;
}

/** The request for the page after the first one, if it may be sent, and was not sent yet. */
function newRequestBy({ first, pageReader }: Search, paginator: Paginator): ApiRequest | undefined {
	const request = paginator.next(first);
	return request && !pageReader.prefetch.hasRequested(request) ? request : undefined;
}

/**
 * The second page, or that there is none. Otherwise the next candidate is tried, where the parameter was `ignored` only with
 * another one, and where it is `unclear` also with the same one.
 */
type Outcome = SecondPage | End | 'ignored' | 'unclear';

async function tryOne(search: Search, paginator: Paginator, request: ApiRequest): Promise<Outcome> {
	const { first, evidence, pageReader } = search;
	const page = await pageReader.read(request);
	if (page instanceof FailedPage) return afterFailure(search, paginator, page);
	if (page.isNoList) return 'unclear';
	if (page.count === 0) return afterEmptyPage(search, paginator, page);
	if (evidence.seen.compare(page) !== 'new') {
		// If page 1 is the first page, page 2 may still be the next one.
		const isFirstAgain = !paginator.leadsOn && request.query[paginator.parameter] === '1';
		return isFirstAgain ? 'unclear' : 'ignored';
	}

	const second = paginator.confirm ? paginator.confirm(page, first, evidence.seen) : page;
	return second ? await orEarlier(search, { paginator, page: second }) : 'unclear';
}

/**
 * The service rejects a parameter that it does not know. After any other error, the next attempt may fail in the same way;
 * if nothing says that there is such a page, nothing is lost.
 */
function afterFailure(
	{ first, evidence }: Search,
	{ isGuess }: Paginator,
	page: FailedPage,
): Outcome {
	if (page.isRejected) return 'ignored';
	const mayBeAll = isGuess && !hasNext(first) && !saysMore(evidence);
	return mayBeAll ? new End('notFound') : page;
}

function afterEmptyPage({ evidence, settings }: Search, paginator: Paginator, page: Page): Outcome {
	// Filtered lists have empty pages with a token (Slack).
	if (paginator.leadsOn?.(page)) return { paginator, page };

	// An empty page for a guess may be due to a filter of that name.
	const isSure = paginator.leadsOn !== undefined || settings.style !== undefined;
	return isSure && !saysMore(evidence) ? new End('pastEnd') : 'unclear';
}

/** If pages are counted from 0, page 2 is the third one, and page 1 is the one after the first. */
async function orEarlier(search: Search, found: SecondPage): Promise<SecondPage | End> {
	const { earlier } = found.paginator;
	const request = earlier && newRequestBy(search, earlier);
	if (!request) return found;

	const page = await search.pageReader.read(request);
	if (page instanceof FailedPage) return page;
	return search.evidence.seen.compare(page) === 'new' ? { paginator: earlier, page } : found;
}

/** No parameter that was tried has returned a second page. */
function nothingFound({ first, evidence }: Search, tried: readonly string[]): End {
	// A token that is not named next only counts if the page is full.
	const isToken = evidence.isFull && first.nextValues.some(({ value }) => value !== '0');
	const parameters = [...new Set(tried)].filter(Boolean);
	return new End('notFound', { hasNext: isToken || hasNext(first), tried: parameters });
}
