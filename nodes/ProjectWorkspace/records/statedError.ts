import {
	ID_KEYS,
	isBlank,
	isCompany,
	LIST_FIELDS,
	ownId,
	RESOURCE_FIELDS,
	saysSuccess,
} from './envelopeFields';
import { plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';

/** What a response with a success status says about a failure. */
export interface StatedError {
	code?: string;
	/** The service's own message, or the field that states the failure: `"status": "error"`. */
	message: string;
	/** Something else is in the response as well: a record, or records of which some may be missing. */
	besideRecords: boolean;
}

/**
 * Reads a failure from a response with a success status. The rule, in three sentences:
 * 1. A sign is a field that states a failure: a flag, a word, a code, or an `error` that is not empty.
 * 2. Where all other fields are the usual company of an error (a message, a request ID, a place for records
 *    that is empty), the response is a failure.
 * 3. An ID of its own, or any other field, makes it a record with a `status` or an `error` of its own, and then
 *    the sign counts only for a list (`besideRecords`); only `success: false` without an ID outweighs fields.
 */
export function readStatedError(body: unknown): StatedError | undefined {
	if (!isObject(body)) return undefined;
	const fields = Object.entries(body);
	const own = ownId(body) !== undefined;
	const places = fields.filter(([field, value]) => isPlace(field, value));
	if (own && places.length === 0) return undefined;
	const emptyPlace = places.some(([, value]) => isBlank(value));
	const here = [...fields, ...fields.flatMap(([field, value]) => statementsIn(field, value))];
	const signs = here.flatMap((field) => signsOf(field));
	const certain = emptyPlace || signs.some(({ kind }) => kind === 'explicit' || kind === 'plain');
	const others = fields.filter((field) => !isErrorCompany(field, certain));
	const filled = others.some(([, value]) => typeof value === 'object');
	const message = textAt(body, MESSAGES);
	const sign = signs.find(
		({ kind, name, value }) =>
			kind !== 'code' ||
			(!filled &&
				!saysItWentWell(here) &&
				(emptyPlace ||
					name.startsWith('err') ||
					(message !== undefined && (typeof value === 'number' || isFailedWord(value))))),
	);
	if (!sign) return filled ? inPayload(places, others) : undefined;
	const said = wordsOf(here);
	return {
		...(said.code === undefined ? {} : { code: said.code }),
		message: said.message ?? said.code ?? sign.text,
		besideRecords: own || (others.length > 0 && !signs.some(({ kind }) => kind === 'explicit')),
	};
}

/** `{"data": {"error": …}}`: where there is nothing but company next to it, the one place is read the same way. */
const inPayload = (places: readonly Entry[], others: readonly Entry[]) =>
	places.length === 1 &&
	others.length === 1 &&
	places[0]?.[0] === others[0]?.[0] &&
	LIST_FIELDS.includes(plainName(others[0]?.[0] ?? ''))
		? readStatedError(others[0]?.[1])
		: undefined;

type Entry = [field: string, value: unknown];
type Kind = 'explicit' | 'plain' | 'word' | 'code';

const words = (text: string) => new Set(text.split(/[|\s]+/));

const NO = /^(false|0|no|n|f|failed|failure|fail|error|ko)$/i;
const YES = /^(true|1|yes|y)$/i;
const NOTHING = /^(none|null|nil|undefined|no|n\/?a|-|false|no ?errors?)$/i;
const FAILED =
	/^(?!.*no[ _-]?err).*(error|fail|(?<!de)fault|exception|denied|forbidden|unauth|invalid|unsuccessful)|^(err|ko|nok|ng|not[ _]?ok)$/i;

const isText = (value: unknown): value is string => typeof value === 'string';
const isScalar = (value: unknown) => ['boolean', 'number', 'string'].includes(typeof value);
const says = (pattern: RegExp) => (value: unknown) =>
	isScalar(value) && pattern.test(String(value).trim());
const isFailedWord = (value: unknown) => isText(value) && FAILED.test(value.trim());
const isHttpFailure = (value: unknown) => isScalar(value) && /^[45]\d\d$/.test(String(value));
const isFailureCode = (value: unknown) =>
	typeof value === 'number' || isText(value)
		? !isBlank(value) && !saysSuccess(value) && !NOTHING.test(String(value))
		: false;

/** Anything but an empty value, a `false` or a code of success, down to a few levels. */
function saysSomething(value: unknown, levels = 4): boolean {
	if (typeof value === 'object' && value !== null) {
		return levels > 0 && Object.values(value).some((each) => saysSomething(each, levels - 1));
	}
	return (
		!isBlank(value) &&
		value !== false &&
		(value === true || (!saysSuccess(value) && !NOTHING.test(String(value))))
	);
}

/** The documented form is `error.code` and `error.message` (specification, part 7). */
const ERRORS = words(
	`error|errors|err|fault|faults|faultstring|exception|exceptions|failure|failures|errormessage|errormessages|errmsg|
	errormsg|errordescription|usererrors|validationerrors|fielderrors`,
);

/** The fields that can state a failure, and how they do. A new one is a word here, a new kind an entry. */
const SIGNS: ReadonlyArray<{
	kind: Kind;
	fields: ReadonlySet<string>;
	states: (value: unknown) => boolean;
}> = [
	{
		kind: 'explicit',
		fields: words('success|ok|successful|succeeded|issuccess|issuccessful|isok'),
		states: says(NO),
	},
	{ kind: 'plain', fields: words('failed|iserror|haserror|haserrors|errored'), states: says(YES) },
	{
		kind: 'plain',
		fields: ERRORS,
		states: (value) => saysSomething(value),
	},
	{
		kind: 'word',
		fields: words(
			'status|stat|state|result|response|outcome|object|kind|type|ack|returncode|resulttype',
		),
		states: isFailedWord,
	},
	{ kind: 'plain', fields: words('status result response'), states: says(/^false$/i) },
	{
		kind: 'plain',
		fields: words('status|statuscode|httpstatus|httpstatuscode|httpcode'),
		states: isHttpFailure,
	},
	{
		kind: 'code',
		fields: words(
			'code|errcode|errno|err|errorcode|errornumber|ret|retcode|returncode|rc|resultcode|responsecode|respcode|statuscode|bizcode',
		),
		states: isFailureCode,
	},
];

const MESSAGES =
	'message|msg|errormessage|errmsg|errormsg|errordescription|statusmessage|faultstring'.split('|');
const LONG_MESSAGES = [
	...MESSAGES,
	'detail',
	'details',
	'description',
	'reason',
	'title',
	'text',
	'info',
];
const CODES =
	'code|errorcode|errcode|errno|faultcode|ret|retcode|returncode|resultcode|statuscode'.split('|');

/** What a record may have as well: it counts as company of an error where nothing else speaks for a record. */
const COMPANY_OF_AN_ERROR = words(
	`detail|details|reason|instance|help|docs|documentationurl|moreinfo|stack|stacktrace|cause|errorid|errortype|
	errorsubcode|subcode|request|params|context|severity|retryable|retryafter`,
);
const PERHAPS_OF_A_RECORD = words(
	'title|name|text|description|info|host|service|domain|level|hint',
);

const isStatement = (field: string) => SIGNS.some(({ fields }) => fields.has(plainName(field)));

function isErrorCompany([field, value]: Entry, certain: boolean): boolean {
	if (isBlank(value) || isCompany(field, value) || ID_KEYS.includes(field)) return true;
	const name = plainName(field);
	// An object at `result` or `response` is what was asked for, not a statement.
	if (LIST_FIELDS.includes(name) && typeof value === 'object') return false;
	return (
		isStatement(field) ||
		MESSAGES.includes(name) ||
		COMPANY_OF_AN_ERROR.has(name) ||
		(certain && PERHAPS_OF_A_RECORD.has(name))
	);
}

/** A place for records: `data`, `items`, `tasks` …, with records in it or without. */
function isPlace(field: string, value: unknown): boolean {
	const name = plainName(field);
	return (
		typeof value === 'object' &&
		(LIST_FIELDS.includes(name) ||
			Object.values<readonly string[]>(RESOURCE_FIELDS).flat().includes(name))
	);
}

/** `meta.status`, `status.code`, `header.code` speak for the whole response. */
const statementsIn = (field: string, value: unknown): Entry[] =>
	isObject(value) &&
	['meta', 'metadata', 'status', 'header', 'head', 'responseheader'].includes(plainName(field))
		? Object.entries(value)
		: [];

const signsOf = ([field, value]: Entry) => {
	const name = plainName(field);
	return SIGNS.filter(({ fields, states }) => fields.has(name) && states(value)).map(
		({ kind }) => ({
			kind,
			name,
			value,
			text: `${JSON.stringify(field)}: ${JSON.stringify(value)}`.slice(0, 100),
		}),
	);
};

/** Then a `code` of any number is one of success: some services count it from 1. */
function saysItWentWell(fields: readonly Entry[]): boolean {
	const at = (names: ReadonlySet<string>) =>
		fields.filter(([field, value]) => names.has(plainName(field)) && isScalar(value));
	const messages = at(words('message msg'));
	return (
		messages.some(([, value]) => saysSuccess(value)) ||
		at(words('success ok')).some(([, value]) => saysSuccess(value) && !NO.test(String(value))) ||
		(messages.length === 0 && at(words('status')).some(([, value]) => saysSuccess(value)))
	);
}

/** n8n's panel shows the beginning of a long message. */
const LONGEST = 500;

const asText = (value: unknown) =>
	isText(value) || typeof value === 'number'
		? String(value).trim().slice(0, LONGEST) || undefined
		: undefined;

function textAt(object: JsonObject, names: readonly string[]): string | undefined {
	const plain = new Map(Object.entries(object).map(([field, value]) => [plainName(field), value]));
	return names.map((name) => asText(plain.get(name))).find((text) => text !== undefined);
}

/** A problem document has a title for its kind and a detail for the case (RFC 9457). */
function messageIn(object: JsonObject): string | undefined {
	const [title, detail] = [textAt(object, ['title']), textAt(object, ['detail'])];
	return title && detail ? `${title}: ${detail}` : textAt(object, LONG_MESSAGES);
}

export interface Words {
	code?: string;
	message?: string;
}

/** What the body of a response with an error status says in the service's own words. */
export const serviceWords = (body: unknown): Words =>
	isObject(body) ? wordsOf(Object.entries(body)) : {};

/** The service's own words: what an `error` says comes before what is next to it. */
function wordsOf(fields: readonly Entry[]): Words {
	const errors = fields
		.filter(([field, value]) => ERRORS.has(plainName(field)) && saysSomething(value))
		.map(([, value]) => value);
	const inside = errors
		.filter((value) => typeof value === 'object')
		.map((value) => describe(value));
	const text = errors.find(isText);
	const next = Object.fromEntries(fields.filter(([, value]) => isScalar(value))) as JsonObject;
	const message = inside.find((each) => each.message)?.message ?? messageIn(next) ?? asText(text);
	const code =
		inside.find((each) => each.code)?.code ??
		textAt(next, CODES) ??
		// `{"error": "not_found", "message": "…"}`
		(text !== undefined && (text !== message || !/\s/.test(text)) ? asText(text) : undefined);
	return { code, message };
}

function describe(value: unknown, levels = 3): Words {
	if (Array.isArray(value))
		return describe(
			value.find((each) => saysSomething(each)),
			levels,
		);
	if (!isObject(value)) return { message: asText(value) };
	const code = textAt(value, [...CODES, 'type', 'name', 'status']);
	const message = messageIn(value);
	if (message !== undefined || levels === 0) return { code, message };
	// `{"email": ["is taken"]}`
	const [field, inner] =
		Object.entries(value).find(([, each]) => typeof each === 'object' && saysSomething(each)) ?? [];
	if (field === undefined) return { code, message: code ?? asText(JSON.stringify(value)) };
	const found = describe(inner, levels - 1);
	const ofField = Array.isArray(inner) && isText(inner[0]);
	return {
		code: found.code ?? code,
		message: ofField ? `${field}: ${found.message}` : found.message,
	};
}
