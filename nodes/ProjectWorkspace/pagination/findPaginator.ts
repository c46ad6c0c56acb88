import { ApiError, type UserError } from '../errors';
import { badSetting } from '../transport/settings';
import type { ApiRequest, ListSettings } from '../transport/types';
import {
	type End,
	endAfterFirst,
	endAtEmptySecond,
	endAtFailedTry,
	endOfSearch,
	isEnd,
	isRejected,
} from './ends';
import type { Evidence } from './evidence';
import type { KnownPaginator } from './knownPaginators';
import { type FailedPage, hasNext, type Page, type PageReader, saysMore } from './page';
import { GUESSES } from './pageFields';
import { type Pagination, type PaginationName, PAGINATIONS, type Paginator } from './paginators';
import { haveFields } from './responseFields';

/** A list of which the first page was read. */
export interface Search {
	first: Page;
	settings: ListSettings;
	evidence: Evidence;
	known: KnownPaginator;
	pageReader: PageReader;
}

/** The page after the first one, and how it was requested. */
export interface SecondPage {
	paginator: Paginator;
	page: Page;
}

/** How many requests it is worth to find the next page: the first row that applies. */
const TRIES: ReadonlyArray<[number, (search: Search) => boolean]> = [
	[16, ({ first }) => saysMore(first)],
	[8, ({ first }) => hasNext(first)],
	[0, ({ first }) => first.says === 'end' || first.count === 0],
	[0, ({ settings }) => settings.style === 'none'],
	[0, ({ first, evidence }) => isSaidToBeAll(first) && !evidence.isFull],
	[8, ({ first }) => first.nextValues.length > 0],
	[1, ({ first }) => isSaidToBeAll(first)],
	// Another list of this address was as long, and nothing led on.
	[0, ({ first, known }) => !known.paginator && first.count <= known.noneOn],
	[8, ({ evidence, settings }) => evidence.isFull || settings.style !== undefined],
	// It says where it is.
	[1, ({ first, settings }) => candidatesAfter(first, settings, false).length > 0],
];

const triesFor = (search: Search): number => TRIES.find(([, applies]) => applies(search))?.[0] ?? 0;

/** The total, which may be that of the page, or the number of pages. */
const isSaidToBeAll = ({ total, pageCount, count }: Page): boolean =>
	total === count || pageCount === 1;

/** Finds out how the next page is requested. Of the lists of a run at the same address, one at a time searches. */
export async function findPaginator(search: Search): Promise<SecondPage | End> {
	const { first, known } = search;
	if (triesFor(search) === 0) return endAfterFirst(first);

	const found = await known.inTurn(async () =>
		known.paginator ? undefined : await searchNow(search),
	);
	// Another list has found one, and to confirm it needs no turn.
	return found ?? (await tryEach(search, known.paginator ? [known.paginator] : [], 1));
}

async function searchNow(search: Search): Promise<SecondPage | End> {
	const { first, settings, evidence, known } = search;
	// Other content shows another page only if the records have IDs.
	const candidates = candidatesAfter(first, settings, evidence.seen.hasIds);
	const found = await tryEach(search, candidates, triesFor(search));

	// The next list only has to confirm it.
	if (!isEnd(found)) known.paginator = { ...found.paginator, isGuess: false };
	else if (settings.style === undefined) known.noneOn = Math.max(known.noneOn, first.count);
	return found;
}

/** Requests the next page by one candidate after the other, until a response is another page. */
async function tryEach(
	search: Search,
	candidates: readonly Paginator[],
	tries: number,
): Promise<SecondPage | End> {
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
		if (isEnd(page)) {
			if (isNotFollowed(page.error)) notFollowed = page;
			else if (!isRejected(page.error)) return endAtFailedTry(search.first, page, paginator);
			ignored.add(parameter);
			continue;
		}

		const second = judgeSecond(search, paginator, page);
		if (second === 'ignored') ignored.add(parameter);
		if (typeof second === 'string') continue;
		return isEnd(second) ? second : await confirmed(search, { paginator, page: second });
	}

	const parameters = [...new Set(tried)].filter(Boolean);
	return notFollowed ?? endOfSearch(search.first, search.evidence, parameters);
}

/** The request for the page after the first one, if it may be sent, and was not sent yet. */
function newRequestBy({ first, pageReader }: Search, paginator: Paginator): ApiRequest | undefined {
	const request = paginator.next(first);
	return request && !pageReader.prefetch.hasRequested(request) ? request : undefined;
}

/** Behind a proxy, some services link to http:// or to a name of their own. Then a parameter may lead on. */
const isNotFollowed = (error: ApiError | UserError): boolean =>
	error instanceof ApiError && error.details.code === 'otherOrigin';

/** The second page, or that there is none; `ignored` if it is the first one again, `unclear` if it is none of these. */
function judgeSecond(
	{ first, settings, evidence }: Search,
	paginator: Paginator,
	page: Page,
): Page | End | 'ignored' | 'unclear' {
	if (page.isNoList) return 'unclear';
	if (page.count > 0) return paginator.accepts(page, first, evidence.seen);

	// Filtered lists have empty pages with a token (Slack).
	if (paginator.isEnd?.(page) === false) return page;
	return endAtEmptySecond(first, paginator, settings) ?? 'unclear';
}

/** If pages are counted from 0, page 2 is the third one, and page 1 is the one after the first. */
async function confirmed(search: Search, found: SecondPage): Promise<SecondPage | End> {
	const { isGuess, instead } = found.paginator;
	const request = isGuess && instead && newRequestBy(search, instead);
	if (!request) return found;

	const page = await search.pageReader.read(request);
	if (isEnd(page)) return page;
	return search.evidence.seen.compare(page) === 'new' ? { paginator: instead, page } : found;
}

/**
 * How the page after this one may be requested, the likeliest first. What the person has set applies.
 * @param mayGuess whether parameters are tried about which the page says nothing
 */
export function candidatesAfter(
	page: Page,
	{ style, parameter: setParameter }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const names = PAGINATION_NAMES.filter((name) => style === undefined || name === style);
	const candidates = names.flatMap((name) => PAGINATIONS[name].suggestedBy(page, setParameter));

	if (setParameter !== undefined) {
		candidates.push(...names.flatMap((name) => guessOf(name, setParameter)));
	} else if (mayGuess) {
		const rows = GUESSES.filter(
			([name, , beside]) => names.includes(name) && haveFields(page.fields, beside),
		);
		candidates.push(...rows.flatMap(([name, parameter]) => guessOf(name, parameter)));
	}

	return candidates
		.filter(({ parameter }) => {
			// What the person sends is not replaced.
			return parameter === setParameter || !(parameter in page.request.query);
		})
		.flatMap((candidate) => (candidate.instead ? [candidate, candidate.instead] : [candidate]));
}

const PAGINATION_NAMES = Object.keys(PAGINATIONS) as PaginationName[]; // by the type of the table

/** @throws UserError if an expression for 'Pagination' returned something else */
export function checkPagination({ style = 'none' }: ListSettings): void {
	const options: readonly string[] = ['auto', ...PAGINATION_NAMES, 'none'];
	if (!options.includes(style)) throw badSetting('Pagination', `one of ${options.join(', ')}`);
}

function guessOf(name: PaginationName, parameter: string): Paginator[] {
	const { guess }: Pagination = PAGINATIONS[name];
	return guess ? [guess(parameter)] : [];
}
