import { ok, reject, type Result } from '../result';
import { listMessages } from './messages';
import { candidatesOn, type Candidate, type Candidates } from './nextPage/overrides';
import type { Confirmation, Stop, Way } from './nextPage/way';
import type { CurrentPage } from './page/reading';
import { broken, type OpenList, REJECTED } from './openList';
import type { ListProblem } from './types';

const MAX_REQUESTS = 8;
/** If the service says that there is more, the list is rejected otherwise. */
const MAX_REQUESTS_FOR_MORE = 16;

/**
 * Looks for the way to the next page, and remembers the result for the run. A service that does not know a parameter
 * ignores it and returns the first page again, rejects it, or takes it for a filter and returns nothing.
 */
export async function findWay(
	list: OpenList,
	first: CurrentPage,
): Promise<Result<CurrentPage, Stop>> {
	const { known, claims, search, firstQuery, overrides } = list;
	const found = candidatesOn(first.reading, firstQuery, overrides);
	if (!found.ok) return broken(found.problem);
	const candidates = found.value;
	search.kept = candidates.kept;
	search.isLive = candidates.isLive;
	if (worthTrying(list, first, candidates).max === 0) {
		const isClosed = claims.saysEnd || claims.isLastPage || candidates.isClosed;
		return reject({ is: isClosed ? 'closed' : 'noWay' });
	}
	const find = async () =>
		known.way ? undefined : await tryWays(list, first, worthTrying(list, first, candidates));
	const searched = known.way ? undefined : await known.runExclusive(find);
	if (searched || !known.way) return searched ?? reject({ is: 'noWay' });
	const isStated = candidates.stated.length > 0;
	const evidence = isStated ? 'stated' : 'known';
	return await tryWays(list, first, { ways: [{ way: known.way, evidence }], isStated, max: 1 });
}

/**
 * The ways that are worth trying on a page, with at most so many requests; `isStated`: the page has a link or cursor that
 * leads on.
 */
function worthTrying(
	{ progress, claims, seen, manual, known, overrides }: OpenList,
	{ reading: { signs, records } }: CurrentPage,
	{ stated, isClosed, reported, guesses }: Candidates,
) {
	const { length } = records;
	const isKnownToBeNone = !known.way && length <= known.noneOn;
	// Content never confirms a guess.
	const mayConfirm = seen.hasIds || overrides.parameter !== undefined;
	const others = isKnownToBeNone ? [] : [...reported, ...(mayConfirm ? guesses : [])];
	const all = [...stated, ...others];
	const isStated = stated.length > 0;
	const trying = (ways: readonly Candidate[], max: number) => ({ ways, isStated, max });
	if (claims.saysMore) return trying(all, MAX_REQUESTS_FOR_MORE);
	const saysEnd = claims.saysEnd || isClosed;
	if (isStated) return trying(saysEnd || claims.isCounted ? stated : all, MAX_REQUESTS);
	if (saysEnd || isKnownToBeNone || length === 0) return trying([], 0);
	// The total or the number of pages may count only this page.
	if (claims.isCounted) return trying(all, progress.isFull ? 1 : 0);
	// Another list of the run has found a way.
	if (known.way) return trying(all, 1);
	const isBelowSize = (signs.pageSize ?? 0) > length;
	const isLikely = manual !== undefined || signs.largerNumber !== undefined;
	return isLikely || (progress.isFull && !isBelowSize)
		? trying(all, MAX_REQUESTS)
		: trying(reported, 1);
}

/** Requests the next page in one way after the other, until a response is another page. */
async function tryWays(
	list: OpenList,
	first: CurrentPage,
	{ ways, isStated, max }: ReturnType<typeof worthTrying>,
): Promise<Result<CurrentPage, Stop>> {
	const { progress, claims, search, known } = list;
	const { saysMore, saysAll } = claims;
	const ignored = new Set<string>();
	let isPastEnd = false;
	let requests = 0;
	for (const { way, evidence, nearer } of ways) {
		const next = way.next(first, list);
		if (next && !next.ok) return broken(next.problem);
		if (!next || ignored.has(way.parameter) || progress.hasRequested(next.value.target)) continue;
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = isStated && isPastEnd && evidence !== 'stated' && !saysMore;
		if (requests === max || isFollowed) break;
		requests += 1;
		if (way.parameter) search.tried.add(way.parameter);
		const tried = await tryWay(list, first, way);
		if (tried.is === 'next') return await follow(list, first, { way, nearer }, tried.page);
		if (tried.is === 'failed') {
			const { problem } = tried;
			const isLost = problem.failure !== undefined;
			const isNeeded = saysMore && (isLost || evidence !== 'guess');
			if (evidence === 'stated' || evidence === 'known' || isNeeded)
				return broken(problem, next.value.cursor);
			// The next request may fail in the same way.
			if (isLost) break;
		}
		if (tried.is === 'ignored') ignored.add(way.parameter);
		if (tried.is === 'pastEnd') {
			// An empty page for another parameter says nothing about a cursor.
			isPastEnd ||= evidence === 'stated' || !isStated;
			if (saysAll) break;
		}
	}
	// What is set manually is tried on each list, because an empty page then ends it.
	if (max > 1 && list.manual === undefined) known.noneOn = first.reading.records.length;
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	search.isLost = isStated && !isPastEnd && !saysAll;
	if (claims.isLastPage) return reject({ is: 'closed' });
	return reject({ is: isPastEnd ? 'pastEnd' : 'noWay' });
}

/** The page after the first, and the way that has led there. */
async function follow(
	list: OpenList,
	first: CurrentPage,
	{ way, nearer }: Pick<Candidate, 'way' | 'nearer'>,
	page: CurrentPage,
): Promise<Result<CurrentPage, Stop>> {
	const { firstQuery, known, progress } = list;
	let found = { way, page };
	const next = nearer?.next(first, list);
	if (nearer && next?.ok && !progress.hasRequested(next.value.target)) {
		const tried = await tryWay(list, first, nearer);
		if (tried.is === 'failed') return broken(tried.problem, next.value.cursor);
		if (tried.is === 'next') found = { way: nearer, page: tried.page };
	}
	// Where the person has set the parameter, each list starts at its own page.
	if (!(way.parameter in firstQuery)) known.way ??= found.way;
	list.way = found.way;
	return ok(found.page);
}

async function tryWay(
	list: OpenList,
	first: CurrentPage,
	way: Way,
): Promise<
	| { is: 'next'; page: CurrentPage }
	| { is: Exclude<Confirmation, 'next'> }
	| { is: 'failed'; problem: ListProblem }
> {
	const { progress, claims, seen, read } = list;
	const next = way.next(first, list);
	if (!next?.ok) return { is: 'ignored' };
	const { target, cursor, isCounted, repeatsLast } = next.value;
	progress.addRequested(target);
	const response = await read(target);
	if (!response.ok) {
		const { problem } = response;
		const { status, isJson } = problem.failure ?? {};
		if (!REJECTED.some((each) => each === status)) return { is: 'failed', problem };
		return { is: status === 404 && isJson && isCounted ? 'pastEnd' : 'ignored' };
	}
	const reading = response.value;
	if (reading.absent === 'all') {
		return claims.saysAll ? { is: 'pastEnd' } : { is: 'failed', problem: listMessages.noList };
	}
	const page = { target, cursor, reading, repeatsLast };
	const brings = seen.compare(reading.records, repeatsLast);
	const is = way.confirmedBy(page, first, brings, list);
	return is === 'next' ? { is, page } : { is };
}
