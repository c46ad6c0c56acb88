/**
 * What the fields next to the records say about a list. This is the one table: a new service is a new row. Names are plain
 * (`plainName`), and one with a dot is the end of a path: `pagination.page`. A header counts without its `X-`.
 */
import { RESOURCE_WORDS } from '../records/fields';
import type { ResourceName } from '../resources';
import type { PaginationName } from './candidates';

/** A name that begins with "next" leads on, if the rest of it has only these words. If it is empty, the list ends. */
export const NEXT_WORDS: readonly string[] = [
	'page', // Todoist
	'cursor', // Slack
	'token', // Google
	'link', // Microsoft Graph
	'url', // Laravel
	'uri', // Twilio
	'records', // Salesforce
	'offset', // Chargebee
	'start', // Bitbucket Server
	'marker', // Box
	'by', // OpenProject
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

/** Parameters that do not follow from the name. They are tried first. */
export const SENT_OTHERWISE: readonly Row[] = [
	{ field: 'nextcursor', beside: ['object'], sentAs: ['start_cursor'] }, // Notion
	{ field: 'nextpagetoken', beside: ['totalrecords'], sentAs: ['='] }, // Zoom
	{ field: 'nextpagetoken', beside: ['islast'], sentAs: ['='] }, // Jira
	{ field: 'nextpagetoken', sentAs: ['page_token', '=', 'page-token'] }, // Google, Wrike, CircleCI
	{ field: 'nextpagestart', sentAs: ['start'] }, // Bitbucket Server
	{ field: 'nexttoken', beside: ['resultcount'], sentAs: ['pagination_token'] }, // X
	{ field: 'next', beside: ['pagination.count'], sentAs: ['until'] }, // Vercel
];

/** Parameters for all others, after the name without "next". */
export const NEXT_SENT_AS: readonly string[] = ['=', 'cursor', 'page_token', 'after', 'offset'];

/** Parameters for a number that is only named "next". */
export const NEXT_NUMBER_SENT_AS: readonly string[] = ['page', 'offset', '_page'];

/** Tokens whose name does not say next. It may be the token of this page, so the list does not end without it. */
export const TOKENS: readonly Row[] = [
	{ field: 'endcursor', sentAs: ['after', 'cursor', '='] }, // GraphQL, Linear
	{ field: 'aftercursor', sentAs: ['page[after]', 'after', 'cursor'] }, // Zendesk
	{ field: 'cursor', sentAs: ['=', 'after', 'start_cursor'] }, // Miro, Square, Cloudflare
	{ field: 'after', sentAs: ['=', 'page[after]', 'cursor'] }, // Phabricator, Facebook
	{ field: 'pagetoken', sentAs: ['='] }, // Lark
	{ field: 'mscontinuationtoken', sentAs: ['continuationToken'] }, // Azure DevOps
	{ field: 'continue', sentAs: ['='], isText: true }, // Kubernetes, Argo Workflows
	{ field: 'offset', sentAs: ['='], isText: true }, // Airtable
];

/** The number of this page. */
export const PAGE_NUMBERS: readonly Row[] = [
	{ field: 'pagination.page', beside: ['pagecount'], sentAs: ['pagination[page]', 'page'] }, // Strapi
	{ field: 'currentpage', sentAs: ['page', 'page_number', 'pageNumber'] }, // Laravel, ASP.NET
	{ field: 'pagenumber', sentAs: ['=', 'page', 'page[number]'] }, // Smartsheet
	{ field: 'page', sentAs: ['=', 'page[number]', 'page_number'] }, // Harvest
	{ field: 'pageindex', sentAs: ['=', 'page'] }, // ASP.NET
	{ field: 'pagenum', sentAs: ['=', 'page'] }, // PageHelper
	{ field: 'pageoffset', sentAs: ['page', '='] }, // Teamwork
	{ field: 'number', beside: ['totalpages'], sentAs: ['page'] }, // Spring
	{ field: 'current', beside: ['pages'], sentAs: ['=', 'page'] }, // MyBatis-Plus
];

/** The position of its first record. */
export const OFFSETS: readonly Row[] = [
	{ field: 'startat', sentAs: ['='] }, // Jira
	{ field: 'startindex', sentAs: ['='] }, // SCIM
	{ field: 'skip', sentAs: ['=', '$skip'] }, // Contentful, Feathers
	{ field: 'pg.offset', sentAs: ['pg[offset]'] }, // Make
	{ field: 'offset', sentAs: ['=', 'page[offset]', 'start'] }, // Redmine, JSON:API
	{ field: 'start', sentAs: ['=', 'pagination[start]'] }, // Pipedrive, Strapi
];

/** A parameter that is tried although the page says nothing about it: only if the page has the fields beside it. */
type Guess = [pagination: PaginationName, parameter: string, beside?: readonly string[]];

/** The likeliest first: the order decides how many requests a list costs, and only eight are tried where nothing says more. */
export const GUESSES: readonly Guess[] = [
	['offset', '$skip', ['odatacount']], // OData
	['offset', 'SkipCount', ['totalcount', 'items']], // ABP
	['lastId', 'after', ['lastid', 'object']], // OpenAI
	['lastId', 'after_id', ['lastid']], // Anthropic
	['lastId', 'starting_after', ['hasmore', 'object']], // Stripe
	['page', 'page[number]', ['meta.page']], // Datadog, Teamleader
	['page', 'page'], // ClickUp, WordPress, Freshdesk
	['offset', 'offset'], // Backlog, Mailchimp, PostgREST
	['offset', 'skip'], // FastAPI
	['lastId', 'before'], // Trello, Discord
	['offset', '$skip'], // YouTrack
	['offset', 'startAt'], // Jira
	['lastId', 'after'], // Discord
	['offset', 'first'], // Keycloak
	['lastId', 'starting_after'], // Stripe
	['offset', 'start'], // Confluence, Zoho
	['page', 'pageNumber'], // ASP.NET
	['page', 'page[number]'], // JSON:API
	['page', '_page'], // json-server
];

/** Flags that there is more. */
export const MORE: readonly string[] = [
	'hasmore', // Stripe, Notion
	'hasnextpage', // GraphQL
	'hasnext', // Flask
	'hasmorepage', // Zoho Books
	'hasmorerows', // ServiceDesk Plus
	'moreitemsincollection', // Pipedrive
	'morerecords', // Zoho CRM
	'more', // PagerDuty
	'incompleteresults', // GitHub
];

/** Flags that there is no more. */
export const END: readonly string[] = [
	'islast', // Jira
	'islastpage', // Bitbucket Server
	'last', // Spring
	'lastpage', // ClickUp
	'done', // Salesforce
];

/** How many pages the list has. */
export const PAGES: readonly string[] = [
	'totalpages', // Spring, GitLab
	'pagecount', // Strapi
	'pages', // Ghost
	'lastpage', // Laravel
];

/** How many records a page has. */
export const SIZE: readonly string[] = [
	'perpage', // Laravel
	'pagesize', // Strapi
	'limit', // Redmine
	'pagelen', // Bitbucket
	'paging.count', // LinkedIn
];

/** What a total or a count may count, besides the resource: `totalElements`, `result_count`, `X-WP-Total`. */
const COUNTED: readonly string[] = [
	'count',
	'docs',
	'elements',
	'entries',
	'item',
	'items',
	'record',
	'records',
	'result',
	'results',
	'rows',
	'size',
	'wp',
];

/** Whether a name is that of a total, or of a count: `total`, `totalItems`, `item_total`, `totalTasks`. */
export function isNameOf(word: 'total' | 'count', name: string, resource: ResourceName): boolean {
	if (!name.startsWith(word) && !name.endsWith(word)) return false;
	const counted = name.replace(word, '');
	return counted === '' || [...COUNTED, ...RESOURCE_WORDS[resource]].includes(counted);
}

/** Objects about pages, besides those whose name contains "pag", "meta" or "cursor". */
export const ABOUT_PAGES: readonly string[] = [
	'links', // JSON:API, HAL
	'info', // Zoho CRM
	'listinfo', // ServiceDesk Plus
	'resultinfo', // Cloudflare
	'additionaldata', // Pipedrive
	'view', // Hydra
	'pg', // Make
];
