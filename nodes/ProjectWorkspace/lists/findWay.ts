import { ok, reject, type Result } from '../result';
import { type ListProblem, listMessages } from './messages';
import { type Candidate, type Candidates, candidatesOn } from './nextPage/candidates';
import { isStated } from './nextPage/suggested';
import type { Confirmation, Stop, Way } from './nextPage/way';
import type { Ask, ReadPage } from './page/pageReader';
import { broken, type OpenList, REJECTED } from './openList';

const MAX_REQUESTS = 8;
/** If the service says that there is more, the list is rejected otherwise. */
const MAX_REQUESTS_FOR_MORE = 16;

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
	if (worthTrying(list, first, candidates).max === 0) {
		const endsHere = claims.saysEnd || claims.isLastPage || candidates.endsHere;
		return reject({ is: endsHere ? 'endsHere' : 'noWay' });
	}
	const searched = knownWay.way
		? undefined
		: await knownWay.runExclusive(async () =>
				knownWay.way ? undefined : await tryWays(list, first, worthTrying(list, first, candidates)),
			);
	if (searched || !knownWay.way) return searched ?? reject({ is: 'noWay' });
	const evidence = candidates.ways.some(isStated) ? 'stated' : 'known';
	return await tryWays(list, first, { ways: [{ way: knownWay.way, evidence }], max: 1 });
}

/** The ways that are worth trying on a page, with at most so many requests. */
function worthTrying(
	{ progress, claims, seen, manual, knownWay, overrides }: OpenList,
	{ reading: { signs, records } }: ReadPage,
	{ ways, endsHere }: Candidates,
) {
	const { length } = records;
	const stated = ways.filter(isStated);
	const notGuessed = ways.filter(({ evidence }) => evidence !== 'guess');
	const isKnownToBeNone = !knownWay.way && length <= knownWay.noneOn;
	// Content never confirms a guess.
	const mayConfirm = seen.hasIds || overrides.parameter !== undefined;
	const all = isKnownToBeNone ? stated : mayConfirm ? ways : notGuessed;
	const trying = (worth: readonly Candidate[], max: number) => ({ ways: worth, max });
	if (claims.saysMore) return trying(all, MAX_REQUESTS_FOR_MORE);
	const saysEnd = claims.saysEnd || endsHere;
	if (stated.length > 0) return trying(saysEnd || claims.isCounted ? stated : all, MAX_REQUESTS);
	if (saysEnd || isKnownToBeNone || length === 0) return trying([], 0);
	// The total or the number of pages may count only this page.
	if (claims.isCounted) return trying(all, progress.isFull ? 1 : 0);
	// Another list of the run has found a way.
	if (knownWay.way) return trying(all, 1);
	const isBelowSize = (signs.pageSize ?? 0) > length;
	const isLikely = manual !== undefined || signs.largerNumber !== undefined;
	return isLikely || (progress.isFull && !isBelowSize)
		? trying(all, MAX_REQUESTS)
		: trying(notGuessed, 1);
}

/** Requests the next page in one way after the other, until a response is another page. */
async function tryWays(
	list: OpenList,
	first: ReadPage,
	{ ways, max }: ReturnType<typeof worthTrying>,
): Promise<Result<ReadPage, Stop>> {
	const { progress, claims, search, knownWay } = list;
	const { saysMore, saysAll } = claims;
	const hasStated = ways.some(isStated);
	const ignored = new Set<string>();
	let isPastEnd = false;
	let requests = 0;
	for (const { way, evidence, nearer } of ways) {
		const next = way.next(first, list);
		if (next && !next.ok) return broken(next.problem);
		if (!next || ignored.has(way.parameter) || progress.hasRequested(next.value.target)) continue;
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = hasStated && isPastEnd && evidence !== 'stated' && !saysMore;
		if (requests === max || isFollowed) break;
		requests += 1;
		if (way.parameter) search.tried.add(way.parameter);
		const tried = await tryWay(list, first, way, next.value);
		if (tried.is === 'next') return await follow(list, first, { way, nearer }, tried.page);
		if (tried.is === 'failed') {
			const { problem } = tried;
			const isLeadLost = problem.failure !== undefined;
			const isNeeded = saysMore && (isLeadLost || evidence !== 'guess');
			if (isNeeded || (evidence !== 'reported' && evidence !== 'guess'))
				return broken(problem, next.value.cursor);
			// The next request may fail in the same way.
			if (isLeadLost) break;
		}
		if (tried.is === 'ignored') ignored.add(way.parameter);
		if (tried.is === 'pastEnd') {
			// An empty page for another parameter says nothing about a cursor.
			isPastEnd ||= evidence === 'stated' || !hasStated;
			if (saysAll) break;
		}
	}
	// What is set manually is tried on each list, because an empty page then ends it.
	if (max > 1 && list.manual === undefined) knownWay.noneOn = first.reading.records.length;
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	search.isLeadLost = hasStated && !isPastEnd && !saysAll;
	if (claims.isLastPage) return reject({ is: 'endsHere' });
	return reject({ is: isPastEnd ? 'pastEnd' : 'noWay' });
}

/** The page after the first, and the way that has led there. */
async function follow(
	list: OpenList,
	first: ReadPage,
	{ way, nearer }: Pick<Candidate, 'way' | 'nearer'>,
	page: ReadPage,
): Promise<Result<ReadPage, Stop>> {
	const { firstQuery, knownWay, progress, search } = list;
	let found = { way, page };
	const next = nearer?.next(first, list);
	if (nearer && next?.ok && !progress.hasRequested(next.value.target)) {
		const tried = await tryWay(list, first, nearer, next.value);
		if (tried.is === 'failed') return broken(tried.problem, next.value.cursor);
		if (tried.is === 'next') found = { way: nearer, page: tried.page };
	}
	// Where the person has set the parameter, each list starts at its own page.
	if (!(way.parameter in firstQuery)) knownWay.way ??= found.way;
	search.way = found.way;
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
		const { problem } = response;
		const { status, isJson } = problem.failure ?? {};
		if (!REJECTED.some((each) => each === status)) return { is: 'failed', problem };
		return { is: status === 404 && isJson && ask.mayBePastEnd ? 'pastEnd' : 'ignored' };
	}
	const reading = response.value;
	if (reading.absent === 'all') {
		return claims.saysAll ? { is: 'pastEnd' } : { is: 'failed', problem: listMessages.noList };
	}
	const page = { ...ask, reading };
	const brings = seen.compare(reading.records, ask.repeatsLast);
	const is = way.confirmedBy(page, first, brings, list);
	return is === 'next' || is === 'guessed'
		? { is: 'next', page: { ...page, isGuessed: is === 'guessed' } }
		: { is };
}
