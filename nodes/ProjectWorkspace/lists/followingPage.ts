import { ok, reject } from '../result';
import { findWay } from './findWay';
import { messages } from './messages';
import { isZero, type NextStep, nextStep } from './nextPage/follow';
import { broken, type CurrentPage, END, type FollowingPage, type OpenList } from './openList';
import { keyOfTarget } from './page/target';
import { pagesAhead } from './prefetch';
import { isInvalidRequest } from './tryWays';

/** More than any real list has. */
const MAX_PAGES = 10_000;
const MAX_RECORDS = 5_000_000;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), and pages may overlap, but not endlessly. */
const MAX_IDLE_PAGES = 100;

/** The page that follows, or why none does. Whether the list is complete is decided in `completeness.ts`. */
export async function followingPage(list: OpenList, page: CurrentPage): Promise<FollowingPage> {
	const { progress, firstQuery } = list;
	const { way, pages, distinct } = progress;
	const step = way && nextStep(way, page.reading, progress, firstQuery);
	if (step?.kind === 'refused') return broken(messages.nextLink(step.why), step.link);
	if (pages >= MAX_PAGES || distinct >= MAX_RECORDS || progress.isBeyondTotal) {
		return broken(messages.endless(pages, distinct), page.cursor);
	}
	if (step?.kind === 'ask') return endAt(list, page, step) ?? (await ask(list, page, step));
	if (way) {
		// By last IDs, only an empty page ends the list. A cursor or link that is null or missing is judged in outcome.ts.
		const isEnd = way.kind === 'lastId' && page.reading.records.length === 0;
		return isEnd ? END : reject({ isWalked: false });
	}
	// Undefined: another list of this run found the way in the meantime.
	return (await findWay(list, page.reading)) ?? (await followingPage(list, page));
}

type Ask = Extract<NextStep, { kind: 'ask' }>;

/** Undefined if the next page should be requested. */
function endAt(
	{ progress }: OpenList,
	{ reading, cursor }: CurrentPage,
	{ target, cursor: next }: Ask,
): FollowingPage | undefined {
	const { isOtherPage, saysMore, saysEnd, isCounted } = progress;
	const isEmpty = reading.records.length === 0;
	if (progress.isResponseDriven) {
		const isBack = progress.requested.has(keyOfTarget(target));
		// There is a cursor, but a flag or the total says that this was all; Redis ends with the cursor 0.
		const isLast = saysEnd || progress.isTotalReached || (isZero(cursor) && !saysMore);
		if ((isLast && (isBack || !isOtherPage || isZero(next))) || (isEmpty && isBack)) return END;
		if (isBack || !(isOtherPage || isEmpty)) return broken(messages.loop, cursor);
	} else {
		if (!isOtherPage && !(isEmpty && saysMore)) return END;
		// A total may be too low. One more page shows it, if this one may have been cut.
		if (saysEnd || (isCounted && !progress.isFull)) return END;
	}
	// There is always a next page, but the last ones brought hardly anything new.
	return progress.idlePages < MAX_IDLE_PAGES ? undefined : reject({ isOpen: true });
}

async function ask(
	list: OpenList,
	{ target: from, reading }: CurrentPage,
	{ target, cursor }: Ask,
): Promise<FollowingPage> {
	const { progress, limit, parallel } = list;
	const wanted = Math.ceil((limit - progress.records) / Math.max(1, progress.largest));
	const max = Math.min(wanted, parallel) - 1;
	progress.requested.add(keyOfTarget(target));
	const next = await list.read(target, pagesAhead(reading, progress, { from, to: target, max }));
	if (!next.ok) {
		const isEnd = isInvalidRequest(next.problem) && (!progress.isResponseDriven || isZero(cursor));
		if (!isEnd) return broken(next.problem, cursor);
		// Some services only return so many records of a list, and reject the rest.
		return reading.signs.total?.is === 'capped' ? reject({ isWalked: false }) : END;
	}
	if (next.value.absent) return broken(messages.noList, cursor);
	return ok({ target, cursor, reading: next.value });
}
