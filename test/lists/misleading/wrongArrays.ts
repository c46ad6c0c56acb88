import { byPage, byToken, makeRows, type Answer, type ListService, type Row } from './service';

const rows = makeRows(120);
const side = Array.from({ length: 3 }, (_, at) => ({ id: `x${at}`, name: `Other ${at}` }));

/** Two pages of what `wrap` makes of the records. */
const wrapped = (
	name: string,
	wrap: (items: readonly Row[], cursor: string | null) => unknown,
	expect: ListService['expect'] = 'whole',
): ListService => ({
	name,
	expect,
	rows,
	answer: ({ query }) => {
		const { items, token } = byToken(rows, query.cursor);
		return { body: wrap(items, token) };
	},
});

const empty = (name: string, answer: Answer): ListService => ({
	name: `an empty list: ${name}`,
	expect: 'whole',
	rows: [],
	answer: () => answer,
});

/** More than one array, and more than one object that could be the record. */
export const WRONG_ARRAYS: readonly ListService[] = [
	wrapped('an array of IDs has the name of the resource', (items, next_cursor) => ({
		tasks: items.map(({ id }) => id),
		items,
		next_cursor,
	})),
	wrapped('an array of IDs has the name of the resource, beside data', (data, next_cursor) => ({
		tasks: data.map(({ id }) => id),
		data,
		next_cursor,
	})),
	wrapped('an array of texts named data, beside the records', (tasks, next_cursor) => ({
		data: ['v1', 'v2'],
		tasks,
		next_cursor,
	})),
	wrapped('an array with the name of the resource deeper than data', (data, next_cursor) => ({
		data,
		included: { tasks: side },
		next_cursor,
	})),
	wrapped('an array with the name of the resource in meta, before items', (items, next_cursor) => ({
		meta: { tasks: side, next_cursor },
		items,
	})),
	wrapped(
		'an array with the name of the resource two levels below results',
		(results, next_cursor) => ({
			stats: { by: { tasks: side } },
			results,
			next_cursor,
		}),
	),
	wrapped('the envelope has an ID of its own', (tasks, next_cursor) => ({
		id: 'req_1',
		tasks,
		next_cursor,
	})),
	wrapped(
		'the envelope has an ID and a title, and the records are in data',
		(data, next_cursor) => ({
			id: 'list_9',
			title: 'All tasks',
			object: 'list',
			data,
			next_cursor,
		}),
	),
	wrapped('the envelope in data has an ID', (items, next_cursor) => ({
		data: { id: 'board_1', name: 'Board', tasks: items },
		next_cursor,
	})),
	wrapped('facets before the records', (tasks, next_cursor) => ({
		facets: [{ name: 'open', count: 7 }],
		tasks,
		next_cursor,
	})),
	wrapped('users and projects beside the tasks', (tasks, next_cursor) => ({
		users: side,
		projects: side,
		tasks,
		next_cursor,
	})),
	wrapped('included records beside data', (data, next_cursor) => ({
		included: [...side, ...side],
		data,
		next_cursor,
	})),
	wrapped('links as an array beside data', (data, next_cursor) => ({
		links: [{ rel: 'self', href: '/v1/tasks' }],
		data,
		next_cursor,
	})),
	wrapped(
		'records by their ID, in an object',
		(items, next_cursor) => ({
			tasks: Object.fromEntries(items.map((row) => [row.id, row])),
			next_cursor,
		}),
		'either',
	),
	wrapped(
		'columns and rows',
		(items, next_cursor) => ({
			columns: [{ name: 'id' }, { name: 'title' }],
			rows: items,
			next_cursor,
		}),
		'either',
	),
	wrapped(
		'each record in an object of its own',
		(items, next_cursor) => ({
			data: items.map((task) => ({ task })),
			next_cursor,
		}),
		'either',
	),
	wrapped('each record has arrays of objects in it', (items, next_cursor) => ({
		data: items.map((row) => ({ ...row, tasks: side, items: side })),
		next_cursor,
	})),
	{
		name: 'the second page brings a longer array beside the records',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			const more = page === 2 ? { comments: Array.from({ length: 90 }, (_, id) => ({ id })) } : {};
			return { body: { ...more, tasks: items, page, pages } };
		},
	},
	{
		name: 'the last page has one record, as an object and not in an array',
		expect: 'either',
		rows: makeRows(101),
		answer: ({ query }) => {
			const { items, page, pages } = byPage(makeRows(101), query.page);
			return { body: { tasks: items.length === 1 ? items[0] : items, page, pages } };
		},
	},
	empty('beside warnings', {
		body: { tasks: [], warnings: [{ code: 'w1', message: 'Slow query' }] },
	}),
	empty('data beside notices', {
		body: { data: [], notices: [{ id: 'n1', text: 'New API soon' }] },
	}),
	empty('data beside included records', { body: { data: [], included: side } }),
	empty('items beside messages', { body: { items: [], messages: [{ id: 1, message: 'Hello' }] } }),
	empty('tasks beside users', { body: { tasks: [], users: side } }),
	empty('results beside deprecations and links', {
		body: {
			results: [],
			deprecations: [{ field: 'a' }],
			links: [{ rel: 'self', href: '/v1/tasks' }],
		},
	}),
	empty('records in data beside filled meta', {
		body: { data: { tasks: [] }, meta: { tags: side } },
	}),
	empty('with a cursor that is null and a total of 0', {
		body: { tasks: [], total: 0, next_cursor: null },
	}),
];
