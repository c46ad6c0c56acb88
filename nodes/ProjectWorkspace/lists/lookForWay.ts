import { findWay } from './nextPage/findWay';
import { messages as wayMessages } from './nextPage/messages';
import { waysFrom } from './nextPage/overrides';
import type { ShownWays } from './nextPage/shownWays';
import { isSetManually } from './nextPage/types';
import { broken, END, type FollowingPage, type OpenList } from './openList';
import type { Reading } from './page/reading';
import { keyOfTarget } from './page/target';
import type { ListProblem } from './page/types';

/** From so many records on a page may have been cut, so that a next one is worth looking for. */
export const FULL_PAGE = 10;
const USUAL_PAGE_SIZES: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/**
 * Looks for the way to the next page, and remembers for the run what was found.
 * @returns undefined if another list of the run has found it meanwhile
 */
export async function lookForWay(
	list: OpenList,
	reading: Reading,
): Promise<FollowingPage | undefined> {
	const { knownWays, wayKey, progress, start, overrides } = list;
	const ways = waysFrom(reading, progress, start.firstQuery, overrides);
	if (!ways.ok) return broken(ways.problem);
	if (effort(list, reading, ways.value).max === 0) return END;
	return await knownWays.inTurn(wayKey, async () => {
		const known = knownWays.get(wayKey);
		if (!known || progress.way) return await look(list, reading, ways.value);
		progress.way = known;
		return undefined;
	});
}

async function look(list: OpenList, reading: Reading, ways: ShownWays): Promise<FollowingPage> {
	const { progress, start, overrides, knownWays, wayKey, seen, ask: fetchPage, read } = list;
	const { saysMore, saysEnd, total } = progress.stated(reading, overrides.ignoreTotal === true);
	// A total may be that of the page, where the page may have been cut.
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
	// A cursor whose page was empty says nothing; one that nobody takes leads nowhere.
	const isLost = saysMore || (live.length > 0 && !found.isPastEnd && !saysAll);
	return isLost ? broken(noWayOn(list, reading)) : END;
}

/** How many requests the search is worth, and in which ways. */
function effort(list: OpenList, reading: Reading, { live, isClosed, possible, usual }: ShownWays) {
	const { progress, overrides, pageSize, knownWays, wayKey } = list;
	const { signs, records, page } = reading;
	const all = { live, others: [...possible, ...usual] };
	const { saysMore, saysEnd, isLastPage, total } = progress.stated(
		reading,
		overrides.ignoreTotal === true,
	);
	const isLargest = !knownWays.isKnownToBeNone(wayKey, records.length);
	const saysAll = saysEnd || isLastPage || total?.isReached === true;
	if (saysMore) return { live, others: isLargest ? all.others : [], max: 16 };
	if (live.length > 0) return { live, others: saysAll || !isLargest ? [] : all.others, max: 8 };
	if (saysEnd || isClosed || !isLargest || records.length === 0) return { ...all, max: 0 };
	if (isSetManually(overrides)) return { ...all, max: 16 };
	const isCut = records.length >= Math.min(FULL_PAGE, pageSize ?? FULL_PAGE);
	const shown = { live, others: [...possible, ...(possible.length > 0 ? [] : usual)], max: 1 };
	// The total may be that of the page: one request tells.
	if (saysAll) return isCut ? shown : { ...all, max: 0 };
	if (signs.largerNumber) return { ...all, max: 8 };
	if (!isCut || (signs.pageSize ?? 0) > records.length) {
		return { live, others: possible, max: possible.length > 0 ? 1 : 0 };
	}
	const isUsual = USUAL_PAGE_SIZES.includes(records.length) || records.length === pageSize;
	// A response that says more than its records would rather say how it goes on.
	const isBare = Array.isArray(page.body) || Object.keys(page.body ?? {}).length === 1;
	return { ...all, max: isUsual && isBare ? 8 : 3 };
}

function noWayOn({ progress, start, tried, overrides }: OpenList, { signs }: Reading): ListProblem {
	const { total } = signs;
	const said =
		!overrides.ignoreTotal && total && total.value > progress.distinct
			? `The service reports ${total.value} records but returned ${progress.distinct}`
			: `The service reports more than these ${progress.distinct} records`;
	const counting = ['page', 'offset', 'cursor', 'start', 'skip', 'after', 'starting_after'];
	const set = Object.keys(start.firstQuery).filter((name) => counting.includes(name));
	return wayMessages.noWayOn(said, { tried, set });
}
