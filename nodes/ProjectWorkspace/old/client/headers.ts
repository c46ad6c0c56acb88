import type { HttpMethod } from '../catalogue';
import { isObject, isRounded } from '../records/value';
import { ok, reject, type Result } from '../result';

/** Additional headers by their names, as the person wrote them. */
export type Headers = Readonly<Record<string, string>>;

/** Set by the node, about the connection (RFC 9110, section 7.6.1), or changing what the response is. */
const RESERVED =
	/^(authorization|cookie|host|accept|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|range|x-http-method|x-http-method-override|x-method-override)$|^(content|proxy)-/i;

/** By these a service recognizes a repeated request (IETF draft-ietf-httpapi-idempotency-key-header). */
const IDEMPOTENCY_KEY = /^(x-)?idempotency-key$/i;

/** Conditions for a change (RFC 9110, section 13.1). */
const CONDITION = /^if-/i;

/** A token (RFC 9110, section 5.6.2). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Names that n8n's request helper takes for something else (axios keeps defaults for each method in its headers). */
const LOST = /^(__proto__|constructor|prototype|common|get|head|post|put|patch|delete|query)$/i;

/** The case of names does not matter. A problem never contains a value. */
export function readHeaders(given: unknown, source: 'credential' | 'option'): Result<Headers> {
	const headers = new Map<string, readonly [name: string, value: string]>();
	const rows = isObject(given) ? [given.header ?? []].flat() : [given];
	for (const [index, row] of rows.entries()) {
		const [name, value] = isObject(row)
			? [headerText(row.name), headerText(row.value)]
			: ['', headerText(row)];
		if (name === '' && value === '') continue;
		const key = name.toLowerCase();
		const what = headers.has(key) ? 'is set twice' : problemWith(name, value, source);
		if (what !== undefined) {
			// Anything else may be a key, or a whole header with its value, so it is not shown.
			const isShown = value !== '' && /^[a-z-]+$/i.test(name);
			const which = isShown ? `"${name}"` : `in row ${index + 1}`;
			const where = source === 'option' ? "under 'Options'" : 'in the credential';
			return reject({
				message: `The header ${which} of 'Additional Headers' ${what}`,
				description: `Correct its 'Name' or 'Value' ${where}, or remove the row.`,
			});
		}
		headers.set(key, [name, value]);
	}
	return ok(Object.fromEntries(headers.values()));
}

/** The rest of a sentence. */
function problemWith(name: string, value: string, source: string): string | undefined {
	if (!NAME.test(name)) return 'has no name, or one with a character that is not allowed';
	if (LOST.test(name)) return 'cannot be sent, because n8n uses this name itself';
	if (RESERVED.test(name)) return 'cannot be set, because the request depends on it';
	if (source === 'credential' && [IDEMPOTENCY_KEY, CONDITION].some((each) => each.test(name)))
		return "would be the same for every request, so it can only be set under 'Options' in the node";
	if (value === '') return 'has no value';
	if (/^[\x20-\x7e]*$/.test(value)) return undefined;
	return 'has a value that cannot be sent, such as an object, a rounded number, or text with a line break or an accented letter';
}

/** An object or a rounded number becomes text that no header can contain, so that it is rejected. */
const headerText = (value: unknown): string =>
	(typeof value === 'object' && value !== null) || isRounded(value)
		? '\n.'
		: String(value ?? '').trim();

/** Conditions are only sent with changes, and idempotency keys with POST. */
export const sentWith = (method: HttpMethod, headers: Headers = {}): Headers =>
	Object.fromEntries(
		Object.entries(headers).filter(([name]) =>
			IDEMPOTENCY_KEY.test(name) ? method === 'POST' : method !== 'GET' || !CONDITION.test(name),
		),
	);

export const idempotencyKey = (headers: Headers = {}): string | undefined =>
	Object.entries(headers).find(([name]) => IDEMPOTENCY_KEY.test(name))?.[1];

/** Headers of a response, with their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

export const headersAsText = (headers: Readonly<Record<string, unknown>>): ResponseHeaders =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(', ') : String(value),
		]),
	);

/** What the headers of a response say about the rate limit. */
export interface RateLimitHeaders {
	/** Requests left. */
	remaining?: number;
	/** Milliseconds until there are more. */
	resetMs?: number;
	/** Milliseconds in which nothing may be sent. */
	retryAfterMs?: number;
	/** Whether the service asks for a longer wait than is believed. */
	isRetryAfterTooLong?: boolean;
	/** `Retry-After` if it is that, or cannot be read. */
	ignoredRetryAfter?: string;
}

/**
 * Only `X-RateLimit-Remaining` is documented. The headers for the reset are those of other services, the most precise
 * first: Symfony, Discord, the IETF draft and Kong, GitHub, Twitter.
 */
const RESET_HEADERS = [
	'x-ratelimit-retry-after',
	'x-ratelimit-reset-after',
	'ratelimit-reset',
	'x-ratelimit-reset',
	'x-rate-limit-reset',
];

/** The documented window. A response older than that says nothing about what is left now. */
export const WINDOW_MS = 60_000;
/** A longer wait is not believed: it could hold up the key for years. */
export const MAX_WAIT_MS = 10 * WINDOW_MS;

/** @param now the time by our clock, in milliseconds */
export function readRateLimit(headers: ResponseHeaders, now = Date.now()): RateLimitHeaders {
	const from = timeOfResponse(headers, now);
	const waits = RESET_HEADERS.map((name) => readWait(headers[name], from));
	const retryAfter = headers['retry-after']?.trim();
	const wait = readWait(retryAfter, from);
	const isTooLong = wait !== undefined && wait > MAX_WAIT_MS;
	return {
		remaining: readRemaining(headers['x-ratelimit-remaining']),
		resetMs: waits.find((ms = 0) => ms > 0 && ms <= MAX_WAIT_MS),
		retryAfterMs: isTooLong ? undefined : wait,
		isRetryAfterTooLong: isTooLong || undefined,
		ignoredRetryAfter: retryAfter && (isTooLong || wait === undefined) ? retryAfter : undefined,
	};
}

/** The format is not documented: the number at its beginning counts, made whole, not negative and bounded. */
function readRemaining(value = ''): number | undefined {
	const number = Number.parseFloat(value);
	return Number.isNaN(number) ? undefined : Math.min(Math.max(Math.floor(number), 0), 1e9);
}

/** By the clock of the service, if it says the time. It says whole seconds only: ours is more precise if both agree. */
function timeOfResponse({ date = '', age = '0' }: ResponseHeaders, now: number): number {
	// A response from a cache has an age.
	const stated = Date.parse(date) + 1000 * Number(age);
	return now < stated || now >= stated + 1000 ? stated : now;
}

/** RFC 9110 only allows whole seconds; some services send fractions. */
const SECONDS = /^\d+(\.\d+)?$/;
/** An HTTP date (RFC 9110) or an ISO date with its zone. `Date.parse` alone accepts "5 apples". */
const DATE = /^((mon|tue|wed|thu|fri|sat|sun)|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$)/i;
/** Larger numbers are Unix times: in seconds since 2001, and in milliseconds since 1973. */
const UNIX = { secondsFrom: 1e9, msFrom: 1e11 };

/** Reads seconds, a Unix time or a date into milliseconds after `from`. Anything else is ignored. */
function readWait(value = '', from: number): number | undefined {
	const text = value.trim();
	const isDate = DATE.test(text);
	const wait = isDate ? Date.parse(text) - from : waitOf(Number(text), from);
	const isReadable = !Number.isNaN(wait) && (isDate || SECONDS.test(text));
	return isReadable ? Math.max(Math.ceil(wait), 0) : undefined;
}

function waitOf(number: number, from: number): number {
	const wait = number * (number < UNIX.msFrom ? 1000 : 1) - from;
	// A time that is long past is meant as a number of seconds.
	return number >= UNIX.secondsFrom && wait >= -MAX_WAIT_MS ? wait : number * 1000;
}
