import fc from 'fast-check';

import type { Client } from '../../nodes/ProjectWorkspace/old/client/connect';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import { isAbsenceShown } from '../../nodes/ProjectWorkspace/old/lists/completeness';
import { readList, type List } from '../../nodes/ProjectWorkspace/old/lists/listRecords';
import { readForAbsence, readForAll } from '../../nodes/ProjectWorkspace/old/lists/notThere';
import { ok } from '../../nodes/ProjectWorkspace/old/result';
import { clientThat } from '../client/fakeClient';
import { changingService, type Habits } from './changing';
import { fakeService, type Respond } from './fakeService';
import { check, complete, read, refusal, unknown, type Case } from './readList';

const change = fc.record({
	kind: fc.constantFrom('create', 'delete', 'move', 'touch', 'none'),
	from: fc.double({ min: 0, max: 1, noNaN: true }),
	to: fc.double({ min: 0, max: 1, noNaN: true }),
});
const habits: fc.Arbitrary<Habits> = fc.record({
	style: fc.constantFrom('page1', 'page0', 'offset', 'cursor', 'link', 'lastId', 'ignored'),
	length: fc.constantFrom(9, 10, 20, 25, 30, 41),
	size: fc.constantFrom(9, 10),
	says: fc.constantFrom('total', 'more', 'pages', 'position', 'nothing'),
	changes: fc.array(change, { maxLength: 6 }),
	atOnce: fc.constantFrom(1, 2),
});

const EXAMPLES: Array<[Habits]> = [
	// The same changes one request apart, so that some fall between two pages of a reading.
	...(['page1', 'offset', 'cursor', 'link', 'lastId'] as const).flatMap((style) =>
		(['create', 'delete', 'move'] as const).map((kind): [Habits] => [
			{
				...{ style, length: 25, size: 10, says: 'more', atOnce: 1 },
				changes: [{ kind, from: kind === 'move' ? 0.9 : 0, to: 0 }],
			},
		]),
	),
	// The total stays, and what comes instead of the next page is the first one with a new record.
	[
		{
			...{ style: 'ignored', length: 10, size: 9, says: 'total', atOnce: 2 },
			changes: (['delete', 'create'] as const).map((kind) => ({ kind, from: 0, to: 0 })),
		},
	],
];

function start(service: Habits) {
	const { respond, ...truth } = changingService(service);
	const { fetchPage, asked } = fakeService(respond);
	const client: Client = clientThat(async ({ query, url }) => {
		const { body, headers } = await fetchPage(url === undefined ? { query } : { url });
		return ok({ status: 200, headers, body });
	});
	const request = { method: 'GET', path: '/users', query: {} } as const;
	const settings = { timeout: 1_000, limits: RETRY_LIMITS };
	const read = async () => await readList(client, { resource: 'task', request, settings });
	return { read, asked, ...truth };
}

const idsOf = ({ records }: List) => records.map(({ id }) => Number(id));

const forAll = async (holds: (service: Habits) => Promise<void>, numRuns = 400) =>
	await fc.assert(fc.asyncProperty(habits, holds), { numRuns, examples: EXAMPLES });

test('a record is never returned twice, none that never was there, and a list is never short in silence', async () => {
	await forAll(async (service) => {
		const { read, stayed, ever } = start(service);
		const found = await read();
		const ids = idsOf(found);
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids) expect(ever).toContain(id);
		const kinds = service.changes.map(({ kind }) => kind);
		// A deletion moves a record to a page that was read before, without repeating another one; only offsets show it.
		// Pages after the last ID do not have a record that has moved before it.
		const hiding: Partial<Record<Habits['style'], string[]>> = {
			// A total that is the same again counts for more, and a record that comes to the front puts the others back.
			offset:
				service.says === 'total' || kinds.includes('create') || kinds.includes('move')
					? ['delete']
					: [],
			lastId: ['delete', 'move'],
			ignored: [],
		};
		const { [service.style]: hidden = ['delete'] } = hiding;
		const isShown = kinds.every((kind) => !hidden.includes(kind));
		if (isShown && found.completeness.is === 'complete')
			expect(ids).toEqual(expect.arrayContaining([...stayed]));
	});
});

test.each<[string, (first: List, read: () => Promise<List>) => Promise<List>]>([
	['what it lacks', async (first, read) => await readForAbsence(first, read, 'task')],
	['Require Complete List', readForAll],
])(
	'a list that was read twice for %s has every record that was there all the time',
	async (_, twice) => {
		await forAll(async (service) => {
			const { read, stayed } = start(service);
			const both = await twice(await read(), read);
			fc.pre(isAbsenceShown(both));
			expect(idsOf(both)).toEqual(expect.arrayContaining([...stayed]));
		});
	},
);

test('a list that nobody changes is read exactly, at the same price, and shows what it lacks', async () => {
	await forAll(async (service) => {
		const { read, now, asked } = start({ ...service, changes: [] });
		const found = await read();
		const isKnown = found.completeness.is === 'complete';
		if (isKnown) expect(idsOf(found)).toEqual(now().map(({ id }) => id));
		const price = asked.length;
		const both = await readForAbsence(found, read, 'task');
		expect(asked.length).toBeLessThanOrEqual(2 * price);
		expect(isAbsenceShown(both)).toBe(isKnown);
	}, 200);
});

/** The pages of a service that begins each with the record whose ID was sent. */
const inclusive =
	(parameter: string, more: (last: number) => object): Respond =>
	(query) => {
		const from = Math.max(0, Number(query[parameter] ?? 1) - 1);
		const data = Array.from({ length: 25 }, (_, at) => ({ id: at + 1 })).slice(from, from + 10);
		return { body: { data, ...more(Number(data.at(-1)?.id)) } };
	};

// A cursor may be a position, and then a record has moved before it.
test.each<Case>([
	['walked', inclusive('after', () => ({})), { end: complete('walked'), records: 25 }],
	[
		'changed',
		inclusive('cursor', (last) => ({ next_cursor: last < 25 ? String(last) : null })),
		{ end: unknown('changed'), records: 25 },
	],
])('a page may begin with the last record before it if that record was asked for: %s', check);

test.each<[style: 'offset' | 'page', parameter: string, size: number]>([
	['offset', 'from', 10],
	['offset', 'from', 1],
	['page', 'sheet', 10],
	['page', 'sheet', 3],
])(
	'records without an ID are read by the %s that was set, sent as %s, in pages of %i',
	async (style, parameter, size) => {
		const titles = Array.from({ length: 25 }, (_, at) => ({ title: `T${at}` }));
		const respond: Respond = ({ [parameter]: at = style === 'page' ? '1' : '0' }) => {
			const from = style === 'page' ? (Number(at) - 1) * size : Number(at);
			return { body: { data: titles.slice(from, from + size) } };
		};
		const { records, outcome } = await read(respond, { overrides: { style, parameter } });
		expect(records).toEqual(titles);
		expect(outcome).toMatchObject({ completeness: { is: 'complete' } });
		const guessed = await read(respond, { overrides: { style } });
		expect(guessed.records).toEqual(titles.slice(0, size));
	},
);

test('records without an ID come once where pages begin with the last record', async () => {
	const titles = Array.from({ length: 25 }, (_, at) => ({ title: `T${at}` }));
	const { records, outcome } = await read(({ offset = '0' }) => {
		const data = titles.slice(Number(offset), Number(offset) + 10);
		return { body: { data, offset: Number(offset), has_more: Number(offset) + 10 < 25 } };
	});
	expect(records).toEqual(titles);
	expect(outcome).toMatchObject(complete('stated'));
});

/** Ten records in pages of nine: one is deleted, and one created at the front or before the last, when a page was read. */
const replaced = (turn: number, isAtEnd = false) => {
	const before = Array.from({ length: 10 }, (_, at) => ({ id: at + 1 }));
	if (turn === 1) return before;
	return isAtEnd ? before.slice(1).toSpliced(8, 0, { id: 11 }) : before.with(0, { id: 11 });
};

/** A service that ignores every parameter, and so returns the first page again. */
const ignoring =
	(said = {}, isAtEnd = false): Respond =>
	(_, __, turn) => ({ body: { data: replaced(turn, isAtEnd).slice(0, 9), total: 10, ...said } });

/** Pages that are filled up with records of the page before, as is the last one of this service. */
const filled =
	(length: number, said: (page: number) => object = () => ({})): Respond =>
	({ page = '1' }) => {
		const all = Array.from({ length }, (_, at) => ({ id: at + 1 }));
		const from = Math.min((Number(page) - 1) * 10, Math.max(0, length - 10));
		return { body: { data: all.slice(from, from + 10), total: length, ...said(Number(page)) } };
	};

test.each<Case>([
	...[false, true].map(
		(isAtEnd): Case => [
			`a parameter that was guessed, and a page with known records: ${isAtEnd}`,
			ignoring({}, isAtEnd),
			{ end: unknown('changed'), records: 10 },
		],
	),
	['a page number that stays', ignoring({ page: 1 }), { end: unknown('changed'), records: 10 }],
	['an offset that stays', ignoring({ offset: 0 }), { end: unknown('changed'), records: 10 }],
	['a last ID that stays', ignoring({ last_id: '9' }), { end: unknown('changed'), records: 10 }],
	['a cursor that stays', ignoring({ next_cursor: 'c9' }), { end: refusal('loop') }],
	[
		'a page number that grows',
		filled(15, (page) => ({ page })),
		{ end: complete('stated'), records: 15 },
	],
	[
		'a parameter that is set',
		filled(15),
		{ end: complete('stated'), records: 15 },
		{ overrides: { parameter: 'page' } },
	],
	['a parameter that has led to new records only', filled(25), { end: complete('stated') }],
	[
		'a parameter that was guessed, and a last page that is filled',
		filled(15),
		{ end: unknown('changed') },
	],
])(
	'a total that is reached counts for more than known records on a later page, unless nothing shows that it is one: %s',
	check,
);

test.each<Case>(
	['sheet', 'page'].map((parameter) => [
		`a service that knows ${parameter}, whose first page is another one from the second request on`,
		(query, _, turn) => {
			const at = 10 * Math.min(1, Number(query[parameter] ?? 1) - 1) + (turn === 1 ? 10 : 0);
			return { body: Array.from({ length: 10 }, (__, nth) => ({ id: 100 + at + nth })) };
		},
		{ end: unknown('nothingFound'), records: 20 },
	]),
)('%s', check);

type Say = (list: { length: number; from: number; shown: number }) => object;

/** Pages of ten, of which `by` records are deleted when one was read, and what is said of the list as it is then. */
const shrinking =
	(length: number, say: Say, by: number): Respond =>
	({ page = '1' }, _, turn) => {
		const all = Array.from({ length }, (__, at) => ({ id: at + 1 }));
		const list = all.slice(turn > 1 ? by : 0);
		const from = (Number(page) - 1) * 10;
		const data = list.slice(from, from + 10);
		const said = say({ length: list.length, from, shown: data.length });
		return { body: { data, page: Number(page), ...said } };
	};
const pagesOf = (length: number) => Math.ceil(length / 10);
const leading = (isLed: boolean, from: number) => ({
	next: isLed ? `/users?page=${from / 10 + 2}` : null,
});
/** To one page too many: it is empty when it is read. */
const toEmpty = (from: number) => leading(from < 20, from);

test.each<[string, number, Say]>([
	['a changed count', 31, ({ length: count }) => ({ count })],
	['a changed count of another name', 31, ({ length: overall }) => ({ overall })],
	['a changed count in an object', 31, ({ length: count }) => ({ meta: { count } })],
	[
		'a changed count, and a link that is null',
		25,
		({ length: count, from }) => ({ count, ...leading(from + 10 < count, from) }),
	],
	...['total_pages', 'last_page'].flatMap(
		(name): Array<[string, number, Say]> => [
			[`a changed ${name}`, 31, ({ length }) => ({ [name]: pagesOf(length) })],
			[
				`a changed ${name}, and a link to an empty page`,
				21,
				({ length, from }) => ({ [name]: pagesOf(length), ...toEmpty(from) }),
			],
		],
	),
	[
		'a number of pages, and a link to an empty page without one',
		21,
		({ shown, from }) => ({ ...(shown ? { total_pages: 3 } : {}), ...toEmpty(from) }),
	],
])('a number that counts all shows that a list has changed: %s', async (name, length, say) => {
	await check(name, shrinking(length, say, 1), { end: unknown('changed') });
});

test('a count on the first page that is not reached leaves open what is missing', async () => {
	const once = shrinking(31, ({ from }) => (from === 0 ? { count: 31 } : {}), 2);
	await check('', once, { end: unknown('counted') });
});

test.each<[string, number, Say, 'stated' | 'walked']>([
	['a count of the page', 25, ({ shown: count }) => ({ count }), 'walked'],
	['a count so far', 35, ({ from, shown }) => ({ count: from + shown }), 'walked'],
	['a count of what is hidden as well', 25, ({ shown }) => ({ count: shown + 1 }), 'walked'],
	['the number of the page', 35, ({ from }) => ({ pages: from / 10 + 1 }), 'stated'],
	['the last page, from 0', 35, () => ({ last_page: 3 }), 'walked'],
	['no pages past the end', 35, ({ shown }) => ({ total_pages: shown ? 4 : 0 }), 'stated'],
	[
		'a flag that is true of every full page',
		30,
		({ shown, from }) => ({ has_more: shown === 10, ...leading(shown === 10, from) }),
		'stated',
	],
])(
	'a number that counts something else shows no change: %s',
	async (name, length, say, because) => {
		await check(name, shrinking(length, say, 0), { end: complete(because) });
	},
);
