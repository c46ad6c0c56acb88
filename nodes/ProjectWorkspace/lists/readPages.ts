import { notes, refuse } from './messages';
import { chooseStrategy, goesOn } from './nextPage/confirm';
import { isZero, nextStep } from './nextPage/follow';
import { judge, mayBePastEnd } from './nextPage/judge';
import { continueSeries, createPrefetch, keyOfTarget, pagesLeft } from './prefetch';
import { type OpenList, openList, type WalkEnd } from './openList';
import { hasNoList, type Reading } from './reading';
import type { ListOptions, ListOutcome, ListRefusal, PageOfRecords, PageTarget } from './types';

/** Filtered lists do give empty pages with a cursor (Slack, DynamoDB), but not without end. */
const MOST_EMPTY_PAGES = 20;

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order. Where records are missing
 * at the end, or may have been skipped because the list changed, it is read once more. Ends with all records, with as
 * many as Limit asks for, or with a refusal; never with fewer, and never without end. Nothing is thrown: the outcome is
 * the generator's return value.
 */
export async function* readPages(
	options: ListOptions,
): AsyncGenerator<PageOfRecords, ListOutcome, void> {
	const list = openList(options);
	const { progress, seen, limit } = list;
	const { ignoreTotal = false } = list.overrides;
	if (limit <= 0)
		return { kind: 'done', report: progress.report({ limited: { more: undefined } }) };
	for (let isSecond = false; ; isSecond = true) {
		const ended = yield* walk(list);
		if (ended.kind === 'refused') return { ...ended, report: progress.report() };
		if (ended.kind === 'limit') {
			return { kind: 'done', report: progress.report({ limited: { more: ended.more } }) };
		}
		if (!isSecond && list.strategy && progress.isDoubtful(ignoreTotal)) {
			progress.startAgain();
			seen.startAgain();
			continue;
		}
		const total = progress.missing();
		if (total === undefined || ignoreTotal) {
			if (total !== undefined) progress.note(notes.ignoredTotal(total));
			return { kind: 'done', report: progress.report({ proof: ended.proof }) };
		}
		const refusal = refuse.short(total, progress.records);
		return { kind: 'refused', refusal, report: progress.report() };
	}
}

/** Reads the list from its first page to a proven end. */
async function* walk(list: OpenList): AsyncGenerator<PageOfRecords, WalkEnd, void> {
	const { ask, read, seen, progress, limit, parallel, firstQuery } = list;
	const refused = (refusal: ListRefusal): WalkEnd => ({ kind: 'refused', refusal });
	const first = await ask({ query: firstQuery });
	if (first.kind === 'failed') return refused(refuse.firstRequest(first.cause));
	const opened = read(first.page);
	if (opened.kind === 'refused') return opened;

	let reading: Reading = opened.reading;
	let target: PageTarget = { query: firstQuery };
	let cursor = '';
	const asked = new Set([keyOfTarget(target), keyOfTarget({ url: reading.url })]);
	const prefetch = createPrefetch(ask, parallel);
	for (;;) {
		if (reading.records.length > 0 || list.path === undefined) list.path = reading.path;
		const { fresh, unread } = seen.take(reading.records);
		const kept = unread.slice(0, limit - progress.records);
		progress.enter(reading, { fresh, kept: kept.length });
		if (kept.length > 0) yield { records: kept, page: progress.pages };
		if (progress.records >= limit) {
			return { kind: 'limit', more: kept.length < unread.length || goesOn(list, reading) };
		}

		const { strategy } = list;
		const step = strategy && nextStep(strategy, reading, progress.walk, firstQuery);
		if (step?.kind === 'refused') return refused(refuse.nextLink(step));
		const verdict = step
			? judge(strategy, step, reading, progress.walk, { cursor, asked })
			: 'elsewhere';
		if (verdict === 'end') return { kind: 'end', proof: 'walked' };
		if (verdict === 'elsewhere') {
			const chosen = await chooseStrategy(list, reading);
			if (chosen.kind !== 'confirmed') return chosen;
			({ target, reading, cursor } = chosen);
			list.strategy = chosen.candidate;
			progress.follow(chosen.candidate);
			asked.add(keyOfTarget(target)).add(keyOfTarget({ url: reading.url }));
			continue;
		}
		if (step?.kind !== 'ask') return { kind: 'end', proof: 'walked' };
		if (verdict === 'repeated') return refused(refuse.sameRecords({ target, cursor }));
		if (verdict === 'stalled') return refused(refuse.sameTarget(step));
		if (progress.walk.emptyInARow >= MOST_EMPTY_PAGES) {
			// A number that is only counted on says nothing of more.
			const isCounter = continueSeries(target, step.target, 1).length > 0;
			if (isCounter && reading.totals.hasMore !== true) return { kind: 'end', proof: 'walked' };
			return refused(refuse.emptyPages(progress.walk.emptyInARow, step));
		}
		asked.add(keyOfTarget(step.target));

		const left = pagesLeft(reading, progress.walk, target, step.target);
		const wanted = Math.ceil((limit - progress.records) / Math.max(1, progress.walk.largest));
		const series = continueSeries(target, step.target, Math.min(left, wanted, parallel) - 1);
		const next = await prefetch.take(step.target, series);
		if (prefetch.hasGivenUp()) progress.note(notes.shifted);
		const { evidence } = progress.walk;
		const isPastEnd =
			(evidence && mayBePastEnd(evidence, strategy)) === true || isZero(step.cursor);
		if (next.kind === 'failed') {
			if (isPastEnd && list.isInvalidRequest(next.cause)) return { kind: 'end', proof: 'walked' };
			return refused(refuse.request(step, next.cause));
		}
		const answer = read(next.page);
		if (answer.kind === 'refused') {
			return refused({ ...answer.refusal, position: step.target, cursor: step.cursor });
		}
		if (hasNoList(answer.reading)) {
			return isPastEnd ? { kind: 'end', proof: 'walked' } : refused(refuse.noList(step));
		}
		({ target, cursor } = step);
		({ reading } = answer);
	}
}
