import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox';
import { listEnvelopes } from '../../sandbox/service/envelopes.ts';
import { paginationStyles } from '../../sandbox/service/pagination.ts';
import { api, asList, asObject, at, control } from './support/client.ts';
import type { Reply } from './support/client.ts';

const ITEMS = 23;
const SIZE = 5;
const wanted = Array.from({ length: ITEMS }, (_, index) => `Task ${index + 1}`);

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: false });
});
beforeEach(async () => {
	await sandbox.reset();
	sandbox.addRecords('task', { title: 'Task {n}', project_id: 'p' }, ITEMS);
	sandbox.addRecords('task', { title: 'Of another project', project_id: 'q' }, 2);
});
afterAll(() => sandbox.close());

describe('list envelopes', () => {
	const paths: Record<keyof typeof listEnvelopes, string> = {
		array: '',
		data: 'data',
		items: 'items',
		resource: 'tasks',
		results: 'results',
		records: 'records',
		values: 'values',
		dataItems: 'data.items',
		dataResource: 'data.tasks',
		responseResource: 'response.tasks',
		embedded: '_embedded.tasks',
		edges: 'edges',
		resourceEdges: 'data.tasks.edges',
		nodes: 'nodes',
		resourceNodes: 'data.tasks.nodes',
	};

	test.each(Object.keys(listEnvelopes) as Array<keyof typeof listEnvelopes>)(
		'%s holds the whole list',
		async (envelope) => {
			sandbox.settings.change({ list: { envelope } });
			const { body } = await api(sandbox, 'GET', '/v1/tasks?project_id=p');
			const items = asList(at(body, paths[envelope]));
			const records = /edges/i.test(envelope) ? items.map(({ node }) => asObject(node)) : items;
			expect(records.map(({ title }) => title)).toEqual(wanted);
		},
	);

	test.each([
		['bare', ''],
		['data', 'data'],
		['resource', 'task'],
		['result', 'result'],
		['dataResource', 'data.task'],
	] as const)('one record can be wrapped as %s', async (envelope, path) => {
		sandbox.settings.change({ record: { envelope } });
		const { body } = await api(sandbox, 'POST', '/v1/tasks', { body: { title: 'One' } });
		expect(at(body, path)).toMatchObject({ title: 'One' });
	});
});

describe('pagination', () => {
	type Next = (reply: Reply, seen: number) => string | undefined;
	const page = (query: string) => `/v1/tasks?project_id=p&limit=${SIZE}${query}`;
	const field = (reply: Reply, name: string) => asObject(reply.body)[name];
	const local = (link: unknown) =>
		typeof link === 'string' ? link.replace(sandbox.origin, '') : undefined;
	const fromHeader: Next = (reply) =>
		local(/<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]);
	const byNumber = (reply: Reply) => page(`&page=${Number(field(reply, 'page')) + 1}`);

	/** How a client finds the next page in each style. */
	const walks: Record<keyof typeof paginationStyles, Next> = {
		none: () => undefined,
		page: (reply) =>
			Number(field(reply, 'page')) < Number(field(reply, 'total_pages'))
				? byNumber(reply)
				: undefined,
		pageHasMore: (reply) => (field(reply, 'has_more') === true ? byNumber(reply) : undefined),
		offset: (reply, seen) =>
			seen < Number(field(reply, 'total')) ? page(`&offset=${seen}`) : undefined,
		cursor: (reply) => {
			const cursor = field(reply, 'next_cursor');
			return typeof cursor === 'string' ? page(`&cursor=${cursor}`) : undefined;
		},
		lastId: (reply) =>
			field(reply, 'has_more') === true
				? page(`&starting_after=${String(asList(field(reply, 'data')).at(-1)?.id)}`)
				: undefined,
		nextLink: (reply) => local(field(reply, 'next')),
		nextLinkByPage: (reply) => local(field(reply, 'next')),
		linkHeader: fromHeader,
		linkHeaderByPage: fromHeader,
	};

	async function walk(next: Next): Promise<{ titles: unknown[]; pages: number }> {
		const titles: unknown[] = [];
		let path: string | undefined = page('');
		let pages = 0;
		while (path !== undefined && pages < 20) {
			const reply: Reply = await api(sandbox, 'GET', path);
			expect(reply.status).toBe(200);
			titles.push(...asList(field(reply, 'data')).map(({ title }) => title));
			pages++;
			path = next(reply, titles.length);
		}
		return { titles, pages };
	}

	test.each(Object.keys(paginationStyles) as Array<keyof typeof paginationStyles>)(
		'%s leads through the whole list and ends',
		async (style) => {
			sandbox.settings.change({ list: { envelope: 'data' }, pagination: { style } });
			const { titles, pages } = await walk(walks[style]);
			expect(titles).toEqual(wanted);
			expect(pages).toBe(style === 'none' ? 1 : Math.ceil(ITEMS / SIZE));
		},
	);

	test('names can nest and carry the resource’s own name', async () => {
		sandbox.settings.change({
			list: { envelope: 'resourceEdges' },
			pagination: {
				style: 'cursor',
				pageSize: 2,
				request: { cursor: 'after' },
				response: {
					nextCursor: 'data.{resource}.pageInfo.endCursor',
					hasMore: 'data.{resource}.pageInfo.hasNextPage',
				},
			},
		});
		const first = await api(sandbox, 'GET', '/v1/tasks');
		const info = asObject(at(first.body, 'data.tasks.pageInfo'));
		expect(info).toEqual({ endCursor: expect.any(String), hasNextPage: true });
		const second = await api(sandbox, 'GET', `/v1/tasks?after=${String(info.endCursor)}`);
		const nodes = asList(at(second.body, 'data.tasks.edges')).map(({ node }) => asObject(node));
		expect(nodes.map(({ title }) => title)).toEqual(['Task 3', 'Task 4']);
	});

	test('a bare array says the facts in headers', async () => {
		sandbox.settings.change({
			pagination: { style: 'page', response: { total: 'total_count' } },
		});
		const reply = await api(sandbox, 'GET', page('&page=2'));
		expect(asList(reply.body).map(({ title }) => title)).toEqual(wanted.slice(5, 10));
		expect(reply.headers.get('x-total-count')).toBe(String(ITEMS));
		expect(reply.headers.get('x-total-pages')).toBe('5');
	});

	test('a page is never larger than the maximum', async () => {
		sandbox.settings.change({ pagination: { style: 'offset', maximumPageSize: 3 } });
		expect(asList((await api(sandbox, 'GET', '/v1/tasks?limit=100')).body)).toHaveLength(3);
	});

	test('a page that cannot be is refused', async () => {
		sandbox.settings.change({ pagination: { style: 'page' } });
		expect((await api(sandbox, 'GET', '/v1/tasks?page=0')).status).toBe(400);
		sandbox.settings.change({ pagination: { style: 'cursor' } });
		expect((await api(sandbox, 'GET', '/v1/tasks?cursor=nonsense')).status).toBe(400);
	});

	test('thousands of records are put in place in one go', async () => {
		const made = await control(sandbox, 'POST', 'records/users', {
			record: { name: 'User {n}' },
			count: 10_000,
		});
		expect(made.status).toBe(200);
		sandbox.settings.change({ pagination: { style: 'none' } });
		expect(asList((await api(sandbox, 'GET', '/v1/users')).body)).toHaveLength(10_000);
	});
});
