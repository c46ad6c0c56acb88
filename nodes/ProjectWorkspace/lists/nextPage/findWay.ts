import type { Failure } from '../../client/types';
import { wholeNumber } from '../../records/json';
import type { Result } from '../../result';
import { hasNoList, type Reading } from '../page/reading';
import type { SeenRecords } from '../page/seenRecords';
import { keyOfTarget } from '../page/target';
import type { FetchPage, ListProblem, Page, PageTarget, Reached, Way } from '../types';
import { fieldOf, isResponseDriven, nextStep, isEndMarker, tokenOf } from './follow';
import { messages } from '../messages';

/** What looking for a way needs of the list. */
export interface Search {
	first: Reading;
	/** Whether the service says that there is more, or that this was all. */
	saysMore: boolean;
	saysAll: boolean;
	reached: Reached;
	/** The query of the list's first page. */
	query: Readonly<Record<string, string>>;
	seen: SeenRecords;
	ask: FetchPage;
	read: (page: Page) => Result<Reading, ListProblem>;
}

/** A way, and the page that confirmed it. */
export interface FoundWay {
	kind: 'page';
	way: Way;
	target: PageTarget;
	cursor: string;
	reading: Reading;
}

export interface NoWay {
	kind: 'none';
	/** The parameters that were sent. */
	tried: string[];
	/** One of them led to a page without records, or to none. */
	isPastEnd: boolean;
	/** A request that should have returned the next page did not, or the page leaves records out. */
	problem?: ListProblem;
}

/** Whether the service rejects the request itself: an unknown parameter, or a page past the end. */
export const isInvalidRequest = ({ status }: Failure): boolean =>
	status === 400 || status === 404 || status === 422;

/**
 * Requests the next page in one way after the other, until a response is another page. A service that does not know a
 * parameter ignores it and returns the first page again, rejects it, or takes it for a filter and returns nothing.
 * @param live the links and cursors that the page itself has
 * @param max number of requests
 */
export async function findWay(
	search: Search,
	live: readonly Way[],
	others: readonly Way[],
	max: number,
): Promise<FoundWay | NoWay> {
	const { first, reached, query } = search;
	const asked = new Set([keyOfTarget({ query: { ...query } })]);
	const unknown = new Set<string>();
	const none: NoWay = { kind: 'none', tried: [], isPastEnd: false };
	let found: FoundWay | undefined;
	for (const way of [...live, ...others]) {
		// If pages are counted from 0, page 2 is the third page. So page 1 is requested as well.
		const isSecondLook = found && way.parameter === found.way.parameter && way.kind === 'page';
		if (found && !isSecondLook) return found;
		const step = nextStep(way, first, reached, { ...query });
		if (step.kind === 'refused') {
			return { ...none, problem: { ...messages.nextLink(step.why), cursor: step.link } };
		}
		if (step.kind === 'none' || unknown.has(way.parameter)) continue;
		const { target, cursor } = step;
		if (asked.has(keyOfTarget(target))) continue;
		const isLive = live.includes(way);
		// After a cursor has led to an empty page, nothing needs to be guessed.
		const isFollowed = live.length > 0 && none.isPastEnd && !isLive && !search.saysMore;
		if ((asked.size > max || isFollowed) && !found) break;
		asked.add(keyOfTarget(target));
		if (way.parameter && !none.tried.includes(way.parameter)) none.tried.push(way.parameter);
		const reaction = await tryWay(search, way, step, isLive);
		if (reaction.is === 'next') {
			found = { kind: 'page', way, target, cursor, reading: reaction.reading };
			if (way.place !== undefined || way.base !== 1) return found;
			continue;
		}
		if (reaction.is === 'failed') {
			// The next request may fail in the same way.
			const problem = { ...messages.request, cursor, failure: reaction.failure };
			return found ?? { ...none, ...(isLive || search.saysMore ? { problem } : {}) };
		}
		const isNeeded = isLive || (search.saysMore && way.place !== undefined);
		if (reaction.is === 'unreadable' && isNeeded) {
			return { ...none, problem: { ...reaction.problem, cursor } };
		}
		// Page 1 may be the first page, even if the page calls itself 0.
		const isFirst = way.kind === 'page' && cursor === '1';
		if (reaction.is === 'unknown' && !isFirst) unknown.add(way.parameter);
		if (reaction.is === 'pastEnd') {
			none.isPastEnd = true;
			if (search.saysAll) break;
		}
		if (reaction.is === 'tooFar') {
			none.problem = { ...messages.skipping(reached.distinct), cursor };
		}
	}
	return found ?? none;
}

type Reaction =
	| { is: 'next'; reading: Reading }
	/** The parameter was ignored or rejected. */
	| { is: 'unknown' }
	/** No records, or no such page. */
	| { is: 'pastEnd' }
	/** A page further than the next. */
	| { is: 'tooFar' }
	| { is: 'unreadable'; problem: ListProblem }
	| { is: 'failed'; failure: Failure };

async function tryWay(
	search: Search,
	way: Way,
	{ target, cursor }: { target: PageTarget; cursor: string },
	isLive: boolean,
): Promise<Reaction> {
	const page = await search.ask(target);
	if (!page.ok) {
		if (!isInvalidRequest(page.problem)) return { is: 'failed', failure: page.problem };
		return { is: page.problem.status === 404 && !isLive ? 'pastEnd' : 'unknown' };
	}
	const read = search.read(page.value);
	if (!read.ok) return { is: 'unreadable', problem: read.problem };
	const reading = read.value;
	if (hasNoList(reading)) {
		return search.saysAll ? { is: 'pastEnd' } : { is: 'unreadable', problem: messages.noList };
	}
	// The service itself has given the whole URL.
	if (way.kind === 'link') return { is: 'next', reading };
	const step = stepBetween(search.first, reading, way);
	if (reading.records.length > 0) {
		if (!search.seen.isOtherPage(reading.records)) return { is: 'unknown' };
		const farthest = { page: 1, offset: search.first.records.length }[String(way.kind)] ?? Infinity;
		return step > farthest ? { is: 'tooFar' } : { is: 'next', reading };
	}
	// A page within the list may be empty: it has a new cursor, or its number has grown and the service reports more.
	const token = isResponseDriven(way) ? fieldOf(way, reading)?.value : undefined;
	const leadsOn = token !== undefined && !isEndMarker(token) && tokenOf(token) !== cursor;
	return leadsOn || (search.saysMore && step > 0) ? { is: 'next', reading } : { is: 'pastEnd' };
}

/** By how much the position that the pages report has grown; 0 if they report none. */
function stepBetween(first: Reading, next: Reading, way: Way): number {
	const [before, after] = [first, next].map((each) => wholeNumber(fieldOf(way, each)?.value));
	return before === undefined || after === undefined || isResponseDriven(way) ? 0 : after - before;
}
