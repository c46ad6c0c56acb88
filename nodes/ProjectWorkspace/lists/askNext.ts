import { refuse } from './messages';
import { isZero } from './nextPage/follow';
import { isInvalidRequest, mayBePastEnd } from './nextPage/judge';
import type { NextStep } from './nextPage/types';
import { END, type OpenList, refused, type WalkEnd } from './openList';
import { continueSeries, pagesLeft, type Prefetch } from './prefetch';
import { hasNoList, type Reading } from './reading';
import { notes } from './report';
import type { PageTarget } from './types';

interface Place {
	target: PageTarget;
	reading: Reading;
	/** To the next page. */
	step: Extract<NextStep, { kind: 'ask' }>;
}

/** Asks for the next page, and has those after it under way where their number is known. */
export async function askNext(
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
