import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { failureFor } from '../../nodes/ProjectWorkspace/client/outcome';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { KnownWays } from '../../nodes/ProjectWorkspace/lists/nextPage/knownWays';
import { createMatchLists } from '../../nodes/ProjectWorkspace/upsert/matchLists';
import type { ListRequest } from '../../nodes/ProjectWorkspace/lists/listRecords';

const search: ListRequest = {
	resource: 'task',
	request: { method: 'GET', path: '/tasks', query: {} },
	overrides: {},
	settings: { timeout: 1_000, limits: RETRY_LIMITS },
};

/** Opens lists of one run; the tests change nothing that it would reject. */
function opener(client: Client) {
	const open = createMatchLists(client, new KnownWays());
	return async (way: Partial<ListRequest>, matchOn = ['key']) => {
		const list = await open({ ...search, ...way }, matchOn);
		if (!list.ok) throw new Error(list.problem.message);
		return list.value;
	};
}

/** A client of a service with these tasks, whose list can be narrowed to a project. */
function clientOf(tasks: Array<{ id: string; key: string; project_id: string }>) {
	const asked: string[] = [];
	const client: Client = {
		baseUrl: 'https://api.example.com/v1',
		fingerprint: 'made up',
		parallel: 1,
		maxInFlight: 1,
		longestWait: () => 0,
		send: async ({ query }) => {
			asked.push(query.project_id ?? 'all');
			const data = tasks.filter(
				({ project_id: project }) => (query.project_id ?? project) === project,
			);
			return { ok: true, status: 200, headers: {}, body: { data, has_more: false } };
		},
	};
	const openAny = opener(client);
	const open = async (query: Record<string, string>) =>
		await openAny({ request: { ...search.request, query } });
	return { asked, open, openAny, client };
}

const task = { id: 't1', key: 'A', project_id: 'p1' };

test('a list is read once, however often it is looked in', async () => {
	const { asked, open } = clientOf([task]);
	await Promise.all([open({}), open({}), open({ project_id: 'p1' })]);
	await open({});
	expect(asked).toEqual(['all', 'p1']);
});

test('what was written is in each list that shows it, and in no other', async () => {
	const { open } = clientOf([]);
	const [all, first, second] = [
		await open({}),
		await open({ project_id: 'p1' }),
		await open({ project_id: 'p2' }),
	];
	first.put(task);
	expect(all.find(['A']).records).toEqual([task]);
	expect(first.find(['A']).records).toEqual([task]);
	expect(second.find(['A']).records).toEqual([]);
});

test('what was written before a list is opened is in it, whatever the service shows yet', async () => {
	const { open } = clientOf([]);
	(await open({ project_id: 'p1' })).put(task);
	expect((await open({})).find(['A']).records).toEqual([task]);
	expect((await open({ project_id: 'p2' })).find(['A']).records).toEqual([]);
});

test('an object where a list is narrowed is in that list only if it was written through it', async () => {
	const { open } = clientOf([]);
	const [all, first] = [await open({}), await open({ project_id: 'p1' })];
	const odd = { ...task, project_id: { toString: null } };
	all.put(odd);
	expect(all.find(['A']).records).toEqual([odd]);
	expect(first.find(['A']).records).toEqual([]);
	first.put(odd);
	expect(first.find(['A']).records).toEqual([odd]);
});

test('a record that has left a list is there as it is now, not as it was', async () => {
	const { open } = clientOf([task]);
	const [all, first] = [await open({}), await open({ project_id: 'p1' })];
	const [before] = first.find(['A']).records;
	const moved = { ...task, project_id: 'p2' };
	all.put(moved, before);
	expect(first.find(['A']).records).toEqual([moved]);
});

test('a list that is read in another way, or looked in by other fields, is read for itself', async () => {
	const { asked, openAny } = clientOf([task]);
	for (let time = 0; time < 2; time += 1) {
		await openAny({});
		await openAny({}, ['id']);
		await openAny({ overrides: { recordsPath: 'data' } });
	}
	expect(asked).toHaveLength(3);
});

test('a list that broke off has what was read, and is rejected for who creates, without its records', async () => {
	const { client } = clientOf([]);
	const list = await opener({
		...client,
		send: async (request) =>
			request.query.cursor === undefined
				? { ok: true, status: 200, headers: {}, body: { data: [task], next_cursor: 'c2' } }
				: failureFor('serverFault', request),
	})({});
	expect(list.find(['A']).records).toEqual([task]);
	expect(list.rejection('updateFound')).toBeUndefined();
	expect(list.rejection('upsertFound')).toMatchObject({ kind: 'list', records: [], read: 1 });
});

describe('work for one record', () => {
	/** Work that ends when the test says so. */
	function works() {
		const started: string[] = [];
		const ends: Array<() => void> = [];
		const work = (name: string) => async () => {
			started.push(name);
			await new Promise<void>((resolve) => ends.push(resolve));
			return name;
		};
		return { started, ends, work };
	}

	test('waits for work that values which may match have begun, and for no other', async () => {
		const list = await clientOf([]).open({});
		const { started, ends, work } = works();
		const all = [
			list.serialize(['7'], work('first')),
			list.serialize([7], work('second')),
			list.serialize(['8'], work('other')),
		];
		await Promise.resolve();
		expect(started).toEqual(['first', 'other']);
		ends[0]?.();
		await all[0];
		expect(started).toEqual(['first', 'other', 'second']);
		for (const end of ends) end();
		expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
	});

	test('continues after work that failed', async () => {
		const list = await clientOf([]).open({});
		const failed = list.serialize(['7'], async () => await Promise.reject(new Error('no')));
		const next = list.serialize(['7'], async () => 'next');
		await expect(failed).rejects.toThrow('no');
		expect(await next).toBe('next');
	});

	test('is reported if a record may exist that could not be created', async () => {
		const list = await clientOf([]).open({});
		list.creationFailed(['7']);
		expect([['7'], [7], ['8']].map(list.mayExist)).toEqual([true, true, false]);
	});
});
