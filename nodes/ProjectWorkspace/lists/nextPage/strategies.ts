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

/** One strategy for each of the fields, which `|` separates. */
const strategies =
	(kind: Strategy['kind'], flags: Pick<Strategy, 'ambiguous' | 'text'> = {}) =>
	(fields: string, parameters = '', requires = ''): Strategy[] =>
		names(fields).map((field) => ({
			kind,
			field: field || undefined,
			parameters: parameters.split(', '),
			requires: requires.split(' ').filter(Boolean),
			...flags,
		}));
const link = strategies('link');
const cursor = strategies('cursor');
const ambiguous = strategies('cursor', { ambiguous: true });
const ambiguousText = strategies('cursor', { ambiguous: true, text: true });
const page = strategies('page');
const offset = strategies('offset');
const lastId = strategies('lastId');

/**
 * RFC 8288 (GitHub, GitLab, Shopify, Okta, Basecamp, Freshdesk, Sentry), Taiga, Microsoft Graph (`@odata.nextLink`),
 * Azure, Salesforce, Twilio, Laravel, OpenProject, Discourse; `nextpage`: Zendesk, Calendly, Asana; `next`: Django,
 * JSON:API, HAL, Bitbucket, DigitalOcean, Spotify, HubSpot
 */
const LINKS = `header.link.next|header.nextlink|paginationnext|odatanextlink|odata.nextlink|nextlink|nextrecordsurl|nextpageuri
	nextpageurl|nextpagelink|nextpagepath|nexturl|nexturi|nexthref|nextpath|nextbyoffset|nextpagehref|nextrequest
	nextrecords|nextresults|moreurl|moretopicsurl|loadmoreurl|nextpage|next`;

/** Kubernetes, CouchDB, Pinterest, Elasticsearch, OAI-PMH, Cassandra: the token is sent under its own name. */
const SAME_NAME =
	'continue|bookmark|scrollid|searchafter|resumptiontoken|paginationtoken|pagingtoken|resumetoken|pagestate';

/** Fields that only numbered pages have. */
const COUNTS =
	'lastpage|header.lastpage|quotaremaining|pagecount|totalpages|header.xtotalpages|header.xtotalcount';

/** How services lead to the next page, as data, the most specific first. A new style is one entry. */
export const STRATEGIES: readonly Strategy[] = [
	link(LINKS),

	// Cursors and tokens
	cursor('header.nextcursor', 'cursor'),
	cursor('header.nextpage', 'page'),
	cursor('header.xmscontinuationtoken', 'continuationToken'), // Azure DevOps
	cursor('header.xmscontinuation', 'continuation, continuationToken'),
	cursor('next.startingafter|next.after|next.cursor|next.page|next.offset', '='), // Intercom, HubSpot
	cursor('next.token', 'page token, token, cursor'),
	cursor('nextpage.token', 'page token, pageToken, token'),
	cursor('nextpage.offset', '='), // Asana
	cursor('endcursor', 'after, cursor, end cursor'), // GraphQL, Linear: pageInfo
	cursor('aftercursor', 'page[after], after, cursor, ='), // Zendesk
	cursor('cursor.next|cursors.next', 'cursor, next, after'),
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
	cursor('lastkey', '=, start key'),
	cursor('lastevaluatedkey', 'exclusive start key, =, start key, cursor'), // DynamoDB
	cursor(SAME_NAME, '='),
	cursor('nextkey', 'key, start key, ='),
	cursor('nextbatch', 'from, since, ='), // Matrix
	cursor('cursornext', 'cursor, ='),
	cursor('nextafter', 'after, starting after, ='),
	cursor('nextid', 'from, =, start id, cursor, after'),
	cursor('nextpagestart|nextstart', 'start'), // Bitbucket Server, Pipedrive
	cursor('nextstartindex', 'start index'),
	cursor('nextoffset', 'offset, ='),
	cursor('nextskip', 'skip'),
	cursor('nextpage', 'page, page number, =, page token, cursor'), // GitLab, Harvest, kaminari: a number
	cursor('pagination.next', 'page', 'page'), // Ghost: a number
	cursor('next', 'offset, cursor', 'hasnext'), // Lever
	cursor('next', 'cursor, =, from, after, offset, page token, until'),
	// Ambiguous ones come last, as a cursor that is null ends the list
	ambiguous('pagetoken', '='),
	ambiguous('pagination.cursor', 'cursor, after'), // Twitch
	ambiguous('cursors.after|cursor.after', 'after, cursor'), // Facebook, Phabricator
	ambiguous('cursor', '=, after, start cursor'), // Square, monday, Dropbox
	ambiguous('after', '=, page[after], cursor'), // Reddit
	ambiguous('startingafter|marker', '='),
	ambiguousText('position|offset', '='), // AWS API Gateway; Airtable: a token, not a number

	// Page numbers
	page('pagination.page', 'pagination[page], page', 'pagination.pagecount pagination.pagesize'), // Strapi
	page('header.currentpage|pageable.pagenumber', 'page'), // Spring Data
	page('currentpage', 'page, =, page[number]'), // Laravel
	page('pagenumber', '=, page, page[number]'),
	page('page.number', 'page, page[number], page number'), // Spring
	page('page', 'page, page[number], pagination[page], page number'),
	page('pageno|pagenum|pageindex', '=, page, p'),
	page('pageoffset', 'page, ='), // Teamwork
	page('number', 'page', 'totalpages'), // Spring's Page
	page('current', 'page, =', 'pages'),

	// Offsets
	offset('pagination.start', 'pagination[start], start', 'pagination.limit pagination.total'), // Strapi
	offset('startat|startindex|startposition', '='), // Jira; SCIM, RFC 7644; QuickBooks
	offset('skip', '=, $skip'), // Contentful
	offset('offset', '=, page[offset], start, skip, from'),
	offset('start', '=, offset'),
	offset('from', '='), // Elasticsearch

	// The usual parameters, if the page does not report its position, the likeliest first
	offset('', '$skip', 'odatacount'), // OData
	offset('', 'from', 'hits.total'), // Elasticsearch
	page('', 'page', COUNTS), // ClickUp, Clockify, Stack Exchange, Typeform
	lastId('', 'after', 'lastid object'), // OpenAI
	lastId('', 'after_id, after, last_id, cursor', 'lastid'), // Anthropic
	lastId('', 'starting_after, after', 'hasmore object'), // Stripe
	page('', 'page'),
	offset('', 'offset, skip'), // Mailchimp, PostgREST
	lastId('', 'before'), // Discord, Trello: the newest record comes first
	offset('', 'start, _start, $skip'), // Strapi, YouTrack
	lastId('', 'after, starting_after'),
	page('', 'pageNumber, page_number, p, page[number], _page'),
	offset('', 'first, startAt, from, page[offset]'),
].flat();
