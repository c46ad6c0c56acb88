import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { refused } from '../../nodes/ProjectWorkspace/client/outcome';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { KnownWays } from '../../nodes/ProjectWorkspace/lists/nextPage/knownWays';
import { createRecordSource, type Lookup } from '../../nodes/ProjectWorkspace/upsert/recordSource';

const lookup: Lookup = {
	resource: 'task',
	request: { method: 'GET', path: '/tasks', query: {} },
	fields: ['key'],
	overrides: {},
	settings: { timeout: 1_000, bounds: BOUNDS },
};

/** A client of a service with these tasks, whose list can be narrowed to a project. */
function clientOf(tasks: Array<{ id: string; key: string; project_id: string }>) {
	const asked: string[] = [];
	const client: Client = {
		baseUrl: 'https://api.example.com/v1',
		fingerprint: 'made up',
		parallel: 1,
		atOnce: () => 1,
		longestWait: () => 0,
		send: async ({ query }) => {
			asked.push(query.project_id ?? 'all');
			const data = tasks.filter(
				({ project_id: project }) => (query.project_id ?? project) === project,
			);
			return { ok: true, status: 200, headers: {}, body: { data, has_more: false } };
		},
	};
	const source = createRecordSource(client, new KnownWays());
	const open = async (query: Record<string, string>) =>
		await source.open({ ...lookup, request: { ...lookup.request, query } });
	return { asked, open, source, client };
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
	const { asked, source } = clientOf([task]);
	const ways = [{}, { fields: ['id'] }, { overrides: { recordsPath: 'data' } }];
	for (const way of [...ways, ...ways]) await source.open({ ...lookup, ...way });
	expect(asked).toHaveLength(ways.length);
});

test('a list that broke off has what was read, and is rejected for who creates, without its records', async () => {
	const { client } = clientOf([]);
	const source = createRecordSource(
		{
			...client,
			send: async (request) =>
				request.query.cursor === undefined
					? { ok: true, status: 200, headers: {}, body: { data: [task], next_cursor: 'c2' } }
					: refused('serverFault', request),
		},
		new KnownWays(),
	);
	const list = await source.open(lookup);
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
		const { source } = clientOf([]);
		const { started, ends, work } = works();
		const all = [
			source.serialize(['7'], work('first')),
			source.serialize([7], work('second')),
			source.serialize(['8'], work('other')),
		];
		await Promise.resolve();
		expect(started).toEqual(['first', 'other']);
		ends[0]?.();
		await all[0];
		expect(started).toEqual(['first', 'other', 'second']);
		for (const end of ends) end();
		expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
	});

	test('goes on after work that failed', async () => {
		const { source } = clientOf([]);
		const failed = source.serialize(['7'], async () => await Promise.reject(new Error('no')));
		const next = source.serialize(['7'], async () => 'next');
		await expect(failed).rejects.toThrow('no');
		expect(await next).toBe('next');
	});

	test('is told where a record may exist that could not be created', () => {
		const { source } = clientOf([]);
		source.creationFailed(['7']);
		expect([['7'], [7], ['8']].map(source.mayExist)).toEqual([true, true, false]);
	});
});
