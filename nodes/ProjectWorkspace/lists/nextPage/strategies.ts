/** How the next page is asked for, once it is known how. */
export type Strategy =
	| { kind: 'link'; at: string }
	| { kind: 'cursor'; at: string; to: readonly string[]; beside?: string; weak?: true; text?: true }
	/** An object whose fields all go into the query (MediaWiki's `continue`). */
	| { kind: 'spread'; at: string }
	/** By number. Without `at`, the page does not say its own. */
	| { kind: 'page' | 'offset'; at?: string; to: readonly string[]; beside?: string; rare?: true }
	| { kind: 'lastId'; to: readonly string[]; beside?: string };

type Part<K extends Strategy['kind']> = Partial<
	Omit<Extract<Strategy, { kind: K }>, 'kind' | 'at' | 'to'>
>;

const link = (at: string): Strategy => ({ kind: 'link', at });
const cursor = (at: string, to: string, more?: Part<'cursor'>): Strategy => ({
	kind: 'cursor',
	at,
	to: to.split(', '),
	...more,
});
const numbered =
	(kind: 'page' | 'offset') =>
	(at: string | undefined, to: string, beside?: string): Strategy => ({
		kind,
		at,
		to: to.split(', '),
		beside,
	});
const page = numbered('page');
const offset = numbered('offset');
const rare = (kind: 'page' | 'offset', to: string): Strategy => ({
	kind,
	to: to.split(', '),
	rare: true,
});
const lastId = (to: string, beside?: string): Strategy => ({
	kind: 'lastId',
	to: to.split(', '),
	beside,
});

/**
 * How services lead to the next page, as data, the most specific first. A new style is one entry:
 * - where a page says it. In plain letters (`next_cursor`, `nextCursor` and `X-Next-Cursor` are one), and matched at
 *   the end of the path, so `nextcursor` is also `meta.next_cursor`;
 * - the request parameters that may take it, the likeliest first. Words are spelled in the style of the field; `=` is
 *   the field's own name; anything else is as written. The second page confirms the one that the service knows;
 * - `beside`: only if the page has these fields as well;
 * - `weak`: the name may also mean the present position, so it yields to another cursor that is null;
 * - `rare`: tried last, and only if one request with all of them brings something new;
 * - `text`: a number under this name is the present position, not a token.
 */
export const STRATEGIES: readonly Strategy[] = [
	// Links. RFC 8288: GitHub, GitLab, Shopify, Okta, Basecamp, Freshdesk, Sentry
	link('header.link.next'),
	link('header.nextlink'),
	link('paginationnext'), // Taiga
	link('odatanextlink'), // Microsoft Graph: @odata.nextLink
	link('odata.nextlink'),
	link('nextlink'), // Azure
	link('nextrecordsurl'), // Salesforce
	link('nextpageuri'), // Twilio
	link('nextpageurl'), // Laravel
	link('nextpagelink'),
	link('nextpagepath'),
	link('nexturl'),
	link('nexturi'),
	link('nexthref'),
	link('nextpath'),
	link('nextbyoffset'), // OpenProject
	link('nextpagehref'),
	link('nextrequest'),
	link('nextrecords'),
	link('nextresults'),
	link('moreurl'),
	link('moretopicsurl'), // Discourse
	link('loadmoreurl'),
	link('nextpage'), // Zendesk, Calendly; Asana next_page.uri
	link('next'), // Django, JSON:API, HAL, Bitbucket, DigitalOcean, Spotify, HubSpot

	// Cursors and tokens
	cursor('header.nextcursor', 'cursor'),
	cursor('header.nextpage', 'page'),
	cursor('header.xmscontinuationtoken', 'continuationToken'), // Azure DevOps
	cursor('header.xmscontinuation', 'continuation, continuationToken'),
	cursor('next.startingafter', 'starting after'), // Intercom: pages.next
	cursor('next.after', 'after'), // HubSpot: paging.next
	cursor('next.cursor', 'cursor'),
	cursor('next.token', 'page token, token, cursor'),
	cursor('next.page', 'page'),
	cursor('next.offset', 'offset'),
	cursor('nextpage.token', 'page token, pageToken, token'),
	cursor('nextpage.offset', 'offset'), // Asana
	cursor('endcursor', 'after, cursor, end cursor'), // GraphQL, Linear: pageInfo
	cursor('aftercursor', 'page[after], after, cursor, ='), // Zendesk
	cursor('cursor.next', 'cursor, next, after'),
	cursor('cursors.next', 'cursor, next, after'),
	cursor('nextcursor', 'start cursor, cursor', { beside: 'object hasmore' }), // Notion
	cursor('nextcursor', 'cursor, start cursor, =, after, page token, page[cursor]'), // Slack, Pipedrive
	cursor('nextcursorstr', 'cursor'),
	cursor('nextcursormark', 'cursor mark'), // Solr
	cursor('nextpagecursor', 'page cursor, cursor, ='),
	cursor('nextpagetoken', '=, page token', { beside: 'pagesize totalrecords' }), // Zoom
	cursor('nextpagetoken', 'page token, =, page-token, pageToken, token'), // Google, Databricks, CircleCI
	cursor('nextpageid', 'page id, =, page'),
	cursor('nextpagekey', '=, page key'), // Dynatrace
	cursor('nextpaginationtoken', 'pagination token, ='),
	cursor('nexttoken', 'pagination token, =', { beside: 'resultcount' }), // X (Twitter)
	cursor('nexttoken', '=, token, page token, pagination token, cursor'), // AWS
	cursor('nextcontinuationtoken', 'continuation-token, continuation token'), // Amazon S3
	cursor('nextmarker', 'marker, ='), // Box, AWS
	cursor('continuationtoken', '=, continuationToken'),
	cursor('continuation', '=, continuation token'), // Eventbrite
	{ kind: 'spread', at: 'continue' }, // MediaWiki
	cursor('continue', '='), // Kubernetes
	cursor('lastkey', '=, start key'),
	cursor('lastevaluatedkey', 'exclusive start key, =, start key, cursor'), // DynamoDB
	cursor('nextbookmark', 'bookmark'),
	cursor('bookmark', '='), // CouchDB, Pinterest
	cursor('scrollid', '='), // Elasticsearch
	cursor('searchafter', '='),
	cursor('resumptiontoken', '='), // OAI-PMH
	cursor('paginationtoken', '='),
	cursor('pagingtoken', '='),
	cursor('resumetoken', '='),
	cursor('skiptoken', '=, $skiptoken'),
	cursor('pagestate', '='), // Cassandra
	cursor('pagetoken', '=', { weak: true }),
	cursor('nextkey', 'key, start key, ='),
	cursor('nextbatch', 'from, since, ='), // Matrix
	cursor('cursornext', 'cursor, ='),
	cursor('header.cursornext', 'cursor'),
	cursor('nextafter', 'after, starting after, ='),
	cursor('nextid', 'from, =, start id, cursor, after'),
	cursor('nextpagestart', 'start'), // Bitbucket Server
	cursor('nextstartat', 'start at'),
	cursor('nextstartindex', 'start index'),
	cursor('nextstart', 'start'), // Pipedrive
	cursor('nextoffset', 'offset, ='),
	cursor('nextskip', 'skip'),
	cursor('nextfrom', 'from'),
	cursor('nextindex', 'index, start index'),
	cursor('nextposition', 'position'),
	cursor('nextpage', 'page, page number, =, page token, cursor'), // GitLab, Harvest, kaminari: a number
	cursor('nextpagenumber', 'page number, page'),
	cursor('pagination.next', 'page', { beside: 'page' }), // Ghost: a number
	cursor('next', 'offset, cursor', { beside: 'hasnext' }), // Lever
	cursor('next', 'cursor, =, from, after, offset, page token, until'),
	cursor('pagination.cursor', 'cursor, after', { weak: true }), // Twitch
	cursor('cursors.after', 'after, cursor', { weak: true }), // Facebook
	cursor('cursor.after', 'after, cursor', { weak: true }), // Phabricator
	cursor('cursor', '=, after, start cursor', { weak: true }), // Square, monday, Dropbox
	cursor('after', '=, page[after], cursor', { weak: true }), // Reddit
	cursor('startingafter', '=', { weak: true }),
	cursor('marker', '=', { weak: true }),
	cursor('position', '=', { weak: true, text: true }), // AWS API Gateway
	cursor('offset', '=', { weak: true, text: true }), // Airtable: a token, not a number

	// Page numbers
	page('pagination.page', 'pagination[page], page', 'pagination.pagecount pagination.pagesize'), // Strapi
	page('header.currentpage', 'page'),
	page('currentpage', 'page, =, page[number]'), // Laravel
	page('pageable.pagenumber', 'page'), // Spring Data
	page('pagenumber', '=, page, page[number]'),
	page('page.number', 'page, page[number], page number'), // Spring
	page('page', 'page, page[number], pagination[page], page number'),
	page('pageno', '=, page'),
	page('pagenum', '=, page'),
	page('pageindex', '=, page'),
	page('pageoffset', 'page, ='), // Teamwork
	page('number', 'page', 'totalpages'), // Spring's Page
	page('current', 'page, =', 'pages'),

	// Offsets
	offset('pagination.start', 'pagination[start], start', 'pagination.limit pagination.total'), // Strapi
	offset('startat', '='), // Jira
	offset('startindex', '='), // SCIM, RFC 7644
	offset('startposition', '='), // QuickBooks
	offset('skip', '=, $skip'), // Contentful
	offset('offset', '=, page[offset], start, skip, from'),
	offset('start', '=, offset'),
	offset('from', '='), // Elasticsearch

	// Nothing says where this page is: the usual parameters, where there is a reason to try them
	offset(undefined, '$skip', 'odatacount'), // OData
	offset(undefined, 'from', 'hits.total'), // Elasticsearch
	page(undefined, 'page', 'lastpage'), // ClickUp
	page(undefined, 'page', 'header.lastpage'), // Clockify
	page(undefined, 'page', 'quotaremaining'), // Stack Exchange
	page(undefined, 'page', 'pagecount'), // Typeform
	page(undefined, 'page', 'totalpages'),
	page(undefined, 'page', 'header.xtotalpages'),
	page(undefined, 'page', 'header.xtotalcount'),
	lastId('after, after_id', 'lastid object'), // OpenAI
	lastId('after_id, after, last_id, cursor', 'lastid'), // Anthropic
	lastId('starting_after, after'), // Stripe
	offset(undefined, 'offset, skip, start'), // Mailchimp
	page(undefined, 'page, _page'), // X-Total-Count alone; json-server
	rare('offset', '$skip, startAt, from, _start, page[offset]'),
	rare('page', 'pageNumber, page_number, pageNo, page[number], p'),
];
