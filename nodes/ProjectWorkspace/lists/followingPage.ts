import { FULL_PAGE, lookForWay } from './lookForWay';
import { messages } from './messages';
import { isInvalidRequest } from './nextPage/findWay';
import { isZero, nextStep } from './nextPage/follow';
import type { NextStep } from './nextPage/follow';
import { broken, type CurrentPage, END, type FollowingPage, type OpenList } from './openList';
import { hasNoList } from './page/reading';
import { keyOfTarget } from './page/target';
import type { ListProblem } from './types';
import { pagesAhead } from './prefetch';

/** More than any real list has. */
const MAX_PAGES = 10_000;
const MAX_RECORDS = 5_000_000;
/** A total may be outdated or capped, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), but not endlessly. */
const MAX_EMPTY_PAGES = 20;
const MAX_EMPTY_PAGES_OF_MORE = 100;
/** Pages may overlap, but not so many in a row by more than half. */
const MAX_KNOWN_PAGES = 20;

/** The page that follows, or why none does. */
export async function followingPage(list: OpenList, page: CurrentPage): Promise<FollowingPage> {
	const { progress, start } = list;
	const { way } = progress;
	const step = way && nextStep(way, page.reading, progress, { ...start.firstQuery });
	if (step?.kind === 'refused') {
		return broken({ ...messages.nextLink(step.why), cursor: step.link });
	}
	const verdict = verdictOn(list, page, step);
	if (verdict === 'end') return END;
	if (verdict === 'open') return { kind: 'end', isOpen: true };
	if (typeof verdict === 'object') return broken({ ...verdict, cursor: page.cursor });
	if (verdict !== 'look' && step?.kind === 'ask') return await ask(list, page, step);
	// Undefined: another list of this run found the way in the meantime.
	return (await lookForWay(list, page.reading)) ?? (await followingPage(list, page));
}

/**
 * - `ask`: request the next page in the known way
 * - `look`: look for a way: none is known, or it ended although the service reports more records
 * - `end`: there is no next page in this way; whether the list is complete is decided elsewhere
 * - `open`: there is always a next page, but the last ones were empty or brought nearly nothing new
 */
function verdictOn(
	{ progress, asked }: OpenList,
	{ reading, cursor }: CurrentPage,
	step: Exclude<NextStep, { kind: 'refused' }> | undefined,
): 'ask' | 'look' | 'end' | 'open' | ListProblem {
	const { pages, pagesRead, distinct, emptyInARow, total = 0 } = progress;
	if (pagesRead >= MAX_PAGES || distinct >= MAX_RECORDS) return messages.endless(pages, distinct);
	if (!progress.ignoreTotal && progress.pagesBeyondTotal > MAX_PAGES_BEYOND_TOTAL) {
		return messages.beyondTotal(total, distinct);
	}
	if (progress.knownInARow > MAX_KNOWN_PAGES) return 'open';
	if (!step) return 'look';
	const { saysMore, saysEnd, isLastPage, total: stated } = progress.stated(reading);
	const isEmpty = reading.records.length === 0;
	const isBack = step.kind === 'ask' && asked.has(keyOfTarget(step.target));
	if (progress.isResponseDriven) {
		if (step.kind === 'none') return saysMore ? 'look' : 'end';
		// There is a cursor, but a flag or the total says that this was all; Redis ends with the cursor 0.
		const isExplained = saysEnd || stated?.isReached === true || (isZero(cursor) && !saysMore);
		if (isExplained && (isEmpty || isBack || !progress.isOtherPage)) return 'end';
		if (isEmpty && isBack) return 'end';
		if (!isEmpty && !progress.isOtherPage) return messages.sameRecords;
		if (isBack) return messages.sameTarget;
	} else {
		if (step.kind === 'none') return 'end';
		if (!progress.isOtherPage && !(isEmpty && saysMore)) {
			return reading.signs.hasMore && !isEmpty ? messages.sameRecords : 'end';
		}
		if (saysEnd) return 'end';
		// A total may be too low. One more page shows it, if this one may have been cut.
		const isCounted = isLastPage || stated?.isReached;
		if (isCounted && !progress.isFull(reading, FULL_PAGE)) return 'end';
	}
	return emptyInARow < (saysMore ? MAX_EMPTY_PAGES_OF_MORE : MAX_EMPTY_PAGES) ? 'ask' : 'open';
}

async function ask(
	list: OpenList,
	{ target, reading }: CurrentPage,
	{ target: to, cursor }: Extract<NextStep, { kind: 'ask' }>,
): Promise<FollowingPage> {
	const { progress, limit, parallel, prefetch } = list;
	const wanted = Math.ceil((limit - progress.records) / Math.max(1, progress.largest));
	const max = Math.min(wanted, parallel) - 1;
	list.asked.add(keyOfTarget(to));
	const page = await prefetch(to, pagesAhead(reading, progress, { from: target, to, max }));
	if (!page.ok) {
		const failed = { ...messages.request, cursor, failure: page.problem };
		const isEnd = isInvalidRequest(page.problem) && (!progress.isResponseDriven || isZero(cursor));
		return isEnd ? { kind: 'end', isRejected: true } : broken(failed);
	}
	const next = list.read(page.value);
	if (!next.ok) return broken({ ...next.problem, cursor });
	if (hasNoList(next.value)) return broken({ ...messages.noList, cursor });
	return { kind: 'page', target: to, cursor, reading: next.value };
}
