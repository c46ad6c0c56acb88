import { names } from '../../records/envelopeFields';
import type { Way } from '../types';

/** One way in which services lead to the next page. */
export interface Strategy {
	kind: Way['kind'];
	/**
	 * The field with the cursor, link or number; undefined for the usual parameters, which are tried without one. In lower
	 * case and without separators (`next_cursor`, `nextCursor` and `X-Next-Cursor` are the same), matched at the end of
	 * the path: `nextcursor` is also `meta.next_cursor`.
	 */
	field?: string;
	/**
	 * The request parameters that may take it, the likeliest first. Words are spelled in the style of the field; `=` is
	 * the field's own name; anything else is kept as written. If empty, the field is a link, or an object whose fields
	 * are all sent in the query.
	 */
	parameters: readonly string[];
	/** Only if the page has these fields as well, or one of those that `|` separates. */
	requires: readonly string[];
	/** The field may also be the current position, so another cursor that is null ends the list. */
	ambiguous?: true;
	/** A number in this field is the current position, not a token. */
	text?: true;
}

const strategy =
	(kind: Strategy['kind'], flags: Pick<Strategy, 'ambiguous' | 'text'> = {}) =>
	(field: string | undefined, parameters = '', requires = ''): Strategy => ({
		kind,
		field,
		parameters: parameters.split(', '),
		requires: requires.split(' ').filter(Boolean),
		...flags,
	});
const link = strategy('link');
const cursor = strategy('cursor');
const ambiguous = strategy('cursor', { ambiguous: true });
const ambiguousText = strategy('cursor', { ambiguous: true, text: true });
const page = strategy('page');
const offset = strategy('offset');
const lastId = strategy('lastId');

/**
 * RFC 8288 (GitHub, GitLab, Shopify, Okta, Basecamp, Freshdesk, Sentry), Taiga, Microsoft Graph (`@odata.nextLink`),
 * Azure, Salesforce, Twilio, Laravel, OpenProject, Discourse; `nextpage`: Zendesk, Calendly, Asana; `next`: Django,
 * JSON:API, HAL, Bitbucket, DigitalOcean, Spotify, HubSpot
 */
const LINKS = names(
	`header.link.next|header.nextlink|paginationnext|odatanextlink|odata.nextlink|nextlink|nextrecordsurl|nextpageuri
	nextpageurl|nextpagelink|nextpagepath|nexturl|nexturi|nexthref|nextpath|nextbyoffset|nextpagehref|nextrequest
	nextrecords|nextresults|moreurl|moretopicsurl|loadmoreurl|nextpage|next`,
);

/** CouchDB, Pinterest, Elasticsearch, OAI-PMH, Cassandra: the token is sent under its own name. */
const SAME_NAME = names(
	'bookmark|scrollid|searchafter|resumptiontoken|paginationtoken|pagingtoken|resumetoken|pagestate',
);

/** Fields that only numbered pages have. */
const COUNTS =
	'lastpage|header.lastpage|quotaremaining|pagecount|totalpages|header.xtotalpages|header.xtotalcount';

/** How services lead to the next page, as data, the most specific first. A new style is one entry. */
export const STRATEGIES: readonly Strategy[] = [
	...LINKS.map((field) => link(field)),

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
	cursor('nextcursor', 'start cursor, cursor', 'object hasmore'), // Notion
	cursor('nextcursor', 'cursor, start cursor, =, after, page token, page[cursor]'), // Slack, Pipedrive
	cursor('nextcursormark', 'cursor mark'), // Solr
	cursor('nextpagecursor', 'page cursor, cursor, ='),
	cursor('nextpagetoken', '=, page token', 'pagesize totalrecords'), // Zoom
	cursor('nextpagetoken', 'page token, =, page-token, pageToken, token'), // Google, Databricks, CircleCI
	cursor('nextpagekey', '=, page key'), // Dynatrace
	cursor('nexttoken', 'pagination token, =', 'resultcount'), // X (Twitter)
	cursor('nexttoken', '=, token, page token, pagination token, cursor'), // AWS
	cursor('nextcontinuationtoken', 'continuation-token, continuation token'), // Amazon S3
	cursor('nextmarker', 'marker, ='), // Box, AWS
	cursor('continuationtoken', '=, continuationToken'),
	cursor('continuation', '=, continuation token'), // Eventbrite
	cursor('continue'), // MediaWiki: an object
	cursor('continue', '='), // Kubernetes
	cursor('lastkey', '=, start key'),
	cursor('lastevaluatedkey', 'exclusive start key, =, start key, cursor'), // DynamoDB
	...SAME_NAME.map((field) => cursor(field, '=')),
	cursor('nextkey', 'key, start key, ='),
	cursor('nextbatch', 'from, since, ='), // Matrix
	cursor('cursornext', 'cursor, ='),
	cursor('nextafter', 'after, starting after, ='),
	cursor('nextid', 'from, =, start id, cursor, after'),
	cursor('nextpagestart', 'start'), // Bitbucket Server
	cursor('nextstartindex', 'start index'),
	cursor('nextstart', 'start'), // Pipedrive
	cursor('nextoffset', 'offset, ='),
	cursor('nextskip', 'skip'),
	cursor('nextpage', 'page, page number, =, page token, cursor'), // GitLab, Harvest, kaminari: a number
	cursor('pagination.next', 'page', 'page'), // Ghost: a number
	cursor('next', 'offset, cursor', 'hasnext'), // Lever
	cursor('next', 'cursor, =, from, after, offset, page token, until'),
	// Ambiguous ones come last, as a cursor that is null ends the list
	ambiguous('pagetoken', '='),
	ambiguous('pagination.cursor', 'cursor, after'), // Twitch
	ambiguous('cursors.after', 'after, cursor'), // Facebook
	ambiguous('cursor.after', 'after, cursor'), // Phabricator
	ambiguous('cursor', '=, after, start cursor'), // Square, monday, Dropbox
	ambiguous('after', '=, page[after], cursor'), // Reddit
	ambiguous('startingafter', '='),
	ambiguous('marker', '='),
	ambiguousText('position', '='), // AWS API Gateway
	ambiguousText('offset', '='), // Airtable: a token, not a number

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
	page('pageindex', '=, page, p'),
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

	// The usual parameters, if the page does not report its position, the likeliest first
	offset(undefined, '$skip', 'odatacount'), // OData
	offset(undefined, 'from', 'hits.total'), // Elasticsearch
	page(undefined, 'page', COUNTS), // ClickUp, Clockify, Stack Exchange, Typeform
	lastId(undefined, 'after', 'lastid object'), // OpenAI
	lastId(undefined, 'after_id, after, last_id, cursor', 'lastid'), // Anthropic
	lastId(undefined, 'starting_after, after', 'hasmore object'), // Stripe
	page(undefined, 'page'),
	offset(undefined, 'offset, skip'), // Mailchimp, PostgREST
	lastId(undefined, 'before'), // Discord, Trello: the newest record comes first
	offset(undefined, 'start, _start, $skip'), // Strapi, YouTrack
	lastId(undefined, 'after, starting_after'),
	page(undefined, 'pageNumber, page_number, p, page[number], _page'),
	offset(undefined, 'first, startAt, from, page[offset]'),
];
