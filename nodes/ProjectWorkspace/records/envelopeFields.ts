/**
 * The names in envelopes, as data. All are plain (see `plainName`): lower case, letters and digits only.
 * A new name is one word in one of these lists.
 */
import type { ResourceName } from '../catalogue';
import { plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';

/** The resource's own name as a key. The words are the specification's ("a user: a member …"). */
export const RESOURCE_FIELDS = {
	user: ['users', 'user', 'members'],
	project: ['projects', 'project'],
	task: ['tasks', 'task'],
	workflow: ['workflows', 'workflow'],
} as const satisfies Record<ResourceName, readonly string[]>;

/** Usual names of a list, the surest first: JSON:API, Google, Django, OData, Spring, Solr, CouchDB … */
export const LIST_FIELDS: readonly string[] =
	'data|items|results|records|value|edges|nodes|hits|entries|values|list|rows|docs|documents|collection|content|contents|elements|objects|resources|entities|children|result|response|payload|body|entry'.split(
		'|',
	);

/** Usual names of a single record, besides the resource's own. */
export const RECORD_FIELDS: readonly string[] =
	'data|result|record|item|response|payload|body|resource|entity|object|d'.split('|');

/** Lists and objects that are next to the records and never are them: JSON:API `included`, Cloudflare `errors` … */
const BESIDE_FIELDS = new Set(
	`errors|error|warnings|warning|messages|notices|notice|notifications|alerts|announcements|deprecations|hints|tips|
	included|includes|linked|links|link|rels|related|suggestions|suggestion|suggest|recommendations|ads|banners|
	actions|meta|metadata|pagination|paging|pageinfo|pageable|aggregations|aggregates|aggs|facets|filters|filter|sort|
	sorts|sortby|orderby|expand|columns|schema|schemas|legend|breadcrumbs|permissions|scopes|stats|statistics|summary|
	debug|trace|logs|extensions|skipped|omitted|failed|failures|invalid|rejected|deleted|removed`.split(
		/[|\s]+/,
	),
);

/** Single values in an envelope that say nothing about a record. */
const ENVELOPE_FIELDS = new Set(
	`jsonapi|jsonrpc|requestid|reqid|traceid|correlationid|operationid|timestamp|ts|time|date|servertime|created|
	createdat|generatedat|took|duration|elapsed|processingtimems|version|apiversion|object|type|kind|url|uri|self|href|
	path|method|message|msg|info|etag|count|total|totals|totalcount|totalresults|totalelements|totalitems|totalrecords|
	totalsize|totalrows|totalhits|totalpages|pages|page|pagesize|pagenumber|pagecount|pagetoken|perpage|limit|offset|
	size|number|skip|take|start|startat|startindex|cursor|cursors|next|nextpage|nextcursor|nexttoken|nextlink|nexturl|
	nextoffset|nextpagetoken|nextpageurl|prev|previous|prevpage|previouspage|prevcursor|previouscursor|hasmore|hasnext|
	hasnextpage|hasprev|hasprevious|haspreviouspage|firstid|lastid|lastpage|firstpage|islast|islastpage|done|
	truncated|istruncated|itemsperpage|resultsperpage|maxresults|responsemetadata|additionaldata|resultinfo`.split(
		/[|\s]+/,
	),
);

/** Fields that tell how the request went. */
const OUTCOME_FIELDS = new Set(
	'success|ok|successful|succeeded|issuccess|status|stat|state|code|statuscode|httpstatus|errcode|errno|errorcode|ret|retcode|rc|resultcode|returncode'.split(
		'|',
	),
);

/** What can never be the records, or a place where they are. */
export const isBeside = (field: string) => BESIDE_FIELDS.has(plainName(field));

/** `0`, `200`, `20000`, `"OK"`, `true`: how services write that all went well. */
export const saysSuccess = (value: unknown) =>
	['boolean', 'number', 'string'].includes(typeof value) &&
	/^(0+|2\d\d|20{3,}|true|yes|ok|okay|success\w*|succeeded)$/i.test(String(value).trim());

/** Whether a field belongs to the envelope: it says nothing about the record that is in it. */
export function isCompany(field: string, value: unknown): boolean {
	const name = plainName(field);
	return (
		value === null ||
		BESIDE_FIELDS.has(name) ||
		ENVELOPE_FIELDS.has(name) ||
		(OUTCOME_FIELDS.has(name) && saysSuccess(value))
	);
}

/** Null, `""`, `[]`, `{}`, and what has only such values in it (`{"task": null}`), down to a few levels. */
export function isBlank(value: unknown, levels = 4): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (typeof value !== 'object') return false;
	const inner = Object.values(value);
	return inner.length === 0 || (levels > 0 && inner.every((each) => isBlank(each, levels - 1)));
}

/** Fields that identify a record, the surest first. */
export const ID_KEYS: readonly string[] = ['id', '_id', 'uuid', 'gid', 'guid', 'uid', 'Id', 'ID'];

/** The ID by which a record identifies itself; the ID of a request (`req_1`, JSON-RPC) is none. */
export function ownId(record: JsonObject): string | number | undefined {
	if (Object.hasOwn(record, 'jsonrpc')) return undefined;
	const key = ID_KEYS.find((each) => Object.hasOwn(record, each) && isId(record[each]));
	const id = key === undefined ? undefined : record[key];
	return isId(id) && !/^(req|request|trace|corr|correlation)[-_:]/i.test(String(id))
		? id
		: undefined;
}

const isId = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Whether an object shows what a record has: an ID of its own. */
export const isRecord = (value: unknown): value is JsonObject =>
	isObject(value) && ownId(value) !== undefined;
