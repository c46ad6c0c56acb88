import { knownAt } from '../../nodes/ProjectWorkspace/pagination/findPaginator';
import { readList } from '../../nodes/ProjectWorkspace/pagination/readList';
import type { Client } from '../../nodes/ProjectWorkspace/transport/types';
import {
	bare,
	idsOf,
	listRequest,
	listService,
	numbered,
	offsets,
	paged,
	pages,
	reading,
	rowsOf,
	type Wanted,
} from './listService';

describe('pages are requested ahead', () => {
	test('if they are numbered, once that is confirmed, and arrive in order', async () => {
		const { ids, requests, mostInFlight } = await reading(paged(pages(), numbered, rowsOf(10_000)));
		expect(ids).toEqual(idsOf(rowsOf(10_000)));
		expect(mostInFlight()).toBe(33);
		expect(requests).toHaveLength(101);
	});

	test('with a space in the same form, because not every service reads a plus as one', async () => {
		const query = { search: 'a b+c' };
		const { requests } = await reading(paged(pages(), numbered, rowsOf(950)), { query });
		expect(requests).toHaveLength(10);
		for (const { search } of requests) expect(search).toMatch(/search=a%20b%2Bc(&|$)/);
	});

	test('no more than Limit needs, and none where a filter decides', async () => {
		const all = paged(pages(), numbered, rowsOf(10_000));
		expect((await reading(all, { limit: 500 })).requests).toHaveLength(5);
		const { mostInFlight } = await reading(all, { limit: 1_000, keep: () => false });
		expect(mostInFlight()).toBeLessThan(5);
	});

	test('and a wrong prediction loses nothing', async () => {
		let rows = rowsOf(1_000);
		const template = '{"tasks": <items>, "offset": <at>, "total": <total>}';
		const { because } = await reading((asked) => {
			if (asked.turn === 4) rows = rows.slice(0, 400);
			return paged(offsets(), template, rows)(asked);
		});
		expect(because).toBe('changed');
	});

	test('and not any more after a wrong prediction', async () => {
		// Links to pages of 10 and of 9 records, in turn.
		const { requests, ...list } = await reading(({ query }) => {
			const from = Number(query.from ?? 0);
			const items = rowsOf(190).slice(from, from + (from % 19 === 0 ? 10 : 9));
			const end = from + items.length;
			const next = end < 190 ? `/v1/tasks?from=${end}` : null;
			return { body: { tasks: items, next, total: 190 } };
		});
		expect(list).toMatchObject({ recordsRead: 190, is: 'complete' });
		expect(requests.length).toBeLessThan(2 * 20);
	});
});

describe('the lists of a run', () => {
	const read = async (client: Client, wanted?: Wanted) =>
		await readList(client, listRequest(wanted));

	test('search once, and each confirms what was found', async () => {
		const { client, requests } = listService(paged(offsets('skip'), bare));
		await Promise.all(Array.from({ length: 30 }, async () => await read(client)));
		// One list tries page and offset before skip.
		expect(requests).toHaveLength(30 * 4 + 2);
	});

	test('do not search where one has found nothing, and not after a shorter list', async () => {
		const { client, requests } = listService(({ query }) => ({
			body: { tasks: rowsOf(Number(query.state)) },
		}));
		const readState = async (state: string) => await read(client, { query: { state } });
		await Promise.all([readState('100'), readState('50')]);
		await readState('100');
		expect(requests).toHaveLength(3 + 8);
	});

	test('share what was found for the same path with the same parameters', () => {
		const { client } = listService(() => ({ body: [] }));
		const [one, other, filtered] = ['a=1', 'a=2', 'b=1'].map((query) =>
			knownAt(client, `https://api.example.com/v1/tasks?${query}`),
		);
		expect(other).toBe(one);
		expect(filtered).not.toBe(one);
	});
});

test.each([
	['it says that there is more', { has_more: true, next_cursor: 'c' }, 16],
	['a full page has as many records as it reports', { total: 100 }, 1],
])('if a service takes no parameter, and %s, so many are tried: %j: %i', async (_, says, tries) => {
	const body = { tasks: rowsOf(100), ...says };
	expect((await reading(() => ({ body }))).requests).toHaveLength(1 + tries);
});
