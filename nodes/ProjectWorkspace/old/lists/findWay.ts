import { ok, reject, type Result } from '../result';
import { broken, type Stop } from './completeness';
import { listMessages } from './messages';
import { type Candidates, candidatesOn, wayBy } from './nextPage/candidates';
import { isStated } from './nextPage/suggested';
import type { OpenList, Way, WaySpec } from './nextPage/way';
import type { Ask, ReadPage } from './page/pageReader';
import type { PageTarget } from './page/target';

/** Which ways on a first page are worth trying, with at most so many requests. */
function worthTrying(list: OpenList, first: ReadPage, { ways, endsHere }: Candidates) {
	const { claims, known, manual, overrides, progress, seen } = list;
	const { length } = first.records;
	const { pageSize = 0, largerNumber } = first.signs;
	const { saysMore, isCounted } = claims;
	const saysEnd = claims.saysEnd || endsHere;
	/** Another list of the run has found none on a page that was as large. */
	const isNone = !known.spec && length <= known.noneOn;
	const isNotGuessed = ({ evidence }: WaySpec) => evidence !== 'guess';
	// Content never confirms a guess.
	const mayGuess = seen.hasIds || overrides.parameter !== undefined;
	const isAny = isNone ? isStated : mayGuess ? () => true : isNotGuessed;
	const at = (requests: number, which = isAny) => ({ ways: ways.filter(which), requests });
	if (saysMore) return at(16);
	if (ways.some(isStated)) return at(8, saysEnd || isCounted ? isStated : isAny);
	if (saysEnd || length === 0 || isNone) return at(0);
	// The total or the number of pages may count only this page.
	if (isCounted) return at(progress.isFull ? 1 : 0);
	if (known.spec) return at(1);
	const mayBeCut = progress.isFull && pageSize <= length;
	return manual !== undefined || largerNumber || mayBeCut ? at(8) : at(1, isNotGuessed);
}

/**
 * Looks for the way to the next page, and remembers the result for the run. A service that does not know a parameter
 * ignores it and returns the first page again, rejects it, or takes it for a filter and returns nothing.
 */
export async function findWay(list: OpenList, first: ReadPage): Promise<Result<ReadPage, Stop>> {
	const { known, claims } = list;
	const candidates = candidatesOn(first, list);
	if (candidates.problem) return broken(candidates.problem);
	list.setParameters = candidates.setParameters;
	list.hasLead = candidates.hasLead;
	if (worthTrying(list, first, candidates).requests === 0) {
		const endsHere = claims.saysEnd || claims.isLastPage || candidates.endsHere;
		return reject({ is: endsHere ? 'endsHere' : 'noWay' });
	}
	// Meanwhile, another list may have found a way, or none.
	const search = async () =>
		known.spec ? undefined : await tryWays(list, first, worthTrying(list, first, candidates));
	const searched = known.turn.then(search, search);
	known.turn = searched;
	const next = await searched;
	if (next || !known.spec) return next ?? reject({ is: 'noWay' });
	const evidence = candidates.ways.some(isStated) ? 'stated' : 'known';
	return await tryWays(list, first, { ways: [{ ...known.spec, evidence }], requests: 1 });
}

/** Requests the next page in one way after the other, until a response is another page. */
async function tryWays(
	list: OpenList,
	first: ReadPage,
	{ ways, requests }: ReturnType<typeof worthTrying>,
): Promise<Result<ReadPage, Stop>> {
	const { progress, known, claims } = list;
	const { saysMore, saysAll, isLastPage } = claims;
	const isLed = ways.some(isStated);
	const ignored = new Set<string>();
	let isPastEnd = false;
	let left = requests;
	for (const spec of ways) {
		const { parameter, evidence } = spec;
		const next = wayBy(spec).next(first, list);
		if (next && !next.ok) return broken(next.problem);
		if (!next || ignored.has(parameter) || progress.hasRequested(next.value.target)) continue;
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = isLed && isPastEnd && evidence !== 'stated' && !saysMore;
		if (left-- === 0 || isFollowed) break;
		if (parameter) list.tried.add(parameter);
		const page = await tryWay(list, first, wayBy(spec), next.value);
		if (page.ok) return await follow(list, first, spec, page.value);
		const { is } = page.problem;
		if (is === 'broken') {
			const isRequest = page.problem.problem.failure !== undefined;
			const isNeeded =
				evidence === 'guess' ? saysMore && isRequest : saysMore || evidence !== 'reported';
			if (isNeeded) return broken(page.problem.problem);
			// The next request may fail in the same way.
			if (isRequest) break;
		}
		if (is === 'ignored' || is === 'rejected') ignored.add(parameter);
		// An empty page for another parameter says nothing about a cursor.
		isPastEnd ||= is === 'pastEnd' && (evidence === 'stated' || !isLed);
		if (is === 'pastEnd' && saysAll) break;
	}
	// What is set manually is tried on each list, because an empty page then ends it.
	if (requests > 1 && list.manual === undefined) known.noneOn = first.records.length;
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	list.isLeadLost = isLed && !isPastEnd && !saysAll;
	return reject({ is: isLastPage ? 'endsHere' : isPastEnd ? 'pastEnd' : 'noWay' });
}

/** The page after the first. The way that has led there is kept, or one that leads to a nearer page. */
async function follow(
	list: OpenList,
	first: ReadPage,
	{ nearerBase, ...spec }: WaySpec,
	page: ReadPage,
): Promise<Result<ReadPage, Stop>> {
	let found = { spec, page };
	// If there is none, it is the same page, which was requested.
	const nearer = { ...spec, base: nearerBase ?? spec.base };
	const next = wayBy(nearer).next(first, list);
	if (next?.ok && !list.progress.hasRequested(next.value.target)) {
		const tried = await tryWay(list, first, wayBy(nearer), next.value);
		if (tried.ok) found = { spec: nearer, page: tried.value };
		else if (tried.problem.is === 'broken') return reject(tried.problem);
	}
	// Where the person has set the parameter, each list starts at its own page.
	if (!(spec.parameter in list.firstQuery)) list.known.spec ??= found.spec;
	list.way = wayBy(found.spec);
	return ok(found.page);
}

async function tryWay(
	list: OpenList,
	first: ReadPage,
	way: Way,
	ask: Ask,
): Promise<Result<ReadPage, Stop | { is: 'ignored' | 'unclear' }>> {
	const { claims, seen } = list;
	const page = await requestPage(list, ask);
	if (!page.ok) {
		const { problem } = page;
		const isNoList = problem.is === 'broken' && problem.problem.reason === 'no-list';
		return isNoList && claims.saysAll ? reject({ is: 'pastEnd' }) : page;
	}
	const brings = seen.compare(page.value.records, ask.repeatsLast);
	const is = way.confirmedBy(page.value, first, brings, list);
	const isNext = is === 'next' || is === 'guessed';
	return isNext ? ok({ ...page.value, isGuessed: is === 'guessed' }) : reject({ is });
}

/** The service rejects the request itself: an unknown parameter, or a page past the end. */
const REJECTED: readonly unknown[] = [400, 404, 422];

/** @param coming the pages that are perhaps requested next; `isCapped`: some services only return so many records */
export async function requestPage(
	{ progress, read }: OpenList,
	ask: Ask,
	{ coming, isCapped }: { coming?: readonly PageTarget[]; isCapped?: boolean } = {},
): Promise<Result<ReadPage, Stop>> {
	progress.addRequested(ask.target);
	const page = await read(ask.target, coming);
	if (page.ok) {
		return page.value.absent === 'all'
			? broken(listMessages.noList, ask.cursor)
			: ok({ ...ask, ...page.value });
	}
	const { status, isJson } = page.problem.failure ?? {};
	if (!REJECTED.includes(status)) return broken(page.problem, ask.cursor);
	// Only a service that knows its pages says that there is no such page.
	const isPastEnd = status === 404 && isJson && ask.mayBePastEnd && !isCapped;
	return reject(isPastEnd ? { is: 'pastEnd' } : { is: 'rejected', problem: page.problem });
}
