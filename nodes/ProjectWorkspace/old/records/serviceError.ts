import { ANY_RESOURCE, ID_KEYS, namesIn, ownId, plainName } from './fieldNames';
import { isEnvelopeField, namesThatSay, saysByName, saysSuccess } from './responseFields';
import { isBlank, isObject, isScalar, someValue, type JsonObject } from './value';

export interface ServiceError {
	code?: string;
	message?: string;
}

const MESSAGES = [
	...namesThatSay('message'),
	...namesIn('detail|details|description|reason|title|text|info'),
];

const CODES = namesThatSay('code');

/** n8n's panel shows the beginning of a long message. */
const LONGEST = 500;

/** The code and the message of an error: in `error` as documented (specification, part 7), next to it, or a string. */
export function readServiceError(body: unknown): ServiceError {
	if (!isObject(body)) return wordsIn(body);
	const errors = Object.entries(body).flatMap(([field, value]) =>
		saysByName('error', plainName(field)) && isMeaningful(value) ? [value] : [],
	);
	const inside = wordsIn(errors.find((error) => typeof error === 'object'));
	const text = asText(errors.find((error) => typeof error === 'string'));
	const message = inside.message ?? messageIn(body) ?? text ?? inside.code;
	// `{"error": "not_found", "message": "…"}`
	const code = text === message && /\s/.test(text ?? '') ? undefined : text;
	return { code: inside.code ?? textAt(body, CODES) ?? code, message };
}

/** An error object's own words, or those of its first field that says something: `{"email": ["is taken"]}` */
function wordsIn(error: unknown): ServiceError {
	if (Array.isArray(error)) return wordsIn(error.find(isMeaningful));
	if (!isObject(error)) return { message: asText(error) };
	const code = textAt(error, [...CODES, ...namesIn('type|name|status')]);
	const own = messageIn(error);
	const [field, value] = Object.entries(error).find(([, each]) => isMeaningful(each)) ?? [];
	if (own !== undefined || code !== undefined || !field) return { code, message: own };
	const inner = wordsIn(value);
	const isNamed = !saysByName('error', plainName(field)) && !isObject(value);
	return isNamed ? { message: beginningOf(`${field}: ${inner.message ?? String(value)}`) } : inner;
}

/** Whether a value is anything but empty, `false`, a word for none, or a success code; checks a few levels. */
const isMeaningful = (value: unknown): boolean => someValue(value, saysSomething, false);

function saysSomething(value: unknown): boolean {
	const isNone = /^(none|null|nil|undefined|no|n\/?a|-|false|no ?errors?)?$/i.test(
		String(value).trim(),
	);
	return value === true || !(isNone || saysSuccess(value));
}

function messageIn(object: JsonObject): string | undefined {
	// A problem document has a title for the kind and a detail for the case (RFC 9457).
	const [title, detail] = [textAt(object, ['title']), textAt(object, ['detail'])];
	return title && detail ? `${title}: ${detail}` : textAt(object, MESSAGES);
}

/** The first string or number among these fields, at most 500 characters. */
function textAt(object: JsonObject, fields: readonly string[]): string | undefined {
	const plain = new Map(Object.entries(object).map(([field, value]) => [plainName(field), value]));
	return fields.map((name) => asText(plain.get(name))).find((text) => text !== undefined);
}

const asText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number'
		? beginningOf(String(value).trim()) || undefined
		: undefined;

/** A copy: JavaScript keeps a whole text in memory for a part of it. */
const beginningOf = (text: string, length = LONGEST) =>
	Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');

/**
 * Reads a failure from a response with a success status. The rule:
 * 1. A flag, a word, a code or an `error` that is not empty reports a failure.
 * 2. With an ID or a field that is not usual for an error, the response may be a record, and the failure counts for lists
 *    only. A flag such as `success: false` takes precedence over all fields except an ID.
 * @returns `message`: the service's own, or the field that reports the failure: `"status": "error"`; `besideRecords`:
 * whether the response contains something else, a record, or a list that may be incomplete
 */
export function readStatedError(
	body: unknown,
): (ServiceError & { message: string; besideRecords: boolean }) | undefined {
	if (Array.isArray(body)) {
		// `[{"errorCode": "…", "message": "…"}]` (Salesforce)
		const stated = body.length === 1 ? readStatedError(body[0]) : undefined;
		return stated?.code && !stated.besideRecords ? stated : undefined;
	}
	if (!isObject(body)) return undefined;
	const fields = Object.entries(body);
	const hasId = ownId(body) !== undefined;
	if (hasId && !fields.some(isData)) return undefined;
	const others = fields.filter((field) => !isBlank(field[1]) && !isAboutError(field));
	const { code, message } = readServiceError(body);
	// A code is the weakest sign: it may belong to the record, or mean success.
	const isSaid =
		message !== undefined || fields.some((field) => isData(field) && isBlank(field[1]));
	const isCode = isSaid && !fields.some(isSuccess) && others.every(([, value]) => isScalar(value));
	const kinds = fields.map(signOf);
	const sign = fields.find((_, at) => kinds[at] && (kinds[at] !== 'code' || isCode));
	if (sign) {
		const [field, value] = sign;
		return {
			code,
			message: message ?? code ?? beginningOf(`"${field}": ${JSON.stringify(value)}`, 100),
			besideRecords: hasId || (others.length > 0 && !kinds.includes('flag')),
		};
	}
	// `{"meta": {"code": 400, "message": "…"}, "data": []}`, `{"data": {"error": …}}`
	for (const [field, value] of fields) {
		const inner = isContainer(plainName(field)) ? readStatedError(value) : undefined;
		const isBeside = inner?.besideRecords || others.some(([other]) => other !== field);
		if (inner) return { ...inner, besideRecords: isBeside };
	}
	return undefined;
}

type Field = [field: string, value: unknown];

const FAILED =
	/error|fail|(?<!de)fault|exception|denied|forbidden|unauth|invalid|unsuccessful|^(false|err|ko|nok|ng|not[ _]?ok)$|^err[_-]/i;

const saysFailed = (text: string) => FAILED.test(text) && !/no[ _-]?err/i.test(text);

const STATUS_FIELD = /^(status|stat|state|result|response|outcome|object|kind|type|ack)$/;
const FAILED_FIELD =
	/^(failed|iserror|haserrors?|errored|incomplete|incompleteresults|partial|partialresults|timedout)$/;
/** Fields next to an error. */
const DETAIL_FIELD =
	/^(details?|reason|instance|help|hint|docs|documentationurl|moreinfo|stack|stacktrace|cause|errorid|errortype|errorsubcode|subcode|request|params|context|severity|retryable|retryafter|httpstatus|httpstatuscode)$/;

/** How a field reports a failure: a flag takes precedence over other fields, and a code may belong to a record. */
function signOf([field, value]: Field): 'flag' | 'statement' | 'code' | undefined {
	const name = plainName(field);
	const text = isScalar(value) ? String(value).trim() : '';
	if (saysByName('success', name) && /^(false|0|no|fail\w*|error)$/i.test(text)) return 'flag';
	if (/^(http)?status(code)?$/.test(name) && /^([45]\d\d|-\d+)$/.test(text)) return 'flag';
	if (FAILED_FIELD.test(name) && /^(true|1|yes|y)$/i.test(text)) return 'statement';
	if (STATUS_FIELD.test(name) && saysFailed(text)) return 'statement';
	if (!isMeaningful(value)) return undefined;
	if (saysByName('error', name) || /^err(or)?(code|no)$/.test(name)) return 'statement';
	const isFailed = /^-?\d+$/.test(text) || saysFailed(text);
	return saysByName('code', name) && isFailed ? 'code' : undefined;
}

function isAboutError([field, value]: Field): boolean {
	if (isEnvelopeField(field, value) || ID_KEYS.includes(field)) return true;
	// An object in `result` or `response` is the requested data.
	if (isData([field, value])) return false;
	const name = plainName(field);
	return (
		saysByName(['message', 'code', 'success', 'error'], name) ||
		[STATUS_FIELD, FAILED_FIELD, DETAIL_FIELD].some((pattern) => pattern.test(name))
	);
}

/** A list or what may contain it; also null in its place. */
const isData = ([field, value]: Field) =>
	typeof value === 'object' &&
	(saysByName('data', plainName(field)) || ANY_RESOURCE.includes(plainName(field)));

/** Objects about the whole response, or with its data. */
const isContainer = (name: string) =>
	/^(meta|metadata|status|head|header|responseheader)$/.test(name) || saysByName('data', name);

/** A number in `status` is the HTTP status, and is ignored. */
const isSuccess = ([field, value]: Field) =>
	/^(message|msg|success|ok|status|state|result)$/i.test(field) &&
	isScalar(value) &&
	/^(true|yes|ok|okay|success\w*|succeeded)$/i.test(String(value).trim());
