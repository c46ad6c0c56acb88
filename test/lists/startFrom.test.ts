import fc from 'fast-check';
import { beginningOf, writePosition } from '../../nodes/ProjectWorkspace/lists/position';
import type { ResourceName } from '../../nodes/ProjectWorkspace/catalogue';
import type { JsonObject } from '../../nodes/ProjectWorkspace/records/json';
import type { ListOverrides } from '../../nodes/ProjectWorkspace/lists/types';
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
	const records: JsonObject[] = [];
	let startFrom = 'start';
	for (let parts = 0; parts < 300; parts++) {
		const overrides = { ...list.overrides, startFrom };
		const part = await collectList({ ...list, resource, firstQuery, parallel: 3, overrides });
		records.push(...part.records);
		const { outcome } = part;
		// What may have more is read on, too: a part that ends without records is its end.
		if (outcome.kind === 'done' && !outcome.more) return { records };
		if (outcome.position === undefined) throw new TypeError('There is more, and no position');
		startFrom = outcome.position;
	}
	throw new TypeError('The list has no end');
}

const single = { resource: 'user', firstQuery: {}, parallel: 1 } as const;
const ids = (records: ReadonlyArray<Row | JsonObject>) => records.map(({ id }) => id);

test('reading a list in parts returns each record once, for every shape, length, page size and limit', async () => {
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
])('a list that broke off is continued without its records again: %s', async (_, respond) => {
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

test('a list continues after any of the records of a page', async () => {
	const { fetchPage } = fakeService(byPage(makeRows(60)));
	const pages = pagesOf({ ...single, fetchPage });
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
	const { outcome } = await collectList({ ...single, ...fakeService(respond), limit });
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
	return { ...(await collectList({ ...single, fetchPage, ...more, overrides })), asked };
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

test('a position with a URL of another origin is rejected', async () => {
	const owner = { address: LIST_URL, firstQuery: {} };
	const target = { url: 'https://evil.example.net/v1/users?page=2' };
	const forged = writePosition(owner, { ...beginningOf({}), target });
	const { outcome, asked } = await readFrom(forged, byCursor(rows));
	expect(outcome).toMatchObject(rejected(/is not a position of this list/));
	expect(asked).toEqual([]);
});

test('a new record before the position moves it, and no record is skipped or repeated', async () => {
	const position = await positionIn(byPage(rows), 12);
	const grown = [{ id: 'new', name: 'New' }, ...rows];
	const { records } = await readFrom(position, byPage(grown));
	expect(ids(records)).toEqual(ids(rows.slice(12)));
});

test('a list whose record before the position is gone is not continued', async () => {
	const position = await positionIn(byPage(rows), 12);
	const shorter = rows.filter(({ id }) => id !== 'u12');
	const { outcome, records } = await readFrom(position, byPage(shorter));
	expect(outcome).toMatchObject(rejected(/list has changed/));
	expect(records).toEqual([]);
});

test('equal records without IDs are distinguished by their number', async () => {
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

test('a shorter page is not the end of a list if Limit is reached on it', async () => {
	const bounds = [0, 20, 25, 45, 60];
	const { fetchPage } = fakeService(({ page = '1' }) => ({
		body: { users: rows.slice(bounds[Number(page) - 1] ?? 60, bounds[Number(page)]), page },
	}));
	expect(ids((await readParts({ fetchPage, limit: 25 })).records)).toEqual(ids(rows));
});

describe('Page Size', () => {
	const sized: Respond = ({ per_page: size = '10', page = '1' }) => ({
		body: rows.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)),
	});

	test('is sent with its parameter on each page, also if a list is continued', async () => {
		const { fetchPage, asked } = fakeService(sized);
		const overrides = { pageSize: 15, pageSizeParameter: 'per_page' };
		const { records } = await readParts({ fetchPage, limit: 20, overrides });
		expect(ids(records)).toEqual(ids(rows));
		expect(asked.every((url) => url.includes('per_page=15'))).toBe(true);
	});

	test('is not sent without its parameter, and the report says so', async () => {
		const { fetchPage, asked } = fakeService(sized);
		const overrides = { pageSize: 15 };
		const { records, outcome } = await collectList({ ...single, fetchPage, overrides });
		expect(ids(records)).toEqual(ids(rows));
		expect(asked.join()).not.toContain('15');
		expect(outcome.summary).toContain("'Page Size' was not sent");
	});

	test.each<[string, ListOverrides, Record<string, string>]>([
		['as an option', { pageSize: 7, pageSizeParameter: 'per_page' }, {}],
		['as a query parameter', {}, { per_page: '7' }],
	])('%s says how large a full page is', async (_, overrides, firstQuery) => {
		const { fetchPage } = fakeService(sized);
		const list = { ...single, firstQuery, fetchPage, overrides };
		const { records, outcome } = await collectList(list);
		expect(ids(records)).toEqual(ids(rows));
		expect(outcome.completeness).toEqual({ is: 'complete', because: 'walked' });
	});
});

describe('if a total may only count the page', () => {
	const counting: Respond = ({ page = '1' }) => {
		const users = rows.slice((Number(page) - 1) * 20, Number(page) * 20);
		return { body: { users, total: users.length } };
	};

	test.each([7, 20, 25, 40])('a list continues after %i records', async (limit) => {
		const { fetchPage } = fakeService(counting);
		const { records } = await readParts({ fetchPage, limit });
		expect(ids(records)).toEqual(ids(rows));
	});

	test('Limit does not make the list whole', async () => {
		const { fetchPage } = fakeService(counting);
		const { outcome } = await collectList({ ...single, fetchPage, limit: 20 });
		expect(outcome).toMatchObject({ more: 'perhaps', position: expect.any(String) });
	});
});
