import fc from 'fast-check';
import {
	conclude,
	consequence,
	CONSEQUENCES,
	type Established,
	type ListReader,
	type Stop,
} from '../../nodes/ProjectWorkspace/old/lists/completeness';
import { listMessages } from '../../nodes/ProjectWorkspace/old/lists/messages';

type Facts = Partial<
	Established['progress'] & Established['claims'] & Omit<Established, 'progress' | 'claims'>
>;

/** What a list of 50 records without a word about more has established, but for these facts. */
const listWith = (facts: Facts): Established => ({
	progress: { distinct: 50, followed: 0, isAbsent: false, ...facts },
	claims: {
		...{ missedTotal: undefined, said: undefined, contradiction: undefined },
		...{ isTotalReached: false, saysMore: false, saysEnd: false, hasChanged: false },
		...facts,
	},
	...{ manual: undefined, tried: new Set(), setParameters: [], hasLead: false, isLeadLost: false },
	...facts,
});
const empty = { distinct: 0 };
const walked = { followed: 2 };
const reached = { isTotalReached: true };
const absent = { ...empty, isAbsent: true };
const tried = { tried: new Set(['page']) };
const said = { name: 'count', value: 60 };
const contradicted = (because: 'counted' | 'unsure' = 'counted') => ({
	said,
	contradiction: { because, said },
});

/** `is`, and why. */
function told(is: Exclude<Stop['is'], 'broken' | 'limit'>, facts: Facts): string {
	const stop = is === 'rejected' ? { is, problem: listMessages.request } : { is };
	const completeness = conclude(stop, listWith(facts));
	return completeness.is === 'short'
		? `short: ${completeness.problem.reason}`
		: `${completeness.is}: ${completeness.because}`;
}

/** The rows of the table in `docs/complete-lists.md`, in its order, each before those that it takes precedence over. */
test.each<[string, Parameters<typeof told>[0], Facts, string]>([
	['a flag that there is more', 'noWay', { saysMore: true }, 'short: no-way-on'],
	['the same, and a cursor that is null', 'endsHere', { saysMore: true }, 'short: no-way-on'],
	['a total that is larger', 'pastEnd', { ...walked, missedTotal: 60 }, 'short: short'],
	['a cursor that leads nowhere', 'noWay', { isLeadLost: true }, 'short: no-way-on'],
	['a total that equals the records', 'noWay', reached, 'complete: stated'],
	[
		'the same, of a list that changed',
		'noWay',
		{ ...reached, hasChanged: true },
		'complete: stated',
	],
	['the same, and a larger count', 'noWay', { ...reached, ...contradicted() }, 'unknown: counted'],
	['the same, and another larger number', 'noWay', { ...reached, said }, 'complete: stated'],
	['a total of 0 without a list', 'noWay', { ...absent, ...reached }, 'complete: stated'],
	['a list that changed', 'pastEnd', { ...walked, hasChanged: true }, 'unknown: changed'],
	['the same, with a cursor that is null', 'endsHere', { hasChanged: true }, 'unknown: changed'],
	['nothing in place of the list', 'noWay', absent, 'unknown: noList'],
	['the same, and a flag', 'endsHere', { ...absent, saysEnd: true }, 'unknown: noList'],
	['the same, next to a count', 'noWay', { ...absent, ...contradicted() }, 'unknown: noList'],
	['a cursor that is null, next to a larger count', 'endsHere', contradicted(), 'unknown: counted'],
	['an empty list next to a count', 'noWay', { ...empty, ...contradicted() }, 'unknown: counted'],
	['words that it is not whole', 'endsHere', contradicted('unsure'), 'unknown: unsure'],
	['a cursor or link that is null', 'endsHere', {}, 'complete: stated'],
	['a flag that there is no more', 'pastEnd', { saysEnd: true }, 'complete: stated'],
	['a first page without a record', 'noWay', empty, 'complete: empty'],
	['the same, with a cursor', 'pastEnd', { ...empty, hasLead: true }, 'unknown: noSign'],
	['a walk past the end', 'pastEnd', walked, 'complete: walked'],
	['a page past the end, and no page before', 'pastEnd', tried, 'unknown: nothingFound'],
	['one page, as the person has set', 'noWay', { manual: 'none' }, 'complete: set'],
	['a way that the person has set, to its end', 'pastEnd', { manual: 'way' }, 'complete: set'],
	['a way that the person has set, without an end', 'noWay', { manual: 'way' }, 'unknown: noSign'],
	['a walk that brings nothing new', 'idle', walked, 'unknown: openEnd'],
	['a walk whose next page is rejected', 'rejected', walked, 'unknown: rejected'],
	['parameters that were tried in vain', 'noWay', tried, 'unknown: nothingFound'],
	['a bare list', 'noWay', {}, 'unknown: noSign'],
])('%s', (_, stop, facts, conclusion) => {
	expect(told(stop, facts)).toBe(conclusion);
});

test('a page that could not be read makes the list short, whatever was said before', () => {
	const list = listWith({ isTotalReached: true, saysEnd: true });
	expect(conclude({ is: 'broken', problem: listMessages.loop }, list)).toEqual({
		is: 'short',
		problem: listMessages.loop,
	});
});

test('a doubt names the larger number next to the list', () => {
	for (const facts of [{}, tried, { ...walked, hasChanged: true }])
		expect(conclude({ is: 'noWay' }, listWith({ ...facts, said }))).toMatchObject({ said });
});

const ANY_FACTS: fc.Arbitrary<Facts> = fc.record({
	distinct: fc.nat(100),
	followed: fc.nat(2),
	missedTotal: fc.option(fc.constant(101), { nil: undefined }),
	isTotalReached: fc.boolean(),
	saysMore: fc.boolean(),
	saysEnd: fc.boolean(),
	hasLead: fc.boolean(),
	isLeadLost: fc.boolean(),
	hasChanged: fc.boolean(),
	isAbsent: fc.boolean(),
	manual: fc.constantFrom('none', 'way', undefined),
	tried: fc.constantFrom(new Set<string>(), new Set(['page'])),
});
const STOPS: Stop[] = [
	{ is: 'endsHere' },
	{ is: 'pastEnd' },
	{ is: 'rejected', problem: listMessages.request },
	{ is: 'noWay' },
	{ is: 'idle' },
	{ is: 'broken', problem: listMessages.loop },
	{ is: 'limit', isCut: true },
];
const ANY_STOP = fc.constantFrom(...STOPS);

test('signs of more records take precedence over all others', () => {
	fc.assert(
		fc.property(ANY_STOP, ANY_FACTS, (stop, facts) => {
			const saysMore = facts.saysMore || facts.isLeadLost || facts.missedTotal !== undefined;
			const isShort = saysMore || stop.is === 'broken';
			expect(conclude(stop, listWith(facts)).is === 'short').toBe(isShort);
		}),
		{ numRuns: 1000 },
	);
});

test('no list is complete without a sign of the end, a walk, an empty list or a setting', () => {
	fc.assert(
		fc.property(ANY_STOP, ANY_FACTS, (stop, { distinct = 0, ...facts }) => {
			const isWalk = stop.is === 'pastEnd' && facts.followed !== 0;
			fc.pre(stop.is !== 'endsHere' && !isWalk);
			const unsaid = { ...facts, saysEnd: false, isTotalReached: false, manual: undefined };
			const list = listWith({ ...unsaid, distinct: distinct + 1 });
			expect(conclude(stop, list).is).not.toBe('complete');
		}),
		{ numRuns: 500 },
	);
});

test('no reader accepts a list with records that were not asked for', () => {
	const problem = listMessages.unfiltered({ parameter: 'project_id', wanted: 'p1', other: 'p2' });
	const readers = Object.keys(CONSEQUENCES) as ListReader[]; // its own names
	for (const reader of readers)
		expect([reader, consequence(reader, { is: 'short', problem })]).toEqual([reader, 'reject']);
});
