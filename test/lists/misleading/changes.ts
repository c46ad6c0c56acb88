import { byOffset, byPage, makeRows, type Asked, type ListService, type Row } from './service';

const rows = makeRows(250);

const toFront = (list: readonly Row[], at: number) => [
	list[at] as Row,
	...list.slice(0, at),
	...list.slice(at + 1),
];
const toEnd = (list: readonly Row[], at: number) => [
	...list.slice(0, at),
	...list.slice(at + 1),
	list[at] as Row,
];
const moved = toFront(rows, 150);
const newcomer: Row = { id: 't_new', title: 'Row new' };

type Say = (list: readonly Row[], asked: { page: number; offset: number; more: boolean }) => object;

/** The list is one thing for the first requests, and another from then on. */
const changing = (
	name: string,
	expect: ListService['expect'],
	after: readonly Row[],
	say: Say,
	from = 1,
): ListService[] =>
	(['page', 'offset'] as const).map((parameter) => ({
		name: `${name} (${parameter})`,
		expect,
		// What is there from start to end.
		rows: rows.filter((row) => after.includes(row)),
		answer: ({ query, index }: Asked) => {
			const list = index < from ? rows : after;
			const { page, more, items } = byPage(list, query.page);
			if (parameter === 'page') {
				return { body: { tasks: items, ...say(list, { page, offset: (page - 1) * 100, more }) } };
			}
			const window = byOffset(list, query.offset);
			const at = { page: 0, offset: window.offset, more: window.more };
			return { body: { tasks: window.items, ...say(list, at) } };
		},
	}));

const withTotal: Say = (list, { page, offset }) => ({
	...(page ? { page, per_page: 100 } : { offset, limit: 100 }),
	total: list.length,
});
const withMore: Say = (_, { more }) => ({ has_more: more });
const withPosition: Say = (_, { page, offset }) => (page ? { page } : { offset, limit: 100 });

/** Lists that change while they are read. */
export const CHANGES: readonly ListService[] = [
	...Object.entries({ total: withTotal, has_more: withMore, position: withPosition }).flatMap(
		([said, say]) => [
			...changing(`a record moves to the front before page 2: ${said}`, 'either', moved, say),
			...changing(
				`a record that was read moves to the end: ${said}`,
				'either',
				toEnd(rows, 50),
				say,
			),
			...changing(
				`a record is inserted before page 2: ${said}`,
				say === withTotal ? 'either' : 'whole',
				[newcomer, ...rows],
				say,
			),
		],
	),
	...changing(
		'a record moves to the front before page 3',
		'either',
		toFront(rows, 230),
		withTotal,
		2,
	),
	...changing('a record that was read moves to the front', 'either', toFront(rows, 50), withTotal),
];
