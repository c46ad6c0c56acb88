import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { list } from '../../nodes/ProjectWorkspace/lists/listRecords';
import { refuse } from '../../nodes/ProjectWorkspace/lists/messages';

/** While the list is read, 2 moves to the second page and hides 5, which only a second walk can find. */
const WALKS = [
	[[1, 2], [2, 3], [4]],
	[[1, 2], [3, 5], [4]],
];

async function tasks(limit: number, startFrom?: string) {
	let walk = -1;
	const client: Client = {
		baseUrl: 'https://api.example.com/v1',
		fingerprint: 'made up',
		parallel: 1,
		atOnce: () => 1,
		longestWait: () => 0,
		send: async ({ query }) => {
			const page = Number(query.page ?? 1);
			if (page === 1) walk += 1;
			const data = (WALKS[walk]?.[page - 1] ?? []).map((id) => ({ id, title: `Task ${id}` }));
			const body = { data, page, total_pages: 3, total: 5 };
			return { ok: true, status: 200, headers: {}, body };
		},
	};
	return await list(client, {
		resource: 'task',
		request: { method: 'GET', path: '/tasks', query: {} },
		limit,
		overrides: { startFrom },
		settings: { timeout: 1_000, bounds: BOUNDS },
	});
}

test('what only a second walk has found is handed on', async () => {
	const read = await tasks(5);
	expect(read.ok && read.value.records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});

test('a part of a list that could not be continued is refused, and would not be taken for all of it', async () => {
	expect(await tasks(3, 'start')).toMatchObject({
		ok: true,
		value: { more: true, position: expect.any(String) },
	});
	expect(await tasks(5, 'start')).toMatchObject({
		ok: false,
		problem: { kind: 'list', refusal: refuse.noPosition },
	});
});
