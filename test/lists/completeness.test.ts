import fc from 'fast-check';
import { conclude, type ListFacts } from '../../nodes/ProjectWorkspace/lists/completeness';
import { messages } from '../../nodes/ProjectWorkspace/lists/messages';

/** 50 records without a word about more. */
const BARE: ListFacts = {
	distinct: 50,
	saysMore: false,
	saysEnd: false,
	next: 'none',
	isWalked: false,
	hasChanged: false,
	set: false,
	isAbsent: false,
	isOpen: false,
	isTotalReached: false,
	hasTried: false,
};
const empty = { distinct: 0 };

/** `is`, and why. */
function told(facts: Partial<ListFacts>): string {
	const completeness = conclude({ ...BARE, ...facts });
	return completeness.is === 'short'
		? `short: ${completeness.problem.message}`
		: `${completeness.is}: ${completeness.because}`;
}

test.each<[string, Partial<ListFacts>, string]>([
	['a cursor or link that is there and null', { next: 'closed' }, 'complete: stated'],
	['a flag that there is no more', { saysEnd: true }, 'complete: stated'],
	['a total that equals the records', { isTotalReached: true }, 'complete: stated'],
	[
		'a total of 0 in a response without a list',
		{ ...empty, isAbsent: true, isTotalReached: true },
		'complete: stated',
	],
	[
		'a total that equals the records of a list that changed',
		{ isTotalReached: true, hasChanged: true },
		'complete: stated',
	],
	['a walk to an empty page or one without a new record', { isWalked: true }, 'complete: walked'],
	['a first page that is a list without a record', empty, 'complete: empty'],
	['what the person has set', { set: true }, 'complete: set'],
	['what the person has set, and tried parameters', { set: true, hasTried: true }, 'complete: set'],
	['a bare list', {}, 'unknown: noSign'],
	['a live cursor that was not followed', { next: 'live' }, 'unknown: noSign'],
	['an empty first page with a live cursor', { ...empty, next: 'live' }, 'unknown: noSign'],
	['parameters that were tried in vain', { hasTried: true }, 'unknown: nothingFound'],
	[
		'a walk whose last pages were empty and lead on',
		{ isWalked: true, isOpen: true },
		'unknown: openEnd',
	],
	['a walk through a list that changed', { isWalked: true, hasChanged: true }, 'unknown: changed'],
	[
		'a list that changed, and says that this was all',
		{ saysEnd: true, hasChanged: true },
		'unknown: changed',
	],
	['nothing in place of the list', { ...empty, isAbsent: true }, 'unknown: noList'],
	[
		'no list, and a flag that this is the end',
		{ ...empty, isAbsent: true, saysEnd: true },
		'unknown: noList',
	],
	['a flag that there is more', { saysMore: true }, `short: ${messages.more.message}`],
	['a total that is larger', { missedTotal: 60 }, `short: ${messages.short(60, 50).message}`],
	['a page that could not be read', { problem: messages.loop }, `short: ${messages.loop.message}`],
])('%s', (_, facts, conclusion) => {
	expect(told(facts)).toBe(conclusion);
});

test('a doubt names the larger number next to the list', () => {
	const largerNumber = { name: 'totalTasks', value: 60 };
	for (const facts of [{}, { hasTried: true }, { isWalked: true, hasChanged: true }]) {
		expect(conclude({ ...BARE, ...facts, largerNumber })).toMatchObject({ largerNumber });
	}
});

const ALL_FACTS: fc.Arbitrary<ListFacts> = fc.record({
	problem: fc.option(fc.constant(messages.loop), { nil: undefined }),
	distinct: fc.nat(100),
	missedTotal: fc.option(fc.constant(101), { nil: undefined }),
	isTotalReached: fc.boolean(),
	saysMore: fc.boolean(),
	saysEnd: fc.boolean(),
	next: fc.constantFrom('closed', 'live', 'none'),
	isWalked: fc.boolean(),
	hasChanged: fc.boolean(),
	set: fc.boolean(),
	isAbsent: fc.boolean(),
	isOpen: fc.boolean(),
	hasTried: fc.boolean(),
});

test('signs of more records take precedence over all others', () => {
	fc.assert(
		fc.property(ALL_FACTS, (facts) => {
			const { problem, missedTotal } = facts;
			const saysMore = facts.saysMore || problem !== undefined || missedTotal !== undefined;
			expect(conclude(facts).is === 'short').toBe(saysMore);
		}),
		{ numRuns: 1000 },
	);
});

test('no list is complete without a sign of the end, a walk, an empty list or a setting', () => {
	fc.assert(
		fc.property(ALL_FACTS, fc.constantFrom<ListFacts['next'][]>('live', 'none'), (facts, next) => {
			const { problem, missedTotal, saysMore, hasChanged, isAbsent, hasTried } = facts;
			const unsaid = { problem, missedTotal, saysMore, hasChanged, isAbsent, hasTried };
			const { is } = conclude({ ...BARE, ...unsaid, next });
			expect(is).not.toBe('complete');
		}),
		{ numRuns: 500 },
	);
});
