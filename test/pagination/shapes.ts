/** Lists of public services, written from their documentation. A parameter that a service does not know is ignored. */
import type { ResourceName } from '../../nodes/ProjectWorkspace/resources';
import {
	afterIds,
	offsets,
	pages,
	tokens,
	type Pager,
	type Row,
	type Template,
} from './listService';

export interface Shape {
	name: string;
	pager: Pager;
	template: Template<Row>;
	/** `user` if left out. */
	resource?: ResourceName;
	/** Requests besides one a page. */
	extra?: number;
	/** Requests besides one for a list of one page that is not full. */
	probed?: number;
	/** Whether a list of one page says that it is all. */
	isUnsaid?: true;
}

const link = (url: string | null) => (url === null ? undefined : `<${url}>; rel="next"`);
const unless = <T>(value: T | null): T | undefined => value ?? undefined;

export const SHAPES: readonly Shape[] = [
	{
		name: 'GitHub: bare array, Link header',
		pager: pages(),
		template: ({ items, link: url }) => ({ body: items, headers: { Link: link(url) } }),
		isUnsaid: true,
	},
	{
		name: 'GitLab: bare array, X-Next-Page, X-Total-Pages',
		pager: pages(),
		template: ({ items, next, total, pages: count }) => ({
			body: items,
			headers: {
				'X-Next-Page': String(next ?? ''),
				'X-Total': `${total}`,
				'X-Total-Pages': `${count}`,
			},
		}),
	},
	{
		name: 'WordPress: bare array, X-WP-Total',
		pager: pages(),
		template: ({ items, total, pages: count }) => ({
			body: items,
			headers: { 'X-WP-Total': `${total}`, 'X-WP-TotalPages': `${count}` },
		}),
		extra: 1,
	},
	{
		name: 'ASP.NET: X-Pagination with JSON',
		pager: pages('pageNumber'),
		template: ({ items, at, total, more }) => ({
			body: items,
			headers: {
				'X-Pagination': JSON.stringify({ pageNumber: at, totalCount: total, hasNext: more }),
			},
		}),
	},
	{
		name: 'PostgREST: bare array, Content-Range',
		pager: offsets(),
		template: ({ items, at, total }) => ({
			body: items,
			headers: { 'Content-Range': `${at}-${at + items.length - 1}/${total}` },
		}),
		extra: 1,
	},
	{
		name: 'Trello: bare array, before',
		pager: afterIds('before'),
		template: ({ items }) => ({ body: items, headers: {} }),
		extra: 4,
		isUnsaid: true,
	},
	{
		name: 'Django REST: count, next, results',
		pager: pages(),
		template: ({ items, total, link: next }) => ({
			count: total,
			next,
			previous: null,
			results: items,
		}),
	},
	{
		name: 'Laravel: current_page, last_page, next_page_url',
		pager: pages(),
		template: ({ items, at, pages: last_page, link: url, size, total }) => ({
			current_page: at,
			data: items,
			last_page,
			next_page_url: url,
			per_page: size,
			total,
		}),
	},
	{
		name: 'Spring: content, number from 0, totalPages, last',
		pager: pages('page', 0),
		template: ({ items, at, more, pages: totalPages, total }) => ({
			content: items,
			pageable: { pageNumber: at, pageSize: 100 },
			last: !more,
			totalPages,
			totalElements: total,
			number: at,
		}),
		extra: 2,
	},
	{
		name: 'ClickUp: last_page as a flag, pages from 0',
		pager: pages('page', 0),
		template: ({ items, more }) => ({ tasks: items, last_page: !more }),
		resource: 'task',
		extra: 1,
	},
	{
		name: 'Stack Exchange: has_more, pages from 1',
		pager: pages(),
		template: ({ items, more }) => ({ items, has_more: more, quota_remaining: 298 }),
		extra: 1,
	},
	{
		name: 'Strapi: meta.pagination, sent as pagination[page]',
		pager: pages('pagination[page]'),
		template: ({ items, at, pages: pageCount, size, total }) => ({
			data: items,
			meta: { pagination: { page: at, pageSize: size, pageCount, total } },
		}),
	},
	{
		name: 'JSON:API: links.next, included',
		pager: pages('page[number]'),
		template: ({ items, link: next }) => ({
			data: items,
			included: [{ type: 'teams', id: 't' }],
			links: { self: 'https://api.example.com', next: unless(next) },
		}),
		isUnsaid: true,
	},
	{
		name: 'HAL: _embedded, _links.next.href, page',
		pager: pages('page', 0),
		template: ({ items, link: href, total, pages: totalPages, at, size }) => ({
			_embedded: { users: items },
			_links: { self: { href: 'x' }, next: href === null ? undefined : { href } },
			page: { size, totalElements: total, totalPages, number: at },
		}),
	},
	{
		name: 'Hydra: hydra:member, hydra:view',
		pager: pages(),
		template: ({ items, path, total }) => ({
			'hydra:member': items,
			'hydra:totalItems': total,
			'hydra:view': { '@id': '/users', 'hydra:next': unless(path) },
		}),
	},
	{
		name: 'PayPal: links as a list of relations',
		pager: pages(),
		template: ({ items, link: href }) => ({
			users: items,
			links: [
				{ href: 'https://api.example.com', rel: 'self' },
				...(href ? [{ href, rel: 'next' }] : []),
			],
		}),
		isUnsaid: true,
	},
	{
		name: 'Jira: startAt, maxResults, total, isLast',
		pager: offsets('startAt'),
		template: ({ items, at, more, total }) => ({
			startAt: at,
			maxResults: 100,
			total,
			isLast: !more,
			values: items,
		}),
	},
	{
		name: 'SCIM: startIndex from 1',
		pager: offsets('startIndex', 1),
		template: ({ items, at, total }) => ({ totalResults: total, startIndex: at, Resources: items }),
	},
	{
		name: 'OData: @odata.count, $skip',
		pager: offsets('$skip'),
		template: ({ items, total }) => ({ '@odata.count': total, value: items }),
	},
	{
		name: 'Microsoft Graph: @odata.nextLink',
		pager: tokens('$skiptoken'),
		template: ({ items, link: next }) => ({ value: items, '@odata.nextLink': unless(next) }),
		isUnsaid: true,
	},
	{
		name: 'ABP: totalCount, SkipCount',
		pager: offsets('SkipCount'),
		template: ({ items, total }) => ({ totalCount: total, items }),
	},
	{
		name: 'Salesforce: nextRecordsUrl on another path, done',
		pager: tokens(),
		template: ({ items, more, path, total }) => ({
			totalSize: total,
			done: !more,
			nextRecordsUrl: unless(path?.replace('/v1/users', '/services/data/v60.0/query') ?? null),
			records: items,
		}),
	},
	{
		name: 'Confluence: _links.next relative to _links.base',
		pager: offsets('start'),
		template: ({ items, at, next, size }) => ({
			results: items,
			start: at,
			limit: size,
			_links: {
				base: 'https://api.example.com/v1',
				next: next === null ? undefined : `/users?start=${next}`,
			},
		}),
		probed: 1,
		isUnsaid: true,
	},
	{
		name: 'Confluence: _links.next with the path of _links.base',
		pager: offsets('start'),
		template: ({ items, at, path, size }) => ({
			results: items,
			start: at,
			limit: size,
			_links: { base: 'https://api.example.com/v1', next: path ?? undefined },
		}),
		probed: 1,
		isUnsaid: true,
	},
	{
		name: 'Stripe: has_more, starting_after',
		pager: afterIds('starting_after'),
		template: ({ items, more }) => ({ object: 'list', data: items, has_more: more }),
	},
	{
		name: 'Notion: next_cursor sent as start_cursor',
		pager: tokens('start_cursor'),
		template: ({ items, next, more }) => ({
			object: 'list',
			results: items,
			next_cursor: next,
			has_more: more,
		}),
	},
	{
		name: 'Slack: response_metadata.next_cursor, empty at the end',
		pager: tokens(),
		template: ({ items, next }) => ({
			ok: true,
			members: items,
			response_metadata: { next_cursor: next ?? '' },
		}),
	},
	{
		name: 'Linear: GraphQL with pageInfo',
		pager: tokens('after'),
		template: ({ items, next, more }) => ({
			data: {
				users: {
					edges: items.map((node) => ({ node })),
					pageInfo: { hasNextPage: more, endCursor: next ?? 'c_1' },
				},
			},
		}),
	},
	{
		name: 'Asana: next_page with offset and uri',
		pager: tokens('offset'),
		template: ({ items, next, link: uri }) => ({
			data: items,
			next_page: next === null ? null : { offset: next, uri },
		}),
	},
	{
		name: 'Airtable: offset as a token',
		pager: tokens('offset'),
		template: ({ items, next }) => ({ records: items, offset: unless(next) }),
		isUnsaid: true,
	},
	{
		name: 'Intercom: pages.next.starting_after',
		pager: tokens('starting_after'),
		template: ({ items, next, at, pages: total_pages, total }) => ({
			data: items,
			total_count: total,
			pages: {
				page: at,
				total_pages,
				next: next === null ? undefined : { page: at + 1, starting_after: next },
			},
		}),
		extra: 3,
	},
	{
		name: 'Google: nextPageToken',
		pager: tokens('pageToken'),
		template: ({ items, next }) => ({ kind: 'users', users: items, nextPageToken: unless(next) }),
		isUnsaid: true,
	},
	{
		name: 'hand-written: pages from 0 that are reported from 1',
		pager: pages('page', 0, 1),
		template: ({ items, at, pages: total_pages }) => ({ items, page: at, total_pages }),
		extra: 1,
	},
	{
		name: 'hand-written: pages from 1 that are reported from 0',
		pager: pages('page', 1, 0),
		template: ({ items, at, pages: total_pages }) => ({ items, page: at, total_pages }),
		extra: 1,
	},
];
