import type { Result } from '../../result';
import type { PageTarget } from '../page/target';
import type { CurrentPage } from '../page/reading';
import type { Brings, SeenRecords } from '../page/seenRecords';
import type { Claims } from '../claims';
import type { Progress } from '../progress';
import type { ListOverrides, ListProblem } from '../types';

/** How much of the list was read, and what its last page brought and says. */
export interface Reached {
	firstQuery: Readonly<Record<string, string>>;
	overrides: Pick<ListOverrides, 'parameter'>;
	progress: Pick<Progress, 'largest' | 'brings' | 'isFull' | 'hasRequested'>;
	claims: Pick<Claims, 'saysMore' | 'saysEnd' | 'isTotalReached' | 'isLastPage'>;
	seen: Pick<SeenRecords, 'hasIds' | 'keyOf'>;
}

export interface Ask {
	target: PageTarget;
	cursor: string;
	/** The page may be past the end, because its number is only counted. */
	isCounted: boolean;
	/** Whether the page begins with the last record of the one before. Otherwise it does only if the list has changed. */
	repeatsLast?: 'always' | 'perhaps';
}

/** Why reading a list stopped. `completeness.ts` judges what follows from it. */
export type Stop =
	/** Limit was reached, before the last record of a page if it is cut. */
	| { is: 'limit'; isCut: boolean }
	/** The cursor or link says that this was all. */
	| { is: 'closed' }
	/** A page past the end: it is empty, it is an earlier page once more, or there is no such page. */
	| { is: 'pastEnd' }
	/** The next page was rejected, which is no end. */
	| { is: 'rejected' }
	/** No way to a next page was found. */
	| { is: 'noWay' }
	/** There is always a next page, but the last ones brought hardly anything new. */
	| { is: 'idle' }
	/** A page could not be read. */
	| { is: 'broken'; problem: ListProblem };

/**
 * What a page says about the way by which it was requested: it is the next one; the parameter has no effect; it is past
 * the end; or neither is certain.
 */
export type Confirmation = 'next' | 'ignored' | 'pastEnd' | 'unclear';

/** One way to the next page. Nothing but its own file knows of which kind it is. */
export interface Way {
	/** The request parameter; empty if the service gives the whole query or URL. */
	parameter: string;
	/** How to request the page after this one; undefined if nothing on it leads on. */
	next: (page: CurrentPage, reached: Reached) => Result<Ask, ListProblem> | undefined;
	/** The pages with the last records, where they are numbered. */
	last?: (total: number, reached: Reached) => PageTarget[];
	/** Why the list ends with this page; undefined if it does not. */
	endsOn: (page: CurrentPage, reached: Reached) => Stop | undefined;
	/** Whether a page that was requested after the first one follows it. */
	confirmedBy: (
		page: CurrentPage,
		first: CurrentPage,
		brings: Brings,
		reached: Reached,
	) => Confirmation;
	/** For the hint: `cursor in meta.next_cursor, sent as cursor`. */
	describe: () => string;
}

/** How to get the next page of one list, shared by all items of a run, so that a hundred items search once. */
export class KnownWay {
	/** The first way that was found. It saves the search, and is confirmed anew on each list. */
	way: Way | undefined;
	/** The size of the page on which no way was found. */
	noneOn = -1;
	private turn: Promise<unknown> = Promise.resolve();

	/** One list at a time searches, so that the others can use what it finds. */
	async runExclusive<T>(search: () => Promise<T>): Promise<T> {
		const mine = this.turn.then(search, search);
		this.turn = mine;
		return await mine;
	}
}

/** By the list's address, its parameters and the options that are set. */
export type KnownWays = Map<string, KnownWay>;
