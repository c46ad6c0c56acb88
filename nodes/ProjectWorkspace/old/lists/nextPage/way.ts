import type { WayKind } from '../../records/responseFields';
import type { ServiceDetails } from '../../client/serviceDetails';
import type { Result } from '../../result';
import type { Claims } from '../claims';
import type { Established, Stop } from '../completeness';
import type { ListProblem } from '../messages';
import type { PageTarget } from '../page/target';
import type { Ask, createPageReader, ReadPage } from '../page/pageReader';
import type { Brings, SeenRecords } from '../page/seenRecords';
import type { Progress } from '../progress';

/** A list that is being read. */
export interface OpenList extends Established {
	firstQuery: Readonly<Record<string, string>>;
	overrides: ListOverrides;
	/** How many records to return. */
	limit: number;
	seen: SeenRecords;
	progress: Progress;
	claims: Claims;
	tried: Set<string>;
	/** The last page that was read. */
	page?: ReadPage;
	/** How the next page is requested, once another page has confirmed it. */
	way?: Way;
	/** What other lists of the run have found. */
	known: KnownWay;
	read: ReturnType<typeof createPageReader>;
}

/** What the person has set about lists. Everything else is detected. */
export type ListOverrides = Partial<Omit<ServiceDetails, 'maxBytes' | 'projectIdPlacement'>>;

/** How to get the next page of one list, shared by all items of a run, so that a hundred items search once. */
export interface KnownWay {
	/** The first way that was found. It saves the search, and is confirmed anew on each list. */
	spec?: WaySpec;
	/** The size of the page on which no way was found. */
	noneOn: number;
	/** One list at a time searches. */
	turn: Promise<unknown>;
}

/** By the list's address, its parameters and the options that are set. */
export type KnownWays = Map<string, KnownWay>;

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
	/** How to request the page after this one; undefined if nothing on it leads on. */
	next: (page: ReadPage, list: OpenList) => Result<Ask, ListProblem> | undefined;
	/** The pages with the last records, where they are numbered. */
	last?: (total: number, list: OpenList) => PageTarget[];
	/** Why the list ends with this page; undefined if it does not. */
	endsOn: (page: ReadPage, list: OpenList) => Stop | undefined;
	/** Whether a page that was requested after the first one follows it. */
	confirmedBy: (page: ReadPage, first: ReadPage, brings: Brings, list: OpenList) => Confirmation;
	/** For the hint: `cursor in meta.next_cursor, sent as cursor`. */
	describe: () => string;
}
