import { reject } from '../result';
import type { Claims } from './claims';
import { type Doubt, type ListProblem, listMessages } from './messages';
import type { Remark } from './page/remarks';
import type { Progress } from './progress';

/** Whether a list has all its records: `conclude` decides it for one reading, `notThere.ts` for several. */
export type Completeness =
	| { is: 'complete'; because: 'stated' | 'walked' | 'empty' | 'set' }
	| { is: 'unknown'; because: Doubt; said?: Remark }
	| { is: 'short'; problem: ListProblem };

/** Why reading a list stopped. */
export type Stop =
	/** Limit was reached, before the last record of a page if it is cut. */
	| { is: 'limit'; isCut: boolean }
	/** The cursor or link says that this was all. */
	| { is: 'endsHere' }
	/** A page past the end: it is empty, it is an earlier page once more, or there is no such page. */
	| { is: 'pastEnd' }
	/** The next page was rejected, which is no end. */
	| { is: 'rejected'; problem: ListProblem }
	/** No way to a next page was found. */
	| { is: 'noWay' }
	/** There is always a next page, but the last ones brought hardly anything new. */
	| { is: 'idle' }
	/** A page could not be read. */
	| { is: 'broken'; problem: ListProblem };

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string) =>
	reject<Stop>({ is: 'broken', problem: { ...problem, cursor: problem.cursor ?? cursor } });

/** What the pages of a list and the search for the next one have established. */
export interface Established {
	progress: Pick<Progress, 'distinct' | 'followed' | 'isAbsent'>;
	claims: Pick<
		Claims,
		| ('missedTotal' | 'isTotalReached' | 'contradiction' | 'said')
		| ('saysMore' | 'saysEnd' | 'hasChanged')
	>;
	/** What the person has set: that there is one page only, or how the next page is requested. */
	manual: 'none' | 'way' | undefined;
	/** Parameters that were tried; those that were not, because the person has set them. */
	tried: ReadonlySet<string>;
	setParameters: readonly string[];
	/** The first page has a link or cursor that leads on, which perhaps could not be followed. */
	hasLead: boolean;
	isLeadLost: boolean;
}

const complete = (because: Extract<Completeness, { is: 'complete' }>['because']) =>
	({ is: 'complete', because }) as const;
const unknown = (because: Doubt, { claims: { said } }: Established) =>
	({ is: 'unknown', because, said }) as const;

/** Whether a list is complete: the first rule that applies. Signs that there is more come before signs of the end. */
export function conclude(stop: Stop, list: Established): Completeness {
	const { progress, claims, manual, tried, hasLead } = list;
	const { contradiction } = claims;
	if (stop.is === 'broken') return { is: 'short', problem: stop.problem };
	if (claims.saysMore || claims.missedTotal !== undefined || list.isLeadLost)
		return { is: 'short', problem: withoutWay(stop, list) };
	if (claims.isTotalReached && !contradiction) return complete('stated');
	if (claims.hasChanged) return unknown('changed', list);
	if (progress.isAbsent) return unknown('noList', list);
	if (contradiction) return unknown(contradiction.because, list);
	if (stop.is === 'endsHere' || claims.saysEnd) return complete('stated');
	if (progress.distinct === 0 && !hasLead) return complete('empty');
	if (stop.is === 'pastEnd' && progress.followed > 0) return complete('walked');
	if (manual === 'none' || (manual === 'way' && stop.is === 'pastEnd')) return complete('set');
	if (stop.is === 'idle') return unknown('openEnd', list);
	if (stop.is === 'rejected') return unknown('rejected', list);
	return unknown(tried.size > 0 ? 'nothingFound' : 'noSign', list);
}

/** Why there is no way to the records that the service says there are. */
function withoutWay({ is }: Stop, { progress, claims, tried, setParameters }: Established) {
	const { distinct, followed } = progress;
	const { missedTotal } = claims;
	if (followed === 0 && (is === 'noWay' || is === 'pastEnd'))
		return listMessages.noWayOn(distinct, missedTotal, [...tried], [...setParameters]);
	return missedTotal === undefined ? listMessages.more : listMessages.short(missedTotal, distinct);
}

/**
 * Whether a list shows that what it does not have is not there. One reading of several pages does not show it: if a
 * record is deleted meanwhile, another one moves to a page that was read before, and if one is created as well, the total
 * stays the same.
 */
export const isAbsenceShown = ({
	completeness,
	pages,
	readings,
}: {
	completeness: Completeness;
	pages: number;
	readings: number;
}): boolean => completeness.is === 'complete' && (pages <= 1 || readings > 1);

/** What each reader of a list does with it. */
export const CONSEQUENCES = {
	getAll: { complete: 'accept', unknown: 'warn', short: 'reject' },
	/** 'Require Complete List' is on. */
	getAllRequired: { complete: 'accept', unknown: 'reject', short: 'reject' },
	/** Reading stopped before the end of the list, so these two accept it in any case. */
	getUpToLimit: { complete: 'accept', unknown: 'accept', short: 'accept' },
	getFound: { complete: 'accept', unknown: 'accept', short: 'accept' },
	getNotFound: { complete: 'accept', unknown: 'reject', short: 'reject' },
	updateFound: { complete: 'accept', unknown: 'accept', short: 'accept' },
	updateNotFound: { complete: 'accept', unknown: 'reject', short: 'reject' },
	/** 'Update All Matches' is on. */
	updateAll: { complete: 'accept', unknown: 'reject', short: 'reject' },
	upsertFound: { complete: 'accept', unknown: 'accept', short: 'reject' },
	upsertNotFound: { complete: 'accept', unknown: 'reject', short: 'reject' },
	pollNewAndChanged: { complete: 'accept', unknown: 'accept', short: 'reject' },
	/** The test of the polling trigger in the editor, where a person sees what to set. */
	pollTest: { complete: 'accept', unknown: 'reject', short: 'reject' },
	pollRemoved: { complete: 'accept', unknown: 'reject', short: 'reject' },
} as const satisfies Record<string, Record<Completeness['is'], 'accept' | 'warn' | 'reject'>>;

export type ListReader = keyof typeof CONSEQUENCES;

/** A list with records that were not asked for is no shorter list, so that nobody accepts it. */
export const consequence = (reader: ListReader, completeness: Completeness) =>
	completeness.is === 'short' && completeness.problem.reason === 'unfiltered'
		? 'reject'
		: CONSEQUENCES[reader][completeness.is];
