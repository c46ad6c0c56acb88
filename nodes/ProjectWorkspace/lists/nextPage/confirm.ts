import { wholeNumber } from '../../records/json';
import { notes, refuse } from '../messages';
import { keyOfTarget } from '../prefetch';
import { hasNoList, type Reading } from '../reading';
import type { OpenList, WalkEnd } from '../openList';
import type { ListRefusal, PageTarget } from '../types';
import { isLed, nextStep } from './follow';
import { evidenceOf, isUsualSize, mayBePastEnd } from './judge';
import type { Candidate } from './types';
import { choose } from './overrides';

/** More than any strategy's parameters together; what is still unknown then is not worth the quota. */
const MOST_TRIALS = 16;

type Confirmed = {
	kind: 'confirmed';
	candidate: Candidate;
	target: PageTarget;
	cursor: string;
	reading: Reading;
};

/**
 * How the list goes on after a page: the strategy that the next page confirms, or why the list ends there. Where
 * nothing says that there is more, one request looks for it; all usual parameters only where the page may have been
 * cut, as it is full.
 */
export async function chooseStrategy(list: OpenList, page: Reading): Promise<Confirmed | WalkEnd> {
	const { walk } = list.progress;
	let reading = page;
	let choice = choose(reading, walk, list.overrides);
	if (choice.kind === 'candidates' && choice.isSilent) {
		list.deepScan = true;
		const again = list.read(page.page);
		if (again.kind === 'reading') {
			({ reading } = again);
			choice = choose(reading, walk, list.overrides);
		}
	}
	if (choice.kind === 'refused') return choice;
	const { isClosed, isSilent } = choice;
	const candidates = choice.candidates.filter((one) => !isRare(one));
	const { hasMore } = reading.totals;
	const evidence = evidenceOf(reading, walk);
	const { more, isFull } = evidence;
	const isSure = more || candidates.some(({ sure }) => sure);
	const end: WalkEnd = isPartial(reading)
		? { kind: 'refused', refusal: refuse.partial() }
		: { kind: 'end', proof: isSilent ? 'unpaged' : 'stated' };
	if (!isSure && (isClosed || evidence.isEnd || reading.records.length === 0)) return end;

	const isShown = candidates.some(({ read }) => read);
	const mayBeCut = isShown ? isFull : isUsualSize(reading.records.length);
	const tryAll =
		isSure || (mayBeCut && hasMore !== false && !(evidence.isLastPage && evidence.isClosed));
	if (!tryAll && !isShown && !(await probe(list, reading, candidates))) return end;
	let tried = await confirm(list, reading, candidates, tryAll || !isShown ? MOST_TRIALS : 1);
	const rare = tryAll ? choice.candidates.filter(isRare) : [];
	if (tried.kind === 'none' && (await probe(list, reading, rare))) {
		tried = await confirm(list, reading, rare, MOST_TRIALS);
	}
	if (tried.kind !== 'none') return tried;

	const { failed, parameters } = tried;
	const isPastEnd = failed?.cause !== undefined && mayBePastEnd(evidence, candidates[0]);
	const isExplained = !more && (hasMore === false || isPastEnd || (evidence.isClosed && !isFull));
	if (isSure && !isExplained && end.kind === 'end') {
		return { kind: 'refused', refusal: refuse.noWayOn(reading, walk, failed, parameters.size) };
	}
	if (parameters.size > 0 && isFull) list.progress.note(notes.tried([...parameters]));
	return end;
}

/** Heroku answers a list by ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges */
const isPartial = ({ fields, page }: Reading) =>
	fields.find('header.nextrange').length > 0 || page.status === 206;

/**
 * One request with all usual parameters at once, each set to what would be the second page: does it bring more? A
 * service ignores those that it does not know.
 */
async function probe(
	{ ask, read, seen, firstQuery }: OpenList,
	{ records }: Reading,
	candidates: readonly Candidate[],
): Promise<boolean> {
	const usual = candidates
		.filter(({ strategy }) => strategy.kind !== 'lastId')
		.map(({ strategy, parameter }) => [parameter, strategy.kind === 'page' ? 2 : records.length]);
	if (usual.length === 0) return false;
	const query = Object.fromEntries(usual.map(([name, value]) => [name, String(value)]));
	const asked = await ask({ query: { ...query, ...firstQuery } });
	const second = asked.kind === 'page' ? read(asked.page) : undefined;
	return second?.kind === 'reading' && seen.isNextPage(second.reading.records);
}

const isRare = ({ strategy }: Candidate) => 'rare' in strategy;

type Tried =
	| Confirmed
	/** None is. `parameters`: what was sent. */
	| {
			kind: 'none';
			parameters: ReadonlySet<string>;
			failed?: { target: PageTarget; cursor: string; cause?: unknown };
	  }
	| { kind: 'refused'; refusal: ListRefusal };

/**
 * Asks for the next page of each candidate in turn until a page confirms one. A service that does not know a parameter
 * ignores it, and gives the first page again, or rejects it; both lead to the next candidate.
 */
async function confirm(
	{ ask, read, seen, firstQuery, isInvalidRequest, progress: { walk } }: OpenList,
	first: Reading,
	candidates: readonly Candidate[],
	most: number,
): Promise<Tried> {
	const tried = new Set([keyOfTarget({ query: firstQuery })]);
	const parameters = new Set<string>();
	let failed: Extract<Tried, { kind: 'none' }>['failed'];
	for (const candidate of candidates) {
		const step = nextStep(candidate, first, walk, firstQuery);
		if (step.kind === 'refused') return { kind: 'refused', refusal: refuse.nextLink(step) };
		if (step.kind === 'none') continue;
		const { target, cursor } = step;
		const key = keyOfTarget(target);
		if (tried.has(key)) {
			failed ??= { target, cursor };
			continue;
		}
		if (tried.size > most) break;
		tried.add(key);
		if (candidate.parameter) parameters.add(candidate.parameter);
		const asked = await ask(target);
		if (asked.kind === 'failed') {
			if (!isInvalidRequest(asked.cause)) {
				return { kind: 'refused', refusal: refuse.request(step, asked.cause) };
			}
			failed = { target, cursor, cause: asked.cause };
			continue;
		}
		const second = read(asked.page);
		if (second.kind === 'refused') {
			if (!candidate.sure) continue;
			return { kind: 'refused', refusal: { ...second.refusal, position: target, cursor } };
		}
		const { reading } = second;
		if (candidate.sure && hasNoList(reading) && !mayBePastEnd(evidenceOf(first, walk), candidate)) {
			return { kind: 'refused', refusal: refuse.noList(step) };
		}
		// The page's own position, where it says it: one that is further than the next would leave a page out.
		const [before, after] = [first, reading].map((each) =>
			wholeNumber(candidate.read?.(each)?.value),
		);
		const moved = before === undefined || after === undefined ? undefined : after - before;
		const farthest =
			{ page: 1, offset: first.records.length }[String(candidate.strategy.kind)] ?? Infinity;
		const isConfirmed =
			reading.records.length > 0
				? seen.isNextPage(reading.records) && (moved === undefined || moved <= farthest)
				: // After a cursor it may be a gap or the end. Elsewhere it says little, unless its number has moved on.
					isLed(candidate.strategy) || !evidenceOf(first, walk).more || (moved ?? 0) > 0;
		if (isConfirmed || candidate.strategy.kind === 'link') {
			return { kind: 'confirmed', candidate, target, cursor, reading };
		}
		failed ??= { target, cursor };
	}
	return { kind: 'none', parameters, failed };
}

/** Whether the list goes on after the page where Limit stopped it; undefined where nothing says so either way. */
export function goesOn(list: OpenList, reading: Reading): boolean | undefined {
	const { walk } = list.progress;
	const choice = choose(reading, walk, list.overrides);
	if (choice.kind === 'refused') return undefined;
	const { more, isLikelyEnd } = evidenceOf(reading, walk);
	if (more) return true;
	const { strategy } = list;
	const led = strategy ? [strategy].filter((one) => isLed(one.strategy)) : choice.candidates;
	const leads = led.some((one) => one.sure && nextStep(one, reading, walk, {}).kind === 'ask');
	if (isLikelyEnd) return leads ? undefined : false;
	if (leads) return true;
	return choice.isClosed || (strategy && led.length > 0) ? false : undefined;
}
