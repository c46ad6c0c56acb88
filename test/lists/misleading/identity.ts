import { byOffset, byPage, byToken, makeRows, type ListService, type Row } from './service';

const paged = (
	rows: readonly Row[],
	name: string,
	expect: ListService['expect'] = 'whole',
): ListService[] => [
	{
		name: `${name} (cursor)`,
		expect,
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return { body: { data: items, next_cursor: token } };
		},
	},
	{
		name: `${name} (total)`,
		expect,
		rows,
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page);
			return { body: { data: items, page, per_page: 100, total: rows.length } };
		},
	},
];

const perProject = (size: number, first: number) =>
	makeRows(250, (at) => ({
		id: first + ((at - 1) % size),
		project_id: `p${Math.floor((at - 1) / size)}`,
	}));

const signed = (index: number) =>
	makeRows(250, (at) => ({
		id: at,
		url: `/files/${at}?signature=${index}`,
		seen_at: index,
		views: index,
	}));

/** 2^53 and above: what `JSON.parse` rounds to the same number. As a reader gives them, and as the service writes them. */
const big = makeRows(240, (at) => ({ id: String(9007199254740992n + BigInt(at)) }));
const asNumbers = (body: unknown) => JSON.stringify(body).replace(/"(\d{16})"/g, '$1');

/** What looks like an ID and is none, or is one and cannot be kept as a number. */
export const IDENTITY: readonly ListService[] = [
	...paged(perProject(60, 1), 'IDs count anew per project and repeat within a page'),
	...paged(perProject(100, 1), 'IDs count anew per project, a page a project'),
	...paged(perProject(130, 1), 'IDs count anew per project and repeat on the next page only'),
	{
		name: 'IDs count anew per project, a page a project, and nothing is said',
		expect: 'whole',
		rows: perProject(30, 1),
		answer: ({ query }) => ({ body: byPage(perProject(30, 1), query.page, 30).items }),
	},
	{
		name: 'IDs count anew per project, which is an object in each record',
		expect: 'whole',
		rows: perProject(50, 1),
		answer: ({ query }) => ({
			body: byPage(
				perProject(50, 1).map(({ project_id: id, ...row }) => ({ ...row, project: { id } })),
				query.page,
				50,
			).items,
		}),
	},
	...(['cursor', 'page', 'offset'] as const).map(
		(parameter): ListService => ({
			name: `signed addresses and times change with each request, by ${parameter}`,
			expect: 'whole',
			rows: signed(0),
			answer: ({ query, index }) => {
				const all = signed(index);
				if (parameter === 'page') return { body: byPage(all, query.page).items };
				if (parameter === 'offset') return { body: byOffset(all, query.offset).items };
				const { items, token } = byToken(all, query.cursor);
				return { body: { data: items, next_cursor: token } };
			},
		}),
	),
	...Object.entries<(at: number) => object>({
		'uid and gid are the owner of each record': () => ({ uid: 1000, gid: 1000 }),
		'uid is one of three owners': (at) => ({ uid: `owner${at % 3}`, key: `k${at}` }),
		'uid is the same on each page': (at) => ({ uid: `owner${Math.ceil(at / 100)}` }),
		'records without any ID': () => ({}),
		'an ID that is an object': (at) => ({ _id: { $oid: at.toString(16).padStart(24, '0') } }),
		'some records have the ID null': (at) => ({ id: at % 5 ? `t${at}` : null }),
		'id is the kind of the record': (at) => ({ id: 'task', key: `T-${at}` }),
	}).flatMap(([name, field]) => paged(makeRows(250, field), name)),
	{
		name: 'IDs beyond 2^53 that round to the same number, with a cursor',
		expect: 'whole',
		rows: big,
		answer: ({ query }) => {
			const { items, token } = byToken(big, query.cursor);
			return { body: asNumbers({ data: items, next_cursor: token }) };
		},
	},
	{
		name: 'IDs beyond 2^53 as the last ID of each page',
		expect: 'whole',
		rows: big,
		answer: ({ query }) => {
			const after = query.starting_after ?? '0';
			const left = big.filter(
				({ id }) => BigInt(String(id)) > BigInt(/^\d+$/.test(after) ? after : 0),
			);
			const body = { data: left.slice(0, 100), has_more: left.length > 100 };
			return { body: asNumbers(body) };
		},
	},
	{
		name: 'a cursor beyond 2^53 that is a number',
		expect: 'whole',
		rows: big,
		answer: ({ query }) => {
			const at = big.findIndex(({ id }) => id === query.cursor);
			if (query.cursor !== undefined && at < 0)
				return { status: 400, body: { error: { code: 'cursor' } } };
			const items = big.slice(at + 1, at + 101);
			const next_cursor = at + 101 < 240 ? items.at(-1)?.id : null;
			return { body: asNumbers({ data: items, next_cursor }) };
		},
	},
];
