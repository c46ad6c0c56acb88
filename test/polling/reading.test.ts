import * as fc from 'fast-check';

import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/old/client/types';
import { datedClient, planReading, readPoll } from '../../nodes/ProjectWorkspace/old/polling/reading';
import { readSettings } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { nextPoll, type LastRead, type State } from '../../nodes/ProjectWorkspace/old/polling/state';
import { watchedRecords } from '../../nodes/ProjectWorkspace/old/polling/watched';
import { ok } from '../../nodes/ProjectWorkspace/old/result';
import { clientThat } from '../client/fakeClient';
import { readerOf } from '../parameters/readerOf';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-01T10:00:00.250Z');

const REQUEST: ApiRequest = { method: 'GET', path: '/tasks', query: { project_id: '7' } };

type Settings = Parameters<typeof planReading>[1];

const SET: Settings = {
	parameter: 'since',
	format: 'iso',
	overlapMinutes: 5,
	fullEveryHours: 24,
};

const plan = (last: LastRead | undefined, now: number, set: Partial<Settings> = {}) =>
	planReading(REQUEST, { ...SET, ...set }, last, now);

/** What is remembered of a complete reading that began at `START`. */
const first = (set?: Partial<Settings>) => plan(undefined, START, set).lastRead(START, true);

describe('what is requested', () => {
	test('without a parameter: everything', () => {
		const set = { parameter: undefined };
		const { request, isPart, lastRead } = plan(first(), START + 1, set);
		expect([request, isPart, lastRead(START, true)]).toEqual([REQUEST, false, undefined]);
	});

	test.each([
		['iso', '2026-03-01T09:55:00.250Z'],
		['unix', '1772358900'],
		['unixMs', '1772358900250'],
	] as const)('changes since the last reading, less the overlap: %s', (format, since) => {
		const set = { format };
		expect(plan(first(set), START + MINUTE, set)).toMatchObject({
			isPart: true,
			request: { query: { project_id: '7', since } },
		});
	});

	test('never changes since a time before 1970', () => {
		const set = { overlapMinutes: Number.MAX_SAFE_INTEGER };
		const { request } = plan(first(set), START + 1, set);
		expect(request.query.since).toBe('1970-01-01T00:00:00.000Z');
	});

	test.each<[string, LastRead | undefined, number, Partial<Settings>]>([
		['at the first poll', undefined, 0, {}],
		['when a full read is due', first(), 24 * HOUR, {}],
		['after the clock was set back', first(), -1, {}],
		['with another parameter', first(), 1, { parameter: 'changed_after' }],
		['with another format', first(), 1, { format: 'unix' }],
		['with another overlap', first(), 1, { overlapMinutes: 60 }],
	])('everything %s', (_, last, later, set) => {
		expect(plan(last, START + later, set)).toMatchObject({ isPart: false, request: REQUEST });
	});

	test('only changes until a full read is due', () => {
		expect(plan(first(), START + 24 * HOUR - 1).isPart).toBe(true);
	});
});

describe('the time after a list that is not known to be complete', () => {
	const later = START + HOUR;

	test('is the same as before, also after a full read', () => {
		const last = first();
		expect(plan(last, later).lastRead(later, false)).toBe(last);
		const full = plan(last, START + 24 * HOUR).lastRead(START + 24 * HOUR, false);
		expect(full).toMatchObject({ from: START, full: START + 24 * HOUR });
	});

	test('is the time of the first list until a list is complete', () => {
		const last = plan(undefined, START).lastRead(START, false);
		expect(last?.from).toBe(START);
		expect(plan(last, later).lastRead(later, true)).toEqual({ ...last, from: later });
	});

	test('is not in the future after the clock was set back', () => {
		expect(plan(first(), START - HOUR).lastRead(START - HOUR, false)?.from).toBe(START - HOUR);
	});
});

test('a reading began at the earliest Date of its pages, or by the clock of n8n', async () => {
	const dates = ['Sun, 01 Mar 2026 09:59:30 GMT', 'Sun, 01 Mar 2026 09:59:40 GMT'];
	dates.push('no date', '', 'Thu, 01 Jan 1970 00:00:00 GMT');
	const client = clientThat(async () => {
		const date = dates.shift() ?? '';
		return ok({ status: 200, headers: { date }, body: [] });
	});
	const dated = datedClient(client, START);
	expect(dated.earliest()).toBe(START);
	const settings = { timeout: 1_000, limits: RETRY_LIMITS };
	while (dates.length > 0) await dated.send(REQUEST, settings);
	expect(dated.earliest()).toBe(Date.parse('2026-03-01T09:59:30Z'));
});

/** Minutes, as parts of a poll's life: everything is random, but what the overlap has to cover. */
const world = fc.record({
	overlap: fc.integer({ min: 1, max: 30 }),
	/** How far the service's clock is behind n8n's; negative: ahead. */
	behind: fc.integer({ min: -90, max: 90 }),
	/** Whether responses have a `Date`: the difference of the clocks need not be covered then. */
	isDated: fc.boolean(),
	format: fc.constantFrom('iso', 'unix', 'unixMs'),
	steps: fc.array(
		fc.record({
			wait: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(120)),
			/** How much of what the overlap leaves passes until a change is in the list. */
			late: fc.double({ min: 0, max: 0.99, noNaN: true }),
			act: fc.constantFrom('put', 'put', 'remove', 'poll', 'poll', 'failing poll', 'lost poll'),
			id: fc.constantFrom(...'abcdef'),
		}),
		{ minLength: 20, maxLength: 80, size: 'max' },
	),
});

interface Version {
	title: string;
	/** By the service's clock. */
	changedAt: number;
	visibleAt: number;
}

function sinceIn(request: ApiRequest, format: 'iso' | 'unix' | 'unixMs'): number | undefined {
	const { since } = request.query;
	if (since === undefined) return undefined;
	return { iso: Date.parse(since), unix: Number(since) * 1000, unixMs: Number(since) }[format];
}

test.each([
	['twice', 'less than half of', HOUR / 2 - 1, 2],
	['once', 'half of', HOUR / 2, 1],
])('a list without a known record is read %s if that took %s the time', async (...row) => {
	const [, , ms, readings] = row;
	let now = START;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
	const asked: unknown[] = [];
	const client = clientThat(async ({ query: { cursor } }) => {
		asked.push(cursor);
		if (cursor !== undefined) now += ms;
		const [id, next] = cursor === undefined ? [1, 'c'] : [3, null];
		const body = { data: [{ id }], next_cursor: next };
		return ok({ status: 200, headers: {}, body });
	});
	const settings = readSettings(readerOf({ resource: 'task', changes: ['removed'] }), {}, HOUR);
	if (!settings.ok) throw new Error(settings.problem.message);
	const known: State = { scope: '', since: '', poll: 0, ids: [1, 2], hashes: '' };
	const poll = await readPoll(client, settings.value, known, 'pollNewAndChanged');
	clock.mockRestore();
	expect(poll).toMatchObject({ ok: true, value: { isAbsenceShown: readings > 1 } });
	expect(asked).toHaveLength(2 * readings);
});

test('no change is missed or reported twice, with late writes, other clocks, and polls that fail or are lost', () => {
	let parts = 0;
	fc.assert(
		fc.property(world, ({ overlap, behind, isDated, format, steps }) => {
			const set = { format, overlapMinutes: overlap, fullEveryHours: 6 };
			// A clock that is ahead makes changes look later, which costs nothing.
			const skew = isDated ? behind : Math.min(behind, overlap - 1);
			const latest = isDated ? overlap : overlap - Math.max(0, skew);
			let now = START;
			let written = 0;
			let records = new Map<string, Version[]>();
			/** What the workflow has been told so far. */
			let told = new Map<unknown, unknown>();
			let saved: State | undefined;

			const shown = (id: string, since = -Infinity) => {
				const version = records.get(id)?.findLast((each) => each.visibleAt <= now);
				return version && version.changedAt > since ? [{ id, title: version.title }] : [];
			};

			const poll = (isSaved: boolean) => {
				const { request, isPart, lastRead } = plan(saved?.lastRead, now, set);
				const since = sinceIn(request, format) ?? -Infinity;
				parts += isPart ? 1 : 0;
				const list = [...records.keys()].flatMap((id) => shown(id, since));
				const began = isDated ? Math.min(now, now - skew * MINUTE) : now;
				const watched = watchedRecords(list, 'task', { fields: [], ignored: [] });
				if (!watched.ok) throw new Error(watched.problem.message);
				const reading = {
					...{ began: now, present: watched.value, read: list.length, isPart },
					...{ doubt: undefined, isAbsenceShown: true, lastRead: lastRead(began, true) },
				};
				const next = nextPoll(saved, reading, {
					...{ nodeKey: 'w1 Trigger', scope: 'tasks', startWithExisting: true },
					...{ types: ['new', 'changed', 'removed'], allowMassRemovals: true },
				});
				if (!next.ok) throw new Error(next.problem.message);
				const after = new Map(told);
				for (const { type, id, record } of next.value.events) {
					expect(type === 'new').toBe(!after.has(id));
					expect(after.get(id)).not.toBe(record.title);
					if (type === 'removed') after.delete(id);
					else after.set(id, record.title);
				}
				for (const { id, title } of [...records.keys()].flatMap((each) => shown(each))) {
					expect(after.get(id)).toBe(title);
				}
				if (!isPart) expect(after.size).toBe(list.length);
				if (!isSaved) return;
				told = after;
				if (next.value.state) saved = JSON.parse(JSON.stringify(next.value.state)) as State;
			};

			for (const { wait, late, act, id } of steps) {
				now += wait * MINUTE;
				if (act === 'put') {
					const visibleAt = now + late * latest * MINUTE;
					const title = `${id} ${++written}`;
					const version = { title, changedAt: now - skew * MINUTE, visibleAt };
					// A later version does not show up before an earlier one.
					const versions = (records.get(id) ?? []).filter((each) => each.visibleAt < visibleAt);
					records.set(id, [...versions, version]);
				} else if (act === 'remove') {
					records = new Map([...records].filter(([each]) => each !== id));
				} else if (act !== 'failing poll') poll(act === 'poll');
			}
			now += 24 * HOUR;
			poll(true);
			expect([...told.keys()].sort()).toEqual([...records.keys()].sort());
		}),
		{ numRuns: 150 },
	);
	expect(parts).toBeGreaterThan(500);
});
