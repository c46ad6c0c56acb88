import type { IDataObject } from 'n8n-workflow';

import { failureFor } from '../../nodes/ProjectWorkspace/old/client/failure';
import { rejection } from '../../nodes/ProjectWorkspace/old/lists/listRecords';
import { parseJson } from '../../nodes/ProjectWorkspace/old/records/json';
import { ok, reject } from '../../nodes/ProjectWorkspace/old/result';
import { serviceWith } from './service';

const task = { id: 't1', key: 'A', project_id: 'p1' };

const listOf = async (tasks: IDataObject[], matchOn = ['key']) =>
	await serviceWith(tasks).open({}, matchOn);

const idsOf = (found: IDataObject[] | string) =>
	typeof found === 'string' ? found : found.map(({ id }) => id);

describe('a list', () => {
	test('is read once for all items that search in it', async () => {
		const { requested, open } = serviceWith([task]);
		await Promise.all([open(), open(), open({ project_id: 'p1' })]);
		await open();
		expect(requested).toEqual(['all', 'p1']);
	});

	test('is read again for other fields to match on', async () => {
		const { requested, open } = serviceWith([task]);
		for (let time = 0; time < 2; time += 1) {
			await open();
			await open({}, ['id']);
		}
		expect(requested).toHaveLength(2);
	});

	test('that could not be read to its end has the records read so far', async () => {
		const { open } = serviceWith([], async (request) =>
			request.query.cursor === undefined
				? ok({ status: 200, headers: {}, body: { data: [task], next_cursor: 'c2' } })
				: reject(failureFor('serverFault', request)),
		);
		const { find, list } = await open();
		expect(find(['A'])).toEqual([task]);
		expect(rejection('updateFound', list.result)).toBeUndefined();
		expect(rejection('upsertFound', list.result)).toHaveProperty('list');
	});
});

test('a list is only read again while nothing is written, and nothing is written meanwhile', async () => {
	const order: string[] = [];
	const ends: Array<() => void> = [];
	const step = async (name: string) => {
		order.push(`${name} begins`);
		await new Promise<void>((end) => ends.push(end));
		order.push(`${name} ends`);
	};
	const body = { data: [task], has_more: false };
	const { open } = serviceWith([], async () => {
		await step('reading');
		return ok({ status: 200, headers: {}, body });
	});
	const turn = async () => await new Promise(setImmediate);
	const opening = open();
	await turn();
	ends.shift()?.();
	const { list } = await opening;
	const write = async (name: string) => await list.run.write(async () => await step(name));
	const all = [write('first write'), list.isListed({ key: 'A' }, false), write('second write')];
	while (order.length < 8) {
		await turn();
		ends.shift()?.();
	}
	await Promise.all(all);
	expect(order).toEqual(
		['reading', 'first write', 'reading', 'second write'].flatMap((name) => [
			`${name} begins`,
			`${name} ends`,
		]),
	);
});

const years = [
	{ id: 1, key: 'A', year: 2026 },
	{ id: 2, key: 'B', year: 2026 },
	{ id: 3, key: 'A', year: 2027 },
];
const decimals = ['1.1', '1.10', 1.1].map((key, id) => ({ id, key }));
const without = [{ id: 1 }, { id: 2, key: null }, { id: 3, key: 'A' }];
const large = parseJson(
	'[{"id":1,"key":9007199254740992},{"id":2,"key":"9007199254740993"},{"id":3,"key":9007199254740995.0}]',
) as IDataObject[]; // as written here

test.each<[string, IDataObject[], string[], unknown[], unknown]>([
	['all of the records, in the order of the list', years, ['key'], ['A'], [1, 3]],
	['those with all values', years, ['key', 'year'], ['A', 2027], [3]],
	['those with the value in another form', years, ['key', 'year'], ['A', '2027'], [3]],
	['none', years, ['key'], ['C'], []],
	['strings and the number that looks like them', decimals, ['key'], ['1.1'], [0, 2]],
	['no string that only looks like the same number', decimals, ['key'], ['1.10'], [1, 2]],
	['no record with null', without, ['key'], ['null'], []],
	['no record without the field', without, ['key'], ['undefined'], []],
	['all digits of large numbers', large, ['key'], ['9007199254740993'], [2]],
	['that there is no telling: rounded', large, ['key'], ['9007199254740995'], 'rounded'],
	['none, beside a rounded number', large, ['key'], ['5'], []],
])('find returns %s', async (_, records, fields, values, found) => {
	expect(idsOf((await listOf(records, fields)).find(values))).toEqual(found);
});

describe('a record that was written', () => {
	test('is found in each list that contains it, and in no other', async () => {
		const { open } = serviceWith([]);
		const lists = [
			await open(),
			await open({ project_id: 'p1' }),
			await open({ project_id: 'p2' }),
		];
		lists[1]?.put(task);
		expect(lists.map(({ find }) => idsOf(find(['A'])))).toEqual([['t1'], ['t1'], []]);
		lists[0]?.put({ ...task, id: 't2' });
		expect(lists.map(({ find }) => idsOf(find(['A'])))).toEqual([['t1', 't2'], ['t1', 't2'], []]);
	});

	test('is found in lists that are opened later, even if the service does not list it yet', async () => {
		const { open } = serviceWith([]);
		(await open({ project_id: 'p1' })).put(task);
		const [all, other] = [await open(), await open({ project_id: 'p2' })];
		expect([all.find(['A']), other.find(['A'])]).toEqual([[task], []]);
		expect(all.findSimilar(['a'])).toEqual([task]);
	});

	test('is only found where it was searched if its project is an object', async () => {
		const { open } = serviceWith([]);
		const [all, first] = [await open(), await open({ project_id: 'p1' })];
		const odd = { ...task, project_id: { toString: null } };
		all.put(odd);
		expect([all.find(['A']), first.find(['A'])]).toEqual([[odd], []]);
		first.put(odd);
		expect(first.find(['A'])).toEqual([odd]);
	});

	test('replaces the one before the update, also in a list that it has left', async () => {
		const { open } = serviceWith([task]);
		const [all, first] = [await open(), await open({ project_id: 'p1' })];
		const moved = { ...task, project_id: 'p2' };
		all.put(moved, task);
		expect([all.find(['A']), first.find(['A'])]).toEqual([[moved], [moved]]);
	});

	test('replaces no record with another value or ID, or without an ID', async () => {
		const { find, put } = await listOf([{ key: 'A', n: 1 }, { id: 1, key: 'B' }, task]);
		put({ key: 'A', n: 2 });
		put({ id: 1, key: 'A' });
		expect(find(['A'])).toEqual([
			{ key: 'A', n: 1 },
			task,
			{ key: 'A', n: 2 },
			{ id: 1, key: 'A' },
		]);
		expect(find(['B'])).toEqual([{ id: 1, key: 'B' }]);
	});
});

describe('work for equal values', () => {
	test('is done one after another, other work at the same time', async () => {
		const { inTurn } = await listOf([]);
		const started: string[] = [];
		const ends: Array<() => void> = [];
		const work = (name: string) => async () => {
			started.push(name);
			await new Promise<void>((resolve) => ends.push(resolve));
			return name;
		};
		const all = [
			inTurn(['7'], work('first')),
			inTurn([7], work('second')),
			inTurn(['8'], work('other')),
		];
		await Promise.resolve();
		expect(started).toEqual(['first', 'other']);
		ends[0]?.();
		await all[0];
		expect(started).toEqual(['first', 'other', 'second']);
		for (const end of ends) end();
		expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
	});

	test('continues after work that threw', async () => {
		const { inTurn } = await listOf([]);
		const failed = inTurn(['7'], async () => await Promise.reject(new Error('no')));
		const next = inTurn(['7'], async () => 'next');
		await expect(failed).rejects.toThrow('no');
		expect(await next).toBe('next');
	});
});

test('creations are sent one by one until one is proven, then at the same time', async () => {
	const { run } = (await listOf([])).list;
	const started: string[] = [];
	const ends: Array<() => void> = [];
	const turn = async () => await new Promise(setImmediate);
	const names = ['first', 'second', 'third', 'fourth'];
	const all = names.map(
		async (name) =>
			await run.createInTurn(async () => {
				started.push(name);
				await new Promise<void>((end) => ends.push(end));
			}),
	);
	await turn();
	expect(started).toEqual(['first']);
	ends[0]?.();
	await turn();
	expect(started).toEqual(['first', 'second']);
	run.isProven = true;
	ends[1]?.();
	await turn();
	expect(started).toEqual(names);
	for (const end of ends) end();
	await Promise.all(all);
});
