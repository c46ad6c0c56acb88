import type { JsonObject } from '../../../nodes/ProjectWorkspace/old/records/value';
import { createPageReader } from '../../../nodes/ProjectWorkspace/old/lists/page/pageReader';
import { toOwnAddress } from '../../../nodes/ProjectWorkspace/old/lists/page/target';
import { ok } from '../../../nodes/ProjectWorkspace/old/result';
import { objects } from '../said';

/**
 * The records of each page of a list that was requested like this, or the message why it was rejected.
 * @param link by which the second page is requested
 */
async function readPages(query: Record<string, string>, pages: JsonObject[][], link?: string) {
	const read = createPageReader(
		{
			resource: 'task',
			firstQuery: query,
			parallel: 1,
			fetchPage: async (target) => {
				const page = 'query' in target ? Number(target.query.page ?? 0) : 1;
				return ok({
					body: { data: pages[page] ?? [] },
					headers: {},
					status: 200,
					query,
					url: 'https://example.com/v1/tasks',
				});
			},
		},
		{ distinct: 0 },
	);
	const results = [];
	for (const page of pages.keys()) {
		const own = toOwnAddress(query, { page: String(page) });
		const reading = await read(page > 0 && link ? { url: link } : own);
		results.push(reading.ok ? reading.value.records : reading.problem.message);
	}
	return results;
}

const unfiltered = (name: string, wanted: string, other: string) =>
	`The service did not filter the list: it was requested with ${name} ${wanted}, and has records with ${name} ${other}`;

test.each<[string, JsonObject]>([
	['project_id', { project_id: 'p2' }],
	['projectId', { projectId: 'p2' }],
	['an object in the field', { project_id: { id: 'p2' } }],
	['an object', { project: { id: 'p2', name: 'Website' } }],
	['an object with an ID of another name', { project: { gid: 'p2' } }],
	['an object around the field', { parent: { project_id: 'p2' } }],
	['a reference of JSON:API', { relationships: { project: { data: { id: 'p2' } } } }],
	['a list of IDs', { project_ids: ['p2'] }],
	['a list of objects', { projects: [{ id: 'p2' }] }],
	['an ID where a name could be', { project: 'p2' }],
	['a key', { project_key: 'p2' }],
	['a link', { project_url: 'https://example.com/v1/projects/p2' }],
	['a link of HAL', { _links: { project: { href: '/v1/projects/p2' } } }],
	['a parent that is a project', { parent: { type: 'project', id: 'p2' } }],
	['the ID of such a parent', { parent_type: 'Project', parent_id: 'p2' }],
])('a record of another project is no part of the list: %s', async (_, record) => {
	const pages = [[{ id: 1, ...record }]];
	expect(await readPages({ project_id: 'p1' }, pages)).toEqual([
		unfiltered('project_id', 'p1', 'p2'),
	]);
	expect(await readPages({ project_id: 'p2' }, pages)).toEqual(pages);
	expect(await readPages({}, pages)).toEqual(pages);
});

test.each<[JsonObject, JsonObject]>([
	[{ project_id: 'p1' }, { project_id: null }],
	[{ project: 'p1' }, { project: null }],
	[{ project: 'p1' }, { project: 'p2' }],
	[{ project: { id: 'p1' } }, { project: null }],
	[{ projects: [{ id: 'p1' }] }, { projects: [] }],
	[{ parent: { project: { id: 'p1' } } }, { parent: { project: null } }],
	[{ project_id: ['p1'] }, { project_id: ['p2'] }],
	[{ project_id: { id: 'p1' } }, { project_id: { id: 'p2' } }],
	[{ project_ids: ['p1', 'p3'] }, { project_ids: ['p2'] }],
	[{ project_ids: ['p1'] }, { project_ids: [] }],
	[{ projects: [{ id: 'p1' }] }, { projects: [{ id: 'p2' }] }],
	[{ memberships: [{ project: { id: 'p1' } }] }, { memberships: [{ project: { id: 'p2' } }] }],
	[{ attributes: { project_id: 'p1' } }, { attributes: { project_id: 'p2' } }],
	[{ fields: { project: { id: 'p1' } } }, { fields: { project: { id: 'p2' } } }],
	[{ _embedded: { project: { id: 'p1' } } }, { _embedded: { project: { id: 'p2' } } }],
	[{ parent_project_id: 'p1' }, { parent_project_id: 'p2' }],
	[{ project_key: 'p1' }, { project_key: 'p2' }],
	[{ project: { slug: 'p1' } }, { project: { slug: 'p2' } }],
	[{ project: '/v1/projects/p1' }, { project: '/v1/projects/p2' }],
])(
	'%j is of the project, and %j is not, on the same page and on a later one',
	async (own, other) => {
		const [first, second] = [
			{ id: 1, ...own },
			{ id: 2, ...other },
		];
		const unwanted = expect.stringMatching(/^The service did not filter the list/);
		expect(await readPages({ project_id: 'p1' }, [[first, second]])).toEqual([unwanted]);
		expect(await readPages({ project_id: 'p1' }, [[first], [second]])).toEqual([[first], unwanted]);
		expect(await readPages({ project_id: 'p1' }, [[first, first]])).toEqual([[first, first]]);
	},
);

test.each<JsonObject>(
	objects(`{"project_id": null} | {"project_key": "WEB", "project_name": "Website"}
		{"project_position": 2, "projects_count": 2} | {"parent_task": {"project_id": "p2"}}
		{"parent": {"id": "t7", "project_id": "p2"}} | {"project": {"id": null}} | {"project": "/v1/projects/other"}
		{"project": "Website 2"} | {"project": "2026"} | {"project": {"number": 2}}
		{"project_url": "https://example.com/website/w2"} | {"parent_type": "task", "parent_id": "p2"}
		{"parent": {"type": "task", "id": "p2"}}`),
)('%j does not say of which project it is', async (record) => {
	const pages = [[{ id: 1, ...record }]];
	expect(await readPages({ project_id: 'p1' }, pages)).toEqual(pages);
});

test.each([
	['7', { project: 8 }],
	['7', { project_url: '/v1/projects/8/' }],
	['1f2b84f9c8d34b6f9a57f5f3a0c1d2e3', { project: '9e2b84f9c8d34b6fba57f5f3a0c1d2e4' }],
])('asked for %s, %j is of another project', async (project_id, record) => {
	const [read] = await readPages({ project_id }, [[{ id: 't1', ...record }]]);
	expect(read).toMatch(/^The service did not filter the list/);
});

test('records without a value in common are not of one project, whatever the value means', async () => {
	const first = { id: 1, project: 'Website' };
	const other = { id: 2, project: 'App' };
	const unwanted = unfiltered('project_id', 'p1', 'App');
	expect(await readPages({ project_id: 'p1' }, [[first, other]])).toEqual([unwanted]);
	expect(await readPages({ project_id: 'p1' }, [[first], [other]])).toEqual([[first], unwanted]);
	const lists = [['Website', 'App'], ['App'], null].map((projects, id) => ({ id, projects }));
	expect(await readPages({ project_id: 'p1' }, [lists])).toEqual([lists]);
});

test('a project may be chosen by its key', async () => {
	const pages = [[{ id: 1, project: { id: 10000, key: 'WEB' } }]];
	expect(await readPages({ project_id: 'WEB' }, pages)).toEqual(pages);
});

test.each<[string, JsonObject]>([
	['5', { project_id: 5 }],
	['5', { project_id: { id: 5 } }],
	['5', { project: { id: 5, name: 'Website' } }],
	['5', { project: 'Website' }],
	['5', { project_id: null }],
	['5', { project_id: 'https://example.com/v1/projects/5' }],
	['web', { project: { id: 5, key: 'WEB' } }],
	['p1', { project_id: ' p1 ' }],
	['p1', { project_id: 'urn:project:p1' }],
	['p1', { project: { _id: { $oid: 'p1' } } }],
	['p1', { project: { id: 77, code: 'p1' } }],
	['p1', { project: { id: 77, short_id: 'p1' } }],
	['p1', { project: { id: 77, url: 'https://example.com/projects/p1' } }],
	['1f2b84f9c8d34b6f9a57f5f3a0c1d2e3', { project_id: '1F2B84F9-C8D3-4B6F-9A57-F5F3A0C1D2E3' }],
])('the project %s is the same in another form: %j', async (project_id, record) => {
	const pages = [[{ id: 1, ...record }]];
	expect(await readPages({ project_id }, pages)).toEqual(pages);
});

test('what all records of the first page have as it was requested, those of a link that has lost it have as well', async () => {
	const open = { id: 1, status: 'open', archived: false };
	const done = { id: 2, status: 'done', archived: false };
	const query = { status: 'open', archived: 'false', sort: 'status' };
	const lost = 'https://example.com/v1/tasks?page=1';
	expect(await readPages(query, [[open], [open]], lost)).toEqual([[open], [open]]);
	expect(await readPages(query, [[open], [done]], lost)).toEqual([
		[open],
		unfiltered('status', 'open', 'done'),
	]);
	// Where it is sent, the service knows what it means.
	expect(await readPages(query, [[open], [done]])).toEqual([[open], [done]]);
	const kept = `${lost}&Status=open`;
	expect(await readPages(query, [[open], [done]], kept)).toEqual([[open], [done]]);
	// Here it means something else.
	const all = { status: 'all' };
	expect(await readPages(all, [[open], [done]], lost)).toEqual([[open], [done]]);
	const none = { status: '' };
	expect(await readPages(none, [[{ id: 3 }], [done]], lost)).toEqual([[{ id: 3 }], [done]]);
	expect(await readPages(query, [[], [done]], lost)).toEqual([[], [done]]);
});
