import {
	bare,
	listService,
	messageOf,
	numbered,
	paged,
	pages,
	read,
	rowsOf,
	tokens,
	whyUnknown,
	withLink,
	withNext,
	withPage,
	type Pager,
	type Reply,
} from './listService';
import type { Template } from './template';

/** Pages of a list, some of which fail. */
const failing = (template: Template, pager: Pager, fails: (page: number) => Reply | undefined) =>
	listService((asked) => {
		const page = Number(asked.query.page ?? asked.query.cursor?.replace('c_', '') ?? 1);
		return fails(page) ?? paged(pager, template, rowsOf(250))(asked);
	});

const LATER = 'A later page of the list could not be read. HTTP ';

test('the first page: its own error, for every reader', async () => {
	const { client } = listService(() => ({ status: 503 }));
	expect(messageOf(await read(client))).toBe('HTTP 503');
});

test.each<[string, Pager, Template, string]>([
	['the number of the page', pages(), numbered, '3'],
	['the token', tokens('cursor'), withNext, 'c_200'],
	['the link', pages(), withLink, 'https://api.example.com/v1/tasks?page=3'],
])('a later page: how much was read, and %s', async (_, pager, template, cursor) => {
	const { client } = listService((asked) =>
		asked.turn === 3 ? { status: 503 } : paged(pager, template, rowsOf(250))(asked),
	);
	const { records, completeness } = await read(client);
	expect(records).toHaveLength(200);
	expect(completeness).toMatchObject({
		error: { message: `${LATER}503`, details: { status: 503, list: { recordsRead: 200, cursor } } },
	});
});

test.each([
	['there is no such page, says the service', 404, true, 'complete'],
	['there is no such page, says a proxy', 404, false, 'unknown'],
	['it rejects the request', 400, true, 'unknown'],
	['it does not accept the number', 422, true, 'unknown'],
	['it is down', 500, true, 'short'],
])('past the last page of a list without a total, %s', async (_, status, isJson, is) => {
	const { client } = failing(withPage, pages(), (page) =>
		page > 3 ? { status, isJson } : undefined,
	);
	const { records, completeness } = await read(client);
	expect(records).toHaveLength(250);
	expect(completeness.is).toBe(is);
});

describe('the second page', () => {
	const down = (page: number): Reply | undefined => (page > 1 ? { status: 503 } : undefined);

	test('could not be read if the first says where it is', async () => {
		const { client } = failing(withPage, pages(), down);
		expect(messageOf(await read(client))).toBe(`${LATER}503`);
	});

	test('may not exist if it is only guessed', async () => {
		const { client } = failing(bare, pages(), down);
		expect(whyUnknown(await read(client))).toBe('noSign');
	});

	test('exists if it is guessed beside a token that leads nowhere', async () => {
		const { client } = listService(({ query }) =>
			'page' in query
				? { status: 503 }
				: { body: { tasks: rowsOf(100), next_cursor: query.cursor ? null : 'c' } },
		);
		expect(messageOf(await read(client))).toBe(`${LATER}503`);
	});

	test('exists if its token is rejected beside a total that counts only the page', async () => {
		const template = '{"tasks": <items>, "next_cursor": <next>, "total": <count>}';
		const { client } = failing(template, tokens(), (page) =>
			page > 1 ? { status: 400 } : undefined,
		);
		expect(messageOf(await read(client))).toMatch(
			/^The service says that there are more records, but only 100 were read, and no parameter/,
		);
	});

	test('could not be read if page 1 cannot, while pages from 0 are being confirmed', async () => {
		const { client } = listService((asked) =>
			asked.query.page === '1'
				? { status: 500 }
				: paged(pages('page', 0), bare, rowsOf(250))(asked),
		);
		expect(messageOf(await read(client))).toBe(`${LATER}500`);
	});
});
