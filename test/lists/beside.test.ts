import type { Answer } from './fakeService';
import { complete, read, rows, ten } from './readList';
import { said, type Said } from './said';

/**
 * What services write beside a list: the first 20 of their records, which by one field are all of them, and by another
 * are not. No parameter leads on.
 */
const users = rows.slice(0, 20);

const answer = (list: unknown, closed: object, said: Said): Answer => {
	const { headers, ...fields } = said as { headers?: Record<string, string> }; // one of the two
	return { body: { users: list, ...closed, ...fields }, headers };
};

/** By what the list seems to be whole. */
const ENDS: ReadonlyArray<readonly [string, object]> = [
	['a link that is null', { next: null }],
	['a total', { total: 20 }],
	['a flag', { has_more: false }],
];

const anyEnd = (said: readonly Said[]) =>
	said.flatMap((each) =>
		ENDS.filter(([, closed]) => !Object.keys(each).some((key) => key in closed)).map(
			([name, closed]) => [JSON.stringify(each), name, each, closed] as const,
		),
	);

/** Kinds of a text with a larger number. */
const COUNTED: readonly Said[] =
	said(`showing: 1-20 of 65 | showing: 1–20 / 65 | showing: {"from": 1, "to": 20, "of": 65} | range: 0-19/65
	range: 1-20/1,065 | content_range: users 0-19/65 | message: Showing 20 of 65 | message: Showing 20 of 65 users
	message: Zeige 20 von insgesamt 65 Einträgen | message: Affichage de 1 à 20 sur 65
	message: Mostrando 1 - 20 de 65 resultados | message: 全65件中1-20件を表示 | message: 显示第 1-20 条，共 65 条
	message: 65 users found, 20 shown | message: Found 65 users | message: Total: 65. Page size: 20.
	message: OK, 20 out of 2,000 | msg: 20 of 2000 as of 20 November 2026 | meta.note: 20 of 65
	meta.paging.text: 1-20 of 65 | ui.label: 1 to 20 of 65 | notices: ["20 of 65 users"]
	messages: [{"text": "You see 20 of 65"}] | header.X-Showing: 1-20 of 65 | header.X-Range: users=0-19/65
	header.X-Result-Info: 20 of 65 | page: 1 of 4 | page: 1/4 | message: Page 1 of 4 | message: Seite 1 von 4
	meta.text: page 1/4`);

/** Links to the last page. */
const LAST_LINKS: readonly Said[] =
	said(`links: {"next": null, "last": "https://api.example.com/v1/users?page=4"}
	links: {"first": "/v1/users?page=1", "last": "/v1/users?page=4"}
	links: {"first": {"href": "?page=0&size=20"}, "last": {"href": "?page=1&size=20"}}
	links.last: ?page=1&offset=60
	links.last: ?page[offset]=60&page[limit]=20 | links: [{"rel": "last", "href": "/v1/users?page=4"}]
	links: {"self": "/v1/users", "last": "/v1/users?cursor=b2Zmc2V0"}
	last_page_url: https://api.example.com/v1/users?page=4 | lastLink: /v1/users?start=60
	_links.last.href: /users?page=4 | meta.last_url: /users/page/4 | paging.last: ?offset=20
	header.Link: <https://api.example.com/v1/users?page=1>; rel="first", </v1/users?page=4>; rel="last"`);

/** Records that were left out. */
const LEFT_OUT: readonly Said[] = [
	...['overall', 'all', 'sum', 'full_count', 'anzahl', 'gesamt', 'of', 'matched'].map((name) => ({
		[name]: 65,
	})),
	...`skipped omitted excluded hidden dropped failed missing filtered_out not_shown withheld unreachable skipped_count
	num_omitted hidden_users users_excluded failedItems inaccessible remaining more_users`
		.split(/\s+/)
		.flatMap((name) => [{ [name]: 45 }, { [name]: 3 }, { meta: { [name]: '3' } }]),
	...said(`paging.count: 65 | meta: {"count": 65, "total": 20} | stats.total: 65 | statistics.users: 65
	omitted: ["u21", "u22"] | unreachable: ["locations/eu"] | skipped: [{"id": "u21", "reason": "no access"}]
	summary.omitted: 45 | stats.hidden: 45 | header.X-Omitted-Count: "45" | header.X-Skipped: "3"`),
];

/** Words that the list is not whole. */
const WORDS: readonly Said[] = [
	{ id: 'r1', message: 'Showing 20 of 65' },
	{ title: 'Users', summary: '20 of 65' },
	...said(`ready: false | index.is_ready: "false" | warnings: ["Shard 3 did not respond"]
	warnings: [{"code": "RESOURCE_LIMIT", "message": "The project has more than 10,000 assets"}]
	warning: You lack a scope | meta.warnings: ["Results were cut"] | response_metadata.warnings: ["over_limit"]
	warning.code: INSUFFICIENT_PERMISSIONS_PARTIAL_DATA | notice: Partial results | notice: Results are incomplete
	message: Only the first 20 users are shown | message: The result was truncated | message: There are more users
	message: More results are available | message: Results are limited to 20
	message: Some users could not be loaded | message: Not all users are included
	info: Users without e-mail were left out | note: Too many results, refine your search
	messages: [{"severity": "info", "text": "Some shards timed out"}] | hints: ["and 45 more"] | status: partial
	status.code: INCOMPLETE | result_status: PARTIAL_CONTENT | code: PARTIAL_SUCCESS | meta.completeness: partial
	coverage.is_partial: true | execution.timed_out: true | message: Rebuilding the index, try again later
	job.status: running | sync.in_progress: true | header.X-Partial-Results: "true"
	header.X-Result-Status: incomplete | header.Warning: 199 - "Partial results"`),
];

/** What is usual beside a whole list; Slack and LinkedIn have a `count` in `paging`. */
const ORDINARY: readonly Said[] = [
	...`Success|OK|20 users found|Retrieved 20 users|Showing 20 of 20|1-20 of 20|Page 1 of 1|Done in 65 ms|Took 0.65 s
	Data as of 20 November 2026|As of 2026-11-20 10:20:65|20.11.2026|November 20, 2026: all 20 users|API v2.20.65
	You have used 20 of 1000 API calls|20 of 65 seats used|20 users in 65 projects|No more users|There are no more users
	All results are included|No records were skipped|0 omitted|Nothing is missing|Welcome to API 3: webhooks are available
	See https://api.example.com/docs/20/65|20 of 20 shards|Users of 20 EU countries|20 users, 65 % of them active
	Max 100 records per page|You can list up to 1000 users per request|Request 8f20b65 of 2026|None pending`
		.split(/\|\s*|\n\s*/)
		.map((message) => ({ message })),
	{ last_page_url: 'https://internal.example.com/users?page=1', last_page: 1 },
	{ skip: 0, limit: 20 },
	{ skipped: 0, omitted: 0, hidden: 0, failed: 0, missing: null, excluded: [], unreachable: [] },
	{ offset: 0, count: 20 },
	{ id: 'p1', name: 'Relaunch', status: 'pending' },
	{ title: 'Users', description: 'All members of the team' },
	{ timed_out: false, _shards: { total: 5, failed: 0, skipped: 0 } },
	{ headers: { ETag: '"20-65"' } },
	...said(`ready: true | available: false | range: 1-20 | range: 0-19/20 | page: 1/1 | request_id: 20-65
	etag: W/"20-65" | trace: Root=1-20-65 | sync_token: 20-65 | generated_at: 2026-11-20T10:20:65Z | date: 20/65
	version: "20.65" | seats: 20/65 | rate_limit: 20 of 1000 | search: 20 65
	links: {"first": "?page=1", "last": "?page=1"} | links: {"self": "/v1/users", "last": "/v1/users?page=1"}
	links: {"first": "/users?page=0&size=20", "last": "/users?page=0&size=20"}
	links: {"first": "?page[offset]=0", "last": "?page[offset]=0", "prev": null}
	links: {"first": "?cursor=a", "last": "?cursor=a"} | links.last: null | last_seen: https://example.com/?page=4
	last: 2026-11-20T10:20:00Z | header.Link: </v1/users?page=1>; rel="first", </v1/users?page=1>; rel="last"
	hidden: false | remaining: 0 | warnings: [] | warnings: null | warnings: {} | warning: "" | warnings: ["none"]
	warnings: ["Parameter 'sort' is deprecated"]
	warnings: [{"code": "deprecated_version", "message": "Upgrade to v3"}]
	response_metadata.warnings: ["superfluous_charset"] | warning: missing_charset | errors: [] | notices: []
	notice: Scheduled maintenance on Sunday | notice: The field "login" will be removed | messages: ["Retrieved"]
	status: ok | status: complete | state: active | status: 200 | code: SUCCESS
	sync: {"status": "idle", "last_run": "2026-11-20T10:00:00Z"} | sync.in_progress: false | job.status: done
	index: {"state": "ready", "documents": 20} | cache: {"status": "HIT", "age": 65} | filter.status: in_progress
	applied_filters.state: pending | query: {"status": "partial", "limit": 100}
	params: {"missing": 1, "hidden": "true"} | statuses: ["pending", "running"]
	counts: {"pending": 3, "in_progress": 5, "done": 12} | summary: {"failed": 3, "done": 17}
	stats: {"total": 20, "missing": 2, "failed": 3}
	project: {"id": "p1", "name": "Relaunch", "status": "in progress", "hidden": 3} | workflow.state: running
	view: {"id": "v1", "name": "Partial results", "description": "20 of 65"} | plan.max_users: 50
	_shards: {"total": 65, "successful": 65, "skipped": 0, "failed": 0}
	paging: {"count": 100, "total": 20, "page": 1, "pages": 1}
	paging: {"count": 65, "start": 0, "total": 20, "links": []} | unread_count: 65
	meta: {"unread": 65, "unreadUsers": 65} | incomplete_results: false | partial: false
	header.X-RateLimit-Policy: 20;w=65 | header.X-Requests-Remaining: "45"
	header.Warning: 299 - "Deprecated API" | header.Server-Timing: db;dur=20, app;dur=65
	header.X-Served-By: cache-fra20-65 | header.X-Amzn-Trace-Id: Root=1-20-65
	header.Cache-Control: max-age=65, must-revalidate | header.Date: Fri, 20 Nov 2026 10:20:65 GMT
	header.Content-Security-Policy: default-src 'none'; partial | header.X-Total-Count: "20"`),
];

/** Beside an empty list: it is not there yet. */
const NOT_YET: readonly Said[] = [
	...`Rebuilding|Rebuilding the index|The index is being rebuilt|Indexing in progress|Still loading, please wait
	Try again later|No data yet. Please try again later|Please check back soon|Retry in 30 seconds|Not ready yet
	The data is not available yet|Warming up|Your export is being prepared|Sync in progress|Down for maintenance
	The service is temporarily unavailable|Nothing here yet: the import is running|Currently syncing with the source
	Search timed out|Data has not been loaded|Migration running|Users are still importing|Initializing…|queued`
		.split(/\|\s*|\n\s*/)
		.flatMap((text): Said[] => [{ message: text }, { meta: { info: text } }]),
	...said(`status: Rebuilding | state: in_progress | phase: INITIALIZING | job.status: running
	job: {"id": "j1", "state": "queued"} | sync.in_progress: true | sync: {"status": "SYNCING", "progress": 20}
	index.state: building | index.ready: false | indexing: true | building: true | is_importing: "true"
	status.code: pending | state: {"value": "building", "since": "2026-11-20T10:00:00Z"} | page.ready: false
	progress: 0.4 | progress: 40 % | progress.percent: 40 | sync.progress: 0 | export.state: queued
	import: {"name": "Nightly", "status": "processing"} | meta.job.status: pending | retry_after: 30
	messages: ["The index is rebuilding"] | notices: [{"text": "Try again in a minute"}]
	warnings: ["Shard 3 did not respond"] | notice: Partial results | header.X-Status: rebuilding
	header.Retry-After: "30"`),
];

/** Beside a list that is empty. */
const NONE: readonly Said[] = [
	...`No users found|No users yet|There are no users|No pending users|No users in progress|Nothing found
	No results. Try again with another filter|0 users|You have no users. Create one to get started
	No matching records|Success|None are queued|There is nothing in progress|Keine Einträge|No results were found for your search
	There are no results on this page|No partial matches|Scheduled maintenance on Sunday|No users have been invited yet
	Nothing is being processed`
		.split(/\|\s*|\n\s*/)
		.map((message) => ({ message })),
	{ page: 1, pages: 0, omitted: 0 },
	{ total: 0, limit: 20 },
	...said(`status: ok | status: done | filter.status: in_progress | filters: {"state": "pending", "ready": false}
	query.status: running | project: {"id": "p1", "name": "Relaunch", "status": "in progress"}
	workflow.status: running | counts: {"pending": 0, "in_progress": 0} | job.status: finished | building: false
	progress: 1 | progress: 100 | progress: 100 % | status.code: 200 | status.code: ok
	sync: {"in_progress": false, "last": "2026-11-20T10:00:00Z"} | index.state: ready
	warning: {"code": "NO_RESULTS_ON_PAGE", "message": "There are no results on this page."}
	warnings: ["Parameter 'sort' is deprecated"] | statuses: ["pending", "running"]
	links: {"first": "?page=1", "last": "?page=1"} | links.last: ?page=0`),
];

const isOf = async (list: unknown, closed: object, said: Said, query = {}) => {
	const { outcome } = await read(() => answer(list, closed, said), { firstQuery: query });
	return outcome.completeness.is;
};

test.each(anyEnd([...COUNTED, ...LAST_LINKS, ...LEFT_OUT, ...WORDS]))(
	'a list is not complete beside %s, whatever %s says',
	async (_, __, said, closed) => {
		expect(await isOf(users, closed, said)).not.toBe('complete');
	},
);

test.each(anyEnd(ORDINARY))(
	'a list is complete beside %s, if %s says so',
	async (_, __, said, closed) => {
		expect(await isOf(users, closed, said, { search: '20 65' })).toBe('complete');
	},
);

test.each(NOT_YET.map((said) => [JSON.stringify(said), said]))(
	'an empty list is none beside %s',
	async (_, said) => {
		expect(await isOf([], {}, said as Said)).not.toBe('complete');
		expect(await isOf([], { total: 0 }, said as Said)).not.toBe('complete');
	},
);

test.each(NONE.map((said) => [JSON.stringify(said), said]))(
	'a list is empty beside %s',
	async (_, said) => {
		expect(await isOf([], {}, said as Said)).toBe('complete');
	},
);

test.each([
	['is not complete', {}, 'unknown'],
	['is complete with Ignore Reported Total', { ignoreTotal: true }, 'complete'],
])('a list whose first page has warnings %s, though later ones have none', async (_, set, is) => {
	const { outcome, records } = await read(
		({ page: number = '1' }) => {
			const said = number === '1' ? { warnings: ['Shard 3 did not respond'] } : {};
			return { body: { users: ten(number, 30), ...said, has_more: Number(number) < 3 } };
		},
		{ overrides: set },
	);
	expect(records).toHaveLength(30);
	expect(outcome.completeness.is).toBe(is);
});

test('what was skipped on a later page is its offset', async () => {
	const { outcome, records } = await read(({ offset = '0' }) => {
		const data = rows.slice(Number(offset), Number(offset) + 10).slice(0, 30 - Number(offset));
		return { body: { users: data, offset: Number(offset), skipped: Number(offset) } };
	});
	expect(records).toHaveLength(30);
	expect(outcome).toMatchObject(complete('walked'));
});

test('what a project says of itself says nothing about the list in it', async () => {
	const project = { id: 'p1', name: 'Relaunch', status: 'running', progress: 40, users: [] };
	const { outcome } = await read(() => ({ body: { project } }));
	expect(outcome.completeness.is).toBe('complete');
});

test.each([{ status: 'in_progress' }, { state: 'partial' }, { message: 'try again later' }])(
	'what was sent says nothing: %j',
	async (said) => {
		expect(await isOf([], {}, said, said)).toBe('complete');
		expect(await isOf(users, { next: null }, said, said)).toBe('complete');
	},
);
