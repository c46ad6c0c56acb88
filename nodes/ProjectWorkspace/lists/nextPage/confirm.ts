import { wholeNumber } from '../../records/json';
import { refuse } from '../messages';
import { type OpenList, refused, type WalkEnd } from '../openList';
import { keyOfTarget } from '../prefetch';
import { hasNoList, type Reading } from '../reading';
import type { ListRefusal, PageTarget } from '../types';
import { fieldOf, isLed, nextStep } from './follow';
import { evidenceOf, isInvalidRequest, mayBePastEnd } from './judge';
import type { Candidate } from './types';

/** A candidate with the page that confirmed it. */
export interface Confirmed {
	kind: 'confirmed';
	candidate: Candidate;
	target: PageTarget;
	cursor: string;
	reading: Reading;
}

/**
 * Does any of these parameters lead on? One request carries them all, as a service ignores those that it does not know.
 * Nothing on page 2 is behind the end, or the third of two pages that are counted from 0: page 1 tells which.
 * @param pages the page numbers to look at, one after the other while a page is empty
 * @returns undefined if the request failed, so that nobody knows
 */
export async function probe(
	{ ask, read, seen, start }: OpenList,
	{ records }: Reading,
	candidates: readonly Candidate[],
	pages: readonly number[],
): Promise<boolean | undefined> {
	const counted = candidates.filter(({ kind }) => kind !== 'lastId');
	for (const page of counted.length > 0 ? pages : []) {
		const query = Object.fromEntries(
			counted.map(({ kind, parameter }) => [
				parameter,
				String(kind === 'page' ? page : records.length),
			]),
		);
		const asked = await ask({ query: { ...start.firstQuery, ...query } });
		const found = asked.ok && read(asked.value);
		if (!asked.ok && !isInvalidRequest(asked.problem)) return undefined;
		if (found && found.ok && found.value.records.length > 0) {
			return seen.isNextPage(found.value.records);
		}
	}
	return false;
}

/** None is confirmed; `parameters` are those that were sent. */
interface Unconfirmed {
	kind: 'none';
	parameters: ReadonlySet<string>;
	/** A page had other records, and by its own position some before them would be left out. */
	isSkipping: boolean;
	failed?: Pick<ListRefusal, 'cursor' | 'failure'>;
}

/**
 * Asks for the next page of each candidate in turn until a page confirms one. A service that does not know a parameter
 * ignores it, and gives the first page again, or rejects it; both lead to the next candidate.
 */
export async function confirm(
	list: OpenList,
	first: Reading,
	candidates: readonly Candidate[],
	most: number,
): Promise<Confirmed | Unconfirmed | Extract<WalkEnd, { kind: 'refused' }>> {
	const { walk } = list.progress;
	const { firstQuery } = list.start;
	const tried = new Set([keyOfTarget({ query: firstQuery })]);
	const parameters = new Set<string>();
	const evidence = evidenceOf(first, walk);
	let isSkipping = false;
	let isRepeated = false;
	let failed: Unconfirmed['failed'];
	for (const candidate of candidates) {
		const step = nextStep(candidate, first, walk, firstQuery);
		if (step.kind === 'refused') return refused(refuse.nextLink(step.why), { cursor: step.link });
		if (step.kind === 'none') continue;
		const { target, cursor } = step;
		const key = keyOfTarget(target);
		if (tried.has(key)) {
			failed ??= { cursor };
			continue;
		}
		// The list surely goes on, or the last parameter was ignored and the page came once more: another may be right.
		const isIgnored = isRepeated && candidate.place !== undefined && !evidence.isLikelyEnd;
		if (tried.size > most && !isSkipping && !isIgnored) break;
		tried.add(key);
		if (candidate.parameter) parameters.add(candidate.parameter);
		const asked = await list.ask(target);
		if (!asked.ok) {
			failed = { cursor, failure: asked.problem };
			if (!isInvalidRequest(asked.problem)) return refused(refuse.request, failed);
			continue;
		}
		const second = list.read(asked.value);
		if (!second.ok) {
			if (!candidate.sure) continue;
			return refused(second.problem, { cursor });
		}
		const reading = second.value;
		if (candidate.sure && hasNoList(reading) && !mayBePastEnd(evidence, candidate)) {
			return refused(refuse.noList, { cursor });
		}
		const trial = { first, candidate, list };
		if (candidate.kind === 'link' || confirms(reading, trial)) {
			return { kind: 'confirmed', candidate, target, cursor, reading };
		}
		const isNext = list.seen.isNextPage(reading.records);
		isSkipping ||= isNext && isTooFar(reading, trial);
		isRepeated = !isNext;
		failed ??= { cursor };
	}
	return { kind: 'none', parameters, isSkipping, failed };
}

interface Trial {
	first: Reading;
	candidate: Candidate;
	list: OpenList;
}

/** Is this the next page of the candidate? */
function confirms(reading: Reading, trial: Trial): boolean {
	const {
		first,
		candidate,
		list: { seen, progress },
	} = trial;
	return reading.records.length > 0
		? seen.isNextPage(reading.records) && !isTooFar(reading, trial)
		: // After a cursor it may be a gap or the end. Elsewhere it says little, unless its number has moved on.
			isLed(candidate) ||
				!evidenceOf(first, progress.walk).more ||
				(movedBy(reading, trial) ?? 0) > 0;
}

/** By how much the page's own position has grown, where both pages say it. */
function movedBy(reading: Reading, { first, candidate }: Trial): number | undefined {
	const [before, after] = [first, reading].map((each) =>
		wholeNumber(fieldOf(candidate, each)?.value),
	);
	return before === undefined || after === undefined ? undefined : after - before;
}

/** A page that is further than the next would leave one out. */
function isTooFar(reading: Reading, trial: Trial): boolean {
	const { first, candidate } = trial;
	const farthest = { page: 1, offset: first.records.length }[String(candidate.kind)] ?? Infinity;
	return (movedBy(reading, trial) ?? 0) > farthest;
}
