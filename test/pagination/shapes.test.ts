import { GUESSES } from '../../nodes/ProjectWorkspace/pagination/pageFields';
import * as table from '../../nodes/ProjectWorkspace/pagination/pageFields';
import {
	fieldsOf,
	isNamed,
	pageFieldsOf,
} from '../../nodes/ProjectWorkspace/pagination/responseFields';
import { idsOf, paged, reading, rowsOf } from './listService';
import { SHAPES, type Shape } from './shapes';

async function readShape({ pager, template, resource = 'user' }: Shape, count: number) {
	const rows = rowsOf(count);
	const { requests, ...list } = await reading(paged(pager, template, rows), { resource });
	const sent = requests.flatMap((url) => [...url.searchParams.keys()]);
	return { ...list, all: idsOf(rows), requests: requests.length, sent };
}

describe('with nothing configured', () => {
	const shapes = SHAPES.map((shape) => [shape.name, shape] as const);

	test.each(shapes)(
		'reads all 250 records in order and knows that these are all: %s',
		async (_, shape) => {
			const { ids, all, ...list } = await readShape(shape, 250);
			expect(ids).toEqual(all);
			expect(list).toMatchObject({ requests: 3 + (shape.extra ?? 0), is: 'complete' });
		},
	);

	test.each(shapes)(
		'requests a list of one page once, unless it has a token or a position: %s',
		async (_, shape) => {
			const { ids, all, ...list } = await readShape(shape, 7);
			expect(ids).toEqual(all);
			expect(list).toMatchObject({
				requests: 1 + (shape.probed ?? 0),
				is: shape.isUnsaid ? 'unknown' : 'complete',
			});
		},
	);

	test.each(shapes)('reads an empty list as empty: %s', async (_, shape) => {
		expect(await readShape(shape, 0)).toMatchObject({ ids: [], requests: 1, is: 'complete' });
	});
});

test('each name in the tables is that of a service above', async () => {
	const lists = await Promise.all(SHAPES.map(async (shape) => await readShape(shape, 250)));
	const fields = lists.flatMap(({ responses }) =>
		responses.flatMap((response) => [
			...fieldsOf(response.body, () => true),
			...pageFieldsOf(response, []),
		]),
	);
	const sent = new Set(lists.flatMap(({ sent }) => sent));

	const { SENT_OTHERWISE, TOKENS, PAGE_NUMBERS, OFFSETS } = table;
	const { MORE, END, PAGES, SIZE, ABOUT_PAGES, NEXT_WORDS } = table;
	const rows = [SENT_OTHERWISE, TOKENS, PAGE_NUMBERS, OFFSETS].flat();
	const names = [MORE, END, PAGES, SIZE, ABOUT_PAGES].flat();
	const isNext = (name: string, word: string): boolean =>
		name.startsWith('next') && name.includes(word);

	const unknown = [
		...[...names, ...rows.map(({ field }) => field)].filter((name) =>
			fields.every((field) => !isNamed(field, name)),
		),
		...NEXT_WORDS.filter((word) => fields.every(({ name }) => !isNext(name, word))),
		...GUESSES.map(([, parameter]) => parameter).filter((parameter) => !sent.has(parameter)),
	];
	expect(unknown).toEqual([]);
});
