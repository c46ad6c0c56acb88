import { notes, refuse } from './messages';
import { chooseStrategy, goesOn } from './nextPage/chooseStrategy';
import { isZero, nextStep } from './nextPage/follow';
import { isInvalidRequest, judge, mayBePastEnd } from './nextPage/judge';
import { withPageSize } from './nextPage/pageSize';
import type { NextStep } from './nextPage/types';
import { END, type OpenList, openList, positionsOn, refused, type WalkEnd } from './openList';
import { beginningOf, returnedOf } from './position';
import { continueSeries, createPrefetch, keyOfTarget, pagesLeft, type Prefetch } from './prefetch';
import { ListProgress } from './progress';
import { hasNoList, type Reading } from './reading';
import type { ListOptions, ListOutcome, PageOfRecords, PageTarget } from './types';

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
	if (!list) {
		const report = new ListProgress(beginningOf({}).walk).report();
		return { ...refused(refuse.otherPosition), report };
	}
	const { progress, seen, limit } = list;
	const { ignoreTotal = false } = list.overrides;
	if (limit <= 0)
		return { kind: 'done', report: progress.report({ limited: { more: undefined } }) };
	for (;;) {
		const ended = yield* walk(list);
		const position = list.position?.();
		if (ended.kind === 'refused') return { ...ended, report: progress.report(), position };
		if (ended.kind === 'limit') {
			const { more } = ended;
			return { kind: 'done', report: progress.report({ limited: { more } }), position };
		}
		if (!progress.isSecondWalk && progress.walk.strategy && progress.isDoubtful(ignoreTotal)) {
			progress.startAgain();
			seen.startAgain();
			list.position = undefined;
			continue;
		}
		const total = progress.missing();
		if (total === undefined || ignoreTotal) {
			if (total !== undefined) progress.note(notes.ignoredTotal(total));
			return { kind: 'done', report: progress.report({ proof: ended.proof }) };
		}
		return { ...refused(refuse.short(total, progress.received)), report: progress.report() };
	}
}

/** Reads the list from its start to a proven end. */
async function* walk(list: OpenList): AsyncGenerator<PageOfRecords, WalkEnd, void> {
	const { seen, progress, limit } = list;
	const first = await list.ask(list.start.target);
	if (!first.ok) return refused(refuse.firstRequest, { failure: first.problem });
	const opened = list.read(first.value);
	if (!opened.ok) return refused(opened.problem);

	let reading = await withPageSize(list, opened.value);
	const { firstQuery } = list.start;
	let { target } = list.start;
	let cursor = '';
	const returned = returnedOf(reading.records, list.start);
	if (returned === undefined) return refused(refuse.moved);
	progress.earlier = list.start.walk.distinct + returned;
	const earlier = new Set(reading.records.slice(0, returned));
	const asked = new Set([keyOfTarget(target), keyOfTarget({ url: reading.url })]);
	const prefetch = createPrefetch(list.ask, list.parallel);
	for (;;) {
		if (reading.records.length > 0 || list.path === undefined) list.path = reading.path;
		const taken = seen.take(reading.records);
		const unread = taken.unread.filter((record) => !earlier.has(record));
		const isCut = unread.length > limit - progress.records;
		const kept = isCut ? unread.slice(0, limit - progress.records) : unread;
		const positionAfter = positionsOn(list, target, reading.records, { kept, isCut });
		progress.enter(reading, { fresh: taken.fresh, kept: kept.length });
		list.position = () => positionAfter(kept.length);
		if (kept.length > 0) yield { records: kept, positionAfter };
		if (progress.records >= limit) {
			return { kind: 'limit', more: isCut || goesOn(list, reading) };
		}

		const { strategy } = progress.walk;
		const step = strategy && nextStep(strategy, reading, progress.walk, firstQuery);
		if (step?.kind === 'refused') return refused(refuse.nextLink(step.why), { cursor: step.link });
		const verdict = step
			? judge(strategy, step, reading, progress.walk, { cursor, asked })
			: 'elsewhere';
		if (verdict === 'end') return END;
		if (verdict === 'elsewhere') {
			const chosen = await chooseStrategy(list, reading);
			if (chosen.kind !== 'confirmed') return chosen;
			({ target, reading, cursor } = chosen);
			progress.walk.strategy = chosen.candidate;
			asked.add(keyOfTarget(target));
			continue;
		}
		if (step?.kind !== 'ask') return END;
		if (verdict === 'repeated') return refused(refuse.sameRecords, { cursor });
		if (verdict === 'stalled') return refused(refuse.sameTarget, { cursor: step.cursor });
		if (progress.walk.emptyInARow >= MOST_EMPTY_PAGES) {
			// A number that is only counted on says nothing of more.
			const isCounter = continueSeries(target, step.target, 1).length > 0;
			if (isCounter && reading.totals.hasMore !== true) return END;
			return refused(refuse.emptyPages(progress.walk.emptyInARow), { cursor: step.cursor });
		}
		asked.add(keyOfTarget(step.target));
		const next = await askNext(list, prefetch, { target, reading, step });
		if (next.kind !== 'page') return next;
		({ target, cursor } = step);
		({ reading } = next);
	}
}

interface Place {
	target: PageTarget;
	reading: Reading;
	/** To the next page. */
	step: Extract<NextStep, { kind: 'ask' }>;
}

/** Asks for the next page, and has those after it under way where their number is known. */
async function askNext(
	list: OpenList,
	prefetch: Prefetch,
	{ target, reading, step }: Place,
): Promise<WalkEnd | { kind: 'page'; reading: Reading }> {
	const { progress, limit, parallel } = list;
	const { walk } = progress;
	const { cursor } = step;
	const left = pagesLeft(reading, walk, target, step.target);
	const wanted = Math.ceil((limit - progress.records) / Math.max(1, walk.largest));
	const series = continueSeries(target, step.target, Math.min(left, wanted, parallel) - 1);
	const next = await prefetch.take(step.target, series);
	if (prefetch.hasGivenUp()) progress.note(notes.shifted);
	const isPastEnd = isZero(cursor) || (walk.evidence && mayBePastEnd(walk.evidence, walk.strategy));
	if (!next.ok) {
		if (isPastEnd && isInvalidRequest(next.problem)) return END;
		return refused(refuse.request, { cursor, failure: next.problem });
	}
	const answer = list.read(next.value);
	if (!answer.ok) return refused(answer.problem, { cursor });
	if (!hasNoList(answer.value)) return { kind: 'page', reading: answer.value };
	return isPastEnd ? END : refused(refuse.noList, { cursor });
}
