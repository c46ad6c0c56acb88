/**
 * How services lead to the next page, as data, the most specific first. A new style is one entry.
 * - `at`: where the answer says it. Normalised (`next_cursor`, `nextCursor` and `Next-Cursor` are
 *   one) and matched at the end of the path, so `nextcursor` is also `meta.next_cursor`.
 * - `to`: the request parameters that may take it, the likeliest first. Words are spelled in the
 *   style of the answered key; `=` is that key itself; anything else is as written. Which one the
 *   service knows is proven by the second page: a page that repeats the first moves on to the next.
 * - `beside`: only if the answer also shows these.
 * - `text`: a number under this name is the present position, not a token.
 * - `weak`: the name also stands for the present position, so it yields to a stated end.
 */
export type Strategy =
	| { kind: 'link'; at: string }
	| {
			kind: 'cursor';
			at: string;
			to: readonly string[];
			beside?: readonly string[];
			weak?: true;
			text?: true;
	  }
	/** An object whose fields all go into the query (MediaWiki's `continue`). */
	| { kind: 'spread'; at: string }
	/** The number of the page that was read. */
	| { kind: 'page'; at?: string; to: readonly string[]; beside?: readonly string[] }
	| { kind: 'offset'; at?: string; to: readonly string[]; beside?: readonly string[] }
	| { kind: 'lastId'; to: readonly string[]; beside?: readonly string[] };

export const STRATEGIES: readonly Strategy[] = [
	// — Links. RFC 8288: GitHub, GitLab, Shopify, Okta, Basecamp, Freshdesk, Sentry
	{ kind: 'link', at: 'header.link.next' },
	{ kind: 'link', at: 'header.xnextpageurl' },
	{ kind: 'link', at: 'header.xpaginationnext' }, // Taiga
	{ kind: 'link', at: 'header.nextlink' },
	{ kind: 'link', at: 'odatanextlink' }, // Microsoft Graph: @odata.nextLink
	{ kind: 'link', at: 'odata.nextlink' },
	{ kind: 'link', at: 'nextlink' }, // Azure
	{ kind: 'link', at: 'nextrecordsurl' }, // Salesforce
	{ kind: 'link', at: 'nextpageuri' }, // Twilio
	{ kind: 'link', at: 'nextpageurl' }, // Laravel, Twilio meta
	{ kind: 'link', at: 'nextpagelink' },
	{ kind: 'link', at: 'nextpagepath' },
	{ kind: 'link', at: 'nexturl' },
	{ kind: 'link', at: 'nexturi' },
	{ kind: 'link', at: 'nexthref' },
	{ kind: 'link', at: 'nextpath' },
	{ kind: 'link', at: 'nextbyoffset' }, // OpenProject
	{ kind: 'link', at: 'moretopicsurl' }, // Discourse
	{ kind: 'link', at: 'loadmoreurl' },
	{ kind: 'link', at: 'nextpage' }, // Zendesk, Calendly; Asana next_page.uri
	{ kind: 'link', at: 'next' }, // Django, JSON:API, HAL, Bitbucket, DigitalOcean, Spotify, HubSpot

	// — Cursors and tokens
	{ kind: 'cursor', at: 'header.xnextcursor', to: ['cursor', 'next_cursor', 'after'] },
	{ kind: 'cursor', at: 'header.nextcursor', to: ['cursor'] },
	{ kind: 'cursor', at: 'header.xnextpagetoken', to: ['page_token', 'pageToken'] },
	{ kind: 'cursor', at: 'header.xnexttoken', to: ['next_token', 'token', 'nextToken'] },
	{ kind: 'cursor', at: 'header.xmscontinuationtoken', to: ['continuationToken'] }, // Azure DevOps
	{ kind: 'cursor', at: 'header.xmscontinuation', to: ['continuation', 'continuationToken'] },
	{
		kind: 'cursor',
		at: 'header.xcontinuationtoken',
		to: ['continuationToken', 'continuation_token'],
	},
	{ kind: 'cursor', at: 'next.startingafter', to: ['starting after'] }, // Intercom pages.next
	{ kind: 'cursor', at: 'next.after', to: ['after'] }, // HubSpot paging.next
	{ kind: 'cursor', at: 'next.cursor', to: ['cursor'] },
	{ kind: 'cursor', at: 'nextpage.offset', to: ['offset'] }, // Asana
	{ kind: 'cursor', at: 'pageinfo.endcursor', to: ['after', 'cursor', 'end cursor'] }, // GraphQL, Linear
	{ kind: 'cursor', at: 'endcursor', to: ['after', 'cursor', 'end cursor'] },
	{ kind: 'cursor', at: 'aftercursor', to: ['page[after]', 'after', 'cursor', '='] }, // Zendesk
	{ kind: 'cursor', at: 'cursor.next', to: ['cursor', 'next', 'after'] },
	{ kind: 'cursor', at: 'cursors.next', to: ['cursor', 'next', 'after'] },
	{
		kind: 'cursor',
		at: 'nextcursor',
		to: ['start cursor', 'cursor'],
		beside: ['object', 'hasmore'],
	}, // Notion
	{
		kind: 'cursor',
		at: 'nextcursor',
		to: ['cursor', 'start cursor', '=', 'after', 'page token', 'page[cursor]'],
	}, // Slack, Pipedrive
	{ kind: 'cursor', at: 'nextcursorstr', to: ['cursor'] },
	{ kind: 'cursor', at: 'nextcursormark', to: ['cursor mark'] }, // Solr
	{ kind: 'cursor', at: 'nextpagecursor', to: ['page cursor', 'cursor', '='] },
	{
		kind: 'cursor',
		at: 'nextpagetoken',
		to: ['=', 'page token'],
		beside: ['pagesize', 'totalrecords'],
	}, // Zoom
	{
		kind: 'cursor',
		at: 'nextpagetoken',
		to: ['page token', '=', 'page-token', 'pageToken', 'token'],
	}, // Google, Databricks, CircleCI
	{ kind: 'cursor', at: 'nextpageid', to: ['page id', '=', 'page'] },
	{ kind: 'cursor', at: 'nextpaginationtoken', to: ['pagination token', '='] },
	{ kind: 'cursor', at: 'nexttoken', to: ['pagination token', '='], beside: ['resultcount'] }, // X (Twitter)
	{
		kind: 'cursor',
		at: 'nexttoken',
		to: ['=', 'token', 'page token', 'pagination token', 'cursor'],
	}, // AWS
	{ kind: 'cursor', at: 'nextcontinuationtoken', to: ['continuation-token', 'continuation token'] }, // Amazon S3
	{ kind: 'cursor', at: 'nextmarker', to: ['marker', '='] }, // Box, AWS
	{ kind: 'cursor', at: 'continuationtoken', to: ['='] },
	{ kind: 'cursor', at: 'continuation', to: ['=', 'continuation token'] }, // Eventbrite
	{ kind: 'spread', at: 'continue' }, // MediaWiki
	{ kind: 'cursor', at: 'continue', to: ['='] }, // Kubernetes
	{
		kind: 'cursor',
		at: 'lastevaluatedkey',
		to: ['exclusive start key', '=', 'start key', 'cursor'],
	}, // DynamoDB
	{ kind: 'cursor', at: 'nextbookmark', to: ['bookmark'] },
	{ kind: 'cursor', at: 'bookmark', to: ['='] }, // CouchDB, Pinterest
	{ kind: 'cursor', at: 'scrollid', to: ['='] }, // Elasticsearch
	{ kind: 'cursor', at: 'searchafter', to: ['='] },
	{ kind: 'cursor', at: 'resumptiontoken', to: ['='] }, // OAI-PMH
	{ kind: 'cursor', at: 'paginationtoken', to: ['='] },
	{ kind: 'cursor', at: 'pagetoken', to: ['='], weak: true },
	{ kind: 'cursor', at: 'nextkey', to: ['key', 'start key', '='] },
	{ kind: 'cursor', at: 'nextafter', to: ['after', 'starting after', '='] },
	{ kind: 'cursor', at: 'nextid', to: ['from', '=', 'start id', 'cursor', 'after'] },
	{ kind: 'cursor', at: 'nextpagestart', to: ['start'] }, // Bitbucket Server
	{ kind: 'cursor', at: 'nextstartat', to: ['start at'] },
	{ kind: 'cursor', at: 'nextstartindex', to: ['start index'] },
	{ kind: 'cursor', at: 'nextstart', to: ['start'] }, // Pipedrive
	{ kind: 'cursor', at: 'nextoffset', to: ['offset', '='] },
	{ kind: 'cursor', at: 'nextskip', to: ['skip'] },
	{ kind: 'cursor', at: 'nextfrom', to: ['from'] },
	{ kind: 'cursor', at: 'nextindex', to: ['index', 'start index'] },
	{ kind: 'cursor', at: 'nextposition', to: ['position'] },

	// — The number of the next page, or a token under the same name
	{ kind: 'cursor', at: 'header.xnextpage', to: ['page'] }, // GitLab
	{ kind: 'cursor', at: 'nextpage', to: ['page', 'page number', '=', 'page token', 'cursor'] }, // Harvest, kaminari
	{ kind: 'cursor', at: 'nextpagenumber', to: ['page number', 'page'] },
	{ kind: 'cursor', at: 'pagination.next', to: ['page'], beside: ['page'] }, // Ghost

	{ kind: 'cursor', at: 'next', to: ['offset', 'cursor'], beside: ['hasnext'] }, // Lever
	{
		kind: 'cursor',
		at: 'next',
		to: ['cursor', '=', 'from', 'after', 'offset', 'page token', 'until'],
	},
	{ kind: 'cursor', at: 'pagination.cursor', to: ['cursor', 'after'], weak: true }, // Twitch
	{ kind: 'cursor', at: 'cursors.after', to: ['after', 'cursor'], weak: true }, // Facebook
	{ kind: 'cursor', at: 'cursor.after', to: ['after', 'cursor'], weak: true }, // Phabricator
	{ kind: 'cursor', at: 'cursor', to: ['=', 'after', 'start cursor'], weak: true }, // Square, monday, Dropbox
	{ kind: 'cursor', at: 'after', to: ['=', 'page[after]', 'cursor'], weak: true }, // Reddit
	{ kind: 'cursor', at: 'startingafter', to: ['='], weak: true },
	{ kind: 'cursor', at: 'marker', to: ['='], weak: true },
	{ kind: 'cursor', at: 'position', to: ['='], weak: true, text: true }, // AWS API Gateway
	{ kind: 'cursor', at: 'offset', to: ['='], weak: true, text: true }, // Airtable: a token, not a number

	// — Page numbers
	{
		kind: 'page',
		at: 'pagination.page',
		to: ['pagination[page]', 'page'],
		beside: ['pagination.pagecount', 'pagination.pagesize'],
	}, // Strapi
	{ kind: 'page', at: 'header.xpage', to: ['page'] },
	{ kind: 'page', at: 'header.xcurrentpage', to: ['page'] },
	{ kind: 'page', at: 'header.currentpage', to: ['page'] },
	{ kind: 'page', at: 'currentpage', to: ['page', '=', 'page[number]'] }, // Laravel
	{ kind: 'page', at: 'pageable.pagenumber', to: ['page'] }, // Spring Data
	{ kind: 'page', at: 'pagenumber', to: ['=', 'page', 'page[number]'] },
	{ kind: 'page', at: 'page.number', to: ['page', 'page[number]', 'page number'] }, // Spring
	{ kind: 'page', at: 'page', to: ['page', 'page[number]', 'pagination[page]', 'page number'] },
	{ kind: 'page', at: 'pageno', to: ['=', 'page'] },
	{ kind: 'page', at: 'pagenum', to: ['=', 'page'] },
	{ kind: 'page', at: 'pageindex', to: ['=', 'page'] },
	{ kind: 'page', at: 'number', to: ['page'], beside: ['totalpages'] }, // Spring's Page
	{ kind: 'page', at: 'current', to: ['page', '='], beside: ['pages'] },

	// — Offsets
	{
		kind: 'offset',
		at: 'pagination.start',
		to: ['pagination[start]', 'start'],
		beside: ['pagination.limit', 'pagination.total'],
	}, // Strapi
	{ kind: 'offset', at: 'startat', to: ['='] }, // Jira
	{ kind: 'offset', at: 'startindex', to: ['='] }, // SCIM, RFC 7644
	{ kind: 'offset', at: 'startposition', to: ['='] }, // QuickBooks
	{ kind: 'offset', at: 'skip', to: ['=', '$skip'] }, // Contentful
	{ kind: 'offset', at: 'offset', to: ['=', 'page[offset]', 'start', 'skip', 'from'] },
	{ kind: 'offset', at: 'start', to: ['=', 'offset'] },
	{ kind: 'offset', at: 'from', to: ['='] }, // Elasticsearch

	// — More is said to exist, and nothing says where: the usual ways, each proven before it is kept
	{ kind: 'offset', to: ['$skip'], beside: ['odatacount'] }, // OData
	{ kind: 'offset', to: ['from'], beside: ['hits.total'] }, // Elasticsearch
	{ kind: 'page', to: ['page'], beside: ['lastpage'] }, // ClickUp
	{ kind: 'page', to: ['page'], beside: ['header.lastpage'] }, // Clockify
	{ kind: 'page', to: ['page'], beside: ['quotaremaining'] }, // Stack Exchange
	{ kind: 'page', to: ['page'], beside: ['pagecount'] }, // Typeform
	{ kind: 'page', to: ['page'], beside: ['totalpages'] },
	{ kind: 'page', to: ['page'], beside: ['header.xtotalpages'] },
	{ kind: 'page', to: ['page'], beside: ['header.xtotalcount'] },
	{ kind: 'lastId', to: ['after', 'after_id'], beside: ['lastid', 'object'] }, // OpenAI
	{ kind: 'lastId', to: ['after_id', 'after', 'last_id', 'cursor'], beside: ['lastid'] }, // Anthropic
	{ kind: 'lastId', to: ['starting_after', 'after'] }, // Stripe
	{ kind: 'offset', to: ['offset', 'skip', 'start'] }, // Mailchimp
	{ kind: 'page', to: ['page', '_page'] }, // X-Total-Count alone; json-server
];
