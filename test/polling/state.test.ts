import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pollMessages } from '../../nodes/ProjectWorkspace/polling/messages';
import {
	isState,
	nextPoll,
	type PollReading,
	type State,
} from '../../nodes/ProjectWorkspace/polling/state';
import { MAX_WATCHED, watchedRecords } from '../../nodes/ProjectWorkspace/polling/watched';
import type { ValueOf } from '../../nodes/ProjectWorkspace/result';

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
	const idOf = ({ events }: NextPoll) => events[0]?.eventId;

	test('is the same if a poll is repeated because its state was not saved', () => {
		const changed = { a: '2', b: '1' };
		expect(idOf(next(START, changed))).toMatch(/^[\w-]{22}$/);
		expect(idOf(next(START, changed, { began: 5 }))).toBe(idOf(next(START, changed)));
	});

	test('is different if a poll is repeated after the record has changed again', () => {
		const [one, other] = ['2', '3'].map((title) => idOf(next(START, { a: title, b: '1' })));
		expect(one).not.toBe(other);
	});

	test('is the same if polls in between did not start the workflow', () => {
		const rules = { types: ['changed'] as const };
		const remembered = next(START, { a: '1', b: '1', c: '1' }, rules);
		expect(remembered.events).toEqual([]);
		const after = { a: '2', b: '1', c: '1' };
		expect(idOf(next(asSaved(remembered.state), after, rules))).toBe(
			idOf(next(START, after, rules)),
		);
	});

	test.each<[string, Partial<Given>, number]>([
		['in another node', { nodeKey: 'w2 Trigger' }, 0],
		['after n8n has lost the state', {}, 1],
	])('is different %s', (_, rules, began) => {
		const start = asSaved(next(undefined, { a: '1', b: '1' }, { began }).state);
		expect(idOf(next(start, { a: '2', b: '1' }, rules))).not.toBe(
			idOf(next(START, { a: '2', b: '1' })),
		);
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
	const rejected = (saved: State | undefined, titles: Record<string, string>) => {
		const result = polled(saved, listOf(titles), rules);
		return !result.ok && result.problem.message;
	};

	test.each<Record<string, string>>([{ a: '1' }, {}])(
		'%j is rejected at the first poll if Removed is selected',
		(titles) => {
			expect(rejected(undefined, titles)).toMatch(
				/^Removed records cannot be detected, because it is not known/,
			);
		},
	);

	test('is rejected if a record is missing', () => {
		expect(rejected(START, { a: '1' })).toMatch(
			/^Removed records cannot be detected, because it is not known/,
		);
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

describe('many removals at once', () => {
	const titles = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, '1']));
	const removed = (before: number, left: number, allowMassRemovals = false) => {
		const saved = asSaved(next(undefined, titles(before)).state);
		const result = polled(saved, listOf(titles(left)), { allowMassRemovals });
		return result.ok ? result.value.events.length : result.problem.message;
	};

	test.each([
		[19, 0, 19],
		[20, 10, 10],
		[20, 9, expect.stringMatching(/^11 of 20 records are gone/)],
		[21, 10, expect.stringMatching(/^11 of 21 records are gone/)],
		[100, 0, expect.stringMatching(/^100 of 100 records are gone/)],
	])('of %i records, %i left: %s', (before, left, outcome) => {
		expect(removed(before, left)).toEqual(outcome);
	});

	test('are reported with Allow Mass Removals', () => {
		expect(removed(100, 0, true)).toBe(100);
	});
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

describe('a record that one reading of several pages does not have', () => {
	const shown = { doubt: undefined, isAbsenceShown: true };
	const once = { doubt: undefined, isAbsenceShown: false };
	const start = next(undefined, { a: '1', b: '1', c: '1' }).state;

	test('is removed if the next reading does not have it either', () => {
		const first = next(start, { a: '1', c: '1' }, once);
		expect(first.events).toEqual([]);
		const second = next(first.state, { a: '1', c: '1' }, once);
		expect(second.events).toMatchObject([{ type: 'removed', id: 'b' }]);
		expect(next(second.state, { a: '1', c: '1' }, once)).toEqual({ events: [], state: undefined });
	});

	test('is neither removed nor new if the next reading has it', () => {
		const first = next(start, { a: '1', c: '1' }, once);
		const second = next(first.state, { a: '1', b: '1', c: '1' }, once);
		expect(second.events).toEqual([]);
		expect(second.state).not.toHaveProperty('missing');
		// Another one that is missing next is not the same.
		expect(next(second.state, { a: '1', b: '1' }, once).events).toEqual([]);
	});

	test('is removed at once if the reading shows it', () => {
		expect(next(start, { a: '1', c: '1' }, shown).events).toMatchObject([{ type: 'removed' }]);
	});
});
