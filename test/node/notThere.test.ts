import type { INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { activated, told } from './pollContexts';
import { byId, serviceThat } from './service';

const PAGE = 10;

interface Task {
	id: number;
	key: string;
	title: string;
}

/**
 * A service with numbered pages. After the first page of each listed reading, the first record of the list is deleted, or
 * replaced by one at the end.
 */
async function pagedService(
	{
		disturbed = [],
		isReplaced = false,
		total = false,
		size = PAGE,
	}: { disturbed?: number[]; isReplaced?: boolean; total?: boolean; size?: number },
	length = 25,
) {
	const tasks: Task[] = Array.from({ length }, (_, at) => ({
		id: at + 1,
		key: `K${at + 1}`,
		title: 'Old',
	}));
	let reading = 0;
	const started = await serviceThat(({ method, url, body }) => {
		if (method !== 'GET') return json({ id: 99, ...(JSON.parse(body) as object) });
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
		if (page === 1) reading += 1;
		const data = tasks.slice((page - 1) * size, page * size);
		const has_more = page * size < tasks.length;
		const response = json({ data, page, has_more, ...(total ? { total: tasks.length } : {}) });
		if (page === 1 && disturbed.includes(reading)) {
			tasks.shift();
			if (isReplaced) tasks.push({ id: 98, key: 'K98', title: 'Old' });
		}
		return response;
	});
	return { ...started, tasks, readings: () => reading };
}

const upsert = (key: string): INodeParameters => ({
	...{ resource: 'task', operation: 'upsert' },
	fields: mapped({ key, title: 'New' }),
});
const posts = (seen: ReadonlyArray<{ method?: string }>) =>
	seen.filter(({ method }) => method === 'POST').length;

describe('a record that moves to a page that was read before', () => {
	test.each([
		['without a total', {}],
		['with a total that stays the same', { isReplaced: true, total: true }],
	])('is not created a second time by Create or Update, %s', async (_, given) => {
		const { run, seen, readings } = await pagedService({ disturbed: [1], ...given });
		const { json: written, hints } = await run(upsert('K11'));
		expect(written).toMatchObject([{ key: 'K11', title: 'New' }]);
		// The second reading lacks record 1, so it does not agree with the first.
		expect([posts(seen), readings()]).toEqual([0, 3]);
		expect(hints.map(({ message }) => message).join()).toContain('The list was read 3 times');
	});

	test('is found by Update by matching fields, and by Get', async () => {
		const { run } = await pagedService({ disturbed: [1] });
		const update = { ...upsert('K11'), operation: 'update', findBy: 'match', noMatch: 'skip' };
		expect((await run(update)).json).toMatchObject([{ key: 'K11' }]);
		const other = await pagedService({ disturbed: [1] });
		const get = { resource: 'task', operation: 'get', taskId: byId('11') };
		expect((await other.run(get)).json).toMatchObject([{ id: 11 }]);
	});
});

test('Update All Matches updates a record that has moved to a page that was read before', async () => {
	const { run, seen, readings } = await pagedService({ disturbed: [1] });
	await run({
		...{ resource: 'task', operation: 'update', findBy: 'match' },
		fields: mapped({ title: 'Old', status: 'done' }, ['title']),
		options: { updateAllMatches: true },
	});
	expect(seen.map(({ url }) => url)).toContain('/v1/tasks/11');
	expect(readings()).toBe(3);
});

describe('a list is read a second time only if that can show something', () => {
	const items = ['X1', 'X2', 'X3'].map((key) => ({ key }));
	const each = { ...upsert('={{ $json.key }}') };

	test.each<[string, Parameters<typeof pagedService>[0], number, number]>([
		['several pages', {}, 25, 2],
		['several pages, and a total that equals the records', { total: true }, 25, 2],
		['one page', {}, 7, 1],
	])('%s', async (_, service, length, times) => {
		const { run, seen, readings } = await pagedService(service, length);
		await run(each, { items });
		expect([posts(seen), readings()]).toEqual([3, times]);
	});

	test('not if all records are found', async () => {
		const { run, readings } = await pagedService({});
		await run(each, { items: ['K1', 'K22'].map((key) => ({ key })) });
		expect(readings()).toBe(1);
	});
});

test('a list that the service sorts by the last update is read again while the run writes nothing', async () => {
	const tasks = Array.from({ length: 29 }, (_, at) => ({
		...{ id: at + 1, key: `K${at + 1}`, title: at < 20 ? 'Old' : 'New' },
	}));
	let inFlight = 0;
	const duringReadings: number[] = [];
	const { run, seen } = await serviceThat(async ({ method, url, body }) => {
		const { pathname, searchParams } = new URL(url, 'http://localhost');
		if (method === 'GET') {
			duringReadings.push(inFlight);
			const page = Number(searchParams.get('page') ?? 1);
			const data = tasks.slice((page - 1) * PAGE, page * PAGE);
			return json({ data, page, has_more: page * PAGE < tasks.length });
		}
		const at = tasks.findIndex(({ id }) => pathname.endsWith(`/${id}`));
		const [before] = at < 0 ? [{ id: tasks.length + 1 }] : tasks.splice(at, 1);
		const task = { ...before, ...(JSON.parse(body) as object) } as Task;
		tasks.unshift(task);
		inFlight += 1;
		for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
		inFlight -= 1;
		return json(task);
	});
	const keys = ['K1', 'N1', 'K2', 'K3', 'N2', 'K4', 'K5', 'K6', 'N3', 'K7', 'N4'];
	const { json: written } = await run(upsert('={{ $json.key }}'), {
		items: keys.map((key) => ({ key })),
	});
	expect(written.map(({ key }) => key)).toEqual(keys);
	const methods = seen.map(({ method }) => (method === 'GET' ? 'r' : 'w')).join('');
	expect(methods).toMatch(/^rrrw*rrrw+$/);
	expect(duringReadings).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a second reading that cannot be finished creates nothing', async () => {
	let pages = 0;
	const { run, seen } = await serviceThat(({ url }) => {
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
		pages += 1;
		if (pages === 5) return json({ error: { code: 'no', message: 'No' } }, 403);
		return json({ data: [{ id: page, key: `K${page}` }], page, has_more: page < 3 });
	});
	const { error } = await run(upsert('X1'));
	expect(error?.message).toMatch(/^A later page of the list could not be read/);
	expect([pages, posts(seen)]).toEqual([5, 0]);
});

describe('Update All Matches', () => {
	const all = {
		...{ ...upsert('A'), operation: 'update', findBy: 'match' },
		options: { updateAllMatches: true },
	};

	test.each<[string, object, RegExp | undefined]>([
		['complete', { has_more: false }, undefined],
		['unknown', {}, /^It is not known whether the list is complete/],
		['short', { has_more: true }, /no parameter that was tried/],
	])('of a list that is %s', async (_, says, message) => {
		const data = [1, 2].map((id) => ({ id, key: 'A', title: 'Old' }));
		const { run, seen } = await serviceThat(({ method }) =>
			json(method === 'GET' ? { data, ...says } : {}),
		);
		const { error } = await run(all);
		if (message) expect(error?.message).toMatch(message);
		expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(message ? 0 : 2);
	});
});

describe('the polling trigger', () => {
	const watching = (service: Awaited<ReturnType<typeof pagedService>>) =>
		activated(
			{ resource: 'task', changes: ['new', 'changed', 'removed'], watchFields: [], filters: {} },
			{ credential: service.credential },
		);

	test('reports a deleted record, and none that has only moved', async () => {
		const service = await pagedService({ disturbed: [2] });
		const { poll } = watching(service);
		await poll();
		// The second reading has task 11 again, and task 1 was there when the first one began, so a third one is needed.
		expect(await poll()).toBeUndefined();
		expect(service.readings()).toBe(4);
		expect(told(await poll())).toEqual(['removed 1']);
		expect(service.readings()).toBe(6);
		expect(await poll()).toBeUndefined();
		expect(service.readings()).toBe(7);
	});

	test('reports nothing of a list whose total has changed, and the deleted record with the next poll', async () => {
		const service = await pagedService({ disturbed: [2], total: true });
		const { poll } = watching(service);
		await poll();
		await expect(poll()).rejects.toThrow(/the list changed while it was being read/);
		expect(told(await poll())).toEqual(['removed 1']);
	});
});
