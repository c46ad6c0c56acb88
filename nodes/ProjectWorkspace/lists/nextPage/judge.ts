import { evidenceOf, type Progress } from '../progress';
import type { Reading } from '../reading';
import { keyOfTarget } from '../prefetch';
import { type Candidate, isLed, isZero, type NextStep, nextStep } from './follow';

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
	{ strategy }: Candidate,
	step: Exclude<NextStep, { kind: 'refused' }>,
	reading: Reading,
	walk: Progress,
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
		return more && !isStalled ? 'ask' : 'end';
	}
	if (walk.fresh === 0) {
		const mayGoOn = isLed(strategy) ? !isExplained : hasMore;
		return mayGoOn ? 'repeated' : 'end';
	}
	if (isStalled) return isExplained ? 'end' : 'stalled';
	return isLed(strategy) || !isEnd ? 'ask' : 'end';
}

/**
 * Whether a list goes on after the page where Limit stopped it; undefined where nothing says so either way.
 * @param candidates what the page shows, where no strategy is confirmed yet
 */
export function goesOn(
	reading: Reading,
	walk: Progress,
	strategy: Candidate | undefined,
	{ candidates, isClosed }: { candidates: readonly Candidate[]; isClosed: boolean },
): boolean | undefined {
	const { more, isLikelyEnd } = evidenceOf(reading, walk);
	if (more) return true;
	const led = strategy ? [strategy].filter((one) => isLed(one.strategy)) : candidates;
	const leads = led.some((one) => one.sure && nextStep(one, reading, walk, {}).kind === 'ask');
	if (isLikelyEnd) return leads ? undefined : false;
	if (leads) return true;
	return isClosed || (strategy && led.length > 0) ? false : undefined;
}
