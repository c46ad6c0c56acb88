/**
 * What the fields next to the records say about a list. This is the one table: a new service is a new row. Names are plain
 * (`plainName`), and one with a dot is the end of a path: `pageinfo.endcursor`. A header counts without its `X-`.
 */

/** A token that leads to the next page. */
export interface TokenRow {
	field: string;
	/**
	 * The query parameters that may take it, the likeliest first. Snake case is spelled in the style of the field, `=` is
	 * the field's own name, and `*` stands for all fields of the object.
	 */
	sentAs: readonly string[];
	/** Only if the page has this field as well. */
	beside?: string;
	/** A number in this field is a position. */
	isText?: true;
	seenAt: string;
}

/** A field that is named next leads on, and ends the list if it is empty. Its name has only these words. */
export const NEXT_WORDS: ReadonlySet<string> = new Set(
	`next page pages cursor token link url uri href path records results items request offset start index skip key marker
	mark id batch continuation after number from position by range set value`.split(/\s+/),
);

/** Other names of fields that do the same. */
export const NEXT_NAMES: readonly string[] = [
	'moretopicsurl', // Discourse
	'loadmoreurl', // Discourse
	'cursornext',
];

/** Where these parameters do not follow from the name without "next", they come first. */
export const SENT_OTHERWISE: readonly TokenRow[] = [
	{ field: 'nextcursor', beside: 'object', sentAs: ['start_cursor'], seenAt: 'Notion' },
	{ field: 'nextpagetoken', beside: 'totalrecords', sentAs: ['='], seenAt: 'Zoom' },
	{ field: 'nextpagetoken', beside: 'islast', sentAs: ['='], seenAt: 'Jira' },
	{ field: 'nextpagetoken', sentAs: ['page_token', '=', 'page-token'], seenAt: 'CircleCI' },
	{ field: 'nexttoken', beside: 'resultcount', sentAs: ['pagination_token'], seenAt: 'X' },
	{ field: 'nexttoken', sentAs: ['='], seenAt: 'AWS' },
	{ field: 'nextpagekey', sentAs: ['='], seenAt: 'Dynatrace' },
	{ field: 'nextcontinuationtoken', sentAs: ['continuation-token'], seenAt: 'Amazon S3' },
	{ field: 'nextbatch', sentAs: ['from', 'since'], seenAt: 'Matrix' },
	{ field: 'nextpagestart', sentAs: ['start'], seenAt: 'Bitbucket Server' },
	{ field: 'nextid', sentAs: ['from', 'start_id', '=', 'cursor'], seenAt: 'hand-written APIs' },
	{ field: 'next', beside: 'hasnext', sentAs: ['offset'], seenAt: 'Lever' },
];

/** The parameters of any token that is named next, after the name without "next". */
export const NEXT_SENT_AS: readonly string[] = [
	'start_cursor',
	'=',
	'cursor',
	'page_token',
	'after',
	'offset',
	'from',
	'page',
];

/** Tokens whose name does not say next: it may be the token of this page, so without it the list does not end. */
export const TOKENS: readonly TokenRow[] = [
	{ field: 'endcursor', sentAs: ['after', 'cursor', '='], seenAt: 'GraphQL, Linear' },
	{ field: 'aftercursor', sentAs: ['page[after]', 'after', 'cursor'], seenAt: 'Zendesk' },
	{ field: 'cursors.after', sentAs: ['after', 'cursor'], seenAt: 'Facebook' },
	{ field: 'cursor.after', sentAs: ['after', 'cursor'], seenAt: 'Phabricator' },
	{ field: 'pagination.cursor', sentAs: ['cursor', 'after'], seenAt: 'Twitch' },
	{ field: 'cursor', sentAs: ['=', 'after', 'start_cursor'], seenAt: 'Square, Dropbox, monday' },
	{ field: 'after', sentAs: ['=', 'page[after]', 'cursor'], seenAt: 'Reddit' },
	{ field: 'lastevaluatedkey', sentAs: ['exclusive_start_key', '='], seenAt: 'DynamoDB' },
	{ field: 'mscontinuationtoken', sentAs: ['continuationToken'], seenAt: 'Azure DevOps' },
	{ field: 'mscontinuation', sentAs: ['continuationToken'], seenAt: 'Azure Cosmos DB' },
	{ field: 'continuationtoken', sentAs: ['='], seenAt: 'Nexus' },
	{ field: 'continuation', sentAs: ['='], seenAt: 'Eventbrite' },
	{ field: 'continue', sentAs: ['='], isText: true, seenAt: 'Kubernetes' },
	{ field: 'continue', sentAs: ['*'], seenAt: 'MediaWiki' },
	{ field: 'bookmark', sentAs: ['='], seenAt: 'CouchDB, Pinterest' },
	{ field: 'scrollid', sentAs: ['='], seenAt: 'Elasticsearch' },
	{ field: 'resumptiontoken', sentAs: ['='], seenAt: 'OAI-PMH' },
	{ field: 'paginationtoken', sentAs: ['='], seenAt: 'Amazon Cognito' },
	{ field: 'pagestate', sentAs: ['=', 'page-state'], seenAt: 'Stargate' },
	{ field: 'pagetoken', sentAs: ['='], seenAt: 'Google' },
	{ field: 'startingafter', sentAs: ['='], seenAt: 'Intercom' },
	{ field: 'marker', sentAs: ['='], seenAt: 'OpenStack' },
	{ field: 'offset', sentAs: ['='], isText: true, seenAt: 'Airtable' },
	{ field: 'position', sentAs: ['='], isText: true, seenAt: 'Amazon API Gateway' },
];

/** Where this page is. */
export interface PositionRow {
	field: string;
	kind: 'page' | 'offset';
	sentAs: readonly string[];
	beside?: string;
	seenAt: string;
}

export const POSITIONS: readonly PositionRow[] = [
	{
		field: 'pagination.page',
		kind: 'page',
		sentAs: ['pagination[page]', 'page'],
		beside: 'pagecount',
		seenAt: 'Strapi',
	},
	{ field: 'currentpage', kind: 'page', sentAs: ['page', '=', 'page[number]'], seenAt: 'Laravel' },
	{ field: 'pagenumber', kind: 'page', sentAs: ['=', 'page', 'page[number]'], seenAt: 'Spring' },
	{ field: 'page.number', kind: 'page', sentAs: ['page', 'page[number]'], seenAt: 'Spring HAL' },
	{
		field: 'page',
		kind: 'page',
		sentAs: ['page', 'page[number]', 'pagination[page]', 'page_number'],
		seenAt: 'Harvest, Directus',
	},
	{ field: 'pageindex', kind: 'page', sentAs: ['=', 'page'], seenAt: 'ASP.NET' },
	{ field: 'pageoffset', kind: 'page', sentAs: ['page', '='], seenAt: 'Teamwork' },
	{ field: 'number', kind: 'page', sentAs: ['page'], beside: 'totalpages', seenAt: 'Spring' },
	{ field: 'current', kind: 'page', sentAs: ['page', '='], beside: 'pages', seenAt: 'MyBatis' },
	{
		field: 'pagination.start',
		kind: 'offset',
		sentAs: ['pagination[start]', 'start'],
		beside: 'pagination.limit',
		seenAt: 'Strapi',
	},
	{ field: 'startat', kind: 'offset', sentAs: ['='], seenAt: 'Jira' },
	{ field: 'startindex', kind: 'offset', sentAs: ['='], seenAt: 'SCIM' },
	{ field: 'startposition', kind: 'offset', sentAs: ['='], seenAt: 'QuickBooks' },
	{ field: 'skip', kind: 'offset', sentAs: ['=', '$skip'], seenAt: 'Contentful' },
	{
		field: 'offset',
		kind: 'offset',
		sentAs: ['=', 'page[offset]', 'start', 'skip', 'from'],
		seenAt: 'Box, PagerDuty',
	},
	{ field: 'start', kind: 'offset', sentAs: ['=', 'offset'], seenAt: 'Confluence' },
	{ field: 'from', kind: 'offset', sentAs: ['='], seenAt: 'Elasticsearch' },
];

/** A parameter that is tried although the page says nothing about it. */
export interface Guess {
	kind: 'page' | 'offset' | 'lastId';
	parameter: string;
	/** Only if the page has these fields. */
	beside?: readonly string[];
	seenAt: string;
}

/** The likeliest first: the order decides how many requests a list costs. */
export const GUESSES: readonly Guess[] = [
	{ kind: 'offset', parameter: '$skip', beside: ['odatacount'], seenAt: 'OData' },
	{ kind: 'offset', parameter: 'from', beside: ['hits.total'], seenAt: 'Elasticsearch' },
	{ kind: 'lastId', parameter: 'after', beside: ['lastid', 'object'], seenAt: 'OpenAI' },
	{ kind: 'lastId', parameter: 'after_id', beside: ['lastid'], seenAt: 'Anthropic' },
	{ kind: 'lastId', parameter: 'starting_after', beside: ['hasmore', 'object'], seenAt: 'Stripe' },
	{ kind: 'page', parameter: 'page', seenAt: 'ClickUp, WordPress, Freshdesk' },
	{ kind: 'offset', parameter: 'offset', seenAt: 'Mailchimp, PostgREST' },
	{ kind: 'offset', parameter: 'skip', seenAt: 'Contentful' },
	{ kind: 'lastId', parameter: 'before', seenAt: 'Discord, Trello' },
	{ kind: 'offset', parameter: 'start', seenAt: 'Pipedrive' },
	{ kind: 'offset', parameter: '$skip', seenAt: 'YouTrack' },
	{ kind: 'lastId', parameter: 'after', seenAt: 'Discord' },
	{ kind: 'lastId', parameter: 'starting_after', seenAt: 'Stripe' },
	{ kind: 'page', parameter: 'pageNumber', seenAt: 'ASP.NET' },
	{ kind: 'page', parameter: 'page_number', seenAt: 'Zoom' },
	{ kind: 'page', parameter: 'p', seenAt: 'Discourse' },
	{ kind: 'page', parameter: 'page[number]', seenAt: 'JSON:API' },
	{ kind: 'page', parameter: '_page', seenAt: 'json-server' },
	{ kind: 'offset', parameter: 'startAt', seenAt: 'Jira' },
	{ kind: 'offset', parameter: 'page[offset]', seenAt: 'JSON:API' },
];

/** Flags and numbers about the whole list. A flag that is the opposite says the opposite. */
export interface SaysRow {
	field: string;
	says: 'more' | 'end' | 'cut' | 'pages' | 'size';
	beside?: string;
	seenAt: string;
}

export const SAYS: readonly SaysRow[] = [
	{ field: 'hasmore', says: 'more', seenAt: 'Stripe, Notion' },
	{ field: 'hasnextpage', says: 'more', seenAt: 'GraphQL' },
	{ field: 'hasnext', says: 'more', seenAt: 'Lever' },
	{ field: 'hasmoreitems', says: 'more', seenAt: 'Alfresco' },
	{ field: 'hasmorepages', says: 'more', seenAt: 'Laravel' },
	{ field: 'hasmorepage', says: 'more', seenAt: 'Zoho Books' },
	{ field: 'hasmorerows', says: 'more', seenAt: 'ServiceDesk Plus' },
	{ field: 'moreitemsincollection', says: 'more', seenAt: 'Pipedrive' },
	{ field: 'morerecords', says: 'more', seenAt: 'Zoho CRM' },
	{ field: 'nextpageresults', says: 'more', seenAt: 'Wikimedia' },
	{ field: 'istruncated', says: 'more', seenAt: 'AWS' },
	{ field: 'truncated', says: 'more', seenAt: 'GitHub' },
	{ field: 'more', says: 'more', seenAt: 'PagerDuty' },

	{ field: 'islast', says: 'end', seenAt: 'Jira' },
	{ field: 'islastpage', says: 'end', seenAt: 'Bitbucket Server' },
	{ field: 'last', says: 'end', seenAt: 'Spring' },
	{ field: 'lastpage', says: 'end', seenAt: 'ClickUp' },
	{ field: 'done', says: 'end', seenAt: 'Salesforce' },

	// A flag that the response is a part; that it is none says nothing about further pages.
	{ field: 'incompleteresults', says: 'cut', seenAt: 'GitHub' },
	{ field: 'exceededtransferlimit', says: 'cut', seenAt: 'ArcGIS' },

	{ field: 'totalpages', says: 'pages', seenAt: 'Spring, GitLab' },
	{ field: 'pagecount', says: 'pages', seenAt: 'Strapi' },
	{ field: 'pages', says: 'pages', seenAt: 'Ghost' },
	{ field: 'lastpage', says: 'pages', seenAt: 'Laravel' },
	{ field: 'nbpages', says: 'pages', seenAt: 'Algolia' },
	{ field: 'wptotalpages', says: 'pages', seenAt: 'WordPress' },

	{ field: 'perpage', says: 'size', seenAt: 'Laravel' },
	{ field: 'pagesize', says: 'size', seenAt: 'Strapi' },
	{ field: 'limit', says: 'size', seenAt: 'Box' },
	{ field: 'pagelen', says: 'size', seenAt: 'Bitbucket' },
	{ field: 'itemsperpage', says: 'size', seenAt: 'SCIM' },
	{ field: 'hitsperpage', says: 'size', seenAt: 'Algolia' },
	{ field: 'resultsperpage', says: 'size', seenAt: 'YouTube' },
	{ field: 'maxresults', says: 'size', seenAt: 'Jira' },
	{ field: 'take', says: 'size', seenAt: 'TypeORM' },
	{ field: 'page.size', says: 'size', seenAt: 'Spring HAL' },
	{ field: 'paging.count', says: 'size', beside: 'paging.start', seenAt: 'LinkedIn' },
];

/** What a total or a count may count: `totalElements`, `result_count`, `X-WP-Total`. */
export const COUNTED: ReadonlySet<string> = new Set(
	`count counts number elements element items item records record results result size entries rows hits docs documents
	objects wp`.split(/\s+/),
);

/** Totals by other names. */
export const TOTALS: readonly string[] = [
	'numfound', // Solr
	'nbhits', // Algolia
	'odatacount', // OData
];

/** Objects about pages, by name; also those whose name contains "pag", "meta" or "cursor". */
export const ABOUT_PAGES: ReadonlySet<string> = new Set([
	'links', // JSON:API, HAL
	'link',
	'urls',
	'next', // HubSpot: paging.next
	'info', // Zoho CRM
	'listinfo', // ServiceDesk Plus
	'resultinfo', // Cloudflare
	'additionaldata', // Pipedrive
	'view', // Hydra
	'hits', // Elasticsearch
	'total', // Elasticsearch: hits.total.value
	'summary',
	'navigation',
]);
