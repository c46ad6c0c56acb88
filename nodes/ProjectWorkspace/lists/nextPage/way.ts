import type { WayKind } from '../../records/responseFields';
import type { Result } from '../../result';
import type { ListProblem } from '../messages';
import type { PageTarget } from '../page/target';
import type { Ask, ReadPage } from '../page/pageReader';
import type { Brings, SeenRecords } from '../page/seenRecords';
import type { Claims } from '../claims';
import type { Progress } from '../progress';

/** How much of the list was read, and what its last page brought and says. */
export interface Reached {
	firstQuery: Readonly<Record<string, string>>;
	overrides: { parameter?: string };
	progress: Pick<Progress, 'largest' | 'brings' | 'isFull' | 'hasRequested'>;
	claims: Pick<Claims, 'saysMore' | 'saysEnd' | 'isTotalReached' | 'isLastPage'>;
	seen: Pick<SeenRecords, 'hasIds' | 'keyOf'>;
}

/** Why a way is tried, the likeliest first. */
export const EVIDENCE = [
	/** The page has a link or token that leads on. */
	'stated',
	/** It has one, of another style or at another path than the person has set. */
	'instead',
	/** It says where it is, or has a field that may be a token. */
	'reported',
	/** The parameter is a usual one. */
	'guess',
	/** Another list of the run has found it. */
	'known',
] as const;

/** One way, before anything is requested by it. */
export interface WaySpec {
	kind: WayKind;
	evidence: (typeof EVIDENCE)[number];
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** If the way is confirmed, pages may also be counted from here. */
	nearerBase?: number;
	/** The field with the cursor, link or number: its name in the table, unless it was set manually, and its path. */
	name?: string;
	path?: string;
}

/** Why reading a list stopped. `completeness.ts` judges what follows from it. */
export type Stop =
	/** Limit was reached, before the last record of a page if it is cut. */
	| { is: 'limit'; isCut: boolean }
	/** The cursor or link says that this was all. */
	| { is: 'endsHere' }
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

/** What a page says about the way by which it was requested. */
export type Confirmation =
	/** It is the next page. */
	| 'next'
	/** It is, though only its records say so. */
	| 'guessed'
	/** The parameter has no effect. */
	| 'ignored'
	/** The page is past the end. */
	| 'pastEnd'
	/** None of these is certain. */
	| 'unclear';

/** One way to the next page. Once it was suggested, nothing but its own file knows of which kind it is. */
export interface Way {
	/** The request parameter; empty if the service gives the whole query or URL. */
	parameter: string;
	/** How to request the page after this one; undefined if nothing on it leads on. */
	next: (page: ReadPage, reached: Reached) => Result<Ask, ListProblem> | undefined;
	/** The pages with the last records, where they are numbered. */
	last?: (total: number, reached: Reached) => PageTarget[];
	/** Why the list ends with this page; undefined if it does not. */
	endsOn: (page: ReadPage, reached: Reached) => Stop | undefined;
	/** Whether a page that was requested after the first one follows it. */
	confirmedBy: (page: ReadPage, first: ReadPage, brings: Brings, reached: Reached) => Confirmation;
	/** For the hint: `cursor in meta.next_cursor, sent as cursor`. */
	describe: () => string;
}
