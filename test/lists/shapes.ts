/**
 * List shapes of real public services, written from their documentation: where the records are, how the next page is
 * given, and which parameter the service knows. Parameters it does not know are ignored.
 */
import type { ResourceName } from '../../nodes/ProjectWorkspace/old/catalogue';
import type { Answer, Row } from './fakeService';
import { afterIds, offsets, pages, tokens, write, type Pager, type Template } from './pages';

/** What reading a shape costs, and whether its end is known. */
interface Expected {
	/** Requests beyond one a page, where the service does not say enough. */
	extra?: number;
	/** Requests beyond one for a list of one short page: it has a cursor or a position although it is the last. */
	probed?: number;
	/** A list of one page does not say that it ends: a link or cursor that is left out, a position alone. */
	unsaid?: true;
	/** `user` if left out. */
	resource?: ResourceName;
}

export interface Shape extends Expected {
	name: string;
	answer: (rows: Row[], query: Record<string, string>, url: URL, size: number) => Answer;
}

/** Shapes that page and end in the same way. */
const shapes = (
	{ pager, expected = {} }: { pager: Pager; expected?: Expected },
	templates: Record<string, Template<Row>>,
): Shape[] =>
	Object.entries(templates).map(([name, template]) => ({
		name,
		...expected,
		answer: (rows, query, url, size) => write(template, pager({ rows, query, url, size })),
	}));

const by = (pager: Pager, expected?: Expected) => ({ pager, expected });

const cursor = tokens('cursor');
const probing = { extra: 1, probed: 1 } as const;
const unsaid = { unsaid: true } as const;

/** The position is at the end of the path. */
const pathEnd: Pager = ({ rows, query, url, size }) => {
	const start = /-(\d+)$/.exec(url.pathname)?.[1] ?? '0';
	return offsets('start')({ rows, query: { ...query, start }, url, size });
};

/** The ID of the last record, as an object. */
const afterKey: Pager = ({ query: { ExclusiveStartKey: key }, ...asked }) => {
	const query: Record<string, string> =
		key === undefined ? {} : { key: (JSON.parse(key) as Row).id };
	return afterIds('key')({ ...asked, query });
};

export const SHAPES: readonly Shape[] = [
	...shapes(by(pages(), unsaid), {
		'GitHub: bare array, Link header with next and last': [
			'$items',
			{ 'Link?': '<$url>; rel="next", <https://api.example.com/v1/users?page=$pages>; rel="last"' },
		],
		'PayPal: links as an array of relations': ({ more }) => ({
			users: '$items',
			links: [
				{ href: '$self', rel: 'self' },
				...(more ? [{ href: '$url', rel: 'next', method: 'GET' }] : []),
			],
		}),
	}),
	...shapes(by(pages()), {
		'GitLab: bare array, X-Next-Page and X-Total-Pages': [
			'$items',
			{
				'x-page': '$at',
				'x-next-page': '$next|',
				'x-per-page': '$size',
				'x-total': '$total',
				'x-total-pages': '$pages',
			},
		],
		'Basecamp: bare array, Link and X-Total-Count': [
			'$items',
			{ 'X-Total-Count': '$total', 'Link?': '<$url>; rel="next"' },
		],
		'Zendesk offset: next_page as an address, count': {
			users: '$items',
			groups: [{ id: 1 }],
			next_page: '$url',
			count: '$total',
		},
		'Django REST: count, next, previous, results': {
			count: '$total',
			next: '$url',
			results: '$items',
		},
		'Laravel: current_page, last_page, next_page_url': {
			current_page: '$at',
			data: '$items',
			last_page: '$pages',
			links: [{ url: null, label: 'Previous' }],
			next_page_url: '$url',
			per_page: '$size',
			total: '$total',
		},
		'Cloudflare: result, result_info, and empty errors beside': {
			result: '$items',
			result_info: {
				page: '$at',
				per_page: '$size',
				total_pages: '$pages',
				count: '$count',
				total_count: '$total',
			},
			success: true,
			errors: [],
		},
		'DigitalOcean: links.pages.next, meta.total': {
			users: '$items',
			links: { pages: { 'next?': '$url', 'last?': 'x' } },
			meta: { total: '$total' },
		},
		'Harvest: page, total_pages, total_entries, next_page': {
			users: '$items',
			per_page: '$size',
			total_pages: '$pages',
			total_entries: '$total',
			next_page: '$next',
			page: '$at',
			links: { first: 'x', next: null },
		},
		'Zoho: info.more_records and page': {
			data: '$items',
			info: { per_page: '$size', count: '$count', page: '$at', more_records: '$more' },
		},
		'Ghost: meta.pagination with next as a number': {
			users: '$items',
			meta: {
				pagination: {
					page: '$at',
					limit: '$size',
					pages: '$pages',
					total: '$total',
					next: '$next',
				},
			},
		},
	}),
	...shapes(by(pages(), { extra: 1 }), {
		'Stack Exchange: has_more, and page numbers from 1 that the response lacks': {
			items: '$items',
			has_more: '$more',
			quota_remaining: 298,
		},
		'Typeform: total_items and page_count, without the page number': {
			total_items: '$total',
			page_count: '$pages',
			items: '$items',
		},
		'X-Total-Count alone, with page': ['$items', { 'X-Total-Count': '$total' }],
		'Clockify: bare array and a Last-Page header': ['$items', { 'Last-Page': '$last' }],
	}),
	...shapes(by(pages(), { ...probing, unsaid: true }), {
		'page and per_page without any total': { users: '$items', page: '$at', per_page: '$size' },
		'page numbers in an object of an unusual name': {
			users: '$items',
			stand: { page: '$at', total_pages: '$pages' },
		},
	}),
	...shapes(by(pages(), { probed: 1, unsaid: true }), {
		'Bitbucket: values, next, pagelen, size': {
			pagelen: '$size',
			size: '$total',
			values: '$items',
			page: '$at',
			'next?': '$url',
		},
	}),
	...shapes(by(pages('page', 0), { extra: 1, resource: 'task' }), {
		'ClickUp: last_page true or false, pages from 0 without their number': {
			tasks: '$items',
			last_page: '$last',
		},
	}),
	...shapes(by(pages('page', 0), { unsaid: true, resource: 'task' }), {
		'Discourse: topic_list.more_topics_url beside users': ({ items }) => ({
			users: items.slice(0, 3),
			topic_list: { 'more_topics_url?': '$path', per_page: '$size', topics: '$items' },
		}),
	}),
	...shapes(by(pages('page', 0)), {
		'Spring Data: content, number from 0, totalPages, last': {
			content: '$items',
			pageable: { pageNumber: '$at', pageSize: '$size', sort: { sorted: false } },
			last: '$last',
			totalPages: '$pages',
			totalElements: '$total',
			size: '$size',
			number: '$at',
		},
		'Spring HATEOAS: _embedded, _links.next.href, page': {
			_embedded: { users: '$items' },
			_links: { self: { href: '$self' }, 'next?': { href: '$url' } },
			page: { size: '$size', totalElements: '$total', totalPages: '$pages', number: '$at' },
		},
		'Spring page metadata without links': {
			_embedded: { users: '$items' },
			page: { size: '$size', totalElements: '$total', totalPages: '$pages', number: '$at' },
		},
		'Algolia: hits, page from 0, nbPages': {
			hits: '$items',
			nbHits: '$total',
			page: '$at',
			nbPages: '$pages',
			hitsPerPage: '$size',
		},
	}),
	...shapes(by(pages('Page', 0)), {
		'Twilio: next_page_uri relative to the origin': {
			users: '$items',
			page: '$at',
			page_size: '$size',
			next_page_uri: '$path',
		},
	}),
	...shapes(by(pages('page[number]'), unsaid), {
		'JSON:API: links.next and included': ({ items }) => ({
			data: items.map((row) => ({ type: 'users', ...row })),
			included: [{ type: 'teams', id: 't' }],
			links: { self: '$self', 'next?': '$url' },
			jsonapi: { version: '1.0' },
		}),
	}),
	...shapes(by(pages('pagination[page]')), {
		'Strapi: meta.pagination, sent as pagination[page]': {
			data: '$items',
			meta: {
				pagination: { page: '$at', pageSize: '$size', pageCount: '$pages', total: '$total' },
			},
		},
	}),

	...shapes(by(offsets()), {
		'Box: offset and total_count': {
			total_count: '$total',
			entries: '$items',
			limit: '$size',
			offset: '$at',
		},
		'a bare array with X-Offset, X-Limit and X-Total': [
			'$items',
			{ 'X-Offset': '$at', 'X-Limit': '$size', 'X-Total': '$total' },
		],
	}),
	...shapes(by(offsets(), { extra: 1 }), {
		'Mailchimp: members, total_items and links without a next, sent as offset': {
			members: '$items',
			total_items: '$total',
			_links: [{ rel: 'self', href: 'https://x', method: 'GET' }],
		},
		'PostgREST: bare array and Content-Range': [
			'$items',
			({ at, count, total }) => ({ 'Content-Range': `${at}-${at + count - 1}/${total}` }),
		],
	}),
	...shapes(by(offsets('startAt'), { resource: 'task' }), {
		'Jira: values, startAt, maxResults, total, isLast': {
			startAt: '$at',
			maxResults: '$size',
			total: '$total',
			isLast: '$last',
			values: '$items',
		},
		'Jira search: issues, startAt, total': {
			startAt: '$at',
			maxResults: '$size',
			total: '$total',
			issues: '$items',
		},
	}),
	...shapes(by(offsets('$skip')), {
		'OData without nextLink: @odata.count and $skip': { '@odata.count': '$total', value: '$items' },
	}),
	...shapes(by(offsets('from')), {
		'Elasticsearch: hits.hits with _source, from': ({ items }) => ({
			hits: {
				total: { value: '$total', relation: 'eq' },
				hits: items.map((row) => ({ _index: 'users', _id: row.id, _source: row })),
			},
		}),
	}),
	...shapes(by(offsets('start')), {
		'Pipedrive: additional_data.pagination.next_start': {
			success: true,
			data: '$items',
			additional_data: {
				pagination: {
					start: '$at',
					limit: '$size',
					more_items_in_collection: '$more',
					'next_start?': '$next',
				},
			},
		},
		'Bitbucket Server: isLastPage and nextPageStart': {
			size: '$count',
			limit: '$size',
			isLastPage: '$last',
			values: '$items',
			start: '$at',
			nextPageStart: '$next',
		},
		'Solr: response.docs, numFound, start': {
			responseHeader: { status: 0, params: { q: '*' } },
			response: { numFound: '$total', start: '$at', docs: '$items' },
		},
	}),
	...shapes(by(offsets('start'), { probed: 1, unsaid: true }), {
		'Confluence: _links.next relative to _links.base': {
			results: '$items',
			start: '$at',
			limit: '$size',
			size: '$count',
			_links: { base: 'https://api.example.com/v1', 'next?': '/users?start=$next&limit=$size' },
		},
	}),
	...shapes(by(offsets('startIndex', 1)), {
		'SCIM: Resources, startIndex from 1, totalResults': {
			totalResults: '$total',
			startIndex: '$at',
			itemsPerPage: '$size',
			Resources: '$items',
		},
	}),
	...shapes(by(pathEnd), {
		'Salesforce: nextRecordsUrl on another path, done, totalSize': {
			totalSize: '$total',
			done: '$last',
			records: '$items',
			'nextRecordsUrl?': '/services/data/v60.0/query/01g-$next',
		},
	}),

	...shapes(by(afterIds('starting_after')), {
		'Stripe: has_more and starting_after with the last ID': {
			object: 'list',
			data: '$items',
			has_more: '$more',
		},
	}),
	...shapes(by(afterIds('after')), {
		'OpenAI: last_id and has_more, sent as after': ({ items }) => ({
			object: 'list',
			data: '$items',
			last_id: items.at(-1)?.id,
			has_more: '$more',
		}),
	}),
	...shapes(by(afterIds('after_id')), {
		'Anthropic: last_id and has_more, sent as after_id': ({ items }) => ({
			data: '$items',
			last_id: items.at(-1)?.id,
			has_more: '$more',
		}),
	}),
	...shapes(by(afterKey, unsaid), {
		'DynamoDB: LastEvaluatedKey sent as ExclusiveStartKey': {
			Items: '$items',
			Count: '$count',
			'LastEvaluatedKey?': { id: '$next' },
		},
	}),

	...shapes(by(cursor), {
		'Slack: members, response_metadata.next_cursor, empty at the end': {
			ok: true,
			members: '$items',
			response_metadata: { next_cursor: '$next|' },
		},
		'a kebab-case envelope: next-cursor sent as cursor': {
			response: { 'user-list': '$items', 'page-info': { 'next-cursor': '$next' } },
		},
		'a bare array with X-Next-Cursor and X-Has-More': [
			'$items',
			{ 'X-Next-Cursor?': '$next', 'X-Has-More': '$more' },
		],
	}),
	...shapes(by(cursor, unsaid), {
		'monday: items_page with a cursor': {
			data: { items_page: { cursor: '$next', items: '$items' } },
		},
		'Sentry: a next link always, with results="false" at the end': [
			'$items',
			({ self, url, more }) => ({
				Link: `<${self}>; rel="previous"; results="false", <${url ?? `${self}?cursor=c_999`}>; rel="next"; results="${more}"; cursor="x"`,
			}),
		],
	}),
	...shapes(by(cursor, probing), {
		'Dropbox: entries, cursor at every page, has_more': {
			entries: '$items',
			cursor: '$next|c_250',
			has_more: '$more',
		},
	}),
	...shapes(by(tokens('page_info'), unsaid), {
		'Shopify: resource name, Link header with an opaque page_info': [
			{ users: '$items' },
			({ url }) => ({
				link: ['<https://api.example.com/v1/users?page_info=c_0>; rel="previous"']
					.concat(url === null ? [] : [`<${url}>; rel="next"`])
					.join(', '),
			}),
		],
	}),
	...shapes(by(tokens('start_cursor')), {
		'Notion: results, next_cursor sent as start_cursor': {
			object: 'list',
			results: '$items',
			next_cursor: '$next',
			has_more: '$more',
			type: 'user',
		},
	}),
	...shapes(by(tokens('nextPageToken'), { extra: 1, resource: 'task' }), {
		'Jira enhanced search: nextPageToken sent under its own name, isLast': {
			issues: '$items',
			isLast: '$last',
			'nextPageToken?': '$next',
		},
	}),
	...shapes(by(tokens('offset')), {
		'Asana: next_page with offset, path and uri': ({ more }) => ({
			data: '$items',
			next_page: more ? { offset: '$next', path: '$path', uri: '$url' } : null,
		}),
		'Lever: hasNext and next, sent as offset': {
			data: '$items',
			hasNext: '$more',
			'next?': '$next',
		},
	}),
	...shapes(by(tokens('offset'), unsaid), {
		'Airtable: offset as a token': { records: '$items', 'offset?': '$next' },
	}),
	...shapes(by(tokens('after')), {
		'HubSpot: paging.next.after alone, with total': {
			total: '$total',
			results: '$items',
			'paging?': { next: { after: '$next' } },
		},
		'GraphQL nodes beside pageInfo': {
			data: {
				viewer: {
					users: { nodes: '$items', pageInfo: { endCursor: '$next', hasNextPage: '$more' } },
				},
			},
		},
	}),
	...shapes(by(tokens('after'), unsaid), {
		'Reddit: data.children[].data and data.after': ({ items }) => ({
			kind: 'Listing',
			data: {
				after: '$next',
				children: items.map((data) => ({ kind: 't3', data })),
			},
		}),
		'HubSpot: paging.next.after with a relative link': {
			results: '$items',
			'paging?': { next: { after: '$next', link: '?after=$next' } },
		},
	}),
	...shapes(by(tokens('after'), { extra: 1, unsaid: true }), {
		'Twitch: pagination.cursor sent as after, empty at the end': {
			data: '$items',
			pagination: { 'cursor?': '$next' },
		},
	}),
	...shapes(by(tokens('after'), probing), {
		'Linear: GraphQL connection with pageInfo': ({ items }) => ({
			data: {
				users: {
					edges: items.map((node) => ({ node, cursor: `e_${node.id}` })),
					pageInfo: { hasNextPage: '$more', endCursor: '$next|c_250' },
				},
			},
		}),
	}),
	...shapes(by(tokens('after'), { probed: 3, unsaid: true }), {
		'Facebook Graph: paging.next, cursors that stay at the end': {
			data: '$items',
			paging: { cursors: { before: 'c_0', after: '$next|c_250' }, 'next?': '$url' },
		},
	}),
	...shapes(by(tokens('pageToken'), unsaid), {
		'Google: nextPageToken sent as pageToken': {
			kind: 'admin#directory#users',
			users: '$items',
			'nextPageToken?': '$next',
		},
	}),
	...shapes(by(tokens('pageToken')), {
		'YouTube: pageInfo.totalResults beside nextPageToken': {
			kind: 'youtube#List',
			items: '$items',
			'nextPageToken?': '$next',
			pageInfo: { totalResults: '$total', resultsPerPage: '$size' },
		},
	}),
	...shapes(by(tokens('next_page_token')), {
		'Zoom: next_page_token under its own name': {
			page_size: '$size',
			page_count: '$pages',
			total_records: '$total',
			next_page_token: '$next|',
			users: '$items',
		},
	}),
	...shapes(by(tokens('page-token'), { extra: 2 }), {
		'CircleCI: next_page_token sent as page-token': { items: '$items', next_page_token: '$next' },
	}),
	...shapes(by(tokens('$skiptoken'), unsaid), {
		'Microsoft Graph: value and @odata.nextLink': { value: '$items', '@odata.nextLink?': '$url' },
		'OData version 2: d.results and d.__next': { d: { results: '$items', '__next?': '$url' } },
	}),
	...shapes(by(tokens('continuationToken'), unsaid), {
		'Azure DevOps: count, value and the x-ms-continuationtoken header': [
			{ count: '$count', value: '$items' },
			{ 'x-ms-continuationtoken?': '$next' },
		],
	}),
	...shapes(by(tokens('Marker')), {
		'AWS: NextMarker and IsTruncated, sent as Marker': {
			IsTruncated: '$more',
			Users: '$items',
			'NextMarker?': '$next',
		},
	}),
	...shapes(by(tokens('starting_after')), {
		'Intercom: pages.next.starting_after': {
			type: 'list',
			data: '$items',
			total_count: '$total',
			pages: {
				type: 'pages',
				page: '$at',
				per_page: '$size',
				total_pages: '$pages',
				'next?': { page: 2, starting_after: '$next' },
			},
		},
	}),
	...shapes(by(tokens('pagination_token'), unsaid), {
		'X (Twitter): meta.next_token sent as pagination_token': {
			data: '$items',
			includes: { users: [{ id: '1' }] },
			meta: { result_count: '$count', 'next_token?': '$next' },
		},
	}),
	...shapes(by(tokens('bookmark'), { ...probing, unsaid: true }), {
		'CouchDB: docs and a bookmark that never ends': { docs: '$items', bookmark: '$next|c_250' },
	}),
	...shapes(by(tokens('aufrom'), unsaid), {
		'MediaWiki: continue as an object of parameters': {
			'continue?': { aufrom: '$next', continue: '-||' },
			query: { allusers: '$items' },
		},
	}),
	...shapes(by(tokens('continue'), unsaid), {
		'Kubernetes: metadata.continue': {
			kind: 'UserList',
			metadata: { resourceVersion: '1', continue: '$next|', 'remainingItemCount?': 1 },
			items: '$items',
		},
	}),
];
