/**
 * List shapes of real public services, written from their documentation: envelope, how the next
 * page is said, and which parameter the service knows. Parameters it does not know are ignored.
 */
import type { ResourceName } from '../../nodes/ProjectWorkspace/catalogue';
import type { Answer, Row } from './fakeService';

type Query = Record<string, string>;

export interface Shape {
	name: string;
	answer: (rows: Row[], query: Query, url: URL, size: number) => Answer;
	/** Requests beyond one a page, where the service does not say enough. */
	extra?: number;
	/** Requests beyond one for a list of one short page: a cursor or a position is there although it is the end. */
	probed?: number;
	/** A list of one page says nothing of its end: a link or cursor that is left out, a position alone. */
	unsaid?: true;
	/** `user` unless said otherwise. */
	resource?: ResourceName;
}

/** A window by page number. */
function byPage(rows: Row[], value: string | undefined, size: number, base = 1) {
	const page = Number(value ?? base);
	const start = (page - base) * size;
	const pages = Math.ceil(rows.length / size);
	return {
		page,
		pages,
		items: rows.slice(start, start + size),
		more: page - base + 1 < pages,
		total: rows.length,
	};
}

function byOffset(rows: Row[], value: string | undefined, size: number) {
	const offset = Number(value ?? 0);
	const items = rows.slice(offset, offset + size);
	const next = offset + items.length;
	return { offset, items, next, more: next < rows.length, total: rows.length };
}

/** Opaque tokens: `c_100` points at row 100. */
function byToken(rows: Row[], value: string | undefined, size: number) {
	const start = value === undefined ? 0 : Number(value.slice(2));
	const items = rows.slice(start, start + size);
	const more = start + items.length < rows.length;
	return { items, more, token: more ? `c_${start + items.length}` : undefined, start };
}

function afterId(rows: Row[], id: string | undefined, size: number) {
	const start = id === undefined ? 0 : rows.findIndex((row) => row.id === id) + 1;
	const items = rows.slice(start, start + size);
	return { items, more: start + items.length < rows.length };
}

function link(url: URL, set: Query): string {
	const next = new URL(url.href);
	for (const [name, value] of Object.entries(set)) next.searchParams.set(name, value);
	return next.href;
}

const relative = (url: URL, set: Query) => {
	const next = new URL(link(url, set));
	return next.pathname + next.search;
};

export const SHAPES: readonly Shape[] = [
	{
		name: 'GitHub: bare array, Link header with next and last',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			const last = `<${link(url, { page: String(p.pages) })}>; rel="last"`;
			const next = `<${link(url, { page: String(p.page + 1) })}>; rel="next", ${last}`;
			return { body: p.items, headers: p.more ? { Link: next } : {} };
		},
	},
	{
		name: 'GitLab: bare array, X-Next-Page and X-Total-Pages',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			const headers = {
				'x-page': String(p.page),
				'x-next-page': p.more ? String(p.page + 1) : '',
				'x-per-page': String(size),
				'x-total': String(p.total),
				'x-total-pages': String(p.pages),
			};
			return { body: p.items, headers };
		},
	},
	{
		name: 'Shopify: resource name, Link header with an opaque page_info',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.page_info, size);
			const previous = `<${link(url, { page_info: 'c_0' })}>; rel="previous"`;
			const next = p.token && `<${link(url, { page_info: p.token })}>; rel="next"`;
			return {
				body: { users: p.items },
				headers: { link: [previous, next].filter(Boolean).join(', ') },
			};
		},
	},
	{
		name: 'Sentry: a next link always, with results="false" at the end',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.cursor, size);
			const next = link(url, { cursor: p.token ?? 'c_999' });
			const header = `<${link(url, { cursor: 'c_0' })}>; rel="previous"; results="false", <${next}>; rel="next"; results="${p.more}"; cursor="x"`;
			return { body: p.items, headers: { Link: header } };
		},
	},
	{
		name: 'Basecamp: bare array, Link and X-Total-Count',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			const next = `<${link(url, { page: String(p.page + 1) })}>; rel="next"`;
			return {
				body: p.items,
				headers: { 'X-Total-Count': String(p.total), ...(p.more ? { Link: next } : {}) },
			};
		},
	},
	{
		name: 'Stripe: has_more and starting_after with the last ID',
		answer: (rows, q, _url, size) => {
			const p = afterId(rows, q.starting_after, size);
			return { body: { object: 'list', data: p.items, has_more: p.more, url: '/v1/users' } };
		},
	},
	{
		name: 'OpenAI: last_id and has_more, sent as after',
		answer: (rows, q, _url, size) => {
			const p = afterId(rows, q.after, size);
			return {
				body: {
					object: 'list',
					data: p.items,
					first_id: p.items[0]?.id,
					last_id: p.items.at(-1)?.id,
					has_more: p.more,
				},
			};
		},
	},
	{
		name: 'Anthropic: last_id and has_more, sent as after_id',
		answer: (rows, q, _url, size) => {
			const p = afterId(rows, q.after_id, size);
			return {
				body: {
					data: p.items,
					first_id: p.items[0]?.id,
					last_id: p.items.at(-1)?.id,
					has_more: p.more,
				},
			};
		},
	},
	{
		name: 'Slack: members, response_metadata.next_cursor, empty at the end',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return {
				body: {
					ok: true,
					members: p.items,
					cache_ts: 1498777272,
					response_metadata: { next_cursor: p.token ?? '' },
				},
			};
		},
	},
	{
		name: 'Notion: results, next_cursor sent as start_cursor',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.start_cursor, size);
			return {
				body: {
					object: 'list',
					results: p.items,
					next_cursor: p.token ?? null,
					has_more: p.more,
					type: 'user',
					user: {},
				},
			};
		},
	},
	{
		name: 'Jira: values, startAt, maxResults, total, isLast',
		resource: 'task',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.startAt, size);
			return {
				body: {
					self: 'https://x',
					startAt: p.offset,
					maxResults: size,
					total: p.total,
					isLast: !p.more,
					values: p.items,
				},
			};
		},
	},
	{
		name: 'Jira search: issues, startAt, total',
		resource: 'task',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.startAt, size);
			return {
				body: {
					expand: 'names,schema',
					startAt: p.offset,
					maxResults: size,
					total: p.total,
					issues: p.items,
				},
			};
		},
	},
	{
		name: 'Jira enhanced search: nextPageToken sent under its own name, isLast',
		extra: 1,
		resource: 'task',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.nextPageToken, size);
			return { body: { issues: p.items, isLast: !p.more, nextPageToken: p.token } };
		},
	},
	{
		name: 'Asana: next_page with offset, path and uri',
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.offset, size);
			const next = p.token && {
				offset: p.token,
				path: relative(url, { offset: p.token }),
				uri: link(url, { offset: p.token }),
			};
			return { body: { data: p.items, next_page: next ?? null } };
		},
	},
	{
		name: 'Asana without its uri: next_page.offset',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.offset, size);
			return { body: { data: p.items, next_page: p.token ? { offset: p.token } : null } };
		},
	},
	{
		name: 'Airtable: offset as a token',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.offset, size);
			return { body: { records: p.items, ...(p.token ? { offset: p.token } : {}) } };
		},
	},
	{
		name: 'HubSpot: paging.next.after with a relative link',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					results: p.items,
					...(p.token ? { paging: { next: { after: p.token, link: `?after=${p.token}` } } } : {}),
				},
			};
		},
	},
	{
		name: 'HubSpot: paging.next.after alone, with total',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					total: rows.length,
					results: p.items,
					...(p.token ? { paging: { next: { after: p.token } } } : {}),
				},
			};
		},
	},
	{
		name: 'Zendesk: meta.after_cursor sent as page[after]',
		extra: 1,
		probed: 1,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q['page[after]'], size);
			return {
				body: {
					users: p.items,
					meta: { has_more: p.more, after_cursor: p.token ?? 'c_250', before_cursor: 'c_0' },
				},
			};
		},
	},
	{
		name: 'Zendesk offset: next_page as an address, count',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					groups: [{ id: 1 }],
					next_page: p.more ? link(url, { page: String(p.page + 1) }) : null,
					previous_page: null,
					count: p.total,
				},
			};
		},
	},
	{
		name: 'Linear: GraphQL connection with pageInfo',
		extra: 1,
		probed: 1,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					data: {
						users: {
							edges: p.items.map((node) => ({ node, cursor: `e_${node.id}` })),
							pageInfo: {
								hasNextPage: p.more,
								endCursor: p.token ?? 'c_250',
								hasPreviousPage: false,
								startCursor: 'c_0',
							},
						},
					},
				},
			};
		},
	},
	{
		name: 'GraphQL nodes beside pageInfo',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					data: {
						viewer: {
							users: {
								nodes: p.items,
								pageInfo: { endCursor: p.token ?? null, hasNextPage: p.more },
							},
						},
					},
				},
			};
		},
	},
	{
		name: 'ClickUp: last_page true or false, pages from 0, no number answered',
		extra: 1,
		resource: 'task',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return { body: { tasks: p.items, last_page: !p.more } };
		},
	},
	{
		name: 'Stack Exchange: has_more with page numbers from 1 that are not answered',
		extra: 1,
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return { body: { items: p.items, has_more: p.more, quota_max: 300, quota_remaining: 298 } };
		},
	},
	{
		name: 'Todoist: results and next_cursor',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return { body: { results: p.items, next_cursor: p.token ?? null } };
		},
	},
	{
		name: 'monday: items_page with a cursor',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return {
				body: { data: { items_page: { cursor: p.token ?? null, items: p.items } }, account_id: 1 },
			};
		},
	},
	{
		name: 'Google: nextPageToken sent as pageToken',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.pageToken, size);
			return {
				body: { kind: 'admin#directory#users', etag: 'x', users: p.items, nextPageToken: p.token },
			};
		},
	},
	{
		name: 'YouTube: pageInfo.totalResults beside nextPageToken',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.pageToken, size);
			return {
				body: {
					kind: 'youtube#List',
					items: p.items,
					nextPageToken: p.token,
					pageInfo: { totalResults: rows.length, resultsPerPage: size },
				},
			};
		},
	},
	{
		name: 'Wrike: nextPageToken sent under its own name',
		extra: 1,
		unsaid: true,
		resource: 'task',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.nextPageToken, size);
			return {
				body: { kind: 'tasks', data: p.items, ...(p.token ? { nextPageToken: p.token } : {}) },
			};
		},
	},
	{
		name: 'Databricks: next_page_token sent as page_token',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.page_token, size);
			return { body: { objects: p.items, ...(p.token ? { next_page_token: p.token } : {}) } };
		},
	},
	{
		name: 'Zoom: next_page_token under its own name',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.next_page_token, size);
			return {
				body: {
					page_size: size,
					page_count: Math.ceil(rows.length / size),
					total_records: rows.length,
					next_page_token: p.token ?? '',
					users: p.items,
				},
			};
		},
	},
	{
		name: 'CircleCI: next_page_token sent as page-token',
		extra: 2,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q['page-token'], size);
			return { body: { items: p.items, next_page_token: p.token ?? null } };
		},
	},
	{
		name: 'Microsoft Graph: value and @odata.nextLink',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.$skiptoken, size);
			return {
				body: {
					'@odata.context': 'https://x/$metadata#users',
					value: p.items,
					...(p.token ? { '@odata.nextLink': link(url, { $skiptoken: p.token }) } : {}),
				},
			};
		},
	},
	{
		name: 'OData without nextLink: @odata.count and $skip',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.$skip, size);
			return { body: { '@odata.count': p.total, value: p.items } };
		},
	},
	{
		name: 'OData version 2: d.results and d.__next',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.$skiptoken, size);
			return {
				body: {
					d: {
						results: p.items,
						...(p.token ? { __next: link(url, { $skiptoken: p.token }) } : {}),
					},
				},
			};
		},
	},
	{
		name: 'Azure DevOps: count, value and the x-ms-continuationtoken header',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.continuationToken, size);
			return {
				body: { count: p.items.length, value: p.items },
				headers: p.token ? { 'x-ms-continuationtoken': p.token } : {},
			};
		},
	},
	{
		name: 'AWS: NextToken sent under its own name',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.NextToken, size);
			return { body: { Users: p.items, NextToken: p.token } };
		},
	},
	{
		name: 'AWS: NextMarker and IsTruncated, sent as Marker',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.Marker, size);
			return { body: { IsTruncated: p.more, Users: p.items, NextMarker: p.token } };
		},
	},
	{
		name: 'DynamoDB: LastEvaluatedKey sent as ExclusiveStartKey',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const key = q.ExclusiveStartKey;
			const p = afterId(rows, key === undefined ? undefined : (JSON.parse(key) as Row).id, size);
			return {
				body: {
					Items: p.items,
					Count: p.items.length,
					ScannedCount: p.items.length,
					...(p.more ? { LastEvaluatedKey: { id: p.items.at(-1)?.id } } : {}),
				},
			};
		},
	},
	{
		name: 'Twilio: next_page_uri relative to the origin',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.Page, size, 0);
			return {
				body: {
					users: p.items,
					page: p.page,
					page_size: size,
					first_page_uri: '/x',
					next_page_uri: p.more ? relative(url, { Page: String(p.page + 1) }) : null,
				},
			};
		},
	},
	{
		name: 'Intercom: pages.next.starting_after',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.starting_after, size);
			return {
				body: {
					type: 'list',
					data: p.items,
					total_count: rows.length,
					pages: {
						type: 'pages',
						page: 1 + p.start / size,
						per_page: size,
						total_pages: Math.ceil(rows.length / size),
						...(p.token ? { next: { page: 2, starting_after: p.token } } : {}),
					},
				},
			};
		},
	},
	{
		name: 'Pipedrive: additional_data.pagination.next_start',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.start, size);
			return {
				body: {
					success: true,
					data: p.items,
					additional_data: {
						pagination: {
							start: p.offset,
							limit: size,
							more_items_in_collection: p.more,
							...(p.more ? { next_start: p.next } : {}),
						},
					},
				},
			};
		},
	},
	{
		name: 'Pipedrive version 2: additional_data.next_cursor',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return {
				body: { success: true, data: p.items, additional_data: { next_cursor: p.token ?? null } },
			};
		},
	},
	{
		name: 'Salesforce: nextRecordsUrl on another path, done, totalSize',
		answer: (rows, q, url, size) => {
			const at = /-(\d+)$/.exec(url.pathname)?.[1];
			const p = byOffset(rows, at, size);
			return {
				body: {
					totalSize: p.total,
					done: !p.more,
					records: p.items,
					...(p.more ? { nextRecordsUrl: `/services/data/v60.0/query/01g-${p.next}` } : {}),
				},
				headers: q,
			};
		},
	},
	{
		name: 'Discourse: topic_list.more_topics_url beside users',
		unsaid: true,
		resource: 'task',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return {
				body: {
					users: p.items.slice(0, 3),
					primary_groups: [],
					topic_list: {
						can_create_topic: true,
						...(p.more ? { more_topics_url: relative(url, { page: String(p.page + 1) }) } : {}),
						per_page: size,
						topics: p.items.map((row) => ({ ...row })),
					},
				},
			};
		},
	},
	{
		name: 'Contentful: items, skip, limit, total',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.skip, size);
			return {
				body: {
					sys: { type: 'Array' },
					total: p.total,
					skip: p.offset,
					limit: size,
					items: p.items,
					includes: { Entry: [{ id: 'x' }] },
				},
			};
		},
	},
	{
		name: 'Elasticsearch: hits.hits with _source, from',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.from, size);
			return {
				body: {
					took: 5,
					timed_out: false,
					_shards: { total: 5, successful: 5 },
					hits: {
						total: { value: p.total, relation: 'eq' },
						max_score: null,
						hits: p.items.map((row) => ({ _index: 'users', _id: row.id, _source: row })),
					},
				},
			};
		},
	},
	{
		name: 'Django REST: count, next, previous, results',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					count: p.total,
					next: p.more ? link(url, { page: String(p.page + 1) }) : null,
					previous: null,
					results: p.items,
				},
			};
		},
	},
	{
		name: 'Laravel: current_page, last_page, next_page_url',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					current_page: p.page,
					data: p.items,
					first_page_url: 'x',
					from: 1,
					last_page: p.pages,
					links: [{ url: null, label: 'Previous' }],
					next_page_url: p.more ? link(url, { page: String(p.page + 1) }) : null,
					path: 'x',
					per_page: size,
					to: size,
					total: p.total,
				},
			};
		},
	},
	{
		name: 'Laravel resources: links and meta',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					data: p.items,
					links: {
						first: 'x',
						last: 'y',
						prev: null,
						next: p.more ? link(url, { page: String(p.page + 1) }) : null,
					},
					meta: {
						current_page: p.page,
						from: 1,
						last_page: p.pages,
						path: 'x',
						per_page: size,
						to: size,
						total: p.total,
					},
				},
			};
		},
	},
	{
		name: 'Spring Data: content, number from 0, totalPages, last',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return {
				body: {
					content: p.items,
					pageable: { pageNumber: p.page, pageSize: size, sort: { sorted: false } },
					last: !p.more,
					totalPages: p.pages,
					totalElements: p.total,
					size,
					number: p.page,
					first: p.page === 0,
					numberOfElements: p.items.length,
					empty: false,
				},
			};
		},
	},
	{
		name: 'Spring HATEOAS: _embedded, _links.next.href, page',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return {
				body: {
					_embedded: { users: p.items },
					_links: {
						self: { href: url.href },
						...(p.more ? { next: { href: link(url, { page: String(p.page + 1) }) } } : {}),
					},
					page: { size, totalElements: p.total, totalPages: p.pages, number: p.page },
				},
			};
		},
	},
	{
		name: 'Spring page metadata without links',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return {
				body: {
					_embedded: { users: p.items },
					page: { size, totalElements: p.total, totalPages: p.pages, number: p.page },
				},
			};
		},
	},
	{
		name: 'Rails kaminari: meta with next_page as a number',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					meta: {
						current_page: p.page,
						next_page: p.more ? p.page + 1 : null,
						prev_page: null,
						total_pages: p.pages,
						total_count: p.total,
					},
				},
			};
		},
	},
	{
		name: 'JSON:API: links.next and included',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q['page[number]'], size);
			return {
				body: {
					data: p.items.map((row) => ({ type: 'users', ...row })),
					included: [{ type: 'teams', id: 't' }],
					links: {
						self: url.href,
						...(p.more ? { next: link(url, { 'page[number]': String(p.page + 1) }) } : {}),
					},
					jsonapi: { version: '1.0' },
				},
			};
		},
	},
	{
		name: 'JSON:API: links.next as an object',
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q['page[after]'], size);
			return {
				body: {
					data: p.items,
					links: { next: p.token ? { href: link(url, { 'page[after]': p.token }) } : null },
				},
			};
		},
	},
	{
		name: 'Strapi: meta.pagination, sent as pagination[page]',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q['pagination[page]'], size);
			return {
				body: {
					data: p.items,
					meta: {
						pagination: { page: p.page, pageSize: size, pageCount: p.pages, total: p.total },
					},
				},
			};
		},
	},
	{
		name: 'SendGrid: result and _metadata.next',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.page_token, size);
			return {
				body: {
					result: p.items,
					_metadata: {
						self: url.href,
						count: rows.length,
						...(p.token ? { next: link(url, { page_token: p.token }) } : {}),
					},
				},
			};
		},
	},
	{
		name: 'Mailchimp: members, total_items and links without a next, sent as offset',
		extra: 1,
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.offset, size);
			return {
				body: {
					members: p.items,
					list_id: 'x',
					total_items: p.total,
					_links: [{ rel: 'self', href: 'https://x', method: 'GET' }],
				},
			};
		},
	},
	{
		name: 'Box: entries, next_marker sent as marker',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.marker, size);
			return { body: { entries: p.items, limit: size, next_marker: p.token ?? '' } };
		},
	},
	{
		name: 'Box: offset and total_count',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.offset, size);
			return {
				body: {
					total_count: p.total,
					entries: p.items,
					limit: size,
					offset: p.offset,
					order: [{ by: 'id', direction: 'ASC' }],
				},
			};
		},
	},
	{
		name: 'Dropbox: entries, cursor at every page, has_more',
		extra: 1,
		probed: 1,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return { body: { entries: p.items, cursor: p.token ?? 'c_250', has_more: p.more } };
		},
	},
	{
		name: 'X (Twitter): meta.next_token sent as pagination_token',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.pagination_token, size);
			return {
				body: {
					data: p.items,
					includes: { users: [{ id: '1' }] },
					meta: { result_count: p.items.length, ...(p.token ? { next_token: p.token } : {}) },
				},
			};
		},
	},
	{
		name: 'Reddit: data.children[].data and data.after',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					kind: 'Listing',
					data: {
						after: p.token ?? null,
						before: null,
						dist: p.items.length,
						children: p.items.map((data) => ({ kind: 't3', data })),
					},
				},
			};
		},
	},
	{
		name: 'Bitbucket: values, next, pagelen, size',
		probed: 1,
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					pagelen: size,
					size: p.total,
					values: p.items,
					page: p.page,
					...(p.more ? { next: link(url, { page: String(p.page + 1) }) } : {}),
				},
			};
		},
	},
	{
		name: 'Bitbucket Server: isLastPage and nextPageStart',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.start, size);
			return {
				body: {
					size: p.items.length,
					limit: size,
					isLastPage: !p.more,
					values: p.items,
					start: p.offset,
					nextPageStart: p.more ? p.next : null,
				},
			};
		},
	},
	{
		name: 'Confluence: _links.next relative to _links.base',
		probed: 1,
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byOffset(rows, q.start, size);
			return {
				body: {
					results: p.items,
					start: p.offset,
					limit: size,
					size: p.items.length,
					_links: {
						base: `${url.origin}/v1`,
						context: '/v1',
						...(p.more ? { next: `/users?start=${p.next}&limit=${size}` } : {}),
					},
				},
			};
		},
	},
	{
		name: 'Cloudflare: result, result_info, and empty errors beside',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					result: p.items,
					result_info: {
						page: p.page,
						per_page: size,
						total_pages: p.pages,
						count: p.items.length,
						total_count: p.total,
					},
					success: true,
					errors: [],
					messages: [],
				},
			};
		},
	},
	{
		name: 'DigitalOcean: links.pages.next, meta.total',
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					links: {
						pages: p.more ? { next: link(url, { page: String(p.page + 1) }), last: 'x' } : {},
					},
					meta: { total: p.total },
				},
			};
		},
	},
	{
		name: 'Facebook Graph: paging.next, cursors that stay at the end',
		probed: 3,
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byToken(rows, q.after, size);
			return {
				body: {
					data: p.items,
					paging: {
						cursors: { before: 'c_0', after: p.token ?? 'c_250' },
						...(p.token ? { next: link(url, { after: p.token }) } : {}),
					},
				},
			};
		},
	},
	{
		name: 'Spotify: next, offset, limit, total',
		answer: (rows, q, url, size) => {
			const p = byOffset(rows, q.offset, size);
			return {
				body: {
					href: url.href,
					items: p.items,
					limit: size,
					next: p.more ? link(url, { offset: String(p.next) }) : null,
					offset: p.offset,
					previous: null,
					total: p.total,
				},
			};
		},
	},
	{
		name: 'Typeform: total_items and page_count, no page number answered',
		extra: 1,
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return { body: { total_items: p.total, page_count: p.pages, items: p.items } };
		},
	},
	{
		name: 'X-Total-Count alone, with page',
		extra: 1,
		answer: (rows, q, _url, size) => ({
			body: byPage(rows, q.page, size).items,
			headers: { 'X-Total-Count': String(rows.length) },
		}),
	},
	{
		name: 'Algolia: hits, page from 0, nbPages',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size, 0);
			return {
				body: {
					hits: p.items,
					nbHits: p.total,
					page: p.page,
					nbPages: p.pages,
					hitsPerPage: size,
					processingTimeMS: 1,
				},
			};
		},
	},
	{
		name: 'Solr: response.docs, numFound, start',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.start, size);
			return {
				body: {
					responseHeader: { status: 0, params: { q: '*' } },
					response: { numFound: p.total, start: p.offset, docs: p.items },
				},
			};
		},
	},
	{
		name: 'SCIM: Resources, startIndex from 1, totalResults',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, String(Number(q.startIndex ?? 1) - 1), size);
			return {
				body: {
					schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
					totalResults: p.total,
					startIndex: p.offset + 1,
					itemsPerPage: size,
					Resources: p.items,
				},
			};
		},
	},
	{
		name: 'CouchDB: docs and a bookmark that never ends',
		extra: 1,
		probed: 1,
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.bookmark, size);
			return { body: { docs: p.items, bookmark: p.token ?? 'c_250' } };
		},
	},
	{
		name: 'MediaWiki: continue as an object of parameters',
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.aufrom, size);
			return {
				body: {
					batchcomplete: '',
					...(p.token ? { continue: { aufrom: p.token, continue: '-||' } } : {}),
					query: { allusers: p.items },
				},
			};
		},
	},
	{
		name: 'Kubernetes: metadata.continue',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.continue, size);
			return {
				body: {
					kind: 'UserList',
					apiVersion: 'v1',
					metadata: { resourceVersion: '1', continue: p.token ?? '', remainingItemCount: 1 },
					items: p.items,
				},
			};
		},
	},
	{
		name: 'Lever: hasNext and next, sent as offset',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.offset, size);
			return { body: { data: p.items, hasNext: p.more, ...(p.token ? { next: p.token } : {}) } };
		},
	},
	{
		name: 'PayPal: links as an array of relations',
		unsaid: true,
		answer: (rows, q, url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					links: [
						{ href: url.href, rel: 'self' },
						...(p.more
							? [{ href: link(url, { page: String(p.page + 1) }), rel: 'next', method: 'GET' }]
							: []),
					],
				},
			};
		},
	},
	{
		name: 'Harvest: page, total_pages, total_entries, next_page',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					per_page: size,
					total_pages: p.pages,
					total_entries: p.total,
					next_page: p.more ? p.page + 1 : null,
					previous_page: null,
					page: p.page,
					links: { first: 'x', next: null },
				},
			};
		},
	},
	{
		name: 'Zoho: info.more_records and page',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					data: p.items,
					info: { per_page: size, count: p.items.length, page: p.page, more_records: p.more },
				},
			};
		},
	},
	{
		name: 'PostgREST: bare array and Content-Range',
		extra: 1,
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.offset, size);
			return {
				body: p.items,
				headers: { 'Content-Range': `${p.offset}-${p.next - 1}/${p.total}` },
			};
		},
	},
	{
		name: 'Twitch: pagination.cursor sent as after, empty at the end',
		extra: 1,
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.after, size);
			return { body: { data: p.items, pagination: p.token ? { cursor: p.token } : {} } };
		},
	},
	{
		name: 'Ghost: meta.pagination with next as a number',
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return {
				body: {
					users: p.items,
					meta: {
						pagination: {
							page: p.page,
							limit: size,
							pages: p.pages,
							total: p.total,
							next: p.more ? p.page + 1 : null,
							prev: null,
						},
					},
				},
			};
		},
	},
	{
		name: 'Clockify: bare array and a Last-Page header',
		extra: 1,
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return { body: p.items, headers: { 'Last-Page': String(!p.more) } };
		},
	},
	{
		name: 'page and per_page without any total',
		extra: 1,
		probed: 1,
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return { body: { users: p.items, page: p.page, per_page: size } };
		},
	},
	{
		name: 'a kebab-case envelope: next-cursor sent as cursor',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return {
				body: {
					response: { 'user-list': p.items, 'page-info': { 'next-cursor': p.token ?? null } },
				},
			};
		},
	},
	{
		name: 'a bare array with X-Offset, X-Limit and X-Total',
		answer: (rows, q, _url, size) => {
			const p = byOffset(rows, q.offset, size);
			const headers = {
				'X-Offset': String(p.offset),
				'X-Limit': String(size),
				'X-Total': String(p.total),
			};
			return { body: p.items, headers };
		},
	},
	{
		name: 'a bare array with X-Next-Cursor and X-Has-More',
		answer: (rows, q, _url, size) => {
			const p = byToken(rows, q.cursor, size);
			return { body: p.items, headers: { 'X-Next-Cursor': p.token, 'X-Has-More': String(p.more) } };
		},
	},
	{
		name: 'page numbers in an object of an unusual name',
		extra: 1,
		probed: 1,
		unsaid: true,
		answer: (rows, q, _url, size) => {
			const p = byPage(rows, q.page, size);
			return { body: { users: p.items, stand: { page: p.page, total_pages: p.pages } } };
		},
	},
];
