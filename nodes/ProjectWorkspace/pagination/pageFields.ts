/**
 * What the fields next to the records say about a list. This is the one table: a new service is a new row. Names are plain
 * (`plainName`), and one with a dot is the end of a path: `pagination.page`. A header counts without its `X-`.
 */

/** A name that begins with "next" leads on, if the rest of it has only these words. If it is empty, the list ends. */
export const NEXT_WORDS: readonly string[] = [
	'page',
	'cursor',
	'token',
	'link',
	'url',
	'uri',
	'href',
	'path',
	'records',
	'results',
	'offset',
	'start',
	'index',
	'skip',
	'key',
	'marker',
	'batch',
	'continuation',
	'after',
	'number',
	'by',
];

/** Other names of fields that lead on. */
export const NEXT_NAMES: readonly string[] = [
	'cursornext', // Ebay
	'moretopicsurl', // Discourse
];

/** A field, and the query parameters that may take its value or the next one. */
export interface Row {
	field: string;
	/** The likeliest first. Snake case is spelled in the style of the field, and `=` is the name of the field. */
	sentAs: readonly string[];
	/** Only if the page has these fields as well. */
	beside?: readonly string[];
	/** A number in this field is a position. */
	isText?: true;
}

/** Where the parameter does not follow from the name. */
export const SENT_OTHERWISE: readonly Row[] = [
	{ field: 'nextcursor', beside: ['object'], sentAs: ['start_cursor'] }, // Notion
	{ field: 'nextpagetoken', beside: ['totalrecords'], sentAs: ['='] }, // Zoom
	{ field: 'nextpagetoken', beside: ['islast'], sentAs: ['='] }, // Jira
	{ field: 'nextpagetoken', sentAs: ['page_token', '=', 'page-token'] }, // CircleCI
	{ field: 'nextpagekey', sentAs: ['='] }, // Dynatrace
	{ field: 'nextpagestart', sentAs: ['start'] }, // Bitbucket Server
	{ field: 'nexttoken', beside: ['resultcount'], sentAs: ['pagination_token'] }, // X
	{ field: 'nexttoken', sentAs: ['='] }, // AWS
	{ field: 'next', beside: ['hasnext'], sentAs: ['offset'] }, // Lever
	{ field: 'next', beside: ['pagination.count'], sentAs: ['until'] }, // Vercel
];

/** For all others, after the name without "next". */
export const NEXT_SENT_AS: readonly string[] = [
	'=',
	'cursor',
	'page_token',
	'after',
	'offset',
	'start_cursor',
	'from',
];

/** For a number that is only named "next". */
export const NEXT_NUMBER_SENT_AS: readonly string[] = ['page', 'offset', '=', '_page', 'after'];

/** Tokens whose name does not say next. It may be the token of this page, so the list does not end without it. */
export const TOKENS: readonly Row[] = [
	{ field: 'endcursor', sentAs: ['after', 'cursor', '='] }, // GraphQL, Linear
	{ field: 'aftercursor', sentAs: ['page[after]', 'after', 'cursor'] }, // Zendesk
	{ field: 'cursor', sentAs: ['=', 'after', 'start_cursor'] }, // Square, Dropbox, monday
	{ field: 'after', sentAs: ['=', 'page[after]', 'cursor'] }, // Reddit, Facebook
	{ field: 'lastevaluatedkey', sentAs: ['exclusive_start_key', '='] }, // DynamoDB
	{ field: 'mscontinuationtoken', sentAs: ['continuationToken'] }, // Azure DevOps
	{ field: 'continuationtoken', sentAs: ['='] }, // Nexus
	{ field: 'continuation', sentAs: ['='] }, // Eventbrite
	{ field: 'continue', sentAs: ['='], isText: true }, // Kubernetes, MediaWiki
	{ field: 'bookmark', sentAs: ['='] }, // CouchDB, Pinterest
	{ field: 'paginationtoken', sentAs: ['='] }, // Amazon Cognito
	{ field: 'offset', sentAs: ['='], isText: true }, // Airtable
	{ field: 'position', sentAs: ['='], isText: true }, // Amazon API Gateway
];

/** The number of this page. */
export const PAGE_NUMBERS: readonly Row[] = [
	{ field: 'pagination.page', beside: ['pagecount'], sentAs: ['pagination[page]', 'page'] }, // Strapi
	{ field: 'currentpage', sentAs: ['page', 'page_number'] }, // Laravel
	{ field: 'pagenumber', sentAs: ['=', 'page', 'page[number]'] }, // Spring
	{ field: 'page', sentAs: ['=', 'page[number]', 'page_number'] }, // Harvest
	{ field: 'pageindex', sentAs: ['=', 'page'] }, // ASP.NET
	{ field: 'pageoffset', sentAs: ['page', '='] }, // Teamwork
	{ field: 'number', beside: ['totalpages'], sentAs: ['page'] }, // Spring
	{ field: 'current', beside: ['pages'], sentAs: ['page', '='] }, // MyBatis
];

/** The position of its first record. */
export const OFFSETS: readonly Row[] = [
	{ field: 'startat', sentAs: ['='] }, // Jira
	{ field: 'startindex', sentAs: ['='] }, // SCIM
	{ field: 'startposition', sentAs: ['='] }, // QuickBooks
	{ field: 'skip', sentAs: ['=', '$skip'] }, // Contentful
	{ field: 'offset', sentAs: ['=', 'page[offset]', 'start'] }, // Box
	{ field: 'start', sentAs: ['=', 'pagination[start]'] }, // Confluence
	{ field: 'from', sentAs: ['='] }, // Elasticsearch
];

/** A parameter that is tried although the page says nothing about it. */
export interface Guess {
	kind: 'page' | 'offset' | 'lastId';
	parameter: string;
	/** Only if the page has these fields. */
	beside?: readonly string[];
}

/** The likeliest first: the order decides how many requests a list costs. */
export const GUESSES: readonly Guess[] = [
	{ kind: 'offset', parameter: '$skip', beside: ['odatacount'] }, // OData
	{ kind: 'offset', parameter: 'from', beside: ['hits.total'] }, // Elasticsearch
	{ kind: 'offset', parameter: 'SkipCount', beside: ['totalcount', 'items'] }, // ABP
	{ kind: 'lastId', parameter: 'after', beside: ['lastid', 'object'] }, // OpenAI
	{ kind: 'lastId', parameter: 'after_id', beside: ['lastid'] }, // Anthropic
	{ kind: 'lastId', parameter: 'starting_after', beside: ['hasmore', 'object'] }, // Stripe
	{ kind: 'page', parameter: 'page[number]', beside: ['meta.page'] }, // Datadog
	{ kind: 'page', parameter: 'page' }, // ClickUp, WordPress, Freshdesk
	{ kind: 'offset', parameter: 'offset' }, // Mailchimp, PostgREST
	{ kind: 'offset', parameter: 'skip' }, // Contentful
	{ kind: 'lastId', parameter: 'before' }, // Discord, Trello
	{ kind: 'offset', parameter: 'start' }, // Pipedrive
	{ kind: 'offset', parameter: '$skip' }, // YouTrack
	{ kind: 'lastId', parameter: 'after' }, // Discord
	{ kind: 'lastId', parameter: 'starting_after' }, // Stripe
	{ kind: 'page', parameter: 'pageNumber' }, // ASP.NET
	{ kind: 'page', parameter: 'page_number' }, // Zoom
	{ kind: 'page', parameter: 'page[number]' }, // JSON:API
	{ kind: 'page', parameter: '_page' }, // json-server
	{ kind: 'offset', parameter: 'startAt' }, // Jira
	{ kind: 'offset', parameter: '_skip' }, // Close
	{ kind: 'offset', parameter: 'from' }, // npm
	{ kind: 'offset', parameter: 'page[offset]' }, // JSON:API
];

/** Flags that there is more. */
export const MORE: readonly string[] = [
	'hasmore', // Stripe, Notion
	'hasnextpage', // GraphQL
	'hasnext', // Lever
	'hasmoreitems', // Alfresco
	'hasmorepages', // Laravel
	'hasmorepage', // Zoho Books
	'hasmorerows', // ServiceDesk Plus
	'moreitemsincollection', // Pipedrive
	'morerecords', // Zoho CRM
	'istruncated', // AWS
	'truncated', // GitHub
	'more', // PagerDuty
];

/** Flags that there is no more. */
export const END: readonly string[] = [
	'islast', // Jira
	'islastpage', // Bitbucket Server
	'last', // Spring
	'lastpage', // ClickUp
	'done', // Salesforce
];

/** Flags that the response is a part. That it is none says nothing about other pages. */
export const PART: readonly string[] = [
	'incompleteresults', // GitHub
	'exceededtransferlimit', // ArcGIS
];

/** How many pages the list has. */
export const PAGES: readonly string[] = [
	'totalpages', // Spring, GitLab
	'pagecount', // Strapi
	'pages', // Ghost
	'lastpage', // Laravel
	'nbpages', // Algolia
	'wptotalpages', // WordPress
];

/** How many records a page has. */
export const SIZE: readonly string[] = [
	'perpage', // Laravel
	'pagesize', // Strapi
	'limit', // Box
	'pagelen', // Bitbucket
	'itemsperpage', // SCIM
	'hitsperpage', // Algolia
	'resultsperpage', // YouTube
	'maxresults', // Jira
	'take', // TypeORM
	'page.size', // Spring HATEOAS
	'paging.count', // LinkedIn
];

/** Totals whose name does not have the word. */
export const TOTALS: readonly string[] = [
	'numfound', // Solr
	'found', // Typesense
	'nbhits', // Algolia
	'odatacount', // OData
	'total.value', // Elasticsearch
];

/** What a total or a count may count: `totalElements`, `result_count`, `X-WP-Total`. */
export const COUNTED: readonly string[] = [
	'count',
	'elements',
	'entries',
	'hits',
	'item',
	'items',
	'number',
	'objects',
	'record',
	'records',
	'result',
	'results',
	'rows',
	'size',
	'wp',
];

/** Objects about pages, besides those whose name contains "pag", "meta" or "cursor". */
export const ABOUT_PAGES: readonly string[] = [
	'links', // JSON:API, HAL
	'urls', // Discogs
	'next', // HubSpot
	'info', // Zoho CRM
	'listinfo', // ServiceDesk Plus
	'resultinfo', // Cloudflare
	'additionaldata', // Pipedrive
	'view', // Hydra
	'hits', // Elasticsearch
	'total', // Elasticsearch
];
