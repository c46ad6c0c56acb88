import { ApiError, UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import type { Stop } from './completeness';
import { hasFields, isZero, type Page, positionsIn } from './page';
import { GUESSES } from './pageFields';
import {
	cursorPaginator,
	lastIdPaginator,
	linkPaginator,
	offsetPaginator,
	pagePaginator,
	type Paginator,
} from './paginators';
import type { Progress } from './progress';

/** A list of which the first page was read. */
export interface Search {
	first: Page;
	settings: ListSettings;
	progress: Progress;
	/** Requests a page, and remembers what was requested. */
	ask: (request: ApiRequest) => Promise<Page | ApiError | UserError>;
	hasRequested: (request: ApiRequest) => boolean;
	/** What other lists of the run have found. */
	known: KnownPaginator;
	/** The parameters that were tried, for the message. */
	tried: Set<string>;
}

/** How the pages of one address are requested, found once for all items of a run. */
export interface KnownPaginator {
	paginator?: Paginator;
	/** On a first page with so many records, none was found. */
	noneOn: number;
	/** One list at a time searches. */
	turn: Promise<unknown>;
}

export type Found = { paginator: Paginator; page: Page };

/** How many requests it is worth to find the next page. */
const TRIES = { saysMore: 16, lead: 8, fullPage: 8, counted: 1, saysEnd: 0 };

function situation({ first, settings, progress, known }: Search): keyof typeof TRIES {
	const { info, count } = first;
	const { pages = 1, total = count } = info;
	const isMore = info.more === true || pages > 1 || (total > count && !settings.ignoreTotal);
	if (isMore) return 'saysMore';
	if (hasNext(first)) return 'lead';
	if (info.more === false || info.endsHere || count === 0) return 'saysEnd';

	const isCounted = info.total === count || info.pages === 1;
	if (isCounted) return progress.isFull ? 'counted' : 'saysEnd';
	if (info.leads.length > 0) return 'lead';
	const isKnownAsNone = !known.paginator && count <= known.noneOn;
	if (isKnownAsNone) return 'saysEnd';
	return progress.isFull || settings.style !== undefined ? 'fullPage' : 'saysEnd';
}

/** Whether the page has a link or a token that is named next. */
export const hasNext = ({ info: { leads } }: Page): boolean =>
	leads.some((lead) => lead.isNext && !isZero(lead));

/** Finds out how the next page is requested. Of all lists of a run at the same address, one searches. */
export async function findPaginator(search: Search): Promise<Found | Stop> {
	const { first, known, settings } = search;
	if (TRIES[situation(search)] === 0 || settings.style === 'none') {
		const isEnd = first.info.endsHere || first.info.more === false;
		return isEnd ? { is: 'ended' } : { is: 'noPaginator', isLeadLost: false };
	}

	// Meanwhile, another list may have found a paginator, or none.
	const attempt = async (): Promise<Found | Stop | undefined> =>
		known.paginator ? undefined : await tryAll(search);
	const searched = known.turn.then(attempt, attempt);
	known.turn = searched;
	const found = await searched;
	if (found || !known.paginator) return found ?? { is: 'noPaginator', isLeadLost: false };
	return await tryEach(search, [known.paginator], 1);
}

async function tryAll(search: Search): Promise<Found | Stop> {
	const { first, known, settings } = search;
	const found = await tryEach(search, candidatesOn(search), TRIES[situation(search)]);
	if ('paginator' in found) known.paginator = found.paginator;
	else if (settings.style === undefined) known.noneOn = Math.max(known.noneOn, first.count);
	return found;
}

/** Requests the next page in one way after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	tries: number,
): Promise<Found | Stop> {
	const { first, tried } = search;
	const ignored = new Set<string>();
	const isNeeded = hasNext(first) || first.info.more === true;
	let problem: UserError | undefined;
	let isPastEnd = false;
	let left = tries;

	for (const paginator of candidates) {
		const request = paginator.next(first);
		if (request instanceof UserError) problem ??= request;
		if (!isRequest(request) || ignored.has(paginator.parameter)) continue;
		if (search.hasRequested(request)) continue;
		if (left === 0 || (isPastEnd && paginator.from === 'guess')) break;
		left -= 1;

		tried.add(paginator.parameter);
		const page = await search.ask(request);
		const verdict = verdictOn(search, paginator, page);
		if (verdict === 'next' && isPage(page)) return await nearest(search, paginator, page);
		if (verdict === 'failed' && !isPage(page)) {
			if (isNeeded) return { is: 'broken', error: page };
			break;
		}
		if (verdict === 'ignored') ignored.add(paginator.parameter);
		isPastEnd ||= verdict === 'end' && (paginator.from === 'lead' || isSet(search));
	}
	if (problem) return { is: 'broken', error: problem };
	if (isPastEnd) return { is: 'pastEnd' };
	return { is: 'noPaginator', isLeadLost: hasNext(first) };
}

const isRequest = (request: ApiRequest | UserError | undefined): request is ApiRequest =>
	request !== undefined && !(request instanceof UserError);

export const isPage = (page: Page | ApiError | UserError): page is Page =>
	!(page instanceof ApiError || page instanceof UserError);

const isSet = ({ settings: { style } }: Search): boolean => style !== undefined;

/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
const REJECTED: readonly unknown[] = [400, 404, 422];

export const isRejected = (error: ApiError | UserError): error is ApiError =>
	error instanceof ApiError && REJECTED.includes(error.details.status);

/**
 * - `next`: it is the next page
 * - `ignored`: the parameter has no effect
 * - `end`: the page is past the end
 * - `unclear`: it is another page, but not the next one
 * - `failed`: it could not be read, which says nothing about the parameter
 */
type Verdict = 'next' | 'ignored' | 'end' | 'unclear' | 'failed';

function verdictOn(
	{ first, progress }: Search,
	paginator: Paginator,
	page: Page | ApiError | UserError,
): Verdict {
	if (!isPage(page)) return isRejected(page) || page instanceof UserError ? 'ignored' : 'failed';

	const brought = progress.compare(page);
	if (brought === 'empty') {
		const leadsOn = paginator.from === 'lead' && !paginator.isEnd(page);
		return leadsOn && paginator.next(page) !== undefined ? 'next' : 'end';
	}
	if (brought !== 'new') {
		// Page 1 may be the first page, although it calls itself 0.
		return paginator.kind === 'page' && isPageOne(page, paginator) ? 'unclear' : 'ignored';
	}
	if (!paginator.follows(page, first)) return 'unclear';

	const isGuessedOffset = paginator.kind === 'offset' && paginator.from === 'guess';
	const isConfirmed = !isGuessedOffset || first.count === 1 || progress.overlapOf(page) > 0;
	return isConfirmed ? 'next' : 'unclear';
}

const isPageOne = ({ request }: Page, { parameter }: Paginator): boolean =>
	request.query[parameter] === '1';

/** Where page 2 was guessed, page 1 is nearer, unless it is the first page: pages may be counted from 0. */
async function nearest(search: Search, paginator: Paginator, page: Page): Promise<Found | Stop> {
	if (paginator.from !== 'guess') return { paginator, page };
	if (paginator.kind === 'offset') {
		// The last known record comes first once more.
		const isOverlap = search.progress.overlapOf(page) > 0;
		return { paginator, page: isOverlap ? { ...page, records: page.records.slice(1) } : page };
	}
	if (paginator.kind !== 'page' || isPageOne(page, paginator)) return { paginator, page };

	const fromZero = pagePaginator(paginator.parameter, 0);
	const request = fromZero.next(search.first);
	if (!isRequest(request)) return { paginator, page };
	const nearer = await search.ask(request);
	if (!isPage(nearer)) return { is: 'broken', error: nearer };
	const isNew = search.progress.compare(nearer) === 'new';
	return isNew ? { paginator: fromZero, page: nearer } : { paginator, page };
}

/** The ways to the next page, the likeliest first. */
export function candidatesOn({ first, settings, progress }: Search): Paginator[] {
	const { style, parameter } = settings;
	const { leads, fields } = first.info;
	const led = leads.flatMap((lead) => {
		if (lead.kind === 'link') return [linkPaginator(lead)];
		const parameters = lead.parameters.length > 0 ? lead.parameters : [''];
		// A cursor of 0 is more likely where this page is.
		return (isZero(lead) ? parameters.slice(0, 1) : parameters).map((name) =>
			cursorPaginator(lead, parameter ?? name),
		);
	});
	const reported = positionsIn(fields).flatMap((position) =>
		position.parameters.flatMap((name) =>
			firstsBy(position.row.kind, position.value).map((from) =>
				(position.row.kind === 'page' ? pagePaginator : offsetPaginator)(
					parameter ?? name,
					from,
					position,
				),
			),
		),
	);
	// Without IDs, another content does not show that it is another page.
	const mayGuess = progress.hasIds || parameter !== undefined;
	const guessed = mayGuess ? guessesOn(first, parameter) : [];
	return [...led, ...reported, ...guessed].filter(
		({ kind, parameter: name }) =>
			(style === undefined || kind === style) &&
			(name === parameter || !(name in first.request.query)),
	);
}

/**
 * From where pages and offsets may be counted, by what the first page reports. A higher number is more likely that of the
 * next page, or the end of this one.
 */
function firstsBy(kind: 'page' | 'offset', reported: number): number[] {
	if (kind === 'offset') return reported > 1 ? [0, reported] : [reported, 0];
	if (reported > 1) return [reported - 1, reported];
	return reported === 0 ? [0, 1] : [1, 0];
}

function guessesOn(first: Page, parameter: string | undefined): Paginator[] {
	const guesses = GUESSES.filter(({ beside }) => hasFields(first.info.fields, beside));
	return guesses.flatMap((guess) => {
		const name = parameter ?? guess.parameter;
		if (guess.kind === 'lastId') return [lastIdPaginator(name)];
		if (guess.kind === 'offset') return [offsetPaginator(name, 0)];
		return [pagePaginator(name, 1), pagePaginator(name, 0)];
	});
}
