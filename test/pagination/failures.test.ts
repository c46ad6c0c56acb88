import {
	bare,
	numbered,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	withLink,
	withNext,
	withPage,
	type Pager,
	type Reply,
} from './listService';
import type { Template } from './template';

/** Pages of a list, some of which fail. */
const failing = async (
	template: Template,
	pager: Pager,
	fails: (page: number) => Reply | undefined,
) =>
	await reading((asked) => {
		const page = Number(asked.query.page ?? asked.query.cursor?.replace('c_', '') ?? 1);
		return fails(page) ?? paged(pager, template)(asked);
	});

const LATER = 'A later page of the list could not be read. HTTP ';

test('the first page: its own error, for every reader', async () => {
	expect((await reading(() => ({ status: 503 }))).error?.message).toBe('HTTP 503');
});

test.each<[string, Pager, Template, string]>([
	['the number of the page', pages(), numbered, '3'],
	['the token', tokens('cursor'), withNext, 'c_200'],
	['the link', pages(), withLink, 'https://api.example.com/v1/tasks?page=3'],
])('a later page: how much was read, and %s', async (_, pager, template, cursor) => {
	const { records, error } = await reading((asked) =>
		asked.turn === 3 ? { status: 503 } : paged(pager, template)(asked),
	);
	expect(records).toHaveLength(200);
	expect(error).toMatchObject({
		message: `${LATER}503`,
		details: { status: 503, list: { recordsRead: 200, cursor } },
	});
});

test.each([
	['there is no such page, says the service', 404, true, 'complete'],
	['there is no such page, says a proxy', 404, false, 'unknown'],
	['it rejects the request', 400, true, 'unknown'],
	['it does not accept the number', 422, true, 'unknown'],
	['it is down', 500, true, 'short'],
])('past the last page of a list without a total, %s', async (_, status, isJson, is) => {
	const list = await failing(withPage, pages(), (page) =>
		page > 3 ? { status, isJson } : undefined,
	);
	expect(list).toMatchObject({ recordsRead: 250, is });
});

describe('the second page', () => {
	const down = (page: number): Reply | undefined => (page > 1 ? { status: 503 } : undefined);

	test('could not be read if the first says where it is', async () => {
		const { error } = await failing(withPage, pages(), down);
		expect(error?.message).toBe(`${LATER}503`);
	});

	test('may not exist if it is only guessed', async () => {
		expect((await failing(bare, pages(), down)).because).toBe('noSign');
	});

	test('exists if it is guessed beside a token that leads nowhere', async () => {
		const { error } = await reading(({ query }) =>
			'page' in query
				? { status: 503 }
				: { body: { tasks: rowsOf(100), next_cursor: query.cursor ? null : 'c' } },
		);
		expect(error?.message).toBe(`${LATER}503`);
	});

	test('exists if its token is rejected beside a total that counts only the page', async () => {
		const template = '{"tasks": <items>, "next_cursor": <next>, "total": <count>}';
		const { error } = await failing(template, tokens(), (page) =>
			page > 1 ? { status: 400 } : undefined,
		);
		expect(error?.message).toMatch(
			/^The service says that there are more records, but only 100 were read, and no parameter/,
		);
	});

	test('could not be read if page 1 cannot, while pages from 0 are being confirmed', async () => {
		const { error } = await reading((asked) =>
			asked.query.page === '1' ? { status: 500 } : paged(pages('page', 0), bare)(asked),
		);
		expect(error?.message).toBe(`${LATER}500`);
	});
});
