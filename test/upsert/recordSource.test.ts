import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { createRecordSource } from '../../nodes/ProjectWorkspace/upsert/recordSource';

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
	const source = createRecordSource(client);
	const open = async (query: Record<string, string>) => {
		const opened = await source.open({
			resource: 'task',
			request: { method: 'GET', path: '/tasks', query },
			fields: ['key'],
			overrides: {},
			settings: { timeout: 1_000, bounds: BOUNDS },
		});
		if (!opened.ok) throw new TypeError('This list can be read.');
		return opened.value;
	};
	return { asked, open };
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
