import type { Failure } from '../../client/types';
import type { Reading } from '../reading';
import { keyOfTarget } from '../prefetch';
import { isLed, isZero } from './follow';
import type { Candidate, Evidence, NextStep, Walk } from './types';

const USUAL_SIZES: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Where exactly this many records come, a page may have been cut. */
export const isUsualSize = (records: number): boolean => USUAL_SIZES.includes(records);

export function evidenceOf({ totals, records }: Reading, progress: Walk): Evidence {
	const { hasMore, totalIs, totalPages, pageSize } = totals;
	const { pages, distinct, position, largest, strategy, isEndRefuted } = progress;
	const isFirst = pages === 1;
	const total = progress.isTotalOfPage ? undefined : totals.total;
	// A list may be empty in between, but not behind its total. An estimate says no more than that.
	const isWithin =
		isFirst || records.length > 0 ? totalIs !== 'estimated' : position < (total ?? 0);
	const isLeft = total !== undefined && total > distinct && isWithin;
	const more = hasMore === true || isLeft || (totalPages !== undefined && totalPages > pages);

	const isFull = isFirst
		? isUsualSize(records.length) || (pageSize !== undefined && records.length >= pageSize)
		: records.length >= largest;
	const isShort = !isFull && (!isFirst || pageSize !== undefined);
	const isReached = total === distinct && totalIs === 'exact';
	const isLastPage = totalPages !== undefined && totalPages > 0 && pages >= totalPages;
	// Pages may be counted from 0, and those by offset overlap where records are hidden.
	const isSurelyLast =
		isLastPage &&
		strategy?.kind !== 'offset' &&
		!(pages === totalPages && strategy?.kind === 'page' && strategy.base === 0);
	const isSaid = hasMore === false && !isEndRefuted;
	const agreeing = [isReached, isShort, isSurelyLast].filter(Boolean).length;
	// On the first page a total may be the number of its records, which says no more than that they are few.
	const mayCountPage = isFirst && isReached && !isLastPage;
	return {
		more,
		isLikelyEnd: !more && (isSaid || isReached || isShort || isLastPage),
		isClosed: !more && (isSaid || isReached),
		isEnd: !more && !isFull && (isSaid || (agreeing > 1 && !mayCountPage)),
		isFull,
		isLastPage,
		mayCountPage,
	};
}

/**
 * May a page that is refused or has no list be one behind the end? Counted pages may simply be used up. A live cursor
 * leads on: it needs the service's own word, or a total that does not just count a first page that may have been cut.
 */
export const mayBePastEnd = (
	{ isLikelyEnd, isClosed, mayCountPage, isFull }: Evidence,
	candidate: Candidate | undefined,
): boolean => (candidate && isLed(candidate) ? isClosed && !(mayCountPage && isFull) : isLikelyEnd);

/** Did the service reject the request itself: an unknown parameter, or a page past the end? */
export const isInvalidRequest = ({ status }: Failure): boolean =>
	status === 400 || status === 404 || status === 422;

export type Verdict =
	| 'ask'
	| 'end'
	/** The service says that there is more, but this strategy does not lead there. */
	| 'elsewhere'
	/** Only records that were read already, and nothing explains it. */
	| 'repeated'
	/** The next page is one that was read already, and nothing explains it. */
	| 'stalled';

/**
 * The rule of this folder: an end has to be proven, and any sign of more beats any sign of the end. Proven is it where
 * the cursor or link of earlier pages is absent or null, or where a page at a new position is empty or has no new
 * record. A total, a last page or a short page alone never ends a list: one more page is asked for.
 * @param cursor what the page was asked for with
 * @param asked the keys of all pages that were asked for
 */
export function judge(
	strategy: Candidate,
	step: Exclude<NextStep, { kind: 'refused' }>,
	reading: Reading,
	walk: Walk,
	{ cursor, asked }: { cursor: string; asked: ReadonlySet<string> },
): Verdict {
	const { more, isClosed, isEnd } = evidenceOf(reading, walk);
	const hasMore = reading.totals.hasMore === true;
	if (step.kind === 'none') return hasMore ? 'elsewhere' : 'end';
	const isExplained =
		!more &&
		(walk.evidence?.isLikelyEnd === true || reading.totals.hasMore === false || isZero(cursor));
	const isStalled = asked.has(keyOfTarget(step.target));
	if (reading.records.length === 0) {
		if (isLed(strategy)) return isClosed || isStalled || isZero(cursor) ? 'end' : 'ask';
		return more ? 'ask' : 'end';
	}
	if (walk.fresh === 0) {
		const mayGoOn = isLed(strategy) ? !isExplained : hasMore;
		return mayGoOn ? 'repeated' : 'end';
	}
	if (isStalled) return isExplained ? 'end' : 'stalled';
	return isLed(strategy) || !isEnd ? 'ask' : 'end';
}
