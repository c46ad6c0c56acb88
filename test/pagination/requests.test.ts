import { KnownPaginators } from '../../nodes/ProjectWorkspace/pagination/knownPaginators';
import {
	bare,
	COMPLETE,
	idsOf,
	listService,
	numbered,
	offsets,
	paged,
	pages,
	read,
	rowsOf,
	whyUnknown,
} from './listService';

describe('pages are requested ahead', () => {
	test('if they are numbered, once that is confirmed, and arrive in order', async () => {
		const { client, requests, mostInFlight } = listService(
			paged(pages(), numbered, rowsOf(10_000)),
		);
		const { records } = await read(client);
		expect(idsOf(records)).toEqual(idsOf(rowsOf(10_000)));
		expect(mostInFlight()).toBe(33);
		expect(requests).toHaveLength(101);
	});

	test('with a space in the same form, because not every service reads a plus as one', async () => {
		const { client, requests } = listService(paged(pages(), numbered, rowsOf(950)));
		await read(client, { query: { search: 'a b+c' } });
		expect(requests.map(({ search }) => /search=([^&]*)/.exec(search)?.[1])).toEqual(
			Array.from({ length: 10 }, () => 'a%20b%2Bc'),
		);
	});

	test('no more than Limit needs, and none where a filter decides', async () => {
		const service = listService(paged(pages(), numbered, rowsOf(10_000)));
		await read(service.client, { limit: 500 });
		expect(service.requests).toHaveLength(5);
		await read(service.client, { limit: 1_000, keep: () => false });
		expect(service.mostInFlight()).toBeLessThan(5);
	});

	test('and a wrong prediction loses nothing', async () => {
		let rows = rowsOf(1_000);
		const template = '{"tasks": <items>, "offset": <at>, "total": <total>}';
		const { client } = listService((asked) => {
			if (asked.turn === 4) rows = rows.slice(0, 400);
			return paged(offsets(), template, rows)(asked);
		});
		expect(whyUnknown(await read(client))).toBe('changed');
	});

	test('and not any more after a wrong prediction', async () => {
		// Links to pages of 10 and of 9 records, in turn.
		const { client, requests } = listService(({ query }) => {
			const from = Number(query.from ?? 0);
			const items = rowsOf(190).slice(from, from + (from % 19 === 0 ? 10 : 9));
			const end = from + items.length;
			const next = end < 190 ? `/v1/tasks?from=${end}` : null;
			return { body: { tasks: items, next, total: 190 } };
		});
		expect(await read(client)).toMatchObject({ recordsRead: 190, completeness: COMPLETE });
		expect(requests.length).toBeLessThan(2 * 20);
	});
});

describe('the items of a run', () => {
	test('search once, and each confirms what was found', async () => {
		const { client, requests } = listService(paged(offsets('skip'), bare, rowsOf(250)));
		const known = new KnownPaginators();
		await Promise.all(Array.from({ length: 30 }, async () => await read(client, { known })));
		// One item tries page and offset before skip.
		expect(requests).toHaveLength(30 * 4 + 2);
	});

	test('do not search where one has found nothing, and not after a shorter list', async () => {
		const { client, requests } = listService(({ query }) => ({
			body: { tasks: rowsOf(Number(query.state)) },
		}));
		const known = new KnownPaginators();
		const readState = async (state: string) => await read(client, { known, query: { state } });
		await Promise.all([readState('100'), readState('50')]);
		await readState('100');
		expect(requests).toHaveLength(3 + 8);
	});

	test('share what was found for the same path with the same parameters', () => {
		const known = new KnownPaginators();
		const [one, other, filtered] = ['a=1', 'a=2', 'b=1'].map((query) =>
			known.at(`https://api.example.com/v1/tasks?${query}`),
		);
		expect(other).toBe(one);
		expect(filtered).not.toBe(one);
	});
});

test('more parameters are tried where the service says that there is more', async () => {
	const { client, requests } = listService(() => ({
		body: { tasks: rowsOf(100), has_more: true, next_cursor: 'c' },
	}));
	expect((await read(client)).completeness.is).toBe('short');
	expect(requests).toHaveLength(1 + 16);
});
