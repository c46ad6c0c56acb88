import { findWay } from './findWay';
import { messages } from './messages';
import { isZero, type NextStep, nextStep } from './nextPage/follow';
import { broken, type CurrentPage, END, type FollowingPage, type OpenList } from './openList';
import { hasNoList } from './page/reading';
import { keyOfTarget } from './page/target';
import { pagesAhead } from './prefetch';
import { isInvalidRequest } from './tryWays';
import type { ListProblem } from './types';

/** More than any real list has. */
const MAX_PAGES = 10_000;
const MAX_RECORDS = 5_000_000;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), and pages may overlap, but not endlessly. */
const MAX_IDLE_PAGES = 100;

/** The page that follows, or why none does. */
export async function followingPage(list: OpenList, page: CurrentPage): Promise<FollowingPage> {
	const { progress, start } = list;
	const step =
		progress.way && nextStep(progress.way, page.reading, progress, { ...start.firstQuery });
	if (step?.kind === 'refused') return broken(messages.nextLink(step.why), step.link);
	const verdict = verdictOn(list, page, step);
	if (verdict === 'end') return END;
	if (verdict === 'open') return { kind: 'end', isOpen: true };
	if (typeof verdict === 'object') return broken(verdict, page.cursor);
	if (verdict === 'ask' && step?.kind === 'ask') return await ask(list, page, step);
	// Undefined: another list of this run found the way in the meantime.
	return (await findWay(list, page.reading)) ?? (await followingPage(list, page));
}

/**
 * - `ask`: request the next page in the known way
 * - `look`: look for a way: none is known, or it ended although the service reports more records
 * - `end`: there is no next page in this way; whether the list is complete is decided elsewhere
 * - `open`: there is always a next page, but the last ones brought hardly anything new
 */
function verdictOn(
	{ progress, asked }: OpenList,
	{ reading, cursor }: CurrentPage,
	step: Exclude<NextStep, { kind: 'refused' }> | undefined,
): 'ask' | 'look' | 'end' | 'open' | ListProblem {
	const { pages, pagesRead, distinct, isOtherPage, saysMore, saysEnd, isTotalReached } = progress;
	if (pagesRead >= MAX_PAGES || distinct >= MAX_RECORDS || progress.isBeyondTotal) {
		return messages.endless(pages, distinct);
	}
	if (!step) return 'look';
	if (step.kind === 'none') return progress.isResponseDriven && saysMore ? 'look' : 'end';
	const isEmpty = reading.records.length === 0;
	if (progress.isResponseDriven) {
		const isBack = asked.has(keyOfTarget(step.target));
		// There is a cursor, but a flag or the total says that this was all; Redis ends with the cursor 0.
		const isLast = saysEnd || isTotalReached || (isZero(cursor) && !saysMore);
		if ((isLast && (isBack || !isOtherPage)) || (isEmpty && isBack)) return 'end';
		if (isBack || !(isOtherPage || isEmpty)) return messages.loop;
	} else {
		if (!isOtherPage && !(isEmpty && saysMore)) return 'end';
		// A total may be too low. One more page shows it, if this one may have been cut.
		const isLast = progress.isLastPage || isTotalReached;
		if (saysEnd || (isLast && !progress.isFull)) return 'end';
	}
	return progress.idlePages < MAX_IDLE_PAGES ? 'ask' : 'open';
}

async function ask(
	list: OpenList,
	{ target, reading }: CurrentPage,
	{ target: to, cursor }: Extract<NextStep, { kind: 'ask' }>,
): Promise<FollowingPage> {
	const { progress, limit, parallel } = list;
	const wanted = Math.ceil((limit - progress.records) / Math.max(1, progress.largest));
	const max = Math.min(wanted, parallel) - 1;
	list.asked.add(keyOfTarget(to));
	const page = await list.ask(to, pagesAhead(reading, progress, { from: target, to, max }));
	if (!page.ok) {
		const isEnd = isInvalidRequest(page.problem) && (!progress.isResponseDriven || isZero(cursor));
		return isEnd
			? { kind: 'end', isRejected: true }
			: broken({ ...messages.request, failure: page.problem }, cursor);
	}
	const next = list.read(page.value);
	if (!next.ok) return broken(next.problem, cursor);
	if (hasNoList(next.value)) return broken(messages.noList, cursor);
	return { kind: 'page', target: to, cursor, reading: next.value };
}
