import { byPage, byToken, makeRows, type Answer, type ListService } from './service';

const rows = makeRows(250);

/** Words that a message has to repeat. */
export const SAID = 'The list is under repair';

/** What a service in trouble answers with a success status. */
const failures: ReadonlyArray<[string, Answer]> = [
	['status error and data null', { body: { status: 'error', data: null } }],
	[
		'status error with a message and an empty list',
		{ body: { status: 'error', message: SAID, data: [] } },
	],
	['status fail beside an empty list', { body: { status: 'fail', data: { tasks: [] } } }],
	['a code that is not 0 beside an empty list', { body: { code: 50001, data: [] } }],
	['a code and its words beside data null', { body: { code: 50001, msg: SAID, data: null } }],
	['an HTTP status in the body', { body: { status: 503, message: SAID, data: [] } }],
	['errors beside an empty list', { body: { errors: [{ message: SAID }], data: [] } }],
	[
		'errors beside an empty named list',
		{ body: { tasks: [], errors: [{ code: 7, detail: SAID }] } },
	],
	['success as the text false', { body: { success: 'false', message: SAID, data: [] } }],
	['success: 0', { body: { success: 0, tasks: [] } }],
	['ok: 0', { body: { ok: 0, tasks: [] } }],
	['ok as the text False', { body: { ok: 'False', description: SAID, result: [] } }],
	['error: true with a message', { body: { error: true, message: SAID, tasks: [] } }],
	['error_code and error_msg', { body: { error_code: 17, error_msg: SAID, data: [] } }],
	[
		'a problem document',
		{ body: { type: 'about:blank', title: SAID, status: 500, detail: 'Later' } },
	],
	['an array with a failure in it', { body: [{ errorCode: 'REQUEST_LIMIT', message: SAID }] }],
	['the documented form', { body: { error: { code: 'busy', message: SAID }, tasks: [] } }],
];

const onFirst: ListService[] = failures.map(([what, answer]) => ({
	name: `the first page is a failure with status 200: ${what}`,
	expect: 'rejected',
	rows,
	answer: () => answer,
}));

const saying = (what: Answer) => (JSON.stringify(what).includes(SAID) ? { says: SAID } : {});

/** Also where the service has said how many there are, and where it has not. */
const onLater: ListService[] = failures.map(([what, answer], at) => ({
	name: `the second page is a failure with status 200: ${what}`,
	expect: 'rejected',
	rows,
	...saying(answer),
	answer: ({ query }) => {
		if (at % 2) {
			const { items, token } = byToken(rows, query.cursor);
			return query.cursor ? answer : { body: { tasks: items, next_cursor: token } };
		}
		const { items, page, more } = byPage(rows, query.page);
		return page > 1 ? answer : { body: { tasks: items, page, has_more: more } };
	},
}));

const nothings: ReadonlyArray<[string, Answer]> = [
	['an empty body', {}],
	['{}', { body: {} }],
	['204', { status: 204 }],
	['null', { body: null }],
	['data: null', { body: { data: null } }],
	['tasks: null and no cursor', { body: { tasks: null, next_cursor: null } }],
	[
		'a page of HTML',
		{ body: '<!doctype html><title>Sign in</title>', headers: { 'content-type': 'text/html' } },
	],
	['a text', { body: '"maintenance"' }],
	['false', { body: false }],
];

const midChain: ListService[] = nothings.flatMap(([what, answer]) => [
	{
		name: `the page behind a cursor is ${what}`,
		expect: 'rejected',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return query.cursor ? answer : { body: { tasks: items, next_cursor: token } };
		},
	},
	{
		name: `page 2 of 3 is ${what}`,
		expect: 'rejected',
		rows,
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			return page === 2 ? answer : { body: { data: items, page, total_pages: pages } };
		},
	},
]);

/** A short page and a count alone do not explain why a live cursor leads nowhere. */
const brokenChain: ListService[] = (
	[
		['400', { status: 400, body: { error: { code: 'cursor_expired' } } }],
		['404', { status: 404, body: { error: { code: 'not_found' } } }],
		['{}', { body: {} }],
	] satisfies Array<[string, Answer]>
).flatMap(([what, answer]): ListService[] => [
	{
		name: `hidden records make pages shorter, and the cursor of the second is answered with ${what}`,
		expect: 'rejected',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			const shown = query.cursor ? items.slice(7) : items;
			return query.cursor === 'c_200' ? answer : { body: { tasks: shown, next_cursor: token } };
		},
	},
	{
		name: `total counts the first page, and its cursor is answered with ${what}`,
		expect: 'rejected',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return query.cursor
				? answer
				: { body: { tasks: items, total: items.length, next_cursor: token } };
		},
	},
	{
		name: `limit is echoed larger, and the cursor of the first page is answered with ${what}`,
		expect: 'rejected',
		rows,
		answer: ({ query }) => {
			const { items, token } = byToken(rows, query.cursor);
			return query.cursor ? answer : { body: { tasks: items, limit: 500, next_cursor: token } };
		},
	},
]);

/** Failures that look like lists, and like ends. */
export const FAILURES: readonly ListService[] = [
	...onFirst.map((service, at) => ({ ...service, ...saying(failures[at]?.[1] ?? {}) })),
	...onLater,
	...midChain,
	...brokenChain,
	{
		name: 'page 2 of 3 is an empty list, and the total says more',
		expect: 'either',
		rows,
		answer: ({ query }) => {
			const { items, page } = byPage(rows, query.page);
			return { body: { tasks: page === 2 ? [] : items, page, total: 250 } };
		},
	},
	{
		name: 'warnings about records that are there',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, page, more } = byPage(rows, query.page);
			return { body: { status: 'ok', code: 0, tasks: items, page, has_more: more, errors: [] } };
		},
	},
	{
		name: 'status: 200 and code: 200 in the body of what went well',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			return { body: { status: 200, code: 200, message: 'OK', data: items, page, pages } };
		},
	},
	{
		name: 'records that have a status and an error of their own',
		expect: 'whole',
		rows: makeRows(120, (at) => ({ id: `t${at}`, status: 'error', error: 'late', code: 50001 })),
		answer: ({ query }) => {
			const own = makeRows(120, (at) => ({
				id: `t${at}`,
				status: 'error',
				error: 'late',
				code: 50001,
			}));
			const { items, page, pages } = byPage(own, query.page);
			return { body: { data: items, page, pages } };
		},
	},
];
