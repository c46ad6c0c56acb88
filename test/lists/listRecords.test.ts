import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { refused } from '../../nodes/ProjectWorkspace/client/outcome';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { list } from '../../nodes/ProjectWorkspace/lists/listRecords';
import { refuse } from '../../nodes/ProjectWorkspace/lists/messages';

/** While the list is read, 2 moves to the second page and hides 5, which only a second walk can find. */
const WALKS = [
	[[1, 2], [2, 3], [4]],
	[[1, 2], [3, 5], [4]],
];

type Query = Readonly<Record<string, string>>;

/** A list of tasks from a service that answers like this. */
async function read(
	answer: (query: Query) => object | undefined,
	{ limit, startFrom }: { limit?: number; startFrom?: string } = {},
) {
	const asked: Query[] = [];
	const client: Client = {
		baseUrl: 'https://api.example.com/v1',
		fingerprint: 'made up',
		parallel: 1,
		atOnce: () => 1,
		longestWait: () => 0,
		send: async (request) => {
			asked.push(request.query);
			const body = answer(request.query);
			return body
				? { ok: true, status: 200, headers: {}, body }
				: refused('serverFault', request, { response: { status: 500, headers: {}, text: '' } });
		},
	};
	const result = await list(client, {
		resource: 'task',
		request: { method: 'GET', path: '/tasks', query: {} },
		limit,
		overrides: { startFrom },
		settings: { timeout: 1_000, bounds: BOUNDS },
	});
	return { result, asked };
}

const task = (id: number) => ({ id, title: `Task ${id}` });

function changingList() {
	let walk = -1;
	return ({ page = '1' }: Query) => {
		if (page === '1') walk += 1;
		const data = (WALKS[walk]?.[Number(page) - 1] ?? []).map(task);
		return { data, page: Number(page), total_pages: 3, total: 5 };
	};
}

test('what only a second walk has found is handed on', async () => {
	const { result } = await read(changingList(), { limit: 5 });
	expect(result.ok && result.value.records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});

test('a part of a list that could not be continued is refused, and would not be taken for all of it', async () => {
	expect((await read(changingList(), { limit: 3, startFrom: 'start' })).result).toMatchObject({
		ok: true,
		value: { more: true, position: expect.any(String) },
	});
	expect((await read(changingList(), { limit: 5, startFrom: 'start' })).result).toMatchObject({
		ok: false,
		problem: { kind: 'list', refusal: refuse.noPosition },
	});
});

test('where the second page is refused for another reason than its parameter, no other one is tried', async () => {
	const { result, asked } = await read((query) =>
		Object.keys(query).length === 0
			? { data: [1, 2].map(task), offset: 0, limit: 2, page: 1, total: 4 }
			: undefined,
	);
	expect(result).toMatchObject({
		ok: false,
		problem: { kind: 'list', failure: { cause: 'serverFault' } },
	});
	expect(asked).toHaveLength(2);
});

test('a page that says that it is further than the next is not taken for the next', async () => {
	const { result } = await read(({ offset = '0' }) => {
		// It counts in pairs of records, and says where it is in single ones.
		const start = 2 * Number(offset);
		return { data: [1, 2, 3, 4, 5, 6, 7, 8].map(task).slice(start, start + 2), offset: start };
	});
	expect(result).toMatchObject({
		ok: false,
		problem: { kind: 'list', refusal: refuse.skipping(2), records: [task(1), task(2)] },
	});
});

describe('pages of an unusual size are all read, however they are counted', () => {
	const all = Array.from({ length: 21 }, (_, at) => task(at + 1));
	const SIZE = 7;
	const pages = ['page', 'current_page', 'pageNumber', 'pageIndex', 'page_no'];
	const offsets = ['offset', 'start', 'skip', 'startIndex', 'from'];
	const from = [0, 1].flatMap((asked) => [0, 1].map((said) => [asked, said] as const));

	test.each(
		[...pages, ...offsets].flatMap((field) => from.map((counts) => [field, ...counts] as const)),
	)("by '%s', asked for from %i and said from %i", async (field, asked, said) => {
		const step = pages.includes(field) ? SIZE : 1;
		const { result } = await read((query) => {
			const at = Number(query[field] ?? asked) - asked;
			const start = Math.max(0, step * at);
			return { data: all.slice(start, start + SIZE), [field]: at + said };
		});
		expect(result.ok && result.value.records).toEqual(all);
	});
});
