/**
 * What a response has beside a record that is about the response itself: how the request went, messages, times, pages. And
 * whether it says by them that the request has failed, although it has a success status. The specification shows no response,
 * so the tables have what ordinary services do. A new service is a new row.
 */
import { anyId, isRecord, plainName } from './fields';
import { isEmpty, isObject, textOf, type JsonObject } from './value';

/** A field that says how the request went. Without `failed…`, services differ in which of its values mean a failure. */
interface OutcomeField {
	/** Its plain name. */
	name: RegExp;
	/** Whether a value says that the request failed. */
	failed?: (value: unknown) => boolean;
	/** The same, but only if the response has no records: `{"errors": ["One field is unknown"], "data": {"id": "t1"}}`. */
	failedWithoutRecords?: (value: unknown) => boolean;
	/** Records have such a field, too: a run has a `status`. It is about the response if it says that the request went well. */
	isOfRecordsToo?: true;
}

const OUTCOMES: readonly OutcomeField[] = [
	// Slack, Cloudflare, .NET
	{ name: /^(is)?(ok|success|successful|succeeded)$/, failed: isFailedStatus },
	// NestJS, AWS Lambda
	{ name: /^(http)?statuscode$|^http(status|code)$/, failed: isFailedStatus },
	// JSend, Spring
	{ name: /^status$/, failed: isFailedStatus, isOfRecordsToo: true },
	// GraphQL, Shopify, .NET
	{ name: /^(has|user)?errors?$/, failedWithoutRecords: isFilled },
	// WeChat, Smartsheet
	{ name: /^(error|err)code$|^errormessage$/, failedWithoutRecords: isFilled },
	// Zoho Books, Feishu
	{ name: /^code$/, failedWithoutRecords: isErrorCode },
	// Smartsheet, banks
	{ name: /^(response|result|return)code$/ },
	// MangaDex
	{ name: /^result$/, isOfRecordsToo: true },
];

/** What else is about the response, by plain name: messages, times, requests, versions and links. */
const OTHER_PATTERNS = [
	/^(status|response|result|return|error|err)*(message|messages|msg)$/,
	/^(server|response|request|processing|execution|elapsed)?(time|timestamp|datetime)$/,
	/^(x)?(request|req|trace|correlation|transaction)id$/,
	/^(api)?version$/,
	/(meta|metadata|links)$/,
];

/** The same, as names. */
const OTHERS: ReadonlySet<string> = new Set([
	'statustext', // Supabase
	'detail', // Django
	'count', // Django
	'total', // ABP
	'warning', // Slack
	'warnings', // MediaWiki
	'took', // Algolia
	'path', // NestJS
	'info', // Zoho CRM
	'included', // JSON:API
	'includes', // X
	'jsonapi', // JSON:API
	'kind', // Google
	'self', // HAL
	'etag', // Google
	'odataetag', // OData
	'odatacontext', // OData
	'context', // JSON-LD
	'pagination', // Laravel
	'paging', // HubSpot
	'extensions', // GraphQL
	'cursor', // GraphQL
]);

/** @param plain the plain name of a field */
export const outcomeField = (plain: string): OutcomeField | undefined =>
	OUTCOMES.find(({ name }) => name.test(plain));

/** Whether a field says something about the response, and not about a record. */
export function isAboutResponse(name: string, value: unknown): boolean {
	const plain = plainName(name);
	return isAside(plain) || (outcomeField(plain) !== undefined && wentWell(value));
}

/**
 * Whether a field is about the response by its name alone. Such a field never contains the record or the list.
 * @param plain its plain name
 */
export function isAside(plain: string): boolean {
	const outcome = outcomeField(plain);
	if (outcome) return !outcome.isOfRecordsToo;
	return OTHERS.has(plain) || OTHER_PATTERNS.some((pattern) => pattern.test(plain));
}

const WENT_WELL =
	/^(true|[01]|ok|okay|success|successful|succeeded|created|updated|saved|deleted|2\d\d.*)\.?$/i;

/** CoinMarketCap has an object: `{"status": {"code": 200, "message": "OK"}}`. */
function wentWell(value: unknown): boolean {
	if (!isObject(value)) return WENT_WELL.test(textOf(value));
	return Object.keys(value).every((name) => isAboutResponse(name, value[name]));
}

function isFailedStatus(status: unknown): boolean {
	const text = textOf(status);
	return /^(false|error|fail|failed|failure)$/i.test(text) || Number(text) >= 400;
}

/** Whether a field for what went wrong has something in it. */
function isFilled(value: unknown): boolean {
	return !isEmpty(value) && !/^(false|0)$/i.test(textOf(value));
}

/** A whole number that is neither 0 nor 2xx. */
function isErrorCode(code: unknown): boolean {
	const text = textOf(code);
	return /^-?\d+$/.test(text) && Number(text) !== 0 && !/^2\d\d$/.test(text);
}

/** Where services write what they say to a person. */
const MESSAGES = ['message', 'msg', 'detail', 'error_message', 'errorMessage'];

/** What a response says to a person. `OK` says nothing. */
export function messageIn(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	const name = MESSAGES.find((each) => !isEmpty(body[each])) ?? '';
	const message = body[name];
	return typeof message === 'string' && !wentWell(message) ? message.trim() : undefined;
}

const MAX_FIELDS = 1_000;

/** Whether a response with a success status says that the request failed. A record may have fields of these names. */
export function saysFailed(body: unknown): boolean {
	if (!isObject(body) || anyId(body) !== undefined) return false;

	let isFault = isRefusal(body);
	let hasRecords = false;
	for (const [name, value] of Object.entries(body).slice(0, MAX_FIELDS)) {
		const { failed, failedWithoutRecords } = outcomeField(plainName(name)) ?? {};
		if (failed?.(value)) return true;
		if (failedWithoutRecords?.(value)) isFault = true;
		else if (!isAboutResponse(name, value)) hasRecords ||= isRecordOrFilledList(value);
	}
	return isFault && !hasRecords;
}

const isRecordOrFilledList = (value: unknown) =>
	Array.isArray(value) ? value.length > 0 : isRecord(value);

/** What services say in place of an error: `OK` (Aliyun), `SUCCESS` (Zoho), `A00000` (iQIYI), `task_created`. */
const WORDS_OF_SUCCESS =
	/^(ok|okay|[a-z]*0+)$|succ|created|updated|saved|deleted|removed|archived|invited|sent|started|queued|accepted/i;

/** `{"code": "ERR_42", "message": "Denied"}`. Beside anything else, a code in words may be a field of what was asked for. */
function isRefusal(body: JsonObject): boolean {
	const { code } = body;
	if (typeof code !== 'string' || !/[a-z]/i.test(code) || WORDS_OF_SUCCESS.test(code)) return false;
	if (messageIn(body) === undefined) return false;

	for (const [name, value] of Object.entries(body)) {
		if (name === 'code' || isEmpty(value)) continue;
		const isAnotherOutcome = outcomeField(plainName(name)) !== undefined;
		if (isAnotherOutcome || !isAboutResponse(name, value)) return false;
	}
	return true;
}
