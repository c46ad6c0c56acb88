import { wholeNumber } from '../records/json';
import { ok } from '../result';
import { messages, TOTAL_TOO_HIGH } from './messages';
import {
	fieldOf,
	isEndMarker,
	isResponseDriven,
	isZero,
	nextStep,
	tokenOf,
} from './nextPage/follow';
import { isSetManually } from './nextPage/overrides';
import { broken, type CurrentPage, END, type FollowingPage, type OpenList } from './openList';
import type { Reading } from './page/reading';
import { keyOfTarget } from './page/target';
import type { ListProblem, PageTarget, Way } from './types';

export interface WaysToTry {
	/** The links and cursors that the page itself has. */
	live: readonly Way[];
	others: readonly Way[];
	/** Number of requests. */
	max: number;
}

/** Whether the service rejects the request itself: an unknown parameter, or a page past the end. */
export const isInvalidRequest = ({ failure }: ListProblem): boolean =>
	[400, 404, 422].some((status) => status === failure?.status);

/**
 * Requests the next page in one way after the other, until a response is another page. A service that does not know a
 * parameter ignores it and returns the first page again, rejects it, or takes it for a filter and returns nothing.
 */
export async function tryWays(
	list: OpenList,
	first: Reading,
	{ live, others, max }: WaysToTry,
): Promise<FollowingPage> {
	const { progress, firstQuery, known, overrides } = list;
	const { saysMore, saysAll } = progress;
	const ignored = new Set<string>();
	let found: FoundWay | undefined;
	let requests = 0;
	for (const way of [...live, ...others]) {
		// If pages are counted from 0, page 2 is the third page, so page 1 is requested as well.
		if (found && (way.kind !== 'page' || way.parameter !== found.way.parameter)) break;
		const step = nextStep(way, first, progress, firstQuery);
		if (step.kind === 'refused') return broken(messages.nextLink(step.why), step.link);
		if (step.kind === 'none' || ignored.has(way.parameter)) continue;
		const { target, cursor } = step;
		const key = keyOfTarget(target);
		if (progress.requested.has(key)) continue;
		const isLive = isResponseDriven(way) && !isZero(cursor);
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = live.length > 0 && progress.isPastEnd && !isLive && !saysMore;
		if (!found && (requests === max || isFollowed)) break;
		requests += 1;
		progress.requested.add(key);
		if (way.parameter) progress.tried.add(way.parameter);
		const result = await tryWay(list, first, way, { target, cursor, isLive });
		if (result.is === 'next') {
			found = { way, page: { target, cursor, reading: result.reading } };
			if (way.place !== undefined || way.base !== 1) break;
		}
		if ('problem' in result) {
			const isFailed = result.is === 'failed';
			const isNeeded = saysMore && (isFailed || way.place !== undefined);
			if (found || isLive || isNeeded) return broken(result.problem, cursor);
			// The next request may fail in the same way.
			if (isFailed) break;
		}
		// Page 1 may be the first page, even if the page calls itself 0.
		const isFirst = way.kind === 'page' && cursor === '1';
		if (result.is === 'ignored' && !isFirst) ignored.add(way.parameter);
		if (result.is === 'pastEnd') {
			// An empty page for another parameter says nothing about a cursor.
			progress.isPastEnd ||= isLive || live.length === 0;
			if (saysAll) break;
		}
	}
	if (found) return follow(list, found);
	// What is set manually is tried on each list, because an empty page then ends it.
	if (max > 1 && !isSetManually(overrides)) known.noneOn = first.records.length;
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	const isLost = saysMore || (live.length > 0 && !progress.isPastEnd && !saysAll);
	return isLost ? broken(noWayOn(list, first)) : END;
}

interface FoundWay {
	way: Way;
	page: CurrentPage;
}

function follow({ progress, firstQuery, known }: OpenList, { way, page }: FoundWay): FollowingPage {
	// Where the person has set the parameter, each list starts at its own page.
	if (!(way.parameter in firstQuery)) known.way ??= way;
	progress.way = way;
	return ok(page);
}

type Tried =
	| { is: 'next'; reading: Reading }
	/** The parameter was ignored or rejected; no records, or no such page; a page further than the next. */
	| { is: 'ignored' | 'pastEnd' | 'tooFar' }
	| { is: 'unreadable' | 'failed'; problem: ListProblem };

async function tryWay(
	{ progress, seen, read }: OpenList,
	first: Reading,
	way: Way,
	{ target, cursor, isLive }: { target: PageTarget; cursor: string; isLive: boolean },
): Promise<Tried> {
	const next = await read(target);
	if (!next.ok) {
		const { problem } = next;
		if (!isInvalidRequest(problem))
			return { is: problem.failure ? 'failed' : 'unreadable', problem };
		return { is: problem.failure?.status === 404 && !isLive ? 'pastEnd' : 'ignored' };
	}
	const reading = next.value;
	if (reading.absent) {
		return progress.saysAll ? { is: 'pastEnd' } : { is: 'unreadable', problem: messages.noList };
	}
	// The whole URL comes from the service.
	if (way.kind === 'link') return { is: 'next', reading };
	const step = stepBetween(first, reading, way);
	if (reading.records.length > 0) {
		if (!seen.isOtherPage(reading.records)) return { is: 'ignored' };
		const farthest = way.kind === 'page' ? 1 : first.records.length;
		return step > farthest ? { is: 'tooFar' } : { is: 'next', reading };
	}
	// A page within the list may be empty: it has a new cursor, or its number has grown and the service reports more.
	const token = isResponseDriven(way) ? fieldOf(way, reading)?.value : undefined;
	const leadsOn =
		token !== undefined && !isEndMarker(token) && !isZero(token) && tokenOf(token) !== cursor;
	return leadsOn || (progress.saysMore && step > 0) ? { is: 'next', reading } : { is: 'pastEnd' };
}

/** By how much the position that the pages report has grown; 0 if they report none. */
function stepBetween(first: Reading, next: Reading, way: Way): number {
	const [before, after] = [first, next].map((each) => wholeNumber(fieldOf(way, each)?.value));
	return before === undefined || after === undefined || isResponseDriven(way) ? 0 : after - before;
}

function noWayOn({ progress, firstQuery }: OpenList, { signs }: Reading): ListProblem {
	const { missedTotal = signs.total?.value ?? 0, distinct, tried } = progress;
	const said =
		missedTotal > distinct
			? `The service reports ${missedTotal} records but returned ${distinct}`
			: `The service reports more than these ${distinct} records`;
	const counting = ['page', 'offset', 'cursor', 'start', 'skip', 'after', 'starting_after'];
	const set = Object.keys(firstQuery).filter((name) => counting.includes(name));
	const problem = messages.noWayOn(said, { tried: [...tried], set });
	if (progress.missedTotal !== undefined) problem.description += ` ${TOTAL_TOO_HIGH}`;
	return problem;
}
