import type { ResponseHeaders } from '../headers';

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
