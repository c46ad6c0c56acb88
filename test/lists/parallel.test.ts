import { collectList, type GivePage, LIST_URL, pagesOf } from './collectList';
import { fakeService, makeRows, type Respond } from './fakeService';
import { SHAPES } from './shapes';

const list = { resource: 'user', firstQuery: {} } as const;
const paged =
	(rows: ReturnType<typeof makeRows>, size: number): Respond =>
	({ page = '1' }) => ({
		body: {
			users: rows.slice((Number(page) - 1) * size, Number(page) * size),
			page: Number(page),
			total: rows.length,
		},
	});

describe('numbered pages', () => {
	test.each(['GitHub', 'GitLab', 'Jira search', 'Django', 'Spring Data', 'Strapi', 'Pipedrive: '])(
		'are requested in parallel, in order and none too many: %s',
		async (name) => {
			const shape = SHAPES.find((one) => one.name.startsWith(name));
			const rows = makeRows(1000);
			const service = fakeService(
				(query, url) => shape?.answer(rows, query, url, 20) ?? { body: [] },
			);
			const { records } = await collectList({ ...list, fetchPage: service.fetchPage, parallel: 8 });
			expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
			// One more where a full last page does not prove that it is the last.
			// By offsets, each page begins with the last record of the one before.
			expect(service.asked.length).toBeLessThanOrEqual(name === 'Jira search' ? 53 : 51);
			// Pipedrive states no total: what is not known to exist is not asked for.
			expect(service.mostAtOnce()).toBe(name === 'Pipedrive: ' ? 1 : 8);
		},
	);

	test('are asked only as far as the limit needs', async () => {
		const service = fakeService(paged(makeRows(1000), 20));
		const { records } = await collectList({
			...list,
			fetchPage: service.fetchPage,
			parallel: 8,
			limit: 95,
		});
		expect(records).toHaveLength(95);
		expect(service.asked).toHaveLength(5);
	});

	test('are read one by one after a page that is shorter than before', async () => {
		const rows = makeRows(500);
		const service = fakeService(({ offset = '0' }) => {
			const size = Number(offset) >= 150 ? 30 : 50;
			return {
				body: {
					users: rows.slice(Number(offset), Number(offset) + size),
					offset: Number(offset),
					total: 500,
				},
			};
		});
		const { records, outcome } = await collectList({
			...list,
			fetchPage: service.fetchPage,
			parallel: 4,
		});
		expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
		expect(outcome).toMatchObject({ completeness: { is: 'complete', because: 'stated' } });
		expect(service.asked.length).toBeLessThan(20);
	});

	test('are read further when the list grew meanwhile, and the report says so', async () => {
		let rows = makeRows(100);
		const { fetchPage } = fakeService((query, url, turn) => {
			if (turn === 5) rows = makeRows(130);
			return paged(rows, 10)(query, url, turn);
		});
		const { records, outcome } = await collectList({ ...list, fetchPage, parallel: 4 });
		expect(records).toHaveLength(130);
		expect(outcome).toMatchObject({ detected: expect.stringContaining('total changed') });
	});

	test('are not kept if the caller does not take them: only the allowed number is in flight', async () => {
		const service = fakeService(paged(makeRows(1000), 10));
		const { pages } = pagesOf({ ...list, fetchPage: service.fetchPage, parallel: 5 });
		for (let turn = 0; turn < 3; turn++) await pages.next();
		expect(service.asked.length).toBeLessThanOrEqual(2 + 5);
		await pages.return(undefined as never);
	});

	test('a rejected page does not hide the pages before it', async () => {
		const rows = makeRows(100);
		const service = fakeService(paged(rows, 10));
		const { records, outcome } = await collectList({
			...list,
			parallel: 4,
			fetchPage: async (target) => {
				if ('query' in target && target.query.page === '7') throw new Error('503');
				return await service.fetchPage(target);
			},
		});
		expect(records).toHaveLength(60);
		expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'request', cursor: '7' } });
	});
});

test('a record of a long list is looked at no more often than one of a short list', async () => {
	const looksAtEach = async (length: number) => {
		let looks = 0;
		const rows = Array.from({ length }, (_, at) => ({
			get id() {
				looks += 1;
				return at;
			},
		}));
		const fetchPage: GivePage = async (target) => {
			const query = 'query' in target ? target.query : {};
			const from = Number(query.cursor ?? 0);
			const next = from + 200;
			const data = rows.slice(from, next);
			return {
				body: { data, next_cursor: next < length ? String(next) : null },
				headers: {},
				query,
				url: LIST_URL,
			};
		};
		const { records } = await collectList({ ...list, fetchPage, parallel: 8 });
		expect(records).toHaveLength(length);
		return looks / length;
	};
	expect(await looksAtEach(20_000)).toBeLessThanOrEqual(await looksAtEach(1_000));
});
