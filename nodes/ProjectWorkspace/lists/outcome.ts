import { type Completeness, conclude, type ListFacts } from './completeness';
import { notes } from './messages';
import { describeWay, fieldOf, isEndMarker } from './nextPage/follow';
import { waysFrom, isSetManually } from './nextPage/overrides';
import { type CurrentPage, END, type OpenList, type ReadingEnd } from './openList';

export interface ListOutcome {
	/** How the list was read, in sentences. */
	summary: string;
	/** The reported total. */
	total?: number;
	/** Continues after the records that were read. */
	position?: string;
	completeness: Completeness;
	/** Set if Limit was reached; `more`: whether the list continues, undefined if that is not known. */
	limited?: { more: boolean | undefined };
}

/** There is no next page. */
export function endOf(list: OpenList, page: CurrentPage, end: ReadingEnd): ListOutcome {
	return outcomeOf(list, conclude(factsOf(list, page, end)));
}

/** Limit was reached. */
export function limitOf(list: OpenList, page: CurrentPage, isCut: boolean): ListOutcome {
	const { progress } = list;
	const facts = factsOf(list, page, END);
	const completeness = conclude(facts);
	const isMore = isCut || completeness.is === 'short' || facts.next === 'live';
	// A total may count only the page.
	const isSure = facts.next !== 'none' || progress.saysEnd || !progress.isFull;
	const more = isMore ? true : completeness.is === 'complete' && isSure ? false : undefined;
	return { ...outcomeOf(list, completeness), limited: { more } };
}

const outcomeOf = (list: OpenList, completeness: Completeness): ListOutcome => ({
	completeness,
	summary: summaryOf(list, completeness),
	total: list.progress.total,
});

/** The facts that the pages have established. */
function factsOf(list: OpenList, { reading }: CurrentPage, end: ReadingEnd): ListFacts {
	const { progress, overrides, start } = list;
	const { distinct, missedTotal, isTotalReached, saysMore, hasChanged } = progress;
	const { total, largerNumber } = reading.signs;
	const next = nextOf(list, reading);
	// A list that was set to be led by a cursor or link ends where there is none.
	const isLed = overrides.nextPath !== undefined || /none|cursor|link/.test(overrides.style ?? '');
	return {
		problem: end.problem,
		distinct,
		missedTotal,
		isTotalReached,
		saysMore,
		saysEnd: progress.saysEnd || progress.isLastPage,
		next,
		// A way that another list of the run has found counts for this one, too.
		isWalked: progress.way !== undefined && !(end.isRejected && total?.is === 'capped'),
		isOpen: end.isOpen === true,
		hasChanged,
		set: isSetManually(overrides) && (list.isPastEnd || (isLed && next === 'none')),
		isAbsent: reading.absent === 'body' && start.reached.pages === 0 && progress.pagesRead === 1,
		hasTried: list.tried.size > 0,
		largerNumber,
	};
}

/** The state of the page's next cursor or link. */
function nextOf(
	{ progress, start, overrides }: OpenList,
	reading: CurrentPage['reading'],
): ListFacts['next'] {
	const { way } = progress;
	if (way && progress.isResponseDriven) {
		const field = fieldOf(way, reading);
		return field === undefined ? 'gone' : isEndMarker(field.value) ? 'closed' : 'live';
	}
	const ways = waysFrom(reading, progress, start.firstQuery, overrides);
	if (!ways.ok) return 'none';
	return ways.value.isClosed ? 'closed' : ways.value.live.length > 0 ? 'live' : 'none';
}

/** How the list was read, in sentences. */
function summaryOf(list: OpenList, completeness: Completeness): string {
	const { progress, path = [], overrides, tried } = list;
	const { pagesRead, records, repeated, total, way, distinct } = progress;
	const isStated = completeness.is === 'complete' && completeness.because === 'stated';
	const isIgnored = overrides.ignoreTotal && total !== undefined && total > distinct;
	return [
		notes.read(records, pagesRead),
		path.length > 0 && notes.recordsIn(path.join('.')),
		way ? notes.nextPage(describeWay(way)) : isStated && notes.stated,
		...list.notes,
		tried.size > 0 && !way && !isStated && notes.tried([...tried]),
		progress.hasTotalChanged && notes.totalChanged,
		repeated > 0 && notes.repeated(repeated),
		isIgnored && notes.ignoredTotal(total),
	]
		.filter(Boolean)
		.join(' ');
}
