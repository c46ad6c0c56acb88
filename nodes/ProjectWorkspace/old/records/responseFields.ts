/**
 * What the fields of a response say, as data: how the next page is requested, what is said about the list, and which fields
 * are the envelope's. A new name is one word in a row. Names are written as by `plainName`: lower case, letters and digits
 * only. A name with a dot is the end of a path: `nextcursor` is also `meta.next_cursor`, and a header has the prefix
 * `header.`.
 */
import { ANY_RESOURCE, namesIn, plainName } from './fieldNames';
import { isScalar } from './value';

export type Says =
	/** What leads to the next page, by its name: if it is null, this was all. */
	| 'next'
	/** A token for the next page. It may be what was sent, so null says nothing. */
	| 'token'
	/** The same, or where this page is. */
	| 'position'
	/** Flags that there is more, or no more. */
	| 'more'
	| 'end'
	/** A flag that the list is a part. That it is none says nothing. */
	| 'part'
	/**
	 * That the list is not ready: by a word or a flag; of an empty one also by the opposite, by when to ask again, or by how
	 * much of it is done.
	 */
	| 'state'
	| 'busy'
	| 'ready'
	| 'later'
	| 'progress'
	/** That something is amiss with the list, unless it is empty. */
	| 'warning'
	/** How many records the whole list has; `count` may count anything else as well. */
	| 'total'
	| 'count'
	/** How many records follow; how many, or which, were left out. */
	| 'left'
	| 'omitted'
	/** How many pages there are; the number of the last one, which may be counted from 0; the size of a page. */
	| 'pages'
	| 'lastPage'
	| 'size'
	/** An object about pages; one about the previous page. */
	| 'object'
	| 'back'
	/** What was asked for; an object whose state is its own; one, with an ID, that is no record but something that runs. */
	| 'asked'
	| 'others'
	| 'process'
	/** A text for a person about the list; one that a person does not read. */
	| 'notice'
	| 'opaque'
	/** That a list was meant. */
	| 'list'
	| 'nothing'
	/** A list or a single record, the clearest name first; what is next to the records and never contains them. */
	| 'data'
	| 'side'
	/** About the outcome of the request: a flag, the code of an error or of a success, or a status. */
	| 'success'
	| 'code'
	| 'outcome'
	/** Only filled if there is an error; a message for a person about the request. */
	| 'error'
	| 'message';

export type WayKind = 'link' | 'cursor' | 'page' | 'offset' | 'lastId';

interface ResponseField {
	says: Says;
	names: readonly string[];
	/** The names that the row has besides those listed. */
	pattern?: Pick<RegExp, 'test'>;
	/** A number in this field is something else: a position, or a page number instead of a flag. */
	noNumber?: true;
	/** Records may have such a field as well. */
	ofRecords?: true;
	/** Other objects may have such a field as well: it counts in a header, next to the list, and in objects about pages. */
	onlyNear?: true;
}

/** One of one name, or of none: the usual parameters, which are tried if nothing on the page leads on. */
export interface PaginationField extends ResponseField {
	/** How the next page is requested with it. */
	kind: WayKind;
	/**
	 * The request parameters that may take it, the likeliest first. Words are spelled in the style of the field; `=` is the
	 * field's own name; anything else is kept as written. Empty: a link, or an object whose fields are all sent.
	 */
	sentAs: readonly string[];
	/** Only if the page has these fields as well, or one of those that `|` separates. */
	beside: readonly string[];
}

const row = (says: Says, list: string, extras: Partial<ResponseField> = {}): ResponseField => ({
	...{ says, names: namesIn(list).filter(Boolean) },
	...extras,
});

/** One row for each name, so that the order of the names counts. */
const ways =
	(says: Says, kind: WayKind, extras: Partial<PaginationField> = {}) =>
	(list: string, sentAs = '', beside = ''): PaginationField[] =>
		namesIn(list).map((name) => ({
			says,
			kind,
			names: name === '' ? [] : [name],
			sentAs: sentAs.split(', '),
			beside: beside.split(' ').filter(Boolean),
			...extras,
		}));

const link = ways('next', 'link');
const cursor = ways('next', 'cursor');
const token = ways('token', 'cursor', { ofRecords: true });
const position = ways('position', 'cursor', { ofRecords: true });
const page = ways('position', 'page');
const offset = ways('position', 'offset');
const lastId = ways('nothing', 'lastId');

/** Fields that only numbered pages have. */
const NUMBERED =
	'lastpage|header.lastpage|quotaremaining|pagecount|totalpages|header.xtotalpages|header.xtotalcount';

const longestFirst = (words: readonly string[]) => [...words].sort((a, b) => b.length - a.length);
const NOUNS = longestFirst([
	...ANY_RESOURCE,
	...namesIn('results result elements element items item records record size rows row hits hit'),
	...namesIn('entries objects object docs documents'),
]);
const BEFORE_TOTAL = longestFirst([
	...namesIn('pagination overall estimated approximate approx count wp x'),
	...NOUNS,
]);

/** Whether a text is nothing but these words, of which longer ones come first. */
function isMadeOf(text: string, words: readonly string[]): boolean {
	let rest = text;
	while (rest !== '') {
		const word = words.find((each) => rest.startsWith(each));
		if (word === undefined) return false;
		rest = rest.slice(word.length);
	}
	return true;
}

/** Not a pattern, because its repetitions would not take linear time. */
const TOTAL = {
	test(name: string): boolean {
		const [before = '', after, ...others] = name.replace(/(count|number)$/, '').split('total');
		const isOnce = after !== undefined && others.length === 0;
		return isOnce && isMadeOf(before, BEFORE_TOTAL) && isMadeOf(after, NOUNS);
	},
};

/** `count`, `result_count`, `num_tasks`: a number of records, of the page or of all; not `retry_count`, `number` */
export const COUNT = {
	test: (name: string): boolean => {
		const counted = name.replace(/^(count|num(ber)?)(of)?|counts?$/, '');
		return name === 'count' || (!['', name].includes(counted) && isMadeOf(counted, NOUNS));
	},
};

/** `skipped_count`, `num_omitted`, `hidden_tasks`, `records_dropped` */
const leftOut = (list: string): Pick<RegExp, 'test'> => {
	const words = namesIn(list);
	const all = longestFirst([
		...words,
		...NOUNS,
		...namesIn('count num number of total keys locations'),
	]);
	return { test: (name) => words.some((word) => name.includes(word)) && isMadeOf(name, all) };
};
const OMITTED = leftOut(
	'omitted|skipped|excluded|hidden|dropped|filteredout|withheld|unreachable|inaccessible|suppressed|unprocessed',
);
/** Also states of records. */
const UNUSUAL = leftOut('failed|missing|invalid|rejected|notfound');

/** The most specific ways to the next page come first. */
export const PAGINATION_FIELDS: readonly PaginationField[] = [
	// RFC 8288 (GitHub, GitLab, Shopify, Okta, Basecamp, Freshdesk, Sentry), Taiga, Microsoft Graph (`@odata.nextLink`),
	// Azure, Salesforce, Twilio, Laravel, OpenProject, Discourse; `nextpage`: Zendesk, Calendly, Asana; `next`: Django,
	// JSON:API, HAL, Bitbucket, DigitalOcean, Spotify, HubSpot
	link(`header.link.next|header.nextlink|paginationnext|odatanextlink|odata.nextlink|nextlink|nextrecordsurl
		nextpageuri nextpageurl nextpagelink nextpagepath nexturl nexturi nexthref nextpath nextbyoffset nextpagehref
		nextrequest nextrecords nextresults moreurl moretopicsurl loadmoreurl nextpage next`),

	// Cursors and tokens
	cursor('header.nextcursor', 'cursor'),
	cursor('header.nextpage', 'page'),
	token('header.xmscontinuationtoken', 'continuationToken'), // Azure DevOps
	token('header.xmscontinuation', 'continuation, continuationToken'),
	cursor('next.startingafter|next.after|next.cursor|next.page|next.offset', '='), // Intercom, HubSpot
	cursor('next.token', 'page token, token, cursor'),
	cursor('nextpage.token', 'page token, pageToken, token'),
	cursor('nextpage.offset', '='), // Asana
	cursor('endcursor', 'after, cursor, end cursor', 'hasnextpage'), // GraphQL, Linear: pageInfo
	token('endcursor', 'after, cursor, end cursor'),
	token('aftercursor', 'page[after], after, cursor, ='), // Zendesk
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
	token('continuationtoken', '=, continuationToken'),
	token('continuation', '=, continuation token'), // Eventbrite
	token('continue'), // MediaWiki: an object
	token('lastkey', '=, start key'),
	token('lastevaluatedkey', 'exclusive start key, =, start key, cursor'), // DynamoDB
	// Kubernetes, CouchDB, Pinterest, Elasticsearch, OAI-PMH, Cassandra: the token is sent under its own name
	token('continue|bookmark|scrollid|searchafter|resumptiontoken|paginationtoken', '='),
	token('pagingtoken|resumetoken|pagestate', '='),
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
	// These come last, as they yield to a cursor that is null
	position('pagetoken', '='),
	position('pagination.cursor', 'cursor, after'), // Twitch
	position('cursors.after|cursor.after', 'after, cursor'), // Facebook, Phabricator
	position('cursor', '=, after, start cursor'), // Square, monday, Dropbox
	position('after', '=, page[after], cursor'), // Reddit
	position('startingafter|marker', '='),
	// AWS API Gateway; Airtable: a token, not a number
	ways('position', 'cursor', { noNumber: true, ofRecords: true })('position|offset', '='),

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
	ways('position', 'page', { ofRecords: true })('current', 'page, =', 'pages'),

	// Offsets
	offset('pagination.start', 'pagination[start], start', 'pagination.limit pagination.total'), // Strapi
	offset('startat|startindex|startposition', '='), // Jira; SCIM, RFC 7644; QuickBooks
	offset('skip', '=, $skip'), // Contentful
	offset('offset', '=, page[offset], start, skip, from'),
	offset('start', '=, offset'),
	ways('position', 'offset', { ofRecords: true })('from', '='), // Elasticsearch

	// The usual parameters, if the page does not report its position, the likeliest first
	offset('', '$skip', 'odatacount'), // OData
	offset('', 'from', 'hits.total'), // Elasticsearch
	page('', 'page', NUMBERED), // ClickUp, Clockify, Stack Exchange, Typeform
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

/** All but those of the ways to the next page. */
const OTHER_FIELDS: readonly ResponseField[] = [
	// What a page says about the whole list
	row(
		'more',
		`hasmore hasnextpage hasnext hasmoreitems hasmorepages hasmoreresults hasmoredata moreitemsincollection
		morerecords moreresults moreresult morepages moreavailable moredata ismore nextpageresults istruncated truncated
		more`,
	),
	row('more', 'next', { noNumber: true }),
	row(
		'part',
		`exceededtransferlimit limitreached limitexceeded overflow partial ispartial partialresults incomplete
		isincomplete incompleteresults timedout terminatedearly`,
		{ noNumber: true, ofRecords: true },
	),
	row('state', 'status state phase stage', { ofRecords: true }),
	row(
		'busy',
		`loading isloading pending ispending processing isprocessing inprogress running isrunning indexing isindexing
		reindexing syncing issyncing building isbuilding rebuilding isrebuilding importing isimporting exporting
		refreshing isrefreshing migrating synchronizing warming warmingup initializing isinitializing starting
		maintenance degraded`,
		{ noNumber: true, ofRecords: true },
	),
	row('ready', 'ready isready available initialized isinitialized', { ofRecords: true }),
	row('later', 'retryafter header.retryafter', { ofRecords: true }),
	row('progress', 'progress percent percentage percentcomplete percentdone', { ofRecords: true }),
	row('end', 'islast islastpage endoflist eof reachedend isend iscomplete isfinal'),
	row('end', 'lastpage header.lastpage last done finished exhausted complete final end', {
		noNumber: true,
		onlyNear: true,
	}),
	// `total_count`, `totalElements`, `totalTasks`, `recordsTotal`, `X-WP-Total`; not `total_hours`
	row('total', 'odatacount numfound nbhits', {
		pattern: TOTAL,
	}),
	row(
		'pages',
		`totalpages totalpage pagecount nbpages numpages pagestotal totalpagecount pages header.pages`,
	),
	row(
		'lastPage',
		'lastpage lastpagenumber maxpage page.last pages.last pagination.last paging.last',
	),
	row(
		'size',
		`perpage pagesize pagelen itemsperpage resultsperpage hitsperpage maxresults limit take page.size`,
	),

	row(
		'object',
		'urls total hits view extra extras additional link links next nextpage continue position list',
		{
			// By the whole name: `user_info`, `links_info` and `next_milestone` are something else.
			pattern:
				/^(navigation|pages?|paging|pagination|pager|paginator|pageable|cursors?|(pages?|paging|pagination|pager|cursor|results?|resultset|search|list|response|query|collection)?(info|information|meta|metadata|details|context|summary)|(pages?|paging|pagination)(links|urls|data)|(additional|response|extra)data)$/,
			ofRecords: true,
		},
	),
	row('back', '', { pattern: /^(prev|previous|first|self|before)/ }),
	row('asked', '', {
		pattern:
			/filter(s|ed|edby)?$|query|param|criteri|where$|sort|order|facet|aggregat|^(applied|request|search|selection|arguments|args|input|options|conditions|schema|columns?|links?|rels)$/,
	}),
	row('others', '', {
		pattern:
			/^(account|plan|subscription|owner|organi[sz]ation|workspace|team|customer|tenant|licen[sc]e|billing|viewer|me|session)$/,
	}),
	row('process', '', {
		pattern:
			/job|sync|index|import|export|build|process|operation|replicat|migrat|refresh|cache|snapshot|crawl|scan|progress|status|warn|notice|message/,
	}),
	row('notice', '', {
		pattern:
			/^(warn(ing)?|message|msg|notice|note|notification|alert|info|hint|tip|remark)(s|text|messages?)?$/,
	}),
	row('opaque', '', {
		pattern:
			/token|cursor|etag|hash|digest|signature|url|uri|href|link|path|id$|trace|cookie|agent|version|time|date$|at$|seat|licen|quota|rate|duration|elapsed|took|search|^q$|^query$/,
	}),
	// Google sends its `etag` also with a list that it left out.
	row('list', 'etag'),
	row(
		'nothing',
		`jsonapi|jsonrpc|requestid|reqid|traceid|correlationid|operationid|timestamp|ts|time|date|servertime|created
		createdat|generatedat|took|duration|elapsed|processingtimems|version|apiversion|object|type|kind|resourcetype|url|uri|self|href
		path|method|message|msg|info|number|size|cursor|cursors|pagetoken|prev|previous|prevpage|previouspage|prevcursor
		previouscursor|hasprev|hasprevious|haspreviouspage|firstid|lastid|firstpage|responsemetadata|additionaldata|resultinfo`,
	),
	// Numbers that count no records: sizes, positions, times, limits, versions, statuses
	row('nothing', '', {
		pattern:
			/perpage|pagesize|limit|request|calls|credit|max|take|size|rate|quota|[^e]ms$|time|took|duration|elapsed|seconds|hours|minutes|days|amount|budget|cost|price|points|date|at$|^ts$|version|status|code|id$|offset|start|skip|from|^to$|next|prev|(?<!un)page|cursor|token|account|retry|year|memory|bytes|score|shards$|^unread/,
		ofRecords: true,
	}),
	row('warning', 'warnings warning warningmessages warningmessage partialerrors', {
		ofRecords: true,
	}),
	row('left', 'notshown', {
		pattern: /remaining|left$|^more(users?|projects?|tasks?|workflows?|items|records|results)$/,
		ofRecords: true,
	}),
	row('omitted', '', { pattern: OMITTED, ofRecords: true }),
	row('omitted', '', {
		pattern: UNUSUAL,
		ofRecords: true,
		onlyNear: true,
	}),
	row(
		'count',
		'count totals overall all sum everything gesamt insgesamt anzahl antal aantal cantidad quantidade',
	),
	row('count', 'available of', {
		pattern:
			/total|[^s]counts?$|^countof|^num(berof|[^b])|found|match(es|ed)?$|results?$|records?$|items?$|hits$|rows$/,
		ofRecords: true,
	}),

	// The envelope: JSON:API, Google, Django, OData, Spring, Solr, Hydra …
	row(
		'data',
		`data result record item response payload body resource entity object d items results records value edges nodes hits
		entries values list rows docs documents collection content contents elements objects resources entities children
		entry member`,
		{ ofRecords: true },
	),
	// JSON:API's `included`, Cloudflare's `messages` …
	row(
		'side',
		`errors|error|warnings|warning|messages|notices|notice|notifications|alerts|announcements|deprecations|hints|tips
		included|includes|linked|links|link|rels|related|suggestions|suggestion|suggest|recommendations|ads|banners|actions
		meta|metadata|pagination|paging|pageinfo|pageable|aggregations|aggregates|aggs|facets|filters|filter|sort|sorts
		sortby|orderby|expand|columns|schema|schemas|legend|breadcrumbs|permissions|scopes|stats|statistics|summary|debug
		trace|logs|extensions|head|header|headers|responseheader|skipped|omitted|failed|failures|invalid|rejected|deleted
		removed`,
	),
	row('success', 'success ok successful succeeded issuccess issuccessful isok', {
		ofRecords: true,
	}),
	row(
		'code',
		`code errorcode errcode errno errornumber faultcode ret retcode returncode rc resultcode statuscode responsecode
		respcode bizcode`,
		{ ofRecords: true },
	),
	row('outcome', 'status stat state httpstatus', { ofRecords: true }),
	row(
		'error',
		`error|errors|err|fault|faults|faultstring|exception|exceptions|failure|failures|errormessage|errormessages|errmsg
		errormsg|errordescription|odataerror|usererrors|validationerrors|fielderrors`,
		{ ofRecords: true },
	),
	row(
		'message',
		`message msg errormessage errmsg errormsg errordescription errortext errordetail errordetails errorreason errorinfo
		statusmessage statusmsg statustext resultmessage resultmsg responsemessage returnmsg retmsg faultstring usermessage`,
		{ ofRecords: true },
	),
];

const ALL_FIELDS = [...PAGINATION_FIELDS, ...OTHER_FIELDS];

const bySays = new Map<Says, ResponseField[]>();
for (const each of ALL_FIELDS) bySays.set(each.says, [...(bySays.get(each.says) ?? []), each]);

/** The rows that say something, in their order. */
export const fieldsThatSay = (says: Says): readonly ResponseField[] => bySays.get(says) ?? [];

/** Whether a field or an object says something, or one of several things, by its name, whatever else it may say. */
export const saysByName = (says: Says | readonly Says[], name: string): boolean =>
	typeof says === 'string'
		? fieldsThatSay(says).some((each) => isNamedBy(each, name))
		: says.some((each) => saysByName(each, name));

export const isNamedBy = ({ names, pattern }: ResponseField, name: string): boolean =>
	names.includes(name) || pattern?.test(name) === true;

export const namesThatSay = (says: Says): string[] =>
	fieldsThatSay(says).flatMap(({ names }) => names);

/** The names of fields that are about the response, and of no record. */
const OF_RESPONSE: ReadonlySet<string> = new Set(
	ALL_FIELDS.flatMap(({ names, ofRecords }) => (ofRecords ? [] : names)),
);

/** Whether a field never contains a record or a list of records. */
export const isSideField = (field: string) => saysByName('side', plainName(field));

/** `0`, `200`, `20000`, `"OK"`, `true`: how services report success. */
export const saysSuccess = (value: unknown) =>
	isScalar(value) &&
	/^(0+|2\d\d|20{3,}|true|yes|ok|okay|success\w*|succeeded)$/i.test(String(value).trim());

/** Whether a field belongs to the envelope, not to the record in it. */
export function isEnvelopeField(field: string, value: unknown): boolean {
	const name = plainName(field);
	const isOutcome = saysByName(['success', 'code', 'outcome'], name) && saysSuccess(value);
	return value === null || isOutcome || OF_RESPONSE.has(name) || saysByName('total', name);
}

/** The names of the request parameters that get a page, or say how large it is. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set([
	...PAGINATION_FIELDS.flatMap(parametersOf),
	...namesThatSay('size'),
]);

const OFFSETS = new Set(
	PAGINATION_FIELDS.filter(({ kind }) => kind === 'offset').flatMap(parametersOf),
);

function parametersOf({ names: [name = ''], sentAs }: PaginationField): string[] {
	const own = name.split('.').at(-1) ?? '';
	return sentAs.map((words) => plainName(words === '=' ? own : words));
}

/** Whether a request parameter usually takes how many records to skip. */
export const isOffsetParameter = (name: string) => OFFSETS.has(plainName(name));

/** @param noNumber a number in this field is a page number, a token or a count */
export function readFlag(value: unknown, noNumber?: boolean): boolean | undefined {
	const text = scalarText(value).trim();
	if (/^\d/.test(text) && noNumber) return undefined;
	if (/^(true|1|yes|y|on|t)$/i.test(text)) return true;
	return /^(false|0|no|n|off|f)$/i.test(text) ? false : undefined;
}

/** Empty for an object, which could have its own `toString`. */
export const scalarText = (value: unknown) => (isScalar(value) ? String(value) : '');
