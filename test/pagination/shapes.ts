/** Lists of public services, written from their documentation. A parameter that a service does not know is ignored. */
import type { ResourceName } from '../../nodes/ProjectWorkspace/resources';
import { afterIds, offsets, pages, tokens, type Pager } from './listService';

export interface Shape {
	name: string;
	pager: Pager;
	/** As the service writes it. */
	template: string;
	/** `user` if left out. */
	resource?: ResourceName;
	/** Requests besides one a page. */
	extra?: number;
	/** Requests besides one for a list of one page that is not full. */
	probed?: number;
	/** Whether a list of one page does not say that it is all. */
	isUnsaid?: true;
}

const shape = (
	name: string,
	pager: Pager,
	template: string,
	expected?: Omit<Shape, 'name' | 'pager' | 'template'>,
): Shape => ({ name, pager, template, ...expected });

export const SHAPES: readonly Shape[] = [
	// Nothing but the list, or headers
	shape('ClickUp spaces, Mattermost: pages from 0', pages('page', 0), '<items>', {
		extra: 2,
		isUnsaid: true,
	}),
	shape('Backlog: offset', offsets(), '<items>', { extra: 2, isUnsaid: true }),
	shape('FastAPI: skip', offsets('skip'), '<items>', { extra: 3, isUnsaid: true }),
	shape('Trello: before', afterIds('before'), '<items>', { extra: 4, isUnsaid: true }),
	shape('YouTrack: $skip', offsets('$skip'), '<items>', { extra: 5, isUnsaid: true }),
	shape('Jira users: startAt', offsets('startAt'), '<items>', { extra: 6, isUnsaid: true }),
	shape('Discord: after', afterIds('after'), '<items>', { extra: 7, isUnsaid: true }),
	shape('Keycloak: first', offsets('first'), '<items>', { extra: 8, isUnsaid: true }),
	shape('GitHub: Link', pages(), 'Link: <link header>\n\n<items>', { isUnsaid: true }),
	shape(
		'GitHub search: incomplete_results',
		pages(),
		'Link: <link header>\n\n{"total_count": <total>, "incomplete_results": false, "items": <items>}',
	),
	shape(
		'GitLab: X-Next-Page, X-Total-Pages',
		pages(),
		'X-Next-Page: <next or empty>\nX-Total: <total>\nX-Total-Pages: <pages>\n\n<items>',
	),
	shape(
		'WordPress: X-WP-Total',
		pages(),
		'X-WP-Total: <total>\nX-WP-TotalPages: <pages>\n\n<items>',
		{ extra: 1 },
	),
	shape(
		'ASP.NET: X-Pagination',
		pages('pageNumber'),
		'X-Pagination: {"CurrentPage": <at>, "TotalCount": <total>, "HasNext": <more>}\n\n<items>',
		{ extra: 2 },
	),
	shape('PostgREST: Content-Range', offsets(), 'Content-Range: <at>-<end>/<total>\n\n<items>', {
		extra: 1,
	}),
	shape('json-server: X-Total-Count, _page', pages('_page'), 'X-Total-Count: <total>\n\n<items>', {
		extra: 13,
	}),
	shape(
		'Azure DevOps: x-ms-continuationtoken',
		tokens('continuationToken'),
		'x-ms-continuationtoken: <next?>\n\n{"count": <count>, "value": <items>}',
		{ isUnsaid: true },
	),

	// Links
	shape(
		'Django REST',
		pages(),
		'{"count": <total>, "next": <link>, "previous": null, "results": <items>}',
	),
	shape(
		'JSON:API: links.next, included',
		pages('page[number]'),
		'{"data": <items>, "included": [{"type": "teams", "id": "t"}], "links": {"self": "https://api.example.com", "next": <link?>}}',
		{ isUnsaid: true },
	),
	shape(
		'HAL: _embedded, _links.next',
		pages('page', 0),
		'{"_embedded": {"users": <items>}, "_links": {"self": {"href": "x"}, "next": {"href": <link!>}}, "page": {"size": <size>, "totalElements": <total>, "number": <at>}}',
	),
	shape(
		'Hydra: hydra:member, hydra:view',
		pages(),
		'{"hydra:member": <items>, "hydra:totalItems": <total>, "hydra:view": {"@id": "/users", "hydra:next": <path?>}}',
	),
	shape(
		'API Platform: member, view',
		pages(),
		'{"member": <items>, "totalItems": <total>, "view": {"@id": "/tasks", "next": <path?>}}',
		{ resource: 'task' },
	),
	shape(
		'OpenProject: nextByOffset',
		pages('offset'),
		'{"_type": "Collection", "total": <total>, "count": <count>, "pageSize": <size>, "offset": <at>, "_embedded": {"elements": <items>}, "_links": {"nextByOffset": {"href": <path!>}}}',
	),
	shape(
		'PayPal: links as a list of relations',
		pages(),
		'{"users": <items>, "links": [{"href": "x", "rel": "self"}, {"href": <link>, "rel": <relation>}]}',
		{ isUnsaid: true },
	),
	shape(
		'Microsoft Graph: @odata.nextLink',
		tokens('$skiptoken'),
		'{"value": <items>, "@odata.nextLink": <link?>}',
		{ isUnsaid: true },
	),
	shape(
		'Twilio: next_page_uri',
		tokens('PageToken'),
		'{"users": <items>, "next_page_uri": <path>}',
	),
	shape(
		'Salesforce: nextRecordsUrl on another path',
		tokens(),
		'{"totalSize": <total>, "done": <last>, "nextRecordsUrl": <other path?>, "records": <items>}',
	),
	shape(
		'Confluence: relative to _links.base',
		offsets('start'),
		'{"results": <items>, "start": <at>, "limit": <size>, "_links": {"base": "https://api.example.com/v1", "next": <start path?>}}',
		{ probed: 1, isUnsaid: true },
	),
	shape(
		'Confluence: with the path of _links.base',
		offsets('start'),
		'{"results": <items>, "start": <at>, "limit": <size>, "_links": {"base": "https://api.example.com/v1", "next": <path?>}}',
		{ probed: 1, isUnsaid: true },
	),

	// Cursors
	shape(
		'Notion: sent as start_cursor',
		tokens('start_cursor'),
		'{"object": "list", "results": <items>, "next_cursor": <next>, "has_more": <more>}',
	),
	shape(
		'Slack: empty at the end',
		tokens(),
		'{"ok": true, "members": <items>, "response_metadata": {"next_cursor": <next or empty>}}',
	),
	shape(
		'Linear: GraphQL with pageInfo',
		tokens('after'),
		'{"data": {"users": {"edges": <items in node>, "pageInfo": {"hasNextPage": <more>, "endCursor": <next always>}}}}',
	),
	shape(
		'Asana: next_page with offset and uri',
		tokens('offset'),
		'{"data": <items>, "next_page": <offset and uri>}',
	),
	shape(
		'Airtable: offset as a token',
		tokens('offset'),
		'{"records": <items>, "offset": <next?>}',
		{ isUnsaid: true },
	),
	shape(
		'Intercom: pages.next',
		tokens('starting_after'),
		'{"data": <items>, "pages": {"page": <at>, "total_pages": <pages>, "next": {"page": <at>, "starting_after": <next!>}}}',
		{ extra: 3 },
	),
	shape(
		'HubSpot: paging.next',
		tokens('after'),
		'{"results": <items>, "paging": {"next": {"after": <next>, "link": <link!>}}}',
		{ isUnsaid: true },
	),
	shape(
		'Google: nextPageToken',
		tokens('pageToken'),
		'{"kind": "users", "users": <items>, "nextPageToken": <next?>}',
		{ isUnsaid: true },
	),
	shape(
		'Jira: nextPageToken, isLast',
		tokens('nextPageToken'),
		'{"tasks": <items>, "nextPageToken": <next?>, "isLast": <last>}',
		{ resource: 'task' },
	),
	shape(
		'Zoom: next_page_token',
		tokens('next_page_token'),
		'{"total_records": <total>, "next_page_token": <next or empty>, "users": <items>}',
	),
	shape(
		'CircleCI: page-token',
		tokens('page-token'),
		'{"items": <items>, "next_page_token": <next>}',
		{ extra: 2 },
	),
	shape(
		'Lark: page_token',
		tokens('page_token'),
		'{"code": 0, "msg": "success", "data": {"items": <items>, "has_more": <more>, "page_token": <next or empty>}}',
	),
	shape(
		'X: next_token',
		tokens('pagination_token'),
		'{"data": <items>, "meta": {"result_count": <count>, "next_token": <next?>}}',
		{ isUnsaid: true },
	),
	shape(
		'Zendesk: meta.after_cursor',
		tokens('page[after]'),
		'{"users": <items>, "meta": {"has_more": <more>, "after_cursor": <next always>}}',
	),
	shape(
		'Phabricator: cursor.after',
		tokens('after'),
		'{"result": {"data": <items>, "cursor": {"limit": <size>, "after": <next>}}, "error_code": null}',
		{ isUnsaid: true },
	),
	shape(
		'Facebook: a token on the last page, too',
		tokens('after'),
		'{"data": <items>, "paging": {"cursors": {"after": <next always>}, "next": <path?>}}',
		{ probed: 1, isUnsaid: true },
	),
	shape('Miro: cursor', tokens(), '{"total": <total>, "data": <items>, "cursor": <next?>}'),
	shape(
		'Chargebee: next_offset, records in an object',
		tokens('offset'),
		'{"list": <items in user>, "next_offset": <next?>}',
		{ isUnsaid: true },
	),
	shape(
		'Box: next_marker',
		tokens('marker'),
		'{"entries": <items>, "next_marker": <next or empty>}',
	),
	shape(
		'Kubernetes: metadata.continue',
		tokens('continue'),
		'{"metadata": {"continue": <next or empty>}, "items": <items>}',
		{ isUnsaid: true },
	),
	shape(
		'Vercel: pagination.next',
		offsets('until'),
		'{"projects": <items>, "pagination": {"count": <count>, "next": <next>}}',
		{ resource: 'project' },
	),
	shape(
		'Bitbucket Server: nextPageStart',
		offsets('start'),
		'{"size": <count>, "limit": <size>, "isLastPage": <last>, "values": <items>, "start": <at>, "nextPageStart": <next>}',
	),

	// Page numbers
	shape(
		'Laravel: current_page, next_page_url',
		pages(),
		'{"current_page": <at>, "data": <items>, "last_page": <pages>, "next_page_url": <link>, "per_page": <size>}',
	),
	shape(
		'Spring: number from 0',
		pages('page', 0),
		'{"content": <items>, "last": <last>, "totalPages": <pages>, "totalElements": <total>, "number": <at>}',
	),
	shape(
		'ClickUp: last_page as a flag',
		pages('page', 0),
		'{"tasks": <items>, "last_page": <last>}',
		{ resource: 'task', extra: 1 },
	),
	shape('Stack Exchange: has_more', pages(), '{"items": <items>, "has_more": <more>}', {
		extra: 1,
	}),
	shape(
		'Strapi: pagination[page]',
		pages('pagination[page]'),
		'{"data": <items>, "meta": {"pagination": {"page": <at>, "pageSize": <size>, "pageCount": <pages>, "total": <total>}}}',
	),
	shape(
		'Harvest: page, next_page',
		pages(),
		'{"users": <items>, "per_page": <size>, "total_pages": <pages>, "next_page": <next>, "page": <at>}',
	),
	shape(
		'Bitbucket: pagelen',
		pages(),
		'{"values": <items>, "pagelen": <size>, "page": <at>, "next": <link?>}',
		{ probed: 1, isUnsaid: true },
	),
	shape(
		'Smartsheet: pageNumber',
		pages(),
		'{"pageNumber": <at>, "totalPages": <pages>, "totalCount": <total>, "data": <items>}',
		{ extra: 1 },
	),
	shape(
		'Teamwork: pageOffset',
		pages(),
		'{"tasks": <items>, "meta": {"page": {"pageOffset": <at from 0>, "pageSize": <size>, "hasMore": <more>}}}',
		{ resource: 'task', extra: 1 },
	),
	shape(
		'ASP.NET: pageIndex',
		pages('pageIndex'),
		'{"pageIndex": <at>, "totalCount": <total>, "hasNextPage": <more>, "items": <items>}',
	),
	shape(
		'ASP.NET: pageNumber, which is not reported',
		pages('pageNumber'),
		'{"data": <items>, "total": <total>}',
		{ extra: 11 },
	),
	shape(
		'PageHelper: pageNum',
		pages('pageNum'),
		'{"code": 0, "data": {"pageNum": <at>, "total": <total>, "list": <items>}}',
	),
	shape(
		'MyBatis-Plus: current',
		pages('current'),
		'{"records": <items>, "total": <total>, "size": <size>, "current": <at>, "pages": <pages>}',
	),
	shape(
		'Datadog: meta.page',
		pages('page[number]', 0),
		'{"data": <items>, "meta": {"page": {"total_count": <total>}}}',
		{ extra: 1 },
	),
	shape(
		'Zoho CRM: more_records',
		pages(),
		'{"data": <items>, "info": {"page": <at>, "more_records": <more>}}',
	),
	shape(
		'Zoho Books: has_more_page',
		pages(),
		'{"code": 0, "message": "success", "users": <items>, "page_context": {"page": <at>, "has_more_page": <more>}}',
	),
	shape(
		'ServiceDesk Plus: has_more_rows',
		pages(),
		'{"list_info": {"page": <at>, "has_more_rows": <more>}, "users": <items>}',
	),
	shape(
		'Cloudflare: result_info',
		pages(),
		'{"success": true, "errors": [], "result": <items>, "result_info": {"page": <at>, "count": <count>, "total_count": <total>}}',
	),
	shape(
		'hand-written: pages from 0, reported from 1',
		pages('page', 0, 1),
		'{"items": <items>, "page": <at>, "total_pages": <pages>}',
		{ extra: 1 },
	),
	shape(
		'hand-written: pages from 1, reported from 0',
		pages('page', 1, 0),
		'{"items": <items>, "page": <at>, "total_pages": <pages>}',
		{ extra: 1 },
	),

	// Offsets
	shape(
		'Jira: startAt, maxResults',
		offsets('startAt'),
		'{"startAt": <at>, "maxResults": <size>, "total": <total>, "isLast": <last>, "values": <items>}',
	),
	shape(
		'SCIM: startIndex from 1',
		offsets('startIndex', 1),
		'{"totalResults": <total>, "itemsPerPage": <size>, "startIndex": <at>, "Resources": <items>}',
	),
	shape('Contentful: skip', offsets('skip'), '{"total": <total>, "skip": <at>, "items": <items>}'),
	shape(
		'Redmine: offset',
		offsets(),
		'{"issues": <items>, "total_count": <total>, "offset": <at>, "limit": <size>}',
		{ resource: 'task' },
	),
	shape('PagerDuty: more', offsets(), '{"users": <items>, "offset": <at>, "more": <more>}'),
	shape(
		'Pipedrive: start',
		offsets('start'),
		'{"success": true, "data": <items>, "additional_data": {"pagination": {"start": <at>, "more_items_in_collection": <more>}}}',
	),
	shape(
		'Pipedrive: start, which is not reported',
		offsets('start'),
		'{"data": <items>, "has_more": <more>}',
		{ extra: 9 },
	),
	shape(
		'LinkedIn: paging.start, paging.count',
		offsets('start'),
		'{"elements": <items>, "paging": {"start": <at>, "count": <size>}}',
		{ extra: 1, probed: 1, isUnsaid: true },
	),
	shape(
		'Make: pg[offset]',
		offsets('pg[offset]'),
		'{"workflows": <items>, "pg": {"offset": <at>}}',
		{ resource: 'workflow', extra: 1, probed: 1, isUnsaid: true },
	),
	shape('OData: @odata.count', offsets('$skip'), '{"@odata.count": <total>, "value": <items>}'),
	shape('ABP: SkipCount', offsets('SkipCount'), '{"totalCount": <total>, "items": <items>}'),

	// The last ID
	shape(
		'Stripe: starting_after',
		afterIds('starting_after'),
		'{"object": "list", "data": <items>, "has_more": <more>}',
	),
	shape(
		'OpenAI: after',
		afterIds('after'),
		'{"object": "list", "data": <items>, "last_id": <last ID>, "has_more": <more>}',
	),
	shape(
		'Anthropic: after_id',
		afterIds('after_id'),
		'{"data": <items>, "last_id": <last ID>, "has_more": <more>}',
	),
	shape(
		'hand-written: starting_after beside a flag',
		afterIds('starting_after'),
		'{"data": <items>, "has_more": <more as 1 or 0>}',
		{ extra: 8 },
	),
];
