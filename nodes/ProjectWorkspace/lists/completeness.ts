import { type Doubt, messages } from './messages';
import type { Signs } from './page/signs';
import type { ListProblem } from './types';

/** Whether a list has all its records. Only the rules below decide this, and only `CONSEQUENCES` acts on it. */
export type Completeness =
	| { is: 'complete'; because: 'stated' | 'walked' | 'empty' | 'set' }
	| { is: 'unknown'; because: Doubt; largerNumber?: Signs['largerNumber'] }
	| { is: 'short'; problem: ListProblem };

/** What reading has established. */
export interface ListFacts extends Pick<Signs, 'largerNumber'> {
	/** Why reading stopped early. */
	problem?: ListProblem;
	/** Different records. */
	distinct: number;
	/** An exact total that is larger than that. */
	missedTotal?: number;
	/** An exact total equals the records, and was the same on all pages. */
	isTotalReached: boolean;
	/** By a flag, a number of pages, or a total that is a lower bound. */
	saysMore: boolean;
	/** By a flag or the number of pages. */
	saysEnd: boolean;
	/** The next cursor or link: present (`live`), or null or missing after earlier pages had one (`closed`). */
	next: 'closed' | 'live' | 'none';
	/** Pages were read one after the other, until one was empty, had no new record, or was rejected. */
	isWalked: boolean;
	/** Pages overlapped, or the total changed. */
	hasChanged: boolean;
	/** The person set how the next page is found, and the list ended that way. */
	set: boolean;
	/** Null, `{}` or no body instead of a list. */
	isAbsent: boolean;
	/** The last pages brought hardly anything, but still had a next page. */
	isOpen?: boolean;
	/** Whether parameters were tried that did not return another page. */
	hasTried: boolean;
}

const short = (problem: ListProblem) => ({ is: 'short', problem }) as const;
const complete = (because: Extract<Completeness, { is: 'complete' }>['because']) =>
	({ is: 'complete', because }) as const;
const unknown = (because: Doubt, { largerNumber }: ListFacts) =>
	({ is: 'unknown', because, largerNumber }) as const;

/** The first rule that applies decides. Signs that there is more come before signs of the end. */
const RULES: ReadonlyArray<(facts: ListFacts) => Completeness | false | undefined> = [
	({ problem }) => problem && short(problem),
	({ missedTotal, distinct }) =>
		missedTotal !== undefined && short(messages.short(missedTotal, distinct)),
	({ saysMore }) => saysMore && short(messages.more),
	(facts) => facts.isAbsent && !facts.isTotalReached && unknown('noList', facts),
	({ next }) => next === 'closed' && complete('stated'),
	({ isTotalReached }) => isTotalReached && complete('stated'),
	(facts) => facts.hasChanged && unknown('changed', facts),
	({ saysEnd }) => saysEnd && complete('stated'),
	({ distinct, next }) => distinct === 0 && next !== 'live' && complete('empty'),
	(facts) => facts.isOpen && unknown('openEnd', facts),
	({ isWalked }) => isWalked && complete('walked'),
	({ set }) => set && complete('set'),
	(facts) => facts.hasTried && unknown('nothingFound', facts),
];

export function conclude(facts: ListFacts): Completeness {
	for (const rule of RULES) {
		const completeness = rule(facts);
		if (completeness) return completeness;
	}
	return unknown('noSign', facts);
}

type Consequence = 'accept' | 'warn' | 'reject';

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
	upsertFound: { complete: 'accept', unknown: 'accept', short: 'reject' },
	upsertNotFound: { complete: 'accept', unknown: 'reject', short: 'reject' },
	pollNewAndChanged: { complete: 'accept', unknown: 'accept', short: 'reject' },
	pollRemoved: { complete: 'accept', unknown: 'reject', short: 'reject' },
} as const satisfies Record<string, Record<Completeness['is'], Consequence>>;

export type ListReader = keyof typeof CONSEQUENCES;

export const consequence = (reader: ListReader, { is }: Completeness): Consequence =>
	CONSEQUENCES[reader][is];
