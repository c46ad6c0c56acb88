import { byPage, makeRows, type ListService, type Row } from './service';

const rows = makeRows(250);

/** Fields that change with each request. */
const touched = (items: readonly Row[], index: number) =>
	items.map((row) => ({
		...row,
		avatar_url: `https://files.example.com/${String(row.id)}?signature=${index}`,
		last_seen_at: index,
		views: index,
	}));

const newRow = (at: number): Row => ({ id: `new${at}`, title: `Row new ${at}` });

/** More than a list of so many pages needs, and an end all the same. */
const most = (pages: number) => pages + 200;

/** Services that go on without end. */
export const ENDLESS: readonly ListService[] = [
	{
		name: 'everything in one response, with signed addresses and times that change',
		expect: 'whole',
		rows: rows.slice(0, 50),
		most: 1 + 8,
		answer: ({ index }) => ({ body: touched(rows.slice(0, 50), index) }),
	},
	{
		name: 'the same records behind each cursor, with fields that change',
		expect: 'either',
		rows: rows.slice(0, 100),
		most: most(1),
		answer: ({ index }) => ({
			body: { tasks: touched(rows.slice(0, 100), index), next_cursor: `c${index}` },
		}),
	},
	{
		name: 'as many new records before each page that nearly all of it was read',
		expect: 'either',
		rows,
		most: most(3),
		answer: ({ query, index }) => {
			const news = Array.from({ length: index * 99 }, (_, at) => newRow(index * 99 - at));
			const { items, page } = byPage([...news, ...rows], query.page);
			return { body: { tasks: items, page } };
		},
	},
];
