import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pollMessages } from '../../nodes/ProjectWorkspace/old/polling/messages';
import {
	isState,
	nextPoll,
	type PollReading,
	type State,
} from '../../nodes/ProjectWorkspace/old/polling/state';
import { MAX_WATCHED, watchedRecords } from '../../nodes/ProjectWorkspace/old/polling/watched';
import type { ValueOf } from '../../nodes/ProjectWorkspace/old/result';

/** Why a list may have more. */
const DOUBT = { message: 'it is not known whether there are more', description: 'Set it.' };

const ALL = {
	nodeKey: 'w1 Trigger',
	scope: 'tasks',
	types: ['new', 'changed', 'removed'] as const,
	allowMassRemovals: true,
	startWithExisting: false,
	began: 0,
	read: 0,
	isPart: false,
	doubt: undefined,
	isAbsenceShown: true,
	lastRead: undefined,
};

type Given = Omit<PollReading, 'present'> & Parameters<typeof nextPoll>[2];

type NextPoll = ValueOf<ReturnType<typeof nextPoll>>;

function watched(records: IDataObject[]) {
	const list = watchedRecords(records, 'task', { fields: [], ignored: [] });
	if (!list.ok) throw new Error(list.problem.message);
	return list.value;
}

/** A list with a title for each ID. */
const listOf = (titles: Record<string, string>) =>
	watched(Object.entries(titles).map(([id, title]) => ({ id, title })));

const polled = (
	saved: State | undefined,
	present: ReturnType<typeof watched>,
	given: Partial<Given> = {},
) => nextPoll(saved, { ...ALL, ...given, present }, { ...ALL, ...given });

function next(
	saved: State | undefined,
	titles: Record<string, string>,
	given: Partial<Given> = {},
): NextPoll {
	const result = polled(saved, listOf(titles), given);
	if (!result.ok) throw new Error(result.problem.message);
	return result.value;
}

/** What n8n reads from its database. */
const asSaved = (state: State | undefined) => state && (JSON.parse(JSON.stringify(state)) as State);

const seen = ({ events }: NextPoll) => events.map(({ type, id }) => `${type} ${id}`);

const START = asSaved(next(undefined, { a: '1', b: '1' }).state);

test('the first poll only remembers the records', () => {
	const first = next(undefined, { a: '1', b: '1' });
	expect(first.events).toEqual([]);
	expect(seen(next(asSaved(first.state), { a: '1', b: '1' }))).toEqual([]);
});

test('with Start With Existing Records, only the first poll starts with all records', () => {
	const rules = { startWithExisting: true };
	const first = next(undefined, { a: '1', b: '1' }, rules);
	expect(seen(first)).toEqual(['new a', 'new b']);
	expect(seen(next(asSaved(first.state), { a: '1', b: '1' }, rules))).toEqual([]);
});

test('a poll without changes does not change the state', () => {
	expect(next(START, { b: '1', a: '1' }).state).toBeUndefined();
});

test('new and changed records are reported in full, removed ones with their ID', () => {
	const { events } = next(START, { a: '2', c: '1' });
	expect(events.map(({ type, record }) => [type, record])).toEqual([
		['changed', { id: 'a', title: '2' }],
		['new', { id: 'c', title: '1' }],
		['removed', { id: 'b' }],
	]);
});

test('each change is reported exactly once, for any lists', () => {
	const titles = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.constantFrom('1', '2', '3'));
	fc.assert(
		fc.property(titles, fc.array(titles, { maxLength: 12 }), (first, lists) => {
			let saved = asSaved(next(undefined, first).state);
			let before = first;
			const ids = new Set<string>();
			let count = 0;
			for (const list of lists) {
				const step = next(saved, list);
				const wanted = [
					...Object.keys(list)
						.filter((id) => list[id] !== before[id])
						.map((id) => `${id in before ? 'changed' : 'new'} ${id}`),
					...Object.keys(before)
						.filter((id) => !(id in list))
						.map((id) => `removed ${id}`),
				];
				expect(seen(step).sort()).toEqual(wanted.sort());
				for (const { eventId } of step.events) ids.add(eventId);
				count += step.events.length;
				if (step.state) saved = asSaved(step.state);
				before = list;
			}
			expect(ids.size).toBe(count);
		}),
	);
});

describe('the event ID', () => {
	const before = { a: '1', b: '1' };
	const after = { a: '2', b: '1' };
	const idOf = (saved: State | undefined, titles: Record<string, string>, given?: Partial<Given>) =>
		next(asSaved(saved), titles, given).events[0]?.eventId;
	const types = ['changed'] as const;
	const unselected = next(START, { ...before, c: '1' }, { types });

	test.each<[string, boolean, string | undefined]>([
		['a poll is repeated because its state was not saved', true, idOf(START, after, { began: 5 })],
		['polls in between did not start the workflow', true, idOf(unselected.state, after, { types })],
		['the record has changed again', false, idOf(START, { ...after, a: '3' })],
		['it is another node', false, idOf(START, after, { nodeKey: 'w2 Trigger' })],
		['n8n has lost the state', false, idOf(next(undefined, before, { began: 1 }).state, after)],
	])('if %s: the same %s', (_, isSame, id) => {
		expect(unselected.events).toEqual([]);
		expect(id).toMatch(/^[\w-]{22}$/);
		expect(id === idOf(START, after)).toBe(isSame);
	});
});

test.each([
	[true, 99, false],
	[true, 100, true],
	[false, 99, true],
])('a later reading without changes: part %s of %i records, saved %s', (isPart, read, isSaved) => {
	const lastRead = { by: '', from: 1, full: 1 };
	const { state } = next(START, { a: '1', b: '1' }, { isPart, read, lastRead });
	expect(state !== undefined).toBe(isSaved);
});

test('changes that are not selected are remembered', () => {
	const rules = { types: ['changed'] as const };
	const step = next(START, { a: '1', c: '1' }, rules);
	expect(seen(step)).toEqual([]);
	expect(seen(next(asSaved(step.state), { a: '1', c: '2' }, rules))).toEqual(['changed c']);
});

test('with another scope, the records are only remembered, and polls are still counted', () => {
	const { state } = next(START, { a: '2', b: '1' });
	const other = next(asSaved(state), { x: '1' }, { scope: 'users', began: 5 });
	expect(other.events).toEqual([]);
	expect(other.state).toMatchObject({ scope: 'users', poll: 1, since: state?.since });
	expect(seen(next(asSaved(other.state), { x: '2' }, { scope: 'users' }))).toEqual(['changed x']);
});

describe('a list that is not known to be complete', () => {
	const rules = { doubt: DOUBT, isAbsenceShown: false };

	test.each<[string, State | undefined, Record<string, string>]>([
		['at the first poll', undefined, { a: '1' }],
		['at the first poll, and empty', undefined, {}],
		['if a record is missing', START, { a: '1' }],
	])('is rejected if Removed is selected, %s', (_, saved, titles) => {
		expect(polled(saved, listOf(titles), rules)).toEqual({
			...{ ok: false, problem: pollMessages.unproven(DOUBT) },
		});
	});

	test('reports new and changed records if none is missing', () => {
		expect(seen(next(START, { a: '2', b: '1', c: '1' }, rules))).toEqual(['changed a', 'new c']);
	});

	test('does not report a record as new that was only missing once', () => {
		const wanted = { ...rules, types: ['new'] as const };
		const step = next(START, { a: '1', c: '1' }, wanted);
		expect(seen(step)).toEqual(['new c']);
		expect(seen(next(asSaved(step.state), { a: '1', b: '1', c: '1' }, wanted))).toEqual([]);
	});
});

test.each([
	[19, 0, false, 19],
	[20, 10, false, 10],
	[20, 9, false, expect.stringMatching(/^11 of 20 records are gone/)],
	[21, 10, false, expect.stringMatching(/^11 of 21 records are gone/)],
	[100, 0, false, expect.stringMatching(/^100 of 100 records are gone/)],
	[100, 0, true, 100],
])('of %i records, %i left, mass removals allowed: %s', (before, left, allowMassRemovals, told) => {
	const titles = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, '1']));
	const saved = asSaved(next(undefined, titles(before)).state);
	const result = polled(saved, listOf(titles(left)), { allowMassRemovals });
	expect(result.ok ? result.value.events.length : result.problem.message).toEqual(told);
});

test('7 and "7" are the same ID, and "07" is another', () => {
	const withId = (saved: State | undefined, id: string | number) => {
		const result = polled(saved, watched([{ id }]));
		return result.ok ? result.value : undefined;
	};
	const start = asSaved(withId(undefined, 7)?.state);
	expect(withId(start, '7')?.events).toEqual([]);
	expect(withId(start, '07')?.events.map(({ type }) => type)).toEqual(['new', 'removed']);
});

test('if records are only missing from a list, the last of the maximum are forgotten', () => {
	const records = Array.from({ length: MAX_WATCHED }, (_, id) => ({ id }));
	const start = polled(undefined, watched(records));
	const rules = { types: ['new'] as const, doubt: DOUBT, isAbsenceShown: false };
	const result = start.ok && polled(start.value.state, watched([{ id: 'more' }]), rules);
	const ids = ['more', ...records.slice(0, -1).map(({ id }) => id)];
	expect(result && result.ok && result.value.state?.ids).toEqual(ids);
});

test('IDs of removed records are numbers or texts as before', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.oneof(fc.integer({ min: 0 }), fc.stringMatching(/^[a-z]/))),
			(ids) => {
				const first = polled(undefined, watched(ids.map((id) => ({ id }))));
				const later = first.ok && polled(asSaved(first.value.state), new Map());
				expect(later && later.ok && later.value.events.map(({ id }) => id)).toEqual(ids);
			},
		),
	);
});

test.each([undefined, null, 'text', {}, { scope: 1 }])('%j is not a saved state', (saved) => {
	expect(isState(saved)).toBe(false);
});

test.each([
	['at the first poll', undefined, { doubt: undefined, isAbsenceShown: true }],
	['with changed records alone', START, { isPart: true }],
])('IDs that would make the state too large are rejected %s', (_, saved, rules) => {
	const long = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (__, id) => [`${id}`.padEnd(1e6), 'x']));
	const result = polled(saved, listOf(long(50)), rules);
	expect(result).toEqual({ ok: false, problem: pollMessages.tooLarge() });
	expect(next(saved, long(4), rules).state?.ids.length).toBeGreaterThanOrEqual(4);
});

test('the largest number of records fits with IDs of 90 characters', () => {
	const titles = Array.from({ length: MAX_WATCHED }, (_, id) => [String(id).padEnd(90, 'x'), '']);
	expect(next(undefined, Object.fromEntries(titles)).state?.ids).toHaveLength(MAX_WATCHED);
});

test('a record that one reading of several pages does not have is removed if the next one lacks it, too', () => {
	const once = { doubt: undefined, isAbsenceShown: false };
	const [all, some] = [
		{ a: '1', b: '1', c: '1' },
		{ a: '1', c: '1' },
	];
	const start = next(undefined, all).state;
	const first = next(start, some, once);
	expect(seen(first)).toEqual([]);
	const second = next(first.state, some, once);
	expect(seen(second)).toEqual(['removed b']);
	expect(next(second.state, some, once)).toEqual({ events: [], state: undefined });
	// It was only missing once, and another one that is missing next is not the same.
	const back = next(first.state, all, once);
	expect(seen(back)).toEqual([]);
	expect(back.state).not.toHaveProperty('missing');
	expect(seen(next(back.state, { a: '1', b: '1' }, once))).toEqual([]);
	expect(seen(next(start, some))).toEqual(['removed b']);
});
