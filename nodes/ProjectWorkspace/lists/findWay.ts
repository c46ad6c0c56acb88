import { ok, reject, type Result } from '../result';
import { type ListProblem, listMessages } from './messages';
import { type Candidate, type Candidates, candidatesOn } from './nextPage/candidates';
import { isStated } from './nextPage/suggested';
import type { Confirmation, Stop, Way } from './nextPage/way';
import type { Ask, ReadPage } from './page/pageReader';
import { broken, type OpenList, REJECTED } from './openList';

/** Which ways are worth trying on a first page, with at most so many requests: the first row that applies. */
const WORTH_TRYING: ReadonlyArray<
	readonly [when: (page: ReturnType<typeof lookAt>) => boolean, keyof typeof WHICH, max: number]
> = [
	[({ saysMore }) => saysMore, 'all', 16],
	[({ hasLead, saysEnd, isCounted }) => hasLead && (saysEnd || isCounted), 'stated', 8],
	[({ hasLead }) => hasLead, 'all', 8],
	[({ saysEnd, isEmpty, isKnownToBeNone }) => saysEnd || isEmpty || isKnownToBeNone, 'all', 0],
	// The total or the number of pages may count only this page.
	[({ isCounted, isFull }) => isCounted && isFull, 'all', 1],
	[({ isCounted }) => isCounted, 'all', 0],
	[({ isKnown }) => isKnown, 'all', 1],
	[({ isSet, hasLargerNumber, mayBeCut }) => isSet || hasLargerNumber || mayBeCut, 'all', 8],
	[() => true, 'notGuessed', 1],
];

/** What of a first page decides which ways are worth trying. */
function lookAt(list: OpenList, { reading }: ReadPage, { ways, endsHere }: Candidates) {
	const { length } = reading.records;
	const { pageSize = 0, largerNumber } = reading.signs;
	const { saysMore, saysEnd, isCounted } = list.claims;
	const { isFull } = list.progress;
	const { way, noneOn } = list.knownWay;
	return {
		...{ saysMore, saysEnd: saysEnd || endsHere, isCounted, hasLead: ways.some(isStated) },
		...{ isEmpty: length === 0, isFull, mayBeCut: isFull && pageSize <= length },
		...{ isSet: list.manual !== undefined, hasLargerNumber: largerNumber !== undefined },
		/** Another list of the run has found a way, or none on a page that was as large. */
		...{ isKnown: way !== undefined, isKnownToBeNone: !way && length <= noneOn },
	};
}

const WHICH = {
	stated: isStated,
	notGuessed: ({ evidence }: Candidate) => evidence !== 'guess',
	all: () => true,
};

function worthTrying(list: OpenList, first: ReadPage, candidates: Candidates) {
	const page = lookAt(list, first, candidates);
	const [, which, requests] = WORTH_TRYING.find(([when]) => when(page)) ?? [0, 'all', 0];
	// Content never confirms a guess.
	const mayGuess = list.seen.hasIds || list.overrides.parameter !== undefined;
	const all = page.isKnownToBeNone ? 'stated' : mayGuess ? 'all' : 'notGuessed';
	return { ways: candidates.ways.filter(WHICH[which === 'all' ? all : which]), requests };
}

/**
 * Looks for the way to the next page, and remembers the result for the run. A service that does not know a parameter
 * ignores it and returns the first page again, rejects it, or takes it for a filter and returns nothing.
 */
export async function findWay(list: OpenList, first: ReadPage): Promise<Result<ReadPage, Stop>> {
	const { knownWay, claims, search, firstQuery, overrides } = list;
	const found = candidatesOn(first.reading, firstQuery, overrides);
	if (!found.ok) return broken(found.problem);
	const candidates = found.value;
	search.setParameters = candidates.setParameters;
	search.hasLead = candidates.hasLead;
	if (worthTrying(list, first, candidates).requests === 0) {
		const endsHere = claims.saysEnd || claims.isLastPage || candidates.endsHere;
		return reject({ is: endsHere ? 'endsHere' : 'noWay' });
	}
	const searched = await knownWay.search(
		async () => await tryWays(list, first, worthTrying(list, first, candidates)),
	);
	if (searched || !knownWay.way) return searched ?? reject({ is: 'noWay' });
	const evidence = candidates.ways.some(isStated) ? 'stated' : 'known';
	return await tryWays(list, first, { ways: [{ way: knownWay.way, evidence }], requests: 1 });
}

/** Requests the next page in one way after the other, until a response is another page. */
async function tryWays(
	list: OpenList,
	first: ReadPage,
	{ ways, requests }: ReturnType<typeof worthTrying>,
): Promise<Result<ReadPage, Stop>> {
	const { progress, search, knownWay, claims } = list;
	const { saysMore, saysAll, isLastPage } = claims;
	const hasLead = ways.some(isStated);
	const ignored = new Set<string>();
	let isPastEnd = false;
	let left = requests;
	for (const candidate of ways) {
		const { way, evidence } = candidate;
		const next = way.next(first, list);
		if (next && !next.ok) return broken(next.problem);
		if (!next || ignored.has(way.parameter) || progress.hasRequested(next.value.target)) continue;
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = hasLead && isPastEnd && evidence !== 'stated' && !saysMore;
		if (left-- === 0 || isFollowed) break;
		if (way.parameter) search.tried.add(way.parameter);
		const tried = await tryWay(list, first, way, next.value);
		if (tried.is === 'next') return await follow(list, first, candidate, tried.page);
		if (tried.is === 'failed') {
			const isRequest = tried.problem.failure !== undefined;
			const isNeeded =
				evidence === 'guess' ? saysMore && isRequest : saysMore || evidence !== 'reported';
			if (isNeeded) return broken(tried.problem, next.value.cursor);
			// The next request may fail in the same way.
			if (isRequest) break;
		}
		if (tried.is === 'ignored') ignored.add(way.parameter);
		// An empty page for another parameter says nothing about a cursor.
		isPastEnd ||= tried.is === 'pastEnd' && (evidence === 'stated' || !hasLead);
		if (tried.is === 'pastEnd' && saysAll) break;
	}
	// What is set manually is tried on each list, because an empty page then ends it.
	if (requests > 1 && list.manual === undefined) knownWay.noneOn = first.reading.records.length;
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	search.isLeadLost = hasLead && !isPastEnd && !saysAll;
	return reject({ is: isLastPage ? 'endsHere' : isPastEnd ? 'pastEnd' : 'noWay' });
}

/** The page after the first, and the way that has led there. */
async function follow(
	list: OpenList,
	first: ReadPage,
	{ way, nearer }: Pick<Candidate, 'way' | 'nearer'>,
	page: ReadPage,
): Promise<Result<ReadPage, Stop>> {
	let found = { way, page };
	const next = nearer?.next(first, list);
	if (nearer && next?.ok && !list.progress.hasRequested(next.value.target)) {
		const tried = await tryWay(list, first, nearer, next.value);
		if (tried.is === 'failed') return broken(tried.problem, next.value.cursor);
		if (tried.is === 'next') found = { way: nearer, page: tried.page };
	}
	// Where the person has set the parameter, each list starts at its own page.
	if (!(way.parameter in list.firstQuery)) list.knownWay.way ??= found.way;
	list.search.way = found.way;
	return ok(found.page);
}

async function tryWay(
	list: OpenList,
	first: ReadPage,
	way: Way,
	ask: Ask,
): Promise<
	| { is: 'next'; page: ReadPage }
	| { is: Exclude<Confirmation, 'next' | 'guessed'> }
	| { is: 'failed'; problem: ListProblem }
> {
	const { progress, claims, seen, read } = list;
	progress.addRequested(ask.target);
	const response = await read(ask.target);
	if (!response.ok) {
		const { status, isJson } = response.problem.failure ?? {};
		if (!REJECTED.some((each) => each === status))
			return { is: 'failed', problem: response.problem };
		return { is: status === 404 && isJson && ask.mayBePastEnd ? 'pastEnd' : 'ignored' };
	}
	const reading = response.value;
	if (reading.absent === 'all')
		return claims.saysAll ? { is: 'pastEnd' } : { is: 'failed', problem: listMessages.noList };
	const page = { ...ask, reading };
	const brings = seen.compare(reading.records, ask.repeatsLast);
	const is = way.confirmedBy(page, first, brings, list);
	return is === 'next' || is === 'guessed'
		? { is: 'next', page: { ...page, isGuessed: is === 'guessed' } }
		: { is };
}
