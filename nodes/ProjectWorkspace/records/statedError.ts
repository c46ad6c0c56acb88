import {
	ANY_RESOURCE,
	ERROR_FIELDS,
	isBlank,
	isEnvelopeField,
	isScalar,
	LIST_FIELDS,
	MESSAGE_FIELDS,
	names,
	saysSuccess,
} from './envelopeFields';
import { readServiceError, isMeaningful } from './errorWords';
import { ID_KEYS, ownId, plainName } from './fieldNames';
import { isObject } from './json';

/** A failure that a response with a success status reports. */
interface StatedError {
	code?: string;
	/** The service's own message, or the field that reports the failure: `"status": "error"`. */
	message: string;
	/** The response contains something else: a record, or a list that may be incomplete. */
	besideRecords: boolean;
}

type Field = [field: string, value: unknown];

/**
 * Reads a failure from a response with a success status. The rule:
 * 1. A sign is a field that reports a failure: a flag, a word, a code, or an `error` that is not empty.
 * 2. If all other fields are usual for an error (a message, a request ID, an empty list), the response is a failure.
 * 3. With an ID or any other field, the response is a record that has a `status` or an `error` field, and the sign counts
 *    for lists only. A flag such as `success: false` takes precedence over all fields except an ID.
 */
export function readStatedError(body: unknown): StatedError | undefined {
	if (Array.isArray(body) && body.length === 1) {
		// `[{"errorCode": "…", "message": "…"}]` (Salesforce); without a message it may be a record with a status.
		const only: unknown = body[0];
		const stated =
			isObject(only) && readServiceError(only).message ? readStatedError(only) : undefined;
		return stated?.besideRecords ? undefined : stated;
	}
	if (!isObject(body)) return undefined;
	const fields = Object.entries(body);
	const lists = fields.filter(
		([field, value]) => typeof value === 'object' && isListName(plainName(field)),
	);
	const hasId = ownId(body) !== undefined;
	if (hasId && lists.length === 0) return undefined;
	const others = fields.filter(([field, value]) => !isCompany(field, value));
	const inner = Object.fromEntries(fields.flatMap(innerStatements));
	const signs = [...fields, ...Object.entries(inner)].flatMap(signsOf);
	const words = signs.length > 0 ? readServiceError({ ...inner, ...body }) : {};
	const isFilled = others.some(([, value]) => typeof value === 'object');
	const isEmpty = !isFilled && lists.some(([, list]) => isBlank(list));
	const sign = signs.find(({ kind, field, value }) => {
		if (kind !== 'code') return true;
		// A code is the weakest sign: it may belong to the record, or mean success.
		const isTold =
			words.message !== undefined && (typeof value === 'number' || isFailedWord(value));
		return !isFilled && !wentWell(body) && (isEmpty || isTold || /^err/i.test(field));
	});
	if (!sign) {
		// `{"data": {"error": …}}`
		const [field, value] = others.length === 1 && isFilled ? (others[0] ?? []) : [];
		return field && LIST_FIELDS.includes(plainName(field)) ? readStatedError(value) : undefined;
	}
	const outweighs = signs.some(({ kind }) => kind === 'flag');
	return {
		...(words.code === undefined ? {} : { code: words.code }),
		message:
			words.message ?? words.code ?? `"${sign.field}": ${JSON.stringify(sign.value)}`.slice(0, 100),
		besideRecords: hasId || (others.length > 0 && !outweighs),
	};
}

const says = (pattern: RegExp) => (value: unknown) =>
	isScalar(value) && pattern.test(String(value).trim());
const isNo = says(/^(false|0|no|n|f|failed|failure|fail|error|ko)$/i);
const isYes = says(/^(true|1|yes|y)$/i);
const FAILED =
	/^(?!.*no[ _-]?err).*(error|fail|(?<!de)fault|exception|denied|forbidden|unauth|invalid|unsuccessful)/i;
const isFailedWord = (value: unknown) =>
	typeof value === 'string' &&
	(FAILED.test(value) || /^(err([_-].*)?|ko|nok|ng|not[ _]?ok)$/i.test(value.trim()));
const isCode = (value: unknown) =>
	typeof value !== 'object' && typeof value !== 'boolean' && isMeaningful(value);

/** Fields that can report a failure, and the values that do. */
const ERROR_INDICATORS = (
	[
		['flag', 'success|ok|successful|succeeded|issuccess|issuccessful|isok', isNo],
		['flag', 'status|statuscode|httpstatus|httpstatuscode|httpcode', says(/^([45]\d\d|-\d+)$/)],
		['statement', 'failed|iserror|haserror|haserrors|errored', isYes],
		['statement', [...ERROR_FIELDS].join('|'), (value) => isMeaningful(value)],
		[
			'statement',
			'status|stat|state|result|response|outcome|object|kind|type|ack|returncode',
			isFailedWord,
		],
		['statement', 'status|result|response', says(/^false$/i)],
		['statement', 'incompleteresults|incomplete|partial|partialresults|timedout', isYes],
		[
			'code',
			'code|errcode|errno|err|errorcode|errornumber|ret|retcode|returncode|rc|resultcode',
			isCode,
		],
		['code', 'responsecode|respcode|statuscode|bizcode', isCode],
	] satisfies Array<
		[kind: 'flag' | 'statement' | 'code', fields: string, states: (value: unknown) => boolean]
	>
).map(([kind, fields, states]) => ({ kind, fields: new Set(names(fields)), states }));

const COMPANY = new Set([
	...MESSAGE_FIELDS,
	...ERROR_INDICATORS.flatMap(({ fields }) => [...fields]),
	...names(`detail|details|reason|instance|help|docs|documentationurl|moreinfo|stack
	stacktrace|cause|errorid|errortype|errorsubcode|subcode|request|params|context|severity|retryable|retryafter`),
]);

function signsOf([field, value]: Field) {
	const name = plainName(field);
	return ERROR_INDICATORS.filter(({ fields, states }) => fields.has(name) && states(value)).map(
		({ kind }) => ({ kind, field, value }),
	);
}

/** `meta.status`, `status.code` and `header.code` are about the whole response. */
const innerStatements = ([field, value]: Field) =>
	isObject(value) && /^_?(meta(data)?|status|head(er)?|response_?header)$/i.test(field)
		? Object.entries(value)
		: [];

/** A number in `status` is the HTTP status, and is ignored if there is another code. */
const wentWell = (body: object) =>
	Object.entries(body).some(
		([field, value]) =>
			saysSuccess(value) &&
			(/^(message|msg|success|ok)$/i.test(field) ||
				(/^(status|state|result)$/i.test(field) && Number.isNaN(Number(value)))),
	);

const isListName = (name: string) => LIST_FIELDS.includes(name) || ANY_RESOURCE.includes(name);

function isCompany(field: string, value: unknown): boolean {
	const name = plainName(field);
	// An object in `result` or `response` is the requested data.
	const isStatement = COMPANY.has(name) && !(isListName(name) && typeof value === 'object');
	return isBlank(value) || isEnvelopeField(field, value) || ID_KEYS.includes(field) || isStatement;
}
