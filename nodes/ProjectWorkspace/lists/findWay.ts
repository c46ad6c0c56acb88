import { isSetManually, waysFrom } from './nextPage/overrides';
import type { ShownWays } from './nextPage/shownWays';
import { broken, END, type FollowingPage, type OpenList } from './openList';
import type { Reading } from './page/reading';
import { tryWays, type WaysToTry } from './tryWays';

const MAX_REQUESTS = 8;
/** If the service says that there is more, the list is rejected otherwise. */
const MAX_REQUESTS_FOR_MORE = 16;

/**
 * Looks for the way to the next page, and remembers the result for the run.
 * @returns undefined if another list of this run found it in the meantime
 */
export async function findWay(
	list: OpenList,
	reading: Reading,
): Promise<FollowingPage | undefined> {
	const { known, progress, firstQuery, overrides } = list;
	const shown = waysFrom(reading, progress, firstQuery, overrides);
	if (!shown.ok) return broken(shown.problem);
	if (waysToTry(list, reading, shown.value).max === 0) return END;
	return await known.runExclusive(async () => {
		progress.way = known.way;
		if (progress.way) return undefined;
		return await tryWays(list, reading, waysToTry(list, reading, shown.value));
	});
}

/** The ways that are worth trying on a page. What follows from them is decided in `tryWays.ts`. */
function waysToTry(
	{ progress, overrides, known }: OpenList,
	{ signs, records: { length } }: Reading,
	{ live, isClosed, possible, usual }: ShownWays,
): WaysToTry {
	const isKnownToBeNone = !known.way && length <= known.noneOn;
	const others = isKnownToBeNone ? [] : [...possible, ...usual];
	if (progress.saysMore) return { live, others, max: MAX_REQUESTS_FOR_MORE };
	const saysEnd = progress.saysEnd || isClosed;
	if (live.length > 0) {
		return { live, others: saysEnd || progress.isCounted ? [] : others, max: MAX_REQUESTS };
	}
	if (saysEnd || isKnownToBeNone || length === 0) return { live, others, max: 0 };
	// The total or the number of pages may count only this page.
	if (progress.isCounted) return { live, others, max: progress.isFull ? 1 : 0 };
	const isBelowSize = (signs.pageSize ?? 0) > length;
	const isLikely = isSetManually(overrides) || signs.largerNumber !== undefined;
	return isLikely || (progress.isFull && !isBelowSize)
		? { live, others, max: MAX_REQUESTS }
		: { live, others: possible, max: 1 };
}
