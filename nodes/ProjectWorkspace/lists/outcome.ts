import { type Completeness, conclude, type ListFacts } from './completeness';
import { notes } from './messages';
import { describeWay, fieldOf, isEndMarker, isResponseDriven, isZero } from './nextPage/follow';
import { isSetManually, waysFrom } from './nextPage/overrides';
import type { OpenList } from './openList';
import type { Reading } from './page/reading';
import type { Way } from './types';

export interface ListOutcome {
	/** How the list was read, in sentences. */
	summary: string;
	total?: number;
	completeness: Completeness;
	/** Whether there are more records than Limit; `perhaps` if that is not known. */
	more: boolean | 'perhaps';
}

/** There is no next page. */
export const endOf = (list: OpenList, last: Reading, end: Partial<ListFacts>): ListOutcome =>
	outcomeOf(list, conclude({ ...factsOf(list, last), ...end }), false);

/** Limit was reached. */
export function limitOf(list: OpenList, last: Reading, isCut: boolean): ListOutcome {
	const { progress } = list;
	// The last page may be shorter than the others, so only the next one would end a walk.
	const facts = { ...factsOf(list, last), isWalked: false };
	const completeness = conclude(facts);
	const isMore = isCut || completeness.is === 'short' || facts.next === 'live';
	// A total may count only the page.
	const isSure = facts.next !== 'none' || progress.saysEnd || !progress.isFull;
	const isAll = !isMore && completeness.is === 'complete' && isSure;
	return outcomeOf(list, completeness, isMore || (isAll ? false : 'perhaps'));
}

/** The facts that the pages have established, as far as they were read. */
function factsOf(list: OpenList, last: Reading): ListFacts {
	const { progress, overrides } = list;
	const { distinct, missedTotal, isTotalReached, saysMore, hasChanged } = progress;
	const next = nextOf(list, last);
	// A list ends where the path that was set has nothing. Without a path, the cursor may have an unknown name.
	const isEnd = overrides.nextPath !== undefined || overrides.style === 'none';
	return {
		distinct,
		missedTotal,
		isTotalReached,
		saysMore,
		saysEnd: progress.saysEnd || progress.isLastPage,
		next,
		// A way that another list of the run has found counts for this one, too.
		isWalked: progress.way !== undefined,
		hasChanged,
		set: isSetManually(overrides) && (progress.isPastEnd || (isEnd && next === 'none')),
		isAbsent: last.absent === 'body' && progress.pages === 1,
		hasTried: progress.tried.size > 0,
		largerNumber: last.signs.largerNumber,
	};
}

/** The state of the page's next cursor or link. */
function nextOf({ progress, firstQuery, overrides }: OpenList, last: Reading): ListFacts['next'] {
	if (progress.way && progress.isResponseDriven) {
		const field = fieldOf(progress.way, last);
		return field === undefined || isEndMarker(field.value) ? 'closed' : 'live';
	}
	const ways = waysFrom(last, progress, firstQuery, overrides);
	if (!ways.ok) return 'none';
	const { isClosed, live, possible } = ways.value;
	const isLive = (way: Way) => isResponseDriven(way) && !isZero(fieldOf(way, last)?.value);
	return isClosed ? 'closed' : [...live, ...possible].some(isLive) ? 'live' : 'none';
}

function outcomeOf(
	{ progress, overrides }: OpenList,
	completeness: Completeness,
	more: ListOutcome['more'],
): ListOutcome {
	const { pages, records, repeated, total, way, distinct, path = [] } = progress;
	const tried = [...progress.tried];
	const isStated = completeness.is === 'complete' && completeness.because === 'stated';
	const isIgnored = overrides.ignoreTotal && total !== undefined && total > distinct;
	const summary = [
		notes.read(records, pages),
		path.length > 0 && notes.recordsIn(path.join('.')),
		way ? notes.nextPage(describeWay(way)) : isStated && !more && notes.stated,
		...progress.notes,
		tried.length > 0 && !way && !isStated && notes.tried(tried),
		progress.hasTotalChanged && notes.totalChanged,
		repeated > 0 && notes.repeated(repeated),
		isIgnored && notes.ignoredTotal(total),
	];
	return { summary: summary.filter(Boolean).join(' '), total, completeness, more };
}
