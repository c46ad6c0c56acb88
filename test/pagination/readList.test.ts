import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import { KnownPaginators } from '../../nodes/ProjectWorkspace/pagination/knownPaginators';
import {
	readForAbsent,
	readList,
	type List,
} from '../../nodes/ProjectWorkspace/pagination/readList';
import type { ListSettings } from '../../nodes/ProjectWorkspace/transport/types';
import {
	afterIds,
	idsOf,
	listRequest,
	listService,
	offsets,
	paged,
	pages,
	read,
	rowsOf,
	tokens,
	type Pager,
	type Reply,
	type Template,
	type Wanted,
} from './listService';

const numbered: Template = ({ items, at, total }) => ({ tasks: items, page: at, total });
const pageNumber: Template = ({ items, at }) => ({ tasks: items, page: at });
const bare: Template = ({ items }) => ({ tasks: items });
const withNext: Template = ({ items, next }) => ({ tasks: items, next_cursor: next });
const withLink: Template = ({ items, path }) => ({ tasks: items, next: path });

const messageOf = ({ completeness }: List): string | undefined =>
	completeness.is === 'short' ? completeness.error.message : undefined;

const whyUnknown = ({ completeness }: List): string | undefined =>
	completeness.is === 'unknown' ? completeness.because : undefined;

describe('Limit', () => {
	const limits: Array<[string, Wanted, Partial<List>, number]> = [
		[
			'cuts a page, so that there is more',
			{ limit: 30 },
			{ completeness: { is: 'limited', hasMore: true } },
			1,
		],
		[
			'ends with a page, and a total says that there is more',
			{ limit: 200 },
			{ completeness: { is: 'limited', hasMore: true } },
			2,
		],
		[
			'is the last record',
			{ limit: 250 },
			{ completeness: { is: 'limited', hasMore: false }, recordsRead: 250 },
			3,
		],
		['is more than there are', { limit: 251 }, { completeness: { is: 'complete' } }, 3],
		[
			'counts the records that are kept',
			{ limit: 2, keep: ({ id }) => String(id).endsWith('0') },
			{ recordsRead: 100, completeness: { is: 'limited', hasMore: true } },
			1,
		],
		['a sample is one page', { maxPages: 1 }, { pages: 1, recordsRead: 100 }, 1],
	];

	test.each(limits)('%s', async (_, wanted, list, requested) => {
		const { client, requests } = listService(paged(pages(), numbered, rowsOf(250)));
		expect(await read(client, wanted)).toMatchObject(list);
		expect(requests).toHaveLength(requested);
	});

	test('it is not known whether there is more if nothing says so', async () => {
		const { client } = listService(paged(pages(), bare, rowsOf(250)));
		const atLimit = { is: 'limited', hasMore: undefined };
		expect((await read(client, { limit: 100 })).completeness).toEqual(atLimit);
		// A total may be too low.
		const { client: full } = listService(paged(pages(), numbered, rowsOf(100)));
		expect((await read(full, { limit: 100 })).completeness).toEqual(atLimit);
	});
});

describe('List Settings', () => {
	const settings: Array<[string, Partial<ListSettings>, Pager, Template]> = [
		[
			'page numbers by another parameter',
			{ style: 'page', parameter: 'seite' },
			pages('seite'),
			bare,
		],
		['the same from 0', { style: 'page', parameter: 'seite' }, pages('seite', 0), bare],
		['offsets', { style: 'offset', parameter: 'ab' }, offsets('ab'), bare],
		['the last ID', { style: 'lastId', parameter: 'nach' }, afterIds('nach'), bare],
		[
			'a cursor at a path',
			{ style: 'cursor', nextPath: 'seiten.weiter', parameter: 'ab' },
			tokens('ab'),
			({ items, next }) => ({ tasks: items, seiten: { weiter: next } }),
		],
		[
			'a cursor in a header',
			{ style: 'cursor', nextPath: 'header.x-weiter', parameter: 'ab' },
			tokens('ab'),
			({ items, next }) => ({
				body: items,
				headers: { 'X-Weiter': next === null ? '' : `${next}` },
			}),
		],
		[
			'a link at a path',
			{ style: 'link', nextPath: 'weiter' },
			tokens('ab'),
			({ items, path }) => ({ tasks: items, weiter: path }),
		],
	];

	test.each(settings)('%s', async (_, lists, pager, template) => {
		const { client } = listService(paged(pager, template, rowsOf(250)), lists);
		const list = await read(client);
		expect(idsOf(list.records)).toEqual(idsOf(rowsOf(250)));
		expect(list.completeness).toEqual({ is: 'complete' });
	});

	test('None: one page is the list', async () => {
		const { client, requests } = listService(paged(pages(), bare, rowsOf(100)), { style: 'none' });
		expect((await read(client)).completeness).toEqual({ is: 'complete' });
		expect(requests).toHaveLength(1);
	});

	test('a path that the page does not have proves nothing', async () => {
		const lists = { style: 'cursor', nextPath: 'nxt', parameter: 'cursor' } as const;
		const { client } = listService(paged(tokens(), withNext, rowsOf(250)), lists);
		expect(whyUnknown(await read(client))).toBe('noSign');
	});

	test('the page size is sent with every page', async () => {
		const lists = { pageSizeParameter: 'limit', pageSize: 50 };
		const { client, requests } = listService(paged(pages(), numbered, rowsOf(120), 50), lists);
		await read(client);
		expect(requests.map((url) => url.searchParams.get('limit'))).toEqual(['50', '50', '50']);
	});

	test('a total that is too high is an error that names the setting, and with the setting it is ignored', async () => {
		const respond = paged(
			pages(),
			({ items, at }) => ({ tasks: items, page: at, total: 300 }),
			rowsOf(250),
		);
		const short = (await read(listService(respond).client)).completeness;
		expect(short).toMatchObject({
			error: {
				message: 'The service reports 300 records, but only 250 were read',
				description: expect.stringContaining(
					"turn on 'Ignore Reported Total' in the credential under 'List Settings'",
				),
				details: { code: 'short', list: { recordsRead: 250 } },
			},
		});
		const { client } = listService(respond, { ignoreTotal: true });
		expect((await read(client)).completeness).toEqual({ is: 'complete' });
	});

	test('a pagination that an expression has made up is rejected', async () => {
		const { client } = listService(() => ({ body: [] }), { style: 'Cursor' });
		await expect(read(client)).rejects.toThrow(
			"'Pagination' must be one of auto, link, cursor, page, offset, lastId, none",
		);
	});

	test('what the person sends is not replaced', async () => {
		const { client, requests } = listService(paged(pages(), numbered, rowsOf(250)));
		const { completeness } = await read(client, { query: { page: '2' } });
		expect(new Set(requests.map((url) => url.searchParams.get('page')))).toEqual(new Set(['2']));
		expect(completeness).toMatchObject({
			error: { description: expect.stringContaining("If 'Query Parameters' has a page number") },
		});
	});
});

describe('what the service says beside the list', () => {
	test('a message beside an empty list is passed on', async () => {
		const { client } = listService(() => ({ body: { tasks: [], message: 'Switched off.' } }));
		expect(await read(client)).toMatchObject({
			message: 'Switched off.',
			completeness: { is: 'complete' },
		});
	});

	test('a list that is not known to be complete has a warning in words', async () => {
		const { client } = listService(() => ({ body: rowsOf(7) }));
		expect((await read(client)).completeness).toMatchObject({
			warning:
				'The list may be incomplete: 7 records were read, and the service does not say whether there are more',
			advice: expect.stringContaining("Set 'Pagination' in the credential under 'List Settings'"),
		});
	});

	test('how it was read', async () => {
		const { client } = listService(paged(tokens(), withNext, rowsOf(250)));
		expect((await read(client)).summary).toBe('All 250 records were read.');
		const keep = ({ id }: { id?: unknown }) => id === 't1';
		expect((await read(client, { keep })).summary).toMatch(
			/^250 records from 3 pages\. Records in tasks\. Next page: cursor in next_cursor, sent as cursor\. Matching the filters: 1\.$/,
		);
		expect((await read(client, { maxPages: 1 })).summary).toBe(
			'100 records from 1 page. Records in tasks.',
		);
	});
});

describe('a page that cannot be read', () => {
	/** Pages of a list, some of which fail. */
	const failing = (template: Template, pager: Pager, fails: (page: number) => Reply | undefined) =>
		listService((asked) => {
			const page = Number(asked.query.page ?? asked.query.cursor?.replace('c_', '') ?? 1);
			return fails(page) ?? paged(pager, template, rowsOf(250))(asked);
		});

	test('the first: its own error, for every reader', async () => {
		const { client } = listService(() => ({ status: 503 }));
		expect(messageOf(await read(client))).toBe('HTTP 503');
	});

	test('a later one: with what was read', async () => {
		const { client } = failing(numbered, pages(), (page) =>
			page === 3 ? { status: 503 } : undefined,
		);
		const list = await read(client);
		expect(messageOf(list)).toBe('A later page of the list could not be read. HTTP 503');
		const { error } = list.completeness as { error: ApiError };
		expect(error.details).toMatchObject({ status: 503, list: { recordsRead: 200 } });
		expect(list.records).toHaveLength(200);
	});

	test.each([
		['there is no such page, says the service', 404, true, 'complete'],
		['there is no such page, says a proxy', 404, false, 'unknown'],
		['it rejects the request', 400, true, 'unknown'],
		['it is down', 500, true, 'short'],
	])('past the last page of a list without a total, %s', async (_, status, isJson, is) => {
		const { client } = failing(pageNumber, pages(), (page) =>
			page > 3 ? { status, isJson } : undefined,
		);
		const { records, completeness } = await read(client);
		expect(records).toHaveLength(250);
		expect(completeness.is).toBe(is);
	});

	test('the second one, although the first says where it is: it could not be read', async () => {
		const { client } = failing(pageNumber, pages(), (page) =>
			page > 1 ? { status: 503 } : undefined,
		);
		const { completeness } = await read(client);
		expect(completeness).toMatchObject({
			is: 'short',
			error: {
				message: 'A later page of the list could not be read. HTTP 503',
				details: { status: 503, list: { recordsRead: 100, cursor: '2' } },
			},
		});
	});

	test('a page that is only guessed: nothing says that there is one', async () => {
		const { client } = failing(bare, pages(), (page) => (page > 1 ? { status: 503 } : undefined));
		expect(whyUnknown(await read(client))).toBe('noSign');
	});

	test('a page that is only guessed beside a token that leads nowhere: there is one', async () => {
		const { client } = listService(({ query }) =>
			'page' in query
				? { status: 503 }
				: { body: { tasks: rowsOf(100), next_cursor: query.cursor ? null : 'c' } },
		);
		expect(messageOf(await read(client))).toBe(
			'A later page of the list could not be read. HTTP 503',
		);
	});

	test.each<[string, Pager, Template, string]>([
		['the number of the page', pages(), numbered, '3'],
		['the token', tokens('cursor'), withNext, 'c_200'],
		['the link', pages(), withLink, 'https://api.example.com/v1/tasks?page=3'],
	])('the error has what it was requested by: %s', async (_, pager, template, cursor) => {
		const { client } = listService((asked) =>
			asked.turn === 3 ? { status: 503 } : paged(pager, template, rowsOf(250))(asked),
		);
		const { completeness } = await read(client);
		expect(completeness).toMatchObject({ error: { details: { list: { cursor } } } });
	});

	test('a token that is rejected beside a total that counts only the page', async () => {
		const template: Template = ({ items, next }) => ({
			tasks: items,
			next_cursor: next,
			total: items.length,
		});
		const { client } = failing(template, tokens(), (page) =>
			page > 1 ? { status: 400 } : undefined,
		);
		expect(messageOf(await read(client))).toMatch(
			/^The service says that there are more records, but only 100 were read, and no parameter/,
		);
	});

	test('page 1, while pages from 0 are being confirmed', async () => {
		const { client } = listService((asked) =>
			asked.query.page === '1'
				? { status: 500 }
				: paged(pages('page', 0), bare, rowsOf(250))(asked),
		);
		expect(messageOf(await read(client))).toBe(
			'A later page of the list could not be read. HTTP 500',
		);
	});

	test('a response without a list', async () => {
		const { client } = listService(() => ({ body: { status: 'ok', version: '1.2' } }));
		expect(messageOf(await read(client))).toBe(
			'The response has no list of tasks (its fields: status, version)',
		);
	});
});

describe('links', () => {
	const linking = (next: string) =>
		listService(({ query }) => ({
			body: query.seite === '2' ? { tasks: rowsOf(5, 6), next: null } : { tasks: rowsOf(5), next },
		}));

	test.each([
		'https://api.example.com/v1/tasks?seite=2',
		'/v1/tasks?seite=2',
		'?seite=2',
		'tasks?seite=2',
	])('are followed at the same origin: %s', async (next) => {
		const { client } = linking(next);
		expect((await read(client)).records).toHaveLength(10);
	});

	test.each([
		['https://evil.example.com/v1/tasks?seite=2', 'it leads to https://evil.example.com'],
		['http://api.example.com/v1/tasks?seite=2', 'it leads to http://api.example.com'],
		['https://me:secret@api.example.com/v1/tasks?seite=2', 'contains a username or password'],
		['https://api.example.com:99999/', 'The service says that there are more records'],
	])('are not followed anywhere else: %s', async (next, why) => {
		const { client, requests } = linking(next);
		expect(messageOf(await read(client))).toContain(why);
		expect(requests.every(({ origin }) => origin === 'https://api.example.com')).toBe(true);
	});

	test('behind a proxy, they may lead elsewhere, while the pages are numbered', async () => {
		const template: Template = ({ items, next }) => ({
			tasks: items,
			next: next === null ? null : `http://internal:8080/v1/tasks?page=${next}`,
		});
		const { client } = listService(paged(pages(), template, rowsOf(250)));
		const list = await read(client);
		expect(list.records).toHaveLength(250);
		expect(list.completeness.is).toBe('complete');
	});

	test('are followed as they are, and one that has lost the project is noticed by its records', async () => {
		const rows = (project_id: string) => rowsOf(5).map((row) => ({ ...row, project_id }));
		const { client, requests } = listService(({ query }) => ({
			body:
				query.seite === '2'
					? { tasks: rows('p2').map((row) => ({ ...row, id: `x${row.id}` })), next: null }
					: { tasks: rows('p1'), next: '/v1/tasks?seite=2' },
		}));
		const list = await read(client, { query: { project_id: 'p1' } });
		expect(requests.at(-1)?.search).toBe('?seite=2');
		expect(list).toMatchObject({
			warning: '5 records of other projects were left out',
			completeness: { is: 'complete' },
		});
	});
});

describe('a list of one project', () => {
	const readProject = async (record: object) => {
		const { client } = listService(() => ({ body: { tasks: [{ id: 1, ...record }], total: 1 } }));
		return await read(client, { query: { project_id: 'p1' } });
	};

	test.each([
		['its own', { project_id: 'p1' }, 'complete'],
		['no project', {}, 'complete'],
		['another one', { projectId: 'p2' }, 'short'],
		['another one as an object', { project: { id: 'p2' } }, 'short'],
		['one in another form', { project_id: 7 }, 'unknown'],
	])('with a record of %s', async (_, record, is) => {
		expect((await readProject(record)).completeness.is).toBe(is);
	});
});

describe('requests', () => {
	test('numbered pages are requested ahead once they are confirmed, and arrive in order', async () => {
		const { client, requests, mostInFlight } = listService(
			paged(pages(), numbered, rowsOf(10_000)),
		);
		const { records } = await read(client);
		expect(idsOf(records)).toEqual(idsOf(rowsOf(10_000)));
		expect(mostInFlight()).toBe(33);
		expect(requests).toHaveLength(101);
	});

	test('a space is sent in the same form in all of them, because not every service reads a plus as one', async () => {
		const { client, requests } = listService(paged(pages(), numbered, rowsOf(950)));
		await read(client, { query: { search: 'a b+c' } });
		expect(requests.map(({ search }) => /search=([^&]*)/.exec(search)?.[1])).toEqual(
			Array.from({ length: 10 }, () => 'a%20b%2Bc'),
		);
	});

	test('no more are requested ahead than Limit needs, and none where a filter decides', async () => {
		const service = listService(paged(pages(), numbered, rowsOf(10_000)));
		await read(service.client, { limit: 500 });
		expect(service.requests).toHaveLength(5);
		await read(service.client, { limit: 1_000, keep: () => false });
		expect(service.mostInFlight()).toBeLessThan(5);
	});

	test('a wrong prediction costs requests, and loses nothing', async () => {
		let rows = rowsOf(1_000);
		const { client } = listService((asked) => {
			if (asked.turn === 4) rows = rows.slice(0, 400);
			return paged(
				offsets(),
				({ items, at, total }) => ({ tasks: items, offset: at, total }),
				rows,
			)(asked);
		});
		expect(whyUnknown(await read(client))).toBe('changed');
	});

	test('after a wrong prediction, nothing is requested ahead any more', async () => {
		// Links to pages of 10 and of 9 records, in turn.
		const { client, requests } = listService(({ query }) => {
			const from = Number(query.from ?? 0);
			const items = rowsOf(190).slice(from, from + (from % 19 === 0 ? 10 : 9));
			const end = from + items.length;
			const next = end < 190 ? `/v1/tasks?from=${end}` : null;
			return { body: { tasks: items, next, total: 190 } };
		});
		expect(await read(client)).toMatchObject({
			recordsRead: 190,
			completeness: { is: 'complete' },
		});
		expect(requests.length).toBeLessThan(2 * 20);
	});

	test('the items of a run search once, and each confirms what was found', async () => {
		const { client, requests } = listService(paged(offsets('skip'), bare, rowsOf(250)));
		const known = new KnownPaginators();
		await Promise.all(Array.from({ length: 30 }, async () => await read(client, { known })));
		// One item tries page and offset before skip.
		expect(requests).toHaveLength(30 * 4 + 2);
	});

	test('nor do they search where one has found nothing', async () => {
		const { client, requests } = listService(() => ({ body: { tasks: rowsOf(100) } }));
		const known = new KnownPaginators();
		await Promise.all([read(client, { known }), read(client, { known })]);
		expect(requests).toHaveLength(2 + 8);
	});

	test('also after a shorter list at the same address', async () => {
		const { client, requests } = listService(({ query }) => ({
			body: { tasks: rowsOf(Number(query.state)) },
		}));
		const known = new KnownPaginators();
		const readState = async (state: string) => await read(client, { known, query: { state } });
		await Promise.all([readState('100'), readState('50')]);
		await readState('100');
		expect(requests).toHaveLength(3 + 8);
	});

	test('more is tried where the service says that there is more', async () => {
		const { client, requests } = listService(() => ({
			body: { tasks: rowsOf(100), has_more: true },
		}));
		expect((await read(client)).completeness.is).toBe('short');
		expect(requests).toHaveLength(1 + 14);
	});

	test('what was found counts for the same path with the same parameters', () => {
		const known = new KnownPaginators();
		const [one, other, filtered] = ['a=1', 'a=2', 'b=1'].map((query) =>
			known.at(`https://api.example.com/v1/tasks?${query}`),
		);
		expect(other).toBe(one);
		expect(filtered).not.toBe(one);
	});
});

describe('not there', () => {
	const numberedBy = (respond: (reading: number) => number) => {
		let reading = 0;
		return listService((asked) => {
			if (asked.query.page === undefined) reading += 1;
			const rows = rowsOf(250).filter(({ id }) => id !== `t${respond(reading)}`);
			return paged(pages(), numbered, rows)(asked);
		});
	};

	const readTwice = async (service: ReturnType<typeof listService>) => {
		const first = await readList(service.client, listRequest());
		return await readForAbsent(service.client, listRequest(), first);
	};

	test('a list of several pages is read twice', async () => {
		const service = numberedBy(() => 0);
		const list = await readTwice(service);
		expect(list.completeness).toEqual({ is: 'complete' });
		expect(list.summary).toBe(
			'All 250 records were read. Read twice to make sure that no record was missed.',
		);
		expect(service.requests).toHaveLength(6);
	});

	test('it has changed if the second reading lacks a record', async () => {
		expect(whyUnknown(await readTwice(numberedBy((reading) => (reading === 2 ? 40 : 0))))).toBe(
			'changed',
		);
	});

	test('more records than before are no reason to doubt', async () => {
		const list = await readTwice(numberedBy((reading) => (reading === 1 ? 40 : 0)));
		expect(list.completeness).toEqual({ is: 'complete' });
		expect(list.records).toHaveLength(250);
	});

	test('a list of one page shows it at once', async () => {
		const service = listService(() => ({ body: { tasks: rowsOf(5), total: 5 } }));
		await readTwice(service);
		expect(service.requests).toHaveLength(1);
	});
});

describe('endless lists', () => {
	const endless: Array<[string, (turn: number) => object, string | undefined, number]> = [
		[
			'a token always, and empty pages',
			(turn) => ({ tasks: turn === 1 ? rowsOf(5) : [], next_cursor: `c${turn}x` }),
			'The list did not end after 101 pages with 5 records, so the node stopped',
			101,
		],
		[
			'a number always, and empty pages',
			(turn) => ({ tasks: turn < 3 ? rowsOf(5, turn * 5) : [], next_offset: turn * 5 }),
			undefined,
			5,
		],
		[
			'a token that leads back',
			(turn) => ({ tasks: rowsOf(5, (turn % 2) * 5), next_cursor: `c${turn % 2}` }),
			'The next page only repeats records that were already read, so the node stopped',
			3,
		],
	];

	test.each(endless)('%s', async (_, body, message, most) => {
		const { client, requests } = listService(({ turn }) => ({ body: body(turn) }));
		expect(messageOf(await read(client))).toBe(message);
		expect(requests.length).toBeLessThanOrEqual(most);
	});
});

describe('pages', () => {
	test('a token that moves to another place on a later page', async () => {
		const template: Template = ({ items, next, at }) =>
			at === 1
				? { tasks: items, meta: { next_cursor: next } }
				: { tasks: items, next_cursor: next };
		const { client } = listService(paged(tokens(), template, rowsOf(250)));
		expect(await read(client)).toMatchObject({
			recordsRead: 250,
			completeness: { is: 'complete' },
		});
	});

	test.each([{ has_more: false }, { total: 5 }])(
		'a token of 0 leads nowhere, beside %j (Redis, X)',
		async (end) => {
			const { client } = listService(() => ({
				body: { tasks: rowsOf(5), next_cursor: '0', ...end },
			}));
			expect((await read(client)).completeness).toEqual({ is: 'complete' });
		},
	);

	test('an empty page is no end while the first one says that there is more', async () => {
		const template: Template = ({ items, next, more }) => ({
			tasks: items,
			next_cursor: next,
			has_more: more,
		});
		const { client } = listService((asked) =>
			'cursor' in asked.query
				? { body: { tasks: [] } }
				: paged(tokens('page_token'), template, rowsOf(250))(asked),
		);
		expect(await read(client)).toMatchObject({
			recordsRead: 250,
			completeness: { is: 'complete' },
		});
	});

	test('a total of 0 past the end does not count', async () => {
		const template: Template = ({ items, at, total }) => ({
			tasks: items,
			page: at,
			total: items.length > 0 ? total : 0,
		});
		const { client } = listService(paged(pages(), template, rowsOf(200)));
		expect(await read(client)).toMatchObject({
			recordsRead: 200,
			completeness: { is: 'complete' },
		});
	});

	test('a total that counts the page does not end a filtered list', async () => {
		const template: Template = ({ items, at }) => {
			const tasks = at === 2 ? items.slice(20) : items;
			return { tasks, page: at, total: tasks.length };
		};
		const { client } = listService(paged(pages(), template, rowsOf(300)));
		expect(await read(client)).toMatchObject({
			recordsRead: 280,
			completeness: { is: 'complete' },
		});
	});

	test('an empty page in the middle of a filtered list with a token', async () => {
		const template: Template = ({ items, next, at }) => ({
			tasks: at === 2 ? [] : items,
			next_cursor: next,
		});
		const { client } = listService(paged(tokens(), template, rowsOf(300)));
		expect(await read(client)).toMatchObject({
			recordsRead: 200,
			completeness: { is: 'complete' },
		});
	});

	test.each([
		[7, 'unknown', 2],
		[65, 'complete', 4],
	])(
		'a token that does not say next, also on the last page, of a list of %i (Facebook)',
		async (count, is, requested) => {
			const template: Template = ({ items, at, path }) => ({
				data: items,
				paging: { cursors: { after: `c_${at * 20}` }, next: path ?? undefined },
			});
			const { client, requests } = listService(paged(tokens('after'), template, rowsOf(count), 20));
			expect(await read(client)).toMatchObject({ recordsRead: count, completeness: { is } });
			expect(requests).toHaveLength(requested);
		},
	);

	test('IDs that count within a project, and within a type', async () => {
		const rows = ['p1', 'p2', 'p3'].flatMap((project_id) =>
			rowsOf(50).map((row) => ({ ...row, project_id })),
		);
		const respond = paged(
			pages(),
			({ items, at, total }) => ({ tasks: items, page: at, total }),
			rows,
		);
		expect(await read(listService(respond).client)).toMatchObject({
			recordsRead: 150,
			completeness: { is: 'complete' },
		});
	});

	test('records without IDs are never left out', async () => {
		const rows = rowsOf(250).map((_, at) => ({ title: `Task ${at % 2}`, id: undefined }));
		const respond = paged(
			tokens(),
			({ items, next }) => ({ tasks: items, next_cursor: next }),
			rows,
		);
		const list = await read(listService(respond).client);
		// Two pages of the same content are one page that came again.
		expect(list.completeness.is).toBe('short');
		const others = rows.map((row, at) => ({ ...row, title: `Task ${at % 99}` }));
		const otherRespond = paged(
			tokens(),
			({ items, next }) => ({ tasks: items, next_cursor: next }),
			others,
		);
		expect(await read(listService(otherRespond).client)).toMatchObject({
			recordsRead: 250,
			completeness: { is: 'complete' },
		});
	});

	test('a link is followed on every page, and read in order', async () => {
		const { client } = listService(paged(pages(), withLink, rowsOf(1_000)));
		expect(idsOf((await read(client)).records)).toEqual(idsOf(rowsOf(1_000)));
	});
});
