import { byPage, byToken, makeRows, type Answer, type ListService, type Row } from './service';

const rows = makeRows(250);

/** Words that a message has to repeat. */
export const SAID = 'The list is under repair';

const saying = (what: Answer) => (JSON.stringify(what).includes(SAID) ? { says: SAID } : {});

/** By a cursor; `shown`: the records of a page. */
const byCursor = (
	name: string,
	answer: (cursor: string) => Answer | undefined,
	said: (items: readonly Row[], cursor: string | undefined) => object = (tasks) => ({ tasks }),
): ListService => ({
	name,
	expect: 'rejected',
	rows,
	answer: ({ query: { cursor } }) => {
		const { items, token } = byToken(rows, cursor);
		const body = { ...said(items, cursor), next_cursor: token };
		return (cursor !== undefined && answer(cursor)) || { body };
	},
});

/** The second page is this, by a cursor and by its number. */
const afterFirst = (what: string, answer: Answer): ListService[] => [
	{ ...byCursor(`the page behind a cursor is ${what}`, () => answer), ...saying(answer) },
	{
		name: `page 2 of 3 is ${what}`,
		expect: 'rejected',
		rows,
		...saying(answer),
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			return page === 2 ? answer : { body: { data: items, page, total_pages: pages } };
		},
	},
];

/** What a service in trouble answers with a success status; `serviceError.test.ts` has many more. */
const failures: ReadonlyArray<[string, Answer]> = [
	['status fail beside an empty list', { body: { status: 'fail', data: { tasks: [] } } }],
	['a code and its words beside data null', { body: { code: 50001, msg: SAID, data: null } }],
	['errors beside an empty list', { body: { errors: [{ message: SAID }], data: [] } }],
	['ok: 0', { body: { ok: 0, tasks: [] } }],
	['an array with a failure in it', { body: [{ errorCode: 'REQUEST_LIMIT', message: SAID }] }],
	['the documented form', { body: { error: { code: 'busy', message: SAID }, tasks: [] } }],
];

const onFirst = failures.map(
	([what, answer]): ListService => ({
		name: `the first page is a failure with status 200: ${what}`,
		expect: 'rejected',
		rows,
		...saying(answer),
		answer: () => answer,
	}),
);

/** Also where the service has said how many there are, and where it has not. */
const onLater = failures.flatMap(([what, answer]) => afterFirst(`a failure: ${what}`, answer));

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

const midChain = nothings.flatMap(([what, answer]) => afterFirst(what, answer));

/** A short page and a count alone do not explain why a live cursor leads nowhere. */
const brokenChain = (
	[
		['400', { status: 400, body: { error: { code: 'cursor_expired' } } }],
		['404', { status: 404, body: { error: { code: 'not_found' } } }],
		['{}', { body: {} }],
	] satisfies Array<[string, Answer]>
).flatMap(([what, answer]) => [
	byCursor(
		`hidden records make pages shorter, and the cursor of the second is answered with ${what}`,
		(cursor) => (cursor === 'c_200' ? answer : undefined),
		(items, cursor) => ({ tasks: cursor ? items.slice(7) : items }),
	),
	byCursor(
		`total counts the first page, and its cursor is answered with ${what}`,
		() => answer,
		(tasks) => ({ tasks, total: tasks.length }),
	),
	byCursor(
		`limit is echoed larger, and the cursor of the first page is answered with ${what}`,
		() => answer,
		(tasks) => ({ tasks, limit: 500 }),
	),
]);

/** Failures that look like lists, and like ends. */
export const FAILURES: readonly ListService[] = [
	...onFirst,
	...onLater,
	...midChain,
	...brokenChain,
	{
		name: 'the second page brings a longer array beside the records',
		expect: 'whole',
		rows,
		answer: ({ query }) => {
			const { items, page, pages } = byPage(rows, query.page);
			const more = page === 2 ? { comments: makeRows(190) } : {};
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
];
