import * as fc from 'fast-check';

import type { IDataObject } from 'n8n-workflow';

import {
	compare,
	recall,
	type Source,
	type State,
} from '../../nodes/ProjectWorkspace/polling/state';
import {
	MAX_WATCHED,
	watchRecords,
	type WatchedList,
	type WatchedRecords,
} from '../../nodes/ProjectWorkspace/polling/watched';

/** The titles of the records by their IDs. */
type Titles = Record<string, string>;

/** An `empty` list is complete and has no records at all, not even some that the filters leave out. */
type Extent = 'complete' | 'empty' | 'incomplete';

interface List {
	titles: Titles;
	extent?: Extent;
}

const watchedList = (records: WatchedRecords, extent: Extent) =>
	({
		list: {
			completeness: { is: extent === 'incomplete' ? 'unknown' : 'complete' },
			recordsRead: extent === 'empty' ? 0 : 1,
		},
		records,
	}) as WatchedList;

const SOURCE: Source = { scope: 'tasks', keyKind: 'test' };

function next(saved: State | undefined, { titles, extent }: List) {
	const list = Object.entries(titles).map(([id, title]) => ({ id, title }));
	const records = watchRecords(list, 'task', []);
	const usual = list.length === 0 ? 'empty' : 'complete';
	const { changes, mayBeIncomplete, state } = compare(
		recall(saved, SOURCE),
		watchedList(records, extent ?? usual),
	);
	return {
		changes,
		mayBeIncomplete,
		found: changes.map(({ type, record }) => `${type} ${String(record.id)}`),
		events: changes.map(({ eventId }) => eventId),
		isReplaced: state !== saved,
		/** As n8n reads it from its database. */
		state: JSON.parse(JSON.stringify(state)) as State,
	};
}

const AB: Titles = { a: '1', b: '1' };
const EMPTY: List = { titles: {} };

/** What each list of a row has, and what is found. The first only remembers. */
const HISTORIES: Array<[name: string, lists: List[], found: string[][]]> = [
	[
		'a record is removed, and is back',
		[{ titles: { a: '1' } }, { titles: AB }],
		[['removed b'], ['new b']],
	],
	['all happens at once', [{ titles: { a: '2', c: '1' } }], [['changed a', 'new c', 'removed b']]],
	[
		'a list that may be incomplete lacks a record',
		[{ titles: { a: '2', c: '1' }, extent: 'incomplete' }, { titles: { a: '2', b: '1', c: '1' } }],
		[['changed a', 'new c'], []],
	],
	[
		'and the next one shows that it is gone',
		[{ titles: { a: '1' }, extent: 'incomplete' }, { titles: { a: '1' } }],
		[[], ['removed b']],
	],
	['a list is empty once', [EMPTY, { titles: AB }], [[], []]],
	['a list is empty twice', [EMPTY, EMPTY, EMPTY], [[], ['removed a', 'removed b'], []]],
	['a list is empty now and then', [EMPTY, { titles: AB }, EMPTY], [[], [], []]],
	[
		'an empty list that may be incomplete does not count',
		[{ ...EMPTY, extent: 'incomplete' }, EMPTY, EMPTY],
		[[], [], ['removed a', 'removed b']],
	],
	[
		'no record matches the filters any more',
		[{ titles: {}, extent: 'complete' }],
		[['removed a', 'removed b']],
	],
];

test.each(HISTORIES)('%s', (_, lists, found) => {
	let { state } = next(undefined, { titles: AB });
	const results = lists.map((list) => {
		const result = next(state, list);
		state = result.state;
		return result.found;
	});
	expect(results).toEqual(found);
});

test('without known records all are new, and a removed one has its ID alone', () => {
	const first = next(undefined, { titles: AB });
	expect(first.found).toEqual(['new a', 'new b']);
	const { changes } = next(first.state, { titles: { b: '1' } });
	expect(changes).toMatchObject([{ type: 'removed', record: { id: 'a' } }]);
	expect(Object.keys(changes[0]?.record ?? {})).toEqual(['id']);
});

test('IDs keep their type, and 7 and "7" are one ID', () => {
	const compared = (state: State | undefined, ...ids: unknown[]) => {
		const list = ids.map((id) => ({ id }) as IDataObject); // IDs of both types
		const records = watchRecords(list, 'task', []);
		return compare(recall(state, SOURCE), watchedList(records, 'complete'));
	};
	const { state } = compared(undefined, 7, '8');
	expect(state.ids).toEqual([7, '8']);
	expect(compared(state, '7', 8).changes).toEqual([]);
	expect(compared(state, '8').changes).toMatchObject([{ type: 'removed', record: { id: 7 } }]);
});

test('a known record that a list lacks may only be there if the list is not complete', () => {
	const { state } = next(undefined, { titles: AB });
	expect(next(state, { titles: { a: '1' }, extent: 'incomplete' }).mayBeIncomplete).toBe(true);
	expect(next(state, { titles: { a: '1' } }).mayBeIncomplete).toBe(false);
	expect(next(state, EMPTY).mayBeIncomplete).toBe(false);
});

test('a poll that is repeated gives the same event IDs, and each other change another', () => {
	const { state } = next(undefined, { titles: AB });
	const changed = next(state, { titles: { a: '2', b: '2' } });
	expect(next(state, { titles: { b: '2', a: '2' } }).events.sort()).toEqual(changed.events.sort());

	const back = next(changed.state, { titles: AB });
	const again = next(back.state, { titles: { a: '2', b: '2' } });
	const all = [...changed.events, ...back.events, ...again.events];
	expect(new Set(all).size).toBe(6);
});

test('the state is replaced only if something has changed', () => {
	const { state } = next(undefined, { titles: AB });
	expect(next(state, { titles: { b: '1', a: '1' } }).isReplaced).toBe(false);
	expect(next(state, EMPTY).isReplaced).toBe(true);
});

test('records that are missing do not let the state grow without end', () => {
	const ids = (first: number, last: number) =>
		Object.fromEntries(Array.from({ length: last - first }, (_, at) => [`r${first + at}`, '']));
	const { state } = next(undefined, { titles: ids(0, MAX_WATCHED - 1), extent: 'incomplete' });
	const later = next(state, {
		titles: ids(MAX_WATCHED, MAX_WATCHED + 5),
		extent: 'incomplete',
	}).state;
	expect(later.ids).toHaveLength(MAX_WATCHED);
	expect(later.ids.slice(0, 5)).toEqual(Object.keys(ids(MAX_WATCHED, MAX_WATCHED + 5)));
});

test.each([
	['test', 'live', true],
	['live', 'test', true],
	['live', 'live', false],
	['unknown', 'live', false],
	['test', 'unknown', false],
] as const)('after a %s key, a %s key is for another account: %s', (before, keyKind, isOther) => {
	const state = { ...next(undefined, { titles: AB }).state, keyKind: before };
	const { previous, isOtherAccount } = recall(state, { ...SOURCE, keyKind });
	expect(isOtherAccount).toBe(isOther);
	expect(previous).toBe(isOther ? undefined : state);
});

test('records of another scope are not known, without a word about the account', () => {
	const { state } = next(undefined, { titles: AB });
	const memory = recall(state, { ...SOURCE, scope: 'users', keyKind: 'live' });
	expect(memory).toMatchObject({ previous: undefined, revision: 1, isOtherAccount: false });
});

test('whatever complete lists follow, the changes lead from one to the next', () => {
	const titles = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2'), {
		minKeys: 1,
		noNullPrototype: true,
	});
	const lists = fc.array(titles, { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(titles, lists, (first, others) => {
			let { state } = next(undefined, { titles: first });
			const remembered = new Map<string, string>(Object.entries(first));
			for (const list of others) {
				const { changes, state: later } = next(state, { titles: list });
				for (const { type, record } of changes) {
					const id = String(record.id);
					expect(remembered.has(id)).toBe(type !== 'new');
					if (type === 'removed') remembered.delete(id);
					else remembered.set(id, String(record.title));
				}
				expect(Object.fromEntries(remembered)).toEqual({ ...list });
				state = later;
			}
		}),
	);
});
