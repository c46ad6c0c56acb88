/**
 * The fields of envelopes, as data: to add a name, add a word to one of these lists. Names are written as by
 * `plainName`: lower case, letters and digits only.
 */
import type { ResourceName } from '../catalogue';
import { plainName } from './fieldNames';

export const names = (list: string) => list.split(/[|\s]+/);

/** The resource's own name as a key. The words are the specification's ("a user: a member …"). */
export const RESOURCE_FIELDS = {
	user: ['users', 'user', 'members'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
} as const satisfies Record<ResourceName, readonly string[]>;

export const ANY_RESOURCE = Object.values<readonly string[]>(RESOURCE_FIELDS).flat();

/** Usual names of a list or a single record, the clearest first: JSON:API, Google, Django, OData, Spring, Solr, Hydra … */
export const DATA_FIELDS = names(
	`data|result|record|item|response|payload|body|resource|entity|object|d|items|results|records|value|edges|nodes|hits
	entries|values|list|rows|docs|documents|collection|content|contents|elements|objects|resources|entities|children
	entry|member`,
);

/** Fields next to the records that never contain them: JSON:API's `included`, Cloudflare's `messages` … */
const SIDE_FIELDS = new Set(
	names(`errors|error|warnings|warning|messages|notices|notice|notifications|alerts|announcements|deprecations|hints
	tips|included|includes|linked|links|link|rels|related|suggestions|suggestion|suggest|recommendations|ads|banners
	actions|meta|metadata|pagination|paging|pageinfo|pageable|aggregations|aggregates|aggs|facets|filters|filter|sort
	sorts|sortby|orderby|expand|columns|schema|schemas|legend|breadcrumbs|permissions|scopes|stats|statistics|summary
	debug|trace|logs|extensions|head|header|headers|responseheader|skipped|omitted|failed|failures|invalid|rejected|deleted|removed`),
);

/**
 * What a page says about the whole list, the clearest names first. A name with a dot is the end of a path. Totals with
 * the word in their name are mostly recognized by `TOTAL`.
 */
export const PAGE_FIELDS = {
	hasMore:
		names(`hasmore hasnextpage hasnext hasmoreitems hasmorepages hasmoreresults hasmoredata moreitemsincollection
		morerecords moreresults moreresult morepages moreavailable moredata ismore nextpageresults istruncated truncated
		more next ispartial`),
	isLast: names(
		'islast islastpage lastpage last done finished exhausted endoflist eof reachedend isend complete iscomplete isfinal final header.lastpage',
	),
	total: names('odatacount numfound nbhits'),
	totalPages: names(
		'totalpages totalpage pagecount nbpages numpages pagestotal totalpagecount pages header.pages',
	),
	lastPage: names('lastpage page.last pagination.last paging.last'),
	pageSize: names(
		'perpage pagesize pagelen itemsperpage resultsperpage hitsperpage maxresults limit take page.size',
	),
};

/** `total`, `total_count`, `totalElements`, `totalTasks`, `recordsTotal`, `X-WP-Total`; not `total_hours` or `count`. */
const NOUNS = [
	...names(
		'results result elements element items item records record size rows row hits hit entries',
	),
	...names('objects object docs documents'),
	...ANY_RESOURCE,
].sort((a, b) => b.length - a.length);
const BEFORE_TOTAL = [
	...names('pagination overall estimated approximate approx count wp x'),
	...NOUNS,
];

/** Whether a text is nothing but these words, of which longer ones come first. */
function isMadeOf(text: string, words: readonly string[]): boolean {
	let at = 0;
	while (at < text.length) {
		const word = words.find((each) => text.startsWith(each, at));
		if (!word) return false;
		at += word.length;
	}
	return true;
}

/** Whether a field has the number of all records of the list. */
export function isTotal(name: string): boolean {
	const [before, after, ...others] = name.replace(/(count|number)$/, '').split('total');
	return (
		PAGE_FIELDS.total.includes(name) ||
		(before !== undefined &&
			after !== undefined &&
			others.length === 0 &&
			isMadeOf(before, BEFORE_TOTAL) &&
			isMadeOf(after, NOUNS))
	);
}

/** About the response or its pages, not about a record. */
const ENVELOPE_FIELDS = new Set([
	...Object.values(PAGE_FIELDS).flat(),
	...names(`jsonapi|jsonrpc|requestid|reqid|traceid|correlationid|operationid|timestamp|ts|time|date|servertime|created
	createdat|generatedat|took|duration|elapsed|processingtimems|version|apiversion|object|type|kind|resourcetype|url|uri|self|href
	path|method|message|msg|info|etag|count|totals|page|pagenumber|pagetoken|offset|size|number|skip|start|startat
	startindex|cursor|cursors|nextpage|nextcursor|nexttoken|nextlink|nexturl|nextoffset|nextpagetoken|nextpageurl|prev
	previous|prevpage|previouspage|prevcursor|previouscursor|hasprev|hasprevious|haspreviouspage|firstid|lastid|firstpage
	responsemetadata|additionaldata|resultinfo`),
]);

export const SUCCESS_FIELDS = names('success|ok|successful|succeeded|issuccess|issuccessful|isok');

/** The code of an error or of a success. */
export const CODE_FIELDS = names(
	`code|errorcode|errcode|errno|errornumber|faultcode|ret|retcode|returncode|rc|resultcode|statuscode|responsecode
	respcode|bizcode`,
);

/** About the outcome of the request. */
const OUTCOME_FIELDS = new Set([
	...SUCCESS_FIELDS,
	...CODE_FIELDS,
	...names('status|stat|state|httpstatus'),
]);

/** Only filled if there is an error. */
export const ERROR_FIELDS = new Set(
	names(`error|errors|err|fault|faults|faultstring|exception|exceptions|failure|failures|errormessage|errormessages
	errmsg|errormsg|errordescription|odataerror|usererrors|validationerrors|fielderrors`),
);

/** Messages for a person about the request. */
export const MESSAGE_FIELDS = names(
	`message|msg|errormessage|errmsg|errormsg|errordescription|errortext|errordetail|errordetails|errorreason|errorinfo
	statusmessage|statusmsg|statustext|resultmessage|resultmsg|responsemessage|returnmsg|retmsg|faultstring|usermessage`,
);

/** Whether a field never contains a record or a list of records. */
export const isSideField = (field: string) => SIDE_FIELDS.has(plainName(field));

/** `0`, `200`, `20000`, `"OK"`, `true`: how services report success. */
export const saysSuccess = (value: unknown) =>
	isScalar(value) &&
	/^(0+|2\d\d|20{3,}|true|yes|ok|okay|success\w*|succeeded)$/i.test(String(value).trim());

/** Whether a field belongs to the envelope, not to the record in it. */
export function isEnvelopeField(field: string, value: unknown): boolean {
	const name = plainName(field);
	const isOutcome = OUTCOME_FIELDS.has(name) && saysSuccess(value);
	const isKnown = SIDE_FIELDS.has(name) || ENVELOPE_FIELDS.has(name) || isTotal(name);
	return value === null || isKnown || isOutcome;
}

export const isScalar = (value: unknown): value is string | number | boolean =>
	['boolean', 'number', 'string'].includes(typeof value);

/** Whether a value, or one in it, passes the test. `isDeeper` is the result for anything below the fourth level. */
export const someValue = (
	value: unknown,
	test: (inner: unknown) => boolean,
	isDeeper = true,
	levels = 4,
): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some((inner) =>
				levels === 0 ? isDeeper : someValue(inner, test, isDeeper, levels - 1),
			)
		: test(value);

/** Null, `""`, `[]`, `{}`, and objects with only such values: `{"task": null}`. */
export const isBlank = (value: unknown): boolean =>
	!someValue(value, (inner) => inner !== null && inner !== undefined && inner !== '');
