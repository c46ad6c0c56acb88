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

/** A token, and the query parameters that may take it. */
export interface TokenRow {
	field: string;
	/**
	 * The likeliest first. Snake case is spelled in the style of the field, and `=` is the field's own name. Empty: the
	 * token is an object, whose fields are all sent.
	 */
	sentAs: readonly string[];
	/** Only if the page has this field as well. */
	beside?: string;
	/** A number in this field is a position. */
	isText?: true;
	seenAt: string;
}

/** Where the parameter does not follow from the name. */
export const SENT_OTHERWISE: readonly TokenRow[] = [
	{ field: 'nextcursor', beside: 'object', sentAs: ['start_cursor'], seenAt: 'Notion' },
	{ field: 'nextpagetoken', beside: 'totalrecords', sentAs: ['='], seenAt: 'Zoom' },
	{ field: 'nextpagetoken', beside: 'islast', sentAs: ['='], seenAt: 'Jira' },
	{ field: 'nextpagetoken', sentAs: ['page_token', '=', 'page-token'], seenAt: 'CircleCI' },
	{ field: 'nextpagekey', sentAs: ['='], seenAt: 'Dynatrace' },
	{ field: 'nextpagestart', sentAs: ['start'], seenAt: 'Bitbucket Server' },
	{ field: 'nexttoken', beside: 'resultcount', sentAs: ['pagination_token'], seenAt: 'X' },
	{ field: 'nexttoken', sentAs: ['='], seenAt: 'AWS' },
	{ field: 'next', beside: 'hasnext', sentAs: ['offset'], seenAt: 'Lever' },
	{ field: 'next', beside: 'pagination.count', sentAs: ['until'], seenAt: 'Vercel' },
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
export const TOKENS: readonly TokenRow[] = [
	{ field: 'endcursor', sentAs: ['after', 'cursor', '='], seenAt: 'GraphQL, Linear' },
	{ field: 'aftercursor', sentAs: ['page[after]', 'after', 'cursor'], seenAt: 'Zendesk' },
	{ field: 'cursor', sentAs: ['=', 'after', 'start_cursor'], seenAt: 'Square, Dropbox, monday' },
	{ field: 'after', sentAs: ['=', 'page[after]', 'cursor'], seenAt: 'Reddit, Facebook' },
	{ field: 'lastevaluatedkey', sentAs: ['exclusive_start_key', '='], seenAt: 'DynamoDB' },
	{ field: 'mscontinuationtoken', sentAs: ['continuationToken'], seenAt: 'Azure DevOps' },
	{ field: 'continuationtoken', sentAs: ['='], seenAt: 'Nexus' },
	{ field: 'continuation', sentAs: ['='], seenAt: 'Eventbrite' },
	{ field: 'continue', sentAs: ['='], isText: true, seenAt: 'Kubernetes' },
	{ field: 'continue', sentAs: [], seenAt: 'MediaWiki' },
	{ field: 'bookmark', sentAs: ['='], seenAt: 'CouchDB, Pinterest' },
	{ field: 'paginationtoken', sentAs: ['='], seenAt: 'Amazon Cognito' },
	{ field: 'offset', sentAs: ['='], isText: true, seenAt: 'Airtable' },
	{ field: 'position', sentAs: ['='], isText: true, seenAt: 'Amazon API Gateway' },
];

/** Where this page is. */
export interface PositionRow {
	field: string;
	sentAs: readonly string[];
	beside?: string;
	seenAt: string;
}

/** Its number. */
export const NUMBERS: readonly PositionRow[] = [
	{
		field: 'pagination.page',
		beside: 'pagecount',
		sentAs: ['pagination[page]', 'page'],
		seenAt: 'Strapi',
	},
	{ field: 'currentpage', sentAs: ['page', 'page_number'], seenAt: 'Laravel' },
	{ field: 'pagenumber', sentAs: ['=', 'page', 'page[number]'], seenAt: 'Spring' },
	{ field: 'page', sentAs: ['=', 'page[number]', 'page_number'], seenAt: 'Harvest' },
	{ field: 'pageindex', sentAs: ['=', 'page'], seenAt: 'ASP.NET' },
	{ field: 'pageoffset', sentAs: ['page', '='], seenAt: 'Teamwork' },
	{ field: 'number', beside: 'totalpages', sentAs: ['page'], seenAt: 'Spring' },
	{ field: 'current', beside: 'pages', sentAs: ['page', '='], seenAt: 'MyBatis' },
];

/** Its first record. */
export const OFFSETS: readonly PositionRow[] = [
	{ field: 'startat', sentAs: ['='], seenAt: 'Jira' },
	{ field: 'startindex', sentAs: ['='], seenAt: 'SCIM' },
	{ field: 'startposition', sentAs: ['='], seenAt: 'QuickBooks' },
	{ field: 'skip', sentAs: ['=', '$skip'], seenAt: 'Contentful' },
	{ field: 'offset', sentAs: ['=', 'page[offset]', 'start'], seenAt: 'Box' },
	{ field: 'start', sentAs: ['=', 'pagination[start]'], seenAt: 'Confluence' },
	{ field: 'from', sentAs: ['='], seenAt: 'Elasticsearch' },
];

/** A parameter that is tried although the page says nothing about it. */
export interface Guess {
	kind: 'page' | 'offset' | 'lastId';
	sentAs: string;
	/** Only if the page has these fields. */
	beside?: readonly string[];
	seenAt: string;
}

/** The likeliest first: the order decides how many requests a list costs. */
export const GUESSES: readonly Guess[] = [
	{ kind: 'offset', sentAs: '$skip', beside: ['odatacount'], seenAt: 'OData' },
	{ kind: 'offset', sentAs: 'from', beside: ['hits.total'], seenAt: 'Elasticsearch' },
	{ kind: 'lastId', sentAs: 'after', beside: ['lastid', 'object'], seenAt: 'OpenAI' },
	{ kind: 'lastId', sentAs: 'after_id', beside: ['lastid'], seenAt: 'Anthropic' },
	{ kind: 'lastId', sentAs: 'starting_after', beside: ['hasmore', 'object'], seenAt: 'Stripe' },
	{ kind: 'page', sentAs: 'page[number]', beside: ['meta.page'], seenAt: 'Datadog' },
	{ kind: 'page', sentAs: 'page', seenAt: 'ClickUp, WordPress, Freshdesk' },
	{ kind: 'offset', sentAs: 'offset', seenAt: 'Mailchimp, PostgREST' },
	{ kind: 'offset', sentAs: 'skip', seenAt: 'Contentful' },
	{ kind: 'lastId', sentAs: 'before', seenAt: 'Discord, Trello' },
	{ kind: 'offset', sentAs: 'start', seenAt: 'Pipedrive' },
	{ kind: 'offset', sentAs: '$skip', seenAt: 'YouTrack' },
	{ kind: 'lastId', sentAs: 'after', seenAt: 'Discord' },
	{ kind: 'lastId', sentAs: 'starting_after', seenAt: 'Stripe' },
	{ kind: 'page', sentAs: 'pageNumber', seenAt: 'ASP.NET' },
	{ kind: 'page', sentAs: 'page_number', seenAt: 'Zoom' },
	{ kind: 'page', sentAs: 'page[number]', seenAt: 'JSON:API' },
	{ kind: 'page', sentAs: '_page', seenAt: 'json-server' },
	{ kind: 'offset', sentAs: 'startAt', seenAt: 'Jira' },
	{ kind: 'offset', sentAs: '_skip', seenAt: 'Close' },
	{ kind: 'offset', sentAs: 'from', seenAt: 'npm' },
	{ kind: 'offset', sentAs: 'page[offset]', seenAt: 'JSON:API' },
];

/** A field and who has it. */
type Names = Readonly<Record<string, string>>;

/** Flags that there is more. */
export const MORE: Names = {
	hasmore: 'Stripe, Notion',
	hasnextpage: 'GraphQL',
	hasnext: 'Lever',
	hasmoreitems: 'Alfresco',
	hasmorepages: 'Laravel',
	hasmorepage: 'Zoho Books',
	hasmorerows: 'ServiceDesk Plus',
	moreitemsincollection: 'Pipedrive',
	morerecords: 'Zoho CRM',
	istruncated: 'AWS',
	truncated: 'GitHub',
	more: 'PagerDuty',
};

/** Flags that there is no more. */
export const END: Names = {
	islast: 'Jira',
	islastpage: 'Bitbucket Server',
	last: 'Spring',
	lastpage: 'ClickUp',
	done: 'Salesforce',
};

/** Flags that the response is a part. That it is none says nothing about other pages. */
export const PART: Names = {
	incompleteresults: 'GitHub',
	exceededtransferlimit: 'ArcGIS',
};

/** How many pages the list has. */
export const PAGES: Names = {
	totalpages: 'Spring, GitLab',
	pagecount: 'Strapi',
	pages: 'Ghost',
	lastpage: 'Laravel',
	nbpages: 'Algolia',
	wptotalpages: 'WordPress',
};

/** How many records a page has. */
export const SIZE: Names = {
	perpage: 'Laravel',
	pagesize: 'Strapi',
	limit: 'Box',
	pagelen: 'Bitbucket',
	itemsperpage: 'SCIM',
	hitsperpage: 'Algolia',
	resultsperpage: 'YouTube',
	maxresults: 'Jira',
	take: 'TypeORM',
	'page.size': 'Spring HATEOAS',
	'paging.count': 'LinkedIn',
};

/** Totals whose name does not have the word. */
export const TOTALS: Names = {
	numfound: 'Solr',
	found: 'Typesense',
	nbhits: 'Algolia',
	odatacount: 'OData',
	'total.value': 'Elasticsearch',
};

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
export const ABOUT_PAGES: Names = {
	links: 'JSON:API, HAL',
	urls: 'Discogs',
	next: 'HubSpot',
	info: 'Zoho CRM',
	listinfo: 'ServiceDesk Plus',
	resultinfo: 'Cloudflare',
	additionaldata: 'Pipedrive',
	view: 'Hydra',
	hits: 'Elasticsearch',
	total: 'Elasticsearch',
};
