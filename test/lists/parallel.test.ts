import { collectList, type GivePage, LIST_URL, pagesOf } from './collectList';
import { fakeService, makeRows, type Respond } from './fakeService';
import { check, complete, done, httpError, listOf, read, refusal, type Case } from './readList';
import { SHAPES } from './shapes';

const thousand = makeRows(1000);
const paged =
	(rows = thousand, size = 20): Respond =>
	({ page = '1' }) => {
		const users = rows.slice((Number(page) - 1) * size, Number(page) * size);
		return listOf(users, { page: Number(page), total: rows.length });
	};

// One more where a full last page does not prove that it is the last. By offsets, each page begins with the last record
// of the one before. Pipedrive states no total: what is not known to exist is not asked for.
test.each([
	...['GitHub', 'GitLab', 'Django', 'Spring Data', 'Strapi'].map((name) => [name, 51, 8] as const),
	...([['Jira search', 53, 8] as const, ['Pipedrive: ', 51, 1] as const] as const),
])('numbered pages are requested in parallel, in order and none too many: %s', async (...shape) => {
	const [name, most, atOnce] = shape;
	const { answer } = SHAPES.find((one) => one.name.startsWith(name)) ?? {};
	const respond: Respond = (query, url) => answer?.(thousand, query, url, 20) ?? { body: [] };
	const { records, asked, mostAtOnce } = await read(respond, { parallel: 8 });
	expect(records.map(({ id }) => id)).toEqual(thousand.map(({ id }) => id));
	expect(asked.length).toBeLessThanOrEqual(most);
	expect(mostAtOnce).toBe(atOnce);
});

/** It grows when some pages have been requested. */
const growing: Respond = (query, url, turn) =>
	paged(makeRows(turn < 5 ? 100 : 130), 10)(query, url, turn);

test.each<Case>([
	[
		'are asked only as far as the limit needs',
		paged(),
		{ records: 95, asked: 5 },
		{ limit: 95, parallel: 8 },
	],
	[
		'are read one by one after a page that is shorter than before',
		({ offset = '0' }) => {
			const users = thousand.slice(+offset, Math.min(500, +offset + (+offset >= 150 ? 30 : 50)));
			return listOf(users, { offset: +offset, total: 500 });
		},
		{ end: complete('stated'), records: 500, asked: 18 },
	],
	[
		'are read further when the list grew meanwhile, and the report says so',
		growing,
		{ end: done('.*total changed'), records: 130 },
	],
	[
		'before one that is rejected are not lost',
		(query, url, turn) => {
			if (query.page === '7') throw httpError(503);
			return paged(thousand, 10)(query, url, turn);
		},
		{ end: { refusal: { ...refusal('request').refusal, cursor: '7' } }, records: 60 },
	],
])('numbered pages %s', check);

test('pages that the caller does not take are not kept: only the allowed number is in flight', async () => {
	const { fetchPage, asked } = fakeService(paged());
	const { pages } = pagesOf({ resource: 'user', firstQuery: {}, fetchPage, parallel: 5 });
	for (let turn = 0; turn < 3; turn++) await pages.next();
	expect(asked.length).toBeLessThanOrEqual(2 + 5);
	await pages.return(undefined as never);
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
			const next_cursor = from + 200 < length ? String(from + 200) : null;
			const body = { data: rows.slice(from, from + 200), next_cursor };
			return { body, headers: {}, query, url: LIST_URL };
		};
		const list = { resource: 'user', firstQuery: {}, fetchPage, parallel: 8 } as const;
		expect((await collectList(list)).records).toHaveLength(length);
		return looks / length;
	};
	expect(await looksAtEach(20_000)).toBeLessThanOrEqual(await looksAtEach(1_000));
});
