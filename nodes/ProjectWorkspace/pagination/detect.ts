import { ApiError, UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import type { Stop } from './completeness';
import { isZero, type Position, positionsIn } from './leads';
import type { Page } from './page';
import { GUESSES, type Guess } from './pageFields';
import {
	cursorPaginator,
	lastIdPaginator,
	linkPaginator,
	offsetPaginator,
	pagePaginator,
	type Paginator,
} from './paginators';
import type { Progress } from './progress';
import { hasField } from './responseFields';

/** A list of which the first page was read. */
export interface Search {
	first: Page;
	settings: ListSettings;
	progress: Progress;
	ask: (request: ApiRequest) => Promise<Page | ApiError | UserError>;
	hasRequested: (request: ApiRequest) => boolean;
	/** What other lists of the run have found. */
	known: KnownPaginator;
	/** Gets the parameters that are tried. */
	tried: Set<string>;
}

/** How the pages of one address are requested, found once for all items of a run. */
interface KnownPaginator {
	paginator?: Paginator;
	/** None was found on a first page with so many records. */
	noneOn: number;
	/** One list at a time searches. */
	turn: Promise<unknown>;
}

/** What the lists of a run have found out about their pagination. */
export class KnownPaginators {
	private readonly byAddress = new Map<string, KnownPaginator>();
	private readonly readings = new Map<string, number>();

	/** @param url of the first request */
	at(url: string): KnownPaginator {
		this.readings.set(url, (this.readings.get(url) ?? 0) + 1);
		const { pathname, searchParams } = new URL(url);
		const address = [pathname, ...[...searchParams.keys()].sort()].join(' ');
		const known = this.byAddress.get(address) ?? { noneOn: -1, turn: Promise.resolve() };
		this.byAddress.set(address, known);
		return known;
	}

	/** How often the list that was read most was read. */
	timesRead(): number {
		return Math.max(0, ...this.readings.values());
	}
}

export interface Found {
	paginator: Paginator;
	page: Page;
}

/** How many requests it is worth to find the next page. */
const TRIES = { saysMore: 16, lead: 8, fullPage: 8, position: 1, counted: 1, saysEnd: 0 };

function situationOf(search: Search): keyof typeof TRIES {
	const { first, settings, progress } = search;
	const { info, count } = first;
	if (hasMore(first, settings)) return 'saysMore';
	if (hasNext(first)) return 'lead';
	if (info.says === 'end' || count === 0) return 'saysEnd';

	// The total or the number of pages may be those of this page.
	const isCounted = info.total === count || info.pages === 1;
	if (isCounted && !progress.isFull) return 'saysEnd';
	if (info.leads.length > 0) return 'lead';
	return isCounted ? 'counted' : silentSituation(search);
}

/** Nothing on the page says whether there is more. */
function silentSituation({ first, settings, progress, known }: Search): keyof typeof TRIES {
	if (!known.paginator && first.count <= known.noneOn) return 'saysEnd';
	if (progress.isFull || settings.style !== undefined) return 'fullPage';
	return positionsIn(first.info.fields).length > 0 ? 'position' : 'saysEnd';
}

/** By a flag, a number of pages or a total. */
function hasMore({ info, count }: Page, { ignoreTotal }: ListSettings): boolean {
	const { says, pages = 1, total = count } = info;
	return says === 'more' || pages > 1 || (total > count && !ignoreTotal);
}

/** By a link or a token that is named next. */
export const hasNext = ({ info: { leads } }: Page): boolean =>
	leads.some((lead) => lead.isNext && !isZero(lead));

/** Also by another token, if the page may have been cut. */
const hasLead = (page: Page, { isFull }: Progress): boolean =>
	hasNext(page) || (isFull && page.info.leads.some((lead) => !isZero(lead)));

/** Finds out how the next page is requested. Of all lists of a run at the same address, one searches at a time. */
export async function findPaginator(search: Search): Promise<Found | Stop> {
	const { first, known, settings } = search;
	const isSearched = settings.style !== 'none' && TRIES[situationOf(search)] > 0;
	if (!isSearched) {
		return first.info.says === 'end' ? { is: 'ended' } : { is: 'noPaginator', isLeadLost: false };
	}

	// Meanwhile, another list may have found one.
	const attempt = async () => (known.paginator ? undefined : await tryCandidates(search));
	const turn = known.turn.then(attempt, attempt);
	known.turn = turn;
	const found = await turn;
	if (found) return found;
	return await tryEach(search, known.paginator ? [known.paginator] : [], 1);
}

async function tryCandidates(search: Search): Promise<Found | Stop> {
	const { first, known, settings } = search;
	const found = await tryEach(search, candidatesOn(search), TRIES[situationOf(search)]);
	if ('paginator' in found) {
		known.paginator = found.paginator;
	} else if (settings.style === undefined) {
		known.noneOn = Math.max(known.noneOn, first.count);
	}
	return found;
}

/** Requests the next page by one candidate after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	tries: number,
): Promise<Found | Stop> {
	const { first, tried } = search;
	const ignored = new Set<string>();
	let left = tries;

	for (const paginator of candidates) {
		const request = newRequestBy(search, paginator);
		if (!request || ignored.has(paginator.parameter)) continue;
		if (left === 0) break;
		left -= 1;

		tried.add(paginator.parameter);
		const page = await search.ask(request);
		if (!isPage(page) && !isRejected(page)) return failed(search, page);
		const verdict = verdictOn(search, paginator, page);
		if (verdict === 'next' && isPage(page)) return await nearest(search, { paginator, page });
		if (verdict === 'ignored') ignored.add(paginator.parameter);
		if (verdict === 'end' && isEndOfList(search, paginator)) return { is: 'pastEnd' };
	}

	const requests = candidates.map((paginator) => paginator.next(first));
	const problem = requests.find((request) => request instanceof UserError);
	if (problem) return { is: 'broken', error: problem };
	return { is: 'noPaginator', isLeadLost: hasLead(first, search.progress) };
}

/** An empty page for a guess may be due to a filter of that name. */
const isEndOfList = ({ first, settings }: Search, { from }: Paginator): boolean =>
	(from === 'lead' || settings.style !== undefined) && !hasMore(first, settings);

/** The request for the page after the first one, if it was not sent yet and may be. */
function newRequestBy(
	{ first, hasRequested }: Search,
	paginator: Paginator,
): ApiRequest | undefined {
	const request = paginator.next(first);
	if (request === undefined || request instanceof UserError) return undefined;
	return hasRequested(request) ? undefined : request;
}

export const isPage = (page: Page | ApiError | UserError): page is Page =>
	!(page instanceof ApiError || page instanceof UserError);

/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
export const isRejected = (error: ApiError | UserError): boolean =>
	error instanceof ApiError && [400, 404, 422].some((status) => status === error.details.status);

/** The next request may fail in the same way. If there is no more, nothing is lost. */
const failed = ({ first, settings }: Search, error: ApiError | UserError): Stop =>
	hasNext(first) || hasMore(first, settings)
		? { is: 'broken', error }
		: { is: 'noPaginator', isLeadLost: false };

/** The page is the next one, the first one again, past the end, or neither. */
type Verdict = 'next' | 'ignored' | 'end' | 'unclear';

function verdictOn(
	{ first, progress }: Search,
	paginator: Paginator,
	page: Page | ApiError | UserError,
): Verdict {
	if (!isPage(page)) return 'ignored';
	if (page.isNoList) return 'unclear';
	const brings = progress.compare(page);
	// Filtered lists have empty pages with a token (Slack, DynamoDB).
	if (brings === 'empty') return hasNextLead(paginator, page) ? 'next' : 'end';
	// Page 1 is the first page in most services, also where it calls itself 0.
	if (brings !== 'new') return isPageOne(paginator, page) ? 'unclear' : 'ignored';
	return isConfirmed({ first, progress }, paginator, page) ? 'next' : 'unclear';
}

/** The position has grown by one page, or a guessed offset begins with the last known record. */
function isConfirmed(
	{ first, progress }: Pick<Search, 'first' | 'progress'>,
	{ kind, from, follows }: Paginator,
	page: Page,
): boolean {
	if (kind === 'offset' && from === 'guess' && first.count > 1) return progress.overlaps(page);
	return follows?.(page, first) ?? true;
}

const hasNextLead = (paginator: Paginator, page: Page): boolean =>
	paginator.from === 'lead' && !paginator.isEnd(page);

const isPageOne = ({ kind, parameter }: Paginator, { request }: Page): boolean =>
	kind === 'page' && request.query[parameter] === '1';

/** A guess may have found the page after the next one. */
async function nearest(search: Search, found: Found): Promise<Found | Stop> {
	const { paginator, page } = found;
	if (paginator.from !== 'guess' || isPageOne(paginator, page)) return found;
	if (paginator.kind === 'offset' && search.progress.overlaps(page)) {
		// Its first record has confirmed the offset.
		return { paginator, page: { ...page, records: page.records.slice(1) } };
	}
	if (paginator.kind !== 'page') return found;

	// Where pages are counted from 0, page 2 is the third one.
	const fromZero = pagePaginator(paginator.parameter, 0);
	const request = newRequestBy(search, fromZero);
	if (!request) return found;
	const pageOne = await search.ask(request);
	if (!isPage(pageOne)) return { is: 'broken', error: pageOne };
	const isNew = search.progress.compare(pageOne) === 'new';
	return isNew ? { paginator: fromZero, page: pageOne } : found;
}

/** How the next page may be requested, the likeliest first. What the person has set applies. */
export function candidatesOn({ first, settings, progress }: Search): Paginator[] {
	const { style, parameter } = settings;
	const { leads, fields } = first.info;
	// Without IDs, other content does not show that it is another page.
	const mayGuess = progress.hasIds || parameter !== undefined;
	const guesses = mayGuess ? GUESSES : [];
	const candidates = [
		...leads.flatMap((lead) => {
			if (lead.kind === 'link') return [linkPaginator(lead)];
			const parameters = lead.parameters.length > 0 ? lead.parameters : [''];
			return parameters.map((name) => cursorPaginator(lead, parameter ?? name));
		}),
		...positionsIn(fields).flatMap((position) => byPosition(position, parameter)),
		...guesses
			.filter(({ beside = [] }) => beside.every((name) => hasField(fields, name)))
			.flatMap((guess) => byGuess(guess, parameter)),
	];
	return candidates.filter(({ kind, parameter: name }) => {
		const isReplaced = name !== parameter && name in first.request.query;
		return !isReplaced && (style === undefined || kind === style);
	});
}

/**
 * Pages and offsets may be counted from elsewhere than they are reported. A number above 1 is more likely that of the next
 * page, or the end of this one.
 */
function byPosition({ kind, value, ...position }: Position, set: string | undefined): Paginator[] {
	const names = set === undefined ? position.parameters : [set];
	const reported = { kind, value, ...position };
	if (kind === 'offset') {
		const firsts = value > 1 ? [0, value] : [value, 0];
		return names.flatMap((name) => firsts.map((first) => offsetPaginator(name, first, reported)));
	}
	const other = value === 0 ? 1 : value - 1;
	const firsts = value > 1 ? [other, value] : [value, other];
	return names.flatMap((name) => firsts.map((first) => pagePaginator(name, first, reported)));
}

function byGuess({ kind, sentAs }: Guess, set: string | undefined): Paginator[] {
	const parameter = set ?? sentAs;
	if (kind === 'lastId') return [lastIdPaginator(parameter)];
	if (kind === 'offset') return [offsetPaginator(parameter, 0)];
	return [pagePaginator(parameter, 1), pagePaginator(parameter, 0)];
}
