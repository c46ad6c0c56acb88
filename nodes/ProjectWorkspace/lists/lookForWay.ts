import { findWay } from './nextPage/findWay';
import { messages } from './messages';
import { waysFrom, isSetManually } from './nextPage/overrides';
import type { ShownWays } from './nextPage/shownWays';
import { broken, END, type FollowingPage, type OpenList } from './openList';
import type { Reading } from './page/reading';
import { keyOfTarget } from './page/target';
import type { ListProblem } from './types';

/** A first page with at least so many records may have been cut, so it is worth looking for a next one. */
export const FULL_PAGE = 10;

/**
 * Looks for the way to the next page, and remembers the result for the run.
 * @returns undefined if another list of this run found it in the meantime
 */
export async function lookForWay(
	list: OpenList,
	reading: Reading,
): Promise<FollowingPage | undefined> {
	const { knownWays, wayKey, progress, start, overrides } = list;
	const ways = waysFrom(reading, progress, start.firstQuery, overrides);
	if (!ways.ok) return broken(ways.problem);
	if (effort(list, reading, ways.value).max === 0) return END;
	return await knownWays.runExclusive(wayKey, async () => {
		const known = knownWays.get(wayKey);
		if (!known || progress.way) return await look(list, reading, ways.value);
		progress.way = known;
		return undefined;
	});
}

async function look(list: OpenList, reading: Reading, ways: ShownWays): Promise<FollowingPage> {
	const { progress, start, knownWays, wayKey, seen, ask: fetchPage, read } = list;
	const { saysMore, saysEnd, total } = progress.stated(reading);
	// If the page may have been cut, a total may count only the page.
	const saysAll = saysEnd || (total?.isReached === true && !progress.isFull(reading, FULL_PAGE));
	const { live, others, max } = effort(list, reading, ways);
	const search = { first: reading, saysMore, saysAll, reached: progress, query: start.firstQuery };
	const found = await findWay({ ...search, seen, ask: fetchPage, read }, live, others, max);
	if (found.kind === 'page') {
		progress.way = found.way;
		list.asked.add(keyOfTarget(found.target));
		knownWays.set(wayKey, found.way);
		return found;
	}
	list.tried.push(...found.tried);
	list.isPastEnd ||= found.isPastEnd;
	if (found.problem) return broken(found.problem);
	if (max > 1) knownWays.set(wayKey, { noneOn: reading.records.length });
	// An empty page may be the end. A cursor that no parameter takes means that the rest cannot be read.
	const isLost = saysMore || (live.length > 0 && !found.isPastEnd && !saysAll);
	return isLost ? broken(noWayOn(list, reading)) : END;
}

/** What decides how many requests the search may take. */
interface Situation {
	saysMore: boolean;
	/** There is a link or token for the next page. */
	isLive: boolean;
	/** A flag or a null says that this was all. `isCounted`: a total or a number of pages does, which may count only the page. */
	saysEnd: boolean;
	isCounted: boolean;
	/** An earlier list of the run found no way, on a page with at least as many records. */
	isKnownToBeNone: boolean;
	isSet: boolean;
	isEmpty: boolean;
	/** The page may have been cut: it has at least ten records, or as many as the person set as the page size. */
	mayBeCut: boolean;
	/** The page reports a page size that is larger than its number of records. */
	isBelowSize: boolean;
	/** A number next to the list is larger than the number of its records. */
	hasLargerNumber: boolean;
}

/** Which ways are tried, with how many requests: the first row that applies. */
const EFFORTS: ReadonlyArray<
	[when: (page: Situation) => boolean, ways: 'all' | 'live' | 'shown' | 'none', requests: number]
> = [
	[({ saysMore, isKnownToBeNone }) => saysMore && isKnownToBeNone, 'live', 16],
	[({ saysMore }) => saysMore, 'all', 16],
	[(page) => page.isLive && (page.saysEnd || page.isCounted || page.isKnownToBeNone), 'live', 8],
	[({ isLive }) => isLive, 'all', 8],
	[({ saysEnd, isKnownToBeNone, isEmpty }) => saysEnd || isKnownToBeNone || isEmpty, 'none', 0],
	[({ isSet }) => isSet, 'all', 16],
	[({ isCounted, mayBeCut }) => isCounted && !mayBeCut, 'none', 0],
	[({ isCounted }) => isCounted, 'all', 1],
	[({ hasLargerNumber }) => hasLargerNumber, 'all', 8],
	[({ mayBeCut, isBelowSize }) => !mayBeCut || isBelowSize, 'shown', 1],
	[() => true, 'all', 8],
];

function effort(list: OpenList, reading: Reading, shown: ShownWays) {
	const { live, possible, usual } = shown;
	const situation = situationOf(list, reading, shown);
	const [, ways, max] = EFFORTS.find(([when]) => when(situation)) ?? [undefined, 'none', 0];
	const others = { all: [...possible, ...usual], live: [], shown: possible, none: [] }[ways];
	return { live, others, max: ways === 'shown' && possible.length === 0 ? 0 : max };
}

function situationOf(
	{ progress, overrides, pageSize, knownWays, wayKey }: OpenList,
	reading: Reading,
	{ live, isClosed }: ShownWays,
): Situation {
	const {
		signs,
		records: { length },
	} = reading;
	const stated = progress.stated(reading);
	return {
		saysMore: stated.saysMore,
		isLive: live.length > 0,
		saysEnd: stated.saysEnd || isClosed,
		isCounted: stated.isLastPage || stated.total?.isReached === true,
		isKnownToBeNone: knownWays.isKnownToBeNone(wayKey, length),
		isSet: isSetManually(overrides),
		isEmpty: length === 0,
		mayBeCut: length >= Math.min(FULL_PAGE, pageSize ?? FULL_PAGE),
		isBelowSize: (signs.pageSize ?? 0) > length,
		hasLargerNumber: signs.largerNumber !== undefined,
	};
}

function noWayOn({ progress, start, tried, overrides }: OpenList, { signs }: Reading): ListProblem {
	const { total } = signs;
	const said =
		!overrides.ignoreTotal && total && total.value > progress.distinct
			? `The service reports ${total.value} records but returned ${progress.distinct}`
			: `The service reports more than these ${progress.distinct} records`;
	const counting = ['page', 'offset', 'cursor', 'start', 'skip', 'after', 'starting_after'];
	const set = Object.keys(start.firstQuery).filter((name) => counting.includes(name));
	return messages.noWayOn(said, { tried, set });
}
