import fc from 'fast-check';
import { beginningOf, writePosition } from '../../nodes/ProjectWorkspace/lists/position';
import type { ResourceName } from '../../nodes/ProjectWorkspace/catalogue';
import type { ListOverrides, ListRecord } from '../../nodes/ProjectWorkspace/lists/types';
import { collectList, type GivePage, LIST_URL, pagesOf } from './collectList';
import { fakeService, makeRows, type Respond, type Row } from './fakeService';
import { SHAPES } from './shapes';

interface Parts {
	fetchPage: GivePage;
	limit?: number;
	resource?: ResourceName;
	overrides?: ListOverrides;
	firstQuery?: Record<string, string>;
}

/** Reads a list in parts, each from where the one before it stopped. */
async function readParts({ resource = 'user', firstQuery = {}, ...list }: Parts) {
	const records: ListRecord[] = [];
	let startFrom = 'start';
	for (let parts = 0; parts < 300; parts++) {
		const overrides = { ...list.overrides, startFrom };
		const part = await collectList({ ...list, resource, firstQuery, parallel: 3, overrides });
		records.push(...part.records);
		const { outcome } = part;
		// What may have more is read on, too: a part that ends without records is its end.
		const { limited = { more: false } } = outcome;
		if (outcome.kind === 'done' && limited.more === false) return { records };
		if (outcome.position === undefined) throw new TypeError('There is more, and no position');
		startFrom = outcome.position;
	}
	throw new TypeError('The list has no end');
}

const ids = (records: ReadonlyArray<Row | ListRecord>) => records.map(({ id }) => id);

test.each(SHAPES.map((shape) => [shape.name, shape] as const))(
	'read in parts, a list gives each record once: %s',
	async (_name, { answer, resource = 'user' }) => {
		const rows = makeRows(250);
		for (const limit of [100, 130]) {
			const service = fakeService((query, url) => answer(rows, query, url, 100));
			const { records } = await readParts({
				...service,
				limit,
				resource,
			});
			expect(ids(records)).toEqual(ids(rows));
		}
	},
);

test('for every shape, length, page size and limit', async () => {
	const sizes = fc.record({
		length: fc.nat(40),
		size: fc.integer({ min: 1, max: 12 }),
		limit: fc.integer({ min: 1, max: 30 }),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...SHAPES),
			sizes,
			async ({ answer, resource = 'user' }, { length, size, limit }) => {
				const rows = makeRows(length);
				const service = fakeService((query, url) => answer(rows, query, url, size));
				const { records } = await readParts({ ...service, limit, resource });
				expect(ids(records)).toEqual(ids(rows));
			},
		),
		{ numRuns: 250 },
	);
});

const byCursor =
	(rows: readonly Row[], size = 10): Respond =>
	({ cursor = '0' }) => {
		const next = Number(cursor) + size;
		const users = rows.slice(Number(cursor), next);
		return { body: { users, next_cursor: next < rows.length ? String(next) : null } };
	};

const byPage =
	(rows: readonly Row[], size = 10): Respond =>
	({ page = '1' }) => ({
		body: {
			users: rows.slice((Number(page) - 1) * size, Number(page) * size),
			page: Number(page),
			total: rows.length,
		},
	});

test.each([
	['a cursor', byCursor],
	['page numbers', byPage],
])('a list that broke off is read on without its records again: %s', async (_, respond) => {
	const rows = makeRows(60);
	const service = fakeService(respond(rows));
	const refused = new Set<string>();
	const { records } = await readParts({
		fetchPage: async (target) => {
			const page = JSON.stringify(target);
			// Every page but the first is refused once.
			if (page !== '{"query":{}}' && !refused.has(page)) {
				refused.add(page);
				throw Object.assign(new Error('503'), { httpCode: 503 });
			}
			return await service.fetchPage(target);
		},
	});
	expect(ids(records)).toEqual(ids(rows));
});

test('a list is read on after any of the records of a page', async () => {
	const { fetchPage } = fakeService(byPage(makeRows(60)));
	const pages = pagesOf({ resource: 'user', firstQuery: {}, fetchPage, parallel: 1 });
	for (const before of [0, 10]) {
		const step = await pages.next();
		if (step.done) throw new TypeError('There are more pages');
		for (let count = 0; count <= 10; count++) {
			const startFrom = step.value.positionAfter(count) ?? '';
			const { records } = await readFrom(startFrom, byPage(makeRows(60)));
			expect(ids(records)).toEqual(ids(makeRows(60).slice(before + count)));
		}
	}
});

async function positionIn(respond: Respond, limit = 15) {
	const { fetchPage } = fakeService(respond);
	const { outcome } = await collectList({
		resource: 'user',
		firstQuery: {},
		fetchPage,
		parallel: 1,
		limit,
	});
	if (outcome.position === undefined) throw new TypeError('There is no position');
	return outcome.position;
}

async function readFrom(
	startFrom: string,
	respond: Respond,
	more: { firstQuery?: Record<string, string>; address?: string; overrides?: ListOverrides } = {},
) {
	const { fetchPage, asked } = fakeService(respond);
	const overrides = { ...more.overrides, startFrom };
	const list = {
		resource: 'user',
		firstQuery: {},
		fetchPage,
		parallel: 1,
		...more,
		overrides,
	} as const;
	return { ...(await collectList(list)), asked };
}

const rows = makeRows(60);
const rejected = (message: RegExp) => ({
	kind: 'refused',
	refusal: { reason: 'position', message: expect.stringMatching(message) },
});

test.each([
	['text that is none', (position: string) => `${position.slice(0, 5)}!`, {}],
	['a part of one', (position: string) => position.slice(0, -3), {}],
	['another query', (position: string) => position, { firstQuery: { project_id: 'p' } }],
	[
		'another address',
		(position: string) => position,
		{ address: 'https://api.example.com/v1/tasks' },
	],
	['another page size', (position: string) => position, { overrides: { pageSize: 3 } }],
])('a position is rejected before anything is sent: %s', async (_, change, more) => {
	const position = await positionIn(byCursor(rows));
	const { outcome, asked } = await readFrom(change(position), byCursor(rows), more);
	expect(outcome).toMatchObject(rejected(/is not a position of this list/));
	expect(asked).toEqual([]);
});

test('a position that leads to another origin is rejected, whoever wrote it', async () => {
	const owner = { address: LIST_URL, firstQuery: {} };
	const target = { url: 'https://evil.example.net/v1/users?page=2' };
	const forged = writePosition(owner, { ...beginningOf({}), target });
	const { outcome, asked } = await readFrom(forged, byCursor(rows));
	expect(outcome).toMatchObject(rejected(/is not a position of this list/));
	expect(asked).toEqual([]);
});

test('a position is found again in a copy with spaces around it', async () => {
	const position = await positionIn(byCursor(rows));
	const { records } = await readFrom(`  ${position}\n`, byCursor(rows));
	expect(ids(records)).toEqual(ids(rows.slice(15)));
});

test('a record that came before the position moves it, and nothing is skipped or repeated', async () => {
	const position = await positionIn(byPage(rows), 12);
	const grown = [{ id: 'new', name: 'New' }, ...rows];
	const { records } = await readFrom(position, byPage(grown));
	expect(ids(records)).toEqual(ids(rows.slice(12)));
});

test('a list whose record before the position is gone is not read on', async () => {
	const position = await positionIn(byPage(rows), 12);
	const shorter = rows.filter(({ id }) => id !== 'u12');
	const { outcome, records } = await readFrom(position, byPage(shorter));
	expect(outcome).toMatchObject(rejected(/list has changed/));
	expect(records).toEqual([]);
});

test('equal records without IDs are told apart by their number', async () => {
	const values = Array.from({ length: 30 }, (_, index) => `v${Math.floor(index / 2)}`);
	const respond: Respond = ({ page = '1' }) => ({
		body: {
			items: values.slice((Number(page) - 1) * 10, Number(page) * 10),
			page: Number(page),
			total_pages: 3,
		},
	});
	const position = await positionIn(respond, 13);
	const { records } = await readFrom(position, respond);
	expect(records.map(({ value }) => value)).toEqual(values.slice(13));
});

describe('Page Size alone', () => {
	const sized =
		(parameter: string, { most = 100, isKnown = true } = {}): Respond =>
		(query) => {
			const size = isKnown && query[parameter] ? Math.min(most, Number(query[parameter])) : 10;
			const page = Number(query.page ?? 1);
			const users = rows.slice((page - 1) * size, page * size);
			return { body: { users, meta: { page, [parameter]: size, total: rows.length } } };
		};

	test.each(['per_page', 'pageSize', 'limit'])(
		'is sent as %s, as the pages call it',
		async (parameter) => {
			const { fetchPage, asked } = fakeService(sized(parameter));
			const overrides = { pageSize: 30 };
			const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 1, overrides } as const;
			const { records, outcome } = await collectList(list);
			expect(ids(records)).toEqual(ids(rows));
			expect(asked.slice(1).every((url) => url.includes(`${parameter}=30`))).toBe(true);
			expect(asked.length).toBeLessThanOrEqual(4);
			expect(outcome.report.notes.join()).toContain(`Page size sent as ${parameter}`);
		},
	);

	test('is left out, and the report says so, where the service does not take it', async () => {
		const { fetchPage } = fakeService(sized('per_page', { isKnown: false }));
		const list = {
			resource: 'user',
			firstQuery: {},
			fetchPage,
			parallel: 1,
			overrides: { pageSize: 30 },
		} as const;
		const { records, outcome } = await collectList(list);
		expect(ids(records)).toEqual(ids(rows));
		expect(outcome.report.notes.join()).toContain("'Page Size' was not sent");
	});

	test('is left out, and nothing is said of it, where the pages have that size', async () => {
		const { fetchPage, asked } = fakeService(sized('per_page'));
		const overrides = { pageSize: 10 };
		const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 1, overrides } as const;
		const { records, outcome } = await collectList(list);
		expect(ids(records)).toEqual(ids(rows));
		expect(asked.join()).not.toContain('per_page');
		expect(outcome.report.notes).toEqual([]);
	});

	test('is asked for once, though a list is read twice', async () => {
		let turn = 0;
		const answer = sized('per_page', { most: 20 });
		const { fetchPage, asked } = fakeService((query, url) => {
			turn += 1;
			const { users, meta } = answer(query, url).body as { users: Row[]; meta: object }; // as above
			return { body: { users, meta: { ...meta, total: turn < 4 ? 59 : 60 } } };
		});
		const overrides = { pageSize: 30 };
		const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 1, overrides } as const;
		const { records, outcome } = await collectList(list);
		expect(ids(records)).toEqual(ids(rows));
		const firstPages = asked.filter((url) => !/[?&]page=/.test(url));
		expect(firstPages.map((url) => new URL(url).search)).toEqual([
			'',
			'?per_page=30',
			'?per_page=30',
		]);
		expect(outcome.report.notes.join()).not.toContain('was not sent');
	});

	test('is not asked for again where a list is read on', async () => {
		const respond = sized('per_page', { most: 20 });
		const overrides = { pageSize: 30 };
		const { fetchPage } = fakeService(respond);
		const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 1 } as const;
		const { outcome } = await collectList({ ...list, limit: 5, overrides });
		const { records, asked } = await readFrom(outcome.position ?? '', respond, { overrides });
		expect(ids(records)).toEqual(ids(rows.slice(5)));
		expect(asked.filter((url) => !/[?&]page=/.test(url))).toHaveLength(1);
	});

	test('stays the same where a list is read in parts', async () => {
		const { fetchPage } = fakeService(sized('per_page', { most: 20 }));
		const { records } = await readParts({ fetchPage, limit: 25, overrides: { pageSize: 30 } });
		expect(ids(records)).toEqual(ids(rows));
	});
});
