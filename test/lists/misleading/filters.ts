import { byOffset, byPage, makeRows, type Asked, type ListService } from './service';

const rows = makeRows(200);

/** `Model.find(filter)`: what the service does not know is a filter, and no record has such a field. */
const filtering = (
	name: string,
	known: readonly string[],
	answer: (asked: Asked) => object,
	expect: ListService['expect'],
): ListService => ({
	name: `unknown parameters are filters: ${name}`,
	expect,
	rows,
	answer: (asked) => {
		const isFiltered = Object.keys(asked.query).some((parameter) => !known.includes(parameter));
		const body = answer(asked);
		if (!isFiltered) return { body };
		return { body: Array.isArray(body) ? [] : { ...body, tasks: [] } };
	},
});

const first = (size: number) => rows.slice(0, size);

/** Services that take each parameter for a filter. */
export const FILTERS: readonly ListService[] = [
	...[7, 12, 20, 42, 75, 100].map((size) =>
		filtering(`the first ${size} of 200, and no way on`, [], () => first(size), 'either'),
	),
	filtering('with the name of the list', [], () => ({ tasks: first(20) }), 'either'),
	filtering('with a count of the page', [], () => ({ tasks: first(20), count: 20 }), 'either'),
	filtering('with a number that is larger', [], () => ({ tasks: first(20), found: 200 }), 'either'),
	filtering('with the total', [], () => ({ tasks: first(20), total: 200 }), 'rejected'),
	filtering('with has_more', [], () => ({ tasks: first(20), has_more: true }), 'rejected'),
	filtering(
		'pages are counted under a name of their own',
		['seite'],
		({ query }) => byPage(rows, query.seite, 20).items,
		'either',
	),
	filtering(
		'all but ?offset=',
		['offset'],
		({ query }) => byOffset(rows, query.offset, 20).items,
		'whole',
	),
	filtering('all but ?page=', ['page'], ({ query }) => byPage(rows, query.page, 50).items, 'whole'),
];

/** Numbers next to the list, and the page sizes at which nobody expects a next page. */
export const NUMBERS: readonly ListService[] = [12, 15, 42, 60, 75].flatMap((size) =>
	(
		[
			['totalTasks', (): object => ({ totalTasks: 200 }), {}],
			['found', (): object => ({ found: 200 }), {}],
			['remaining', (items: number): object => ({ remaining: 200 - items }), {}],
			['meta.count', (): object => ({ meta: { count: 200 } }), {}],
			['the header X-Result-Count', (): object => ({}), { 'x-result-count': '200' }],
			['the header Total-Records', (): object => ({}), { 'total-records': '200' }],
		] as const
	).flatMap(([name, say, headers]): ListService[] => [
		{
			name: `${size} records a page, and ${name} is larger`,
			expect: 'whole',
			rows,
			answer: ({ query }) => {
				const { items, page } = byPage(rows, query.page, size);
				return { body: { tasks: items, ...say(Math.min(200, page * size)) }, headers };
			},
		},
		{
			name: `${size} records, no way on, and ${name} is larger`,
			expect: 'either',
			rows,
			answer: () => ({ body: { tasks: first(size), ...say(size) }, headers }),
		},
	]),
);
