import type { Respond } from '../fakeService';
import { complete, httpError, listOf, page, read, rows, ten, unknown } from '../readList';

const bySkip: Respond = ({ skip = '0' }) => ({
	body: rows.slice(Number(skip), Number(skip) + 100),
});
const unpaged: Respond = () => ({ body: page(0) });

test('a hundred lists of one run look for the next page once', async () => {
	const knownWays = new Map();
	const first = await read(bySkip, { knownWays });
	expect(first.asked).toHaveLength(4 + 2);
	for (let list = 1; list < 100; list++) {
		const { asked, records, outcome } = await read(bySkip, { knownWays });
		expect(asked).toHaveLength(4);
		expect(records).toEqual(rows);
		expect(outcome).toMatchObject(complete('walked'));
	}
});

test('a hundred lists without a next page look for it once', async () => {
	const knownWays = new Map();
	const lengths: number[] = [];
	for (let list = 0; list < 100; list++) {
		const { asked, outcome } = await read(unpaged, { knownWays });
		lengths.push(asked.length);
		expect(outcome).toMatchObject({ completeness: { is: 'unknown' } });
	}
	expect(lengths).toEqual([1 + 8, ...Array.from({ length: 99 }, () => 1)]);
});

test('what the person has requested is not replaced, whichever list is the first', async () => {
	const knownWays = new Map();
	const numbered: Respond = ({ page: at = '1' }) => listOf(ten(at, 100), { page: Number(at) });
	const queries: Array<Record<string, string>> = [{ page: '2' }, {}, { page: '2' }, { page: '5' }];
	const lengths: number[] = [];
	for (const firstQuery of queries)
		lengths.push((await read(numbered, { knownWays, firstQuery })).records.length);
	expect(lengths).toEqual([10, 100, 10, 10]);
});

test('a list that ends as it was set does so for each item of the run', async () => {
	const knownWays = new Map();
	const empty: Respond = ({ page: at = '1' }) => ({ body: at === '1' ? page(0) : [] });
	for (let list = 0; list < 2; list++) {
		const { outcome } = await read(empty, { knownWays, overrides: { style: 'page' } });
		expect(outcome).toMatchObject(complete('set'));
	}
});

test('a record that is twice on the first page is no change of a list whose way is known', async () => {
	const knownWays = new Map();
	const twice: Respond = ({ page: at = '1' }) => ({
		body: at === '1' ? [...page(0), rows[0]] : page(Number(at) - 1),
	});
	for (let list = 0; list < 2; list++) {
		expect((await read(twice, { knownWays })).outcome).toMatchObject(complete('walked'));
	}
});

test('after no way was found, a larger page is examined again', async () => {
	const knownWays = new Map();
	const few = await read(() => ({ body: rows.slice(0, 20) }), { knownWays });
	expect(few.outcome).toMatchObject(unknown('nothingFound'));
	expect((await read(bySkip, { knownWays })).records).toEqual(rows);
});

test('lists that are read at the same time look one after the other', async () => {
	const knownWays = new Map();
	const lists = await Promise.all(
		Array.from({ length: 10 }, async () => await read(bySkip, { knownWays })),
	);
	for (const { records } of lists) expect(records).toEqual(rows);
	const asked = lists.flatMap((list) => list.asked);
	expect(asked.filter((url) => /[?&](page|offset)=/.test(url))).toHaveLength(2);
});

test('lists with other options look for the next page separately', async () => {
	const knownWays = new Map();
	await read(bySkip, { knownWays });
	const { asked } = await read(unpaged, { knownWays, overrides: { style: 'page' } });
	expect(asked.join()).toContain('page=2');
	expect(asked.join()).not.toContain('skip');
});

test('a way found by another list does not make an unpaged list complete', async () => {
	const knownWays = new Map();
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
