import { KnownWays } from '../../../nodes/ProjectWorkspace/lists/nextPage/knownWays';
import type { Way } from '../../../nodes/ProjectWorkspace/lists/types';
import type { Respond } from '../fakeService';
import { complete, httpError, page, read, rows, unknown } from '../readList';

const WAY: Way = { kind: 'offset', parameter: 'skip', base: 0 };

describe('what is remembered', () => {
	test('is the first way that was found, also after none was found', () => {
		const ways = new KnownWays();
		ways.set('tasks', { noneOn: 20 });
		expect(ways.get('tasks')).toBeUndefined();
		ways.set('tasks', WAY);
		ways.set('tasks', { ...WAY, parameter: 'offset' });
		ways.set('tasks', { noneOn: 500 });
		expect(ways.get('tasks')).toEqual(WAY);
		expect(ways.get('users')).toBeUndefined();
	});

	test('is that none was found, up to the size of the page', () => {
		const ways = new KnownWays();
		expect(ways.isKnownToBeNone('tasks', 0)).toBe(false);
		ways.set('tasks', { noneOn: 20 });
		expect([19, 20, 21].map((size) => ways.isKnownToBeNone('tasks', size))).toEqual([
			true,
			true,
			false,
		]);
		expect(ways.isKnownToBeNone('users', 1)).toBe(false);
	});

	test('is looked for by one list after the other, also after one that failed', async () => {
		const ways = new KnownWays();
		const order: string[] = [];
		const look = (name: string) => async () => {
			order.push(`${name} begins`);
			await Promise.resolve();
			order.push(`${name} ends`);
			if (name === 'a') throw new TypeError('a');
		};
		const turns = ['a', 'b', 'c'].map(async (name) => await ways.runExclusive('tasks', look(name)));
		await Promise.allSettled(turns);
		expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
	});
});

const bySkip: Respond = ({ skip = '0' }) => ({
	body: rows.slice(Number(skip), Number(skip) + 100),
});
const unpaged: Respond = () => ({ body: page(0) });

test('a hundred lists of one run look for the way once', async () => {
	const knownWays = new KnownWays();
	const first = await read(bySkip, { knownWays });
	expect(first.asked).toHaveLength(4 + 2);
	for (let list = 1; list < 100; list++) {
		const { asked, records, outcome } = await read(bySkip, { knownWays });
		expect(asked).toHaveLength(4);
		expect(records).toEqual(rows);
		expect(outcome).toMatchObject(complete('walked'));
	}
});

test('a hundred lists of which none has a next page look for it once', async () => {
	const knownWays = new KnownWays();
	const lengths: number[] = [];
	for (let list = 0; list < 100; list++) {
		const { asked, outcome } = await read(unpaged, { knownWays });
		lengths.push(asked.length);
		expect(outcome).toMatchObject({ completeness: { is: 'unknown' } });
	}
	expect(lengths).toEqual([1 + 8, ...Array.from({ length: 99 }, () => 1)]);
});

test('a larger page than the one on which none was found is looked at again', async () => {
	const knownWays = new KnownWays();
	const few = await read(() => ({ body: rows.slice(0, 20) }), { knownWays });
	expect(few.outcome).toMatchObject(unknown('nothingFound'));
	expect((await read(bySkip, { knownWays })).records).toEqual(rows);
});

test('lists that are read at the same time look one after the other', async () => {
	const knownWays = new KnownWays();
	const lists = await Promise.all(
		Array.from({ length: 10 }, async () => await read(bySkip, { knownWays })),
	);
	for (const { records } of lists) expect(records).toEqual(rows);
	const asked = lists.flatMap((list) => list.asked);
	expect(asked.filter((url) => /[?&](page|offset)=/.test(url))).toHaveLength(2);
});

test('what is set manually is another list', async () => {
	const knownWays = new KnownWays();
	await read(bySkip, { knownWays });
	const { asked } = await read(unpaged, { knownWays, overrides: { style: 'page' } });
	expect(asked.join()).toContain('page=2');
	expect(asked.join()).not.toContain('skip');
});

test('a way that was found does not make an unpaged list of the run whole', async () => {
	const knownWays = new KnownWays();
	await read(bySkip, { knownWays });
	const { outcome, records } = await read(
		(query) => {
			if (Object.keys(query).length > 0) throw httpError(503);
			return { body: page(0) };
		},
		{ knownWays },
	);
	expect(records).toHaveLength(100);
	expect(outcome).toMatchObject({ kind: 'refused' });
});
