import * as fc from 'fast-check';

import { MOST_RECORDS, nextPoll, type State } from '../../nodes/ProjectWorkspace/polling/state';
import { digest, type RecordId, type Watched } from '../../nodes/ProjectWorkspace/polling/watched';

const ALL = {
	place: 'w1 Trigger',
	scope: 'tasks',
	time: 0,
	types: ['new', 'changed', 'removed'] as const,
	isComplete: true,
	isPart: false,
	read: 0,
	reading: undefined,
	allowMassRemovals: true,
	startWithExisting: false,
};

type Rules = Parameters<typeof nextPoll>[2];

type NextPoll = Extract<ReturnType<typeof nextPoll>, { ok: true }>['value'];

/** A list with a title for each ID. */
const listOf = (titles: Record<string, string>): Map<RecordId, Watched> =>
	new Map(
		Object.entries(titles).map(([id, title]) => [
			id,
			{ hash: digest(title).slice(0, 8), record: { id, title } },
		]),
	);

function next(
	saved: unknown,
	titles: Record<string, string>,
	rules: Partial<Rules> = {},
): NextPoll {
	const result = nextPoll(saved, listOf(titles), { ...ALL, ...rules });
	if (!result.ok) throw new Error(result.problem.message);
	return result.value;
}

/** What n8n reads from its database. */
const asSaved = (state: State | undefined) => JSON.parse(JSON.stringify(state ?? null)) as unknown;

const seen = ({ events }: NextPoll) => events.map(({ type, id }) => `${type} ${id}`);

const START = asSaved(next(undefined, { a: '1', b: '1' }).state);

test('the first poll only remembers', () => {
	const first = next(undefined, { a: '1', b: '1' });
	expect(first.events).toEqual([]);
	expect(seen(next(asSaved(first.state), { a: '1', b: '1' }))).toEqual([]);
});

test('the first poll starts with all records if that is chosen, and no later one does', () => {
	const rules = { startWithExisting: true };
	const first = next(undefined, { a: '1', b: '1' }, rules);
	expect(seen(first)).toEqual(['new a', 'new b']);
	expect(seen(next(asSaved(first.state), { a: '1', b: '1' }, rules))).toEqual([]);
});

test('a poll without changes leaves the state as it is', () => {
	expect(next(START, { b: '1', a: '1' }).state).toBeUndefined();
});

test('what is new, changed and removed is told with the record, and removed ones with the ID alone', () => {
	const { events } = next(START, { a: '2', c: '1' });
	expect(events.map(({ type, record }) => [type, record])).toEqual([
		['changed', { id: 'a', title: '2' }],
		['new', { id: 'c', title: '1' }],
		['removed', { id: 'b' }],
	]);
});

test('every list after another gives each change exactly once', () => {
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

describe('the ID of an event', () => {
	const idOf = ({ events }: NextPoll) => events[0]?.eventId;

	test('is the same where a poll is repeated, as its state was not saved', () => {
		const changed = { a: '2', b: '1' };
		expect(idOf(next(START, changed))).toMatch(/^[\w-]{22}$/);
		expect(idOf(next(START, changed, { time: 5 }))).toBe(idOf(next(START, changed)));
	});

	test('is another where a record changes to and fro', () => {
		const [there, back] = [
			{ a: '2', b: '1' },
			{ a: '1', b: '1' },
		];
		const ids: unknown[] = [];
		let saved = START;
		for (const list of [there, back, there, back]) {
			const step = next(saved, list);
			ids.push(idOf(step));
			saved = asSaved(step.state);
		}
		expect(new Set(ids).size).toBe(4);
	});

	test('is another where a poll is repeated and the record has changed again', () => {
		const [one, other] = ['2', '3'].map((title) => idOf(next(START, { a: title, b: '1' })));
		expect(one).not.toBe(other);
	});

	test('is the same where polls in between only remembered something', () => {
		const rules = { types: ['changed'] as const };
		const remembered = next(START, { a: '1', b: '1', c: '1' }, rules);
		expect(remembered.events).toEqual([]);
		const after = { a: '2', b: '1', c: '1' };
		expect(idOf(next(asSaved(remembered.state), after, rules))).toBe(
			idOf(next(START, after, rules)),
		);
	});

	test.each<[string, Partial<Rules>, number]>([
		['in another node', { place: 'w2 Trigger' }, 0],
		['after n8n has lost the state', {}, 1],
	])('is another %s', (_, rules, time) => {
		const start = asSaved(next(undefined, { a: '1', b: '1' }, { time }).state);
		expect(idOf(next(start, { a: '2', b: '1' }, rules))).not.toBe(
			idOf(next(START, { a: '2', b: '1' })),
		);
	});
});

test('what is not selected is remembered all the same', () => {
	const rules = { types: ['changed'] as const };
	const step = next(START, { a: '1', c: '1' }, rules);
	expect(seen(step)).toEqual([]);
	expect(seen(next(asSaved(step.state), { a: '1', c: '2' }, rules))).toEqual(['changed c']);
});

test('with another scope everything starts anew, and the numbers of the polls go on', () => {
	const { state } = next(START, { a: '2', b: '1' });
	const anew = next(asSaved(state), { x: '1' }, { scope: 'users' });
	expect(anew.events).toEqual([]);
	expect(anew.state).toMatchObject({ scope: 'users', poll: 1, since: state?.since });
	expect(seen(next(asSaved(anew.state), { x: '2' }, { scope: 'users' }))).toEqual(['changed x']);
});

describe('a list that may have been cut', () => {
	const rules = { isComplete: false };
	const rejected = (saved: unknown, titles: Record<string, string>) => {
		const result = nextPoll(saved, listOf(titles), { ...ALL, ...rules });
		return !result.ok && result.problem.message;
	};

	test('is rejected at the first poll, if removals are wanted', () => {
		expect(rejected(undefined, { a: '1' })).toMatch(/without saying whether there are more/);
	});

	test('is remembered at the first poll where it is empty, and what comes then is new', () => {
		const first = next(undefined, {}, rules);
		expect(first.events).toEqual([]);
		expect(seen(next(asSaved(first.state), { a: '1' }, rules))).toEqual(['new a']);
	});

	test('is rejected where a record is missing', () => {
		expect(rejected(START, { a: '1' })).toMatch(/without saying whether there are more/);
	});

	test('gives what is new and changed where none is missing', () => {
		expect(seen(next(START, { a: '2', b: '1', c: '1' }, rules))).toEqual(['changed a', 'new c']);
	});

	test('makes no record new again that was missing for a time', () => {
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
		const rules = { ...ALL, allowMassRemovals };
		const result = nextPoll(saved, listOf(titles(left)), rules);
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

	test('are told if that is allowed', () => {
		expect(removed(100, 0, true)).toBe(100);
	});
});

test('as many records as can be compared are remembered', () => {
	const titles = Object.fromEntries(Array.from({ length: MOST_RECORDS }, (_, n) => [`t${n}`, '1']));
	expect(next(undefined, titles).state).toBeDefined();
});

test('a number and the plain text of it are one ID, and "07" is another', () => {
	const record = { hash: 'AAAAAAAA', record: {} };
	const polled = (saved: unknown, id: RecordId) => {
		const result = nextPoll(saved, new Map([[id, record]]), ALL);
		return result.ok ? result.value : undefined;
	};
	const start = asSaved(polled(undefined, 7)?.state);
	expect(polled(start, '7')?.events).toEqual([]);
	expect(polled(start, '07')?.events.map(({ type }) => type)).toEqual(['new', 'removed']);
});

test('more records than can be compared are rejected with a way out', () => {
	const titles = Object.fromEntries(
		Array.from({ length: MOST_RECORDS + 1 }, (_, n) => [`t${n}`, '1']),
	);
	const result = nextPoll(undefined, listOf(titles), ALL);
	expect(!result.ok && result.problem.message).toMatch(/more than 50,000 records.* 'Filters'$/);
});

test('IDs come back as they were saved, numbers as numbers', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.oneof(fc.integer({ min: 0 }), fc.stringMatching(/^[^0-9]/))),
			(ids) => {
				const list = new Map(
					ids.map((id) => [id, { hash: digest(id).slice(0, 8), record: { id } }] as const),
				);
				const first = nextPoll(undefined, list, ALL);
				const later = first.ok && nextPoll(asSaved(first.value.state), new Map(), ALL);
				expect(later && later.ok && later.value.events.map(({ id }) => id)).toEqual(ids);
			},
		),
	);
});

test.each([undefined, null, 'text', {}, { scope: 1 }])('%j is no state: a first poll', (saved) => {
	expect(next(saved, { a: '1' }).events).toEqual([]);
});
