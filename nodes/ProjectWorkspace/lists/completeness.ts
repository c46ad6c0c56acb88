import { type Doubt, type ListProblem, listMessages } from './messages';
import type { Stop } from './nextPage/way';
import type { Remark } from './page/beside';
import type { OpenList } from './openList';

/** Whether a list has all its records. Only the rules below decide this, and only `CONSEQUENCES` acts on it. */
export type Completeness =
	| { is: 'complete'; because: 'stated' | 'walked' | 'empty' | 'set' }
	| { is: 'unknown'; because: Doubt; said?: Remark }
	| { is: 'short'; problem: ListProblem };

/** What the pages of a list have established. */
export type Established = ReturnType<typeof establishedIn>;

/** @param hasLead the last page that was read has a link or cursor that leads on */
export function establishedIn(
	{ progress, claims, search, manual }: OpenList,
	hasLead = search.hasLead,
) {
	const { distinct, followed, isAbsent, hasOverlapped, hasSlipped } = progress;
	const { missedTotal, isTotalReached, contradiction, saysMore, saysEnd } = claims;
	return {
		...{ distinct, followed, isAbsent, missedTotal, isTotalReached, contradiction },
		/** What next to the list may explain a doubt. */
		said: contradiction?.said ?? claims.largerNumber,
		...{ saysMore, saysEnd, manual, ...search, hasLead },
		/** The list was not the same all the time. */
		hasChanged: hasOverlapped || hasSlipped || claims.hasChanged,
	};
}

const short = (problem: ListProblem) => ({ is: 'short', problem }) as const;
const complete = (because: Extract<Completeness, { is: 'complete' }>['because']) =>
	({ is: 'complete', because }) as const;
const unknown = (because: Doubt, { said }: Established) =>
	({ is: 'unknown', because, said }) as const;

/** The first rule that applies decides. Signs that there is more come before signs of the end. */
const RULES: ReadonlyArray<(stop: Stop, list: Established) => Completeness | false | undefined> = [
	(stop) => stop.is === 'broken' && short(stop.problem),
	(stop, list) => saysMore(list) && short(withoutWay(stop, list)),
	(_, list) => list.isTotalReached && !list.contradiction && complete('stated'),
	(_, list) => list.hasChanged && unknown('changed', list),
	(_, list) => list.isAbsent && unknown('noList', list),
	(_, list) => list.contradiction && unknown(list.contradiction.because, list),
	(stop, { saysEnd }) => (stop.is === 'endsHere' || saysEnd) && complete('stated'),
	(_, { distinct, hasLead }) => distinct === 0 && !hasLead && complete('empty'),
	(stop, { followed }) => stop.is === 'pastEnd' && followed > 0 && complete('walked'),
	(_, { manual }) => manual === 'none' && complete('set'),
	(stop, { manual }) => manual === 'way' && stop.is === 'pastEnd' && complete('set'),
	(stop, list) => stop.is === 'idle' && unknown('openEnd', list),
	(stop, list) => stop.is === 'rejected' && unknown('rejected', list),
	(_, list) => list.tried.size > 0 && unknown('nothingFound', list),
];

/** Whether a list is complete, by why reading has stopped and what its pages have established. */
export function conclude(stop: Stop, list: Established): Completeness {
	for (const rule of RULES) {
		const completeness = rule(stop, list);
		if (completeness) return completeness;
	}
	return unknown('noSign', list);
}

const saysMore = (list: Established) =>
	list.saysMore || list.missedTotal !== undefined || list.isLeadLost;

/** Why there is no way to the records that the service says there are. */
function withoutWay(stop: Stop, list: Established): ListProblem {
	const { missedTotal, distinct, followed, tried, setParameters } = list;
	if (followed === 0 && (stop.is === 'noWay' || stop.is === 'pastEnd'))
		return listMessages.noWayOn({ distinct, missedTotal, tried: [...tried], setParameters });
	return missedTotal === undefined ? listMessages.more : listMessages.short(missedTotal, distinct);
}

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
