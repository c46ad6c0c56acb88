import { UserError } from '../errors';

/** Set by the node, about the connection, or the same for every request where each must have its own. */
const RESERVED = new Set([
	'__proto__',
	'accept',
	'accept-encoding',
	'authorization',
	'connection',
	'cookie',
	'host',
	'idempotency-key',
	'transfer-encoding',
	'x-idempotency-key',
]);

/** About the body, a proxy, or a condition for one change. */
const RESERVED_PREFIX = /^(content|proxy|if)-/;

/** A token (RFC 9110, section 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

const PRINTABLE = /^[\x20-\x7e]+$/;

interface HeaderRow {
	name: string;
	value: string;
}

/** The rows of 'Additional Headers' in the credential that are filled in. */
export function headerRows(collection: unknown): HeaderRow[] {
	// The editor saves it like this, and expressions can yield values of any type.
	const { header = [] } = (collection ?? {}) as { header?: Array<Partial<HeaderRow>> };
	return [header]
		.flat()
		.map(({ name, value }) => ({
			name: String(name ?? '').trim(),
			value: String(value ?? '').trim(),
		}))
		.filter(({ name, value }) => name !== '' || value !== '');
}

/** @throws UserError for the first row that cannot be sent */
export function readHeaders(collection: unknown): Record<string, string> {
	const headers = new Map<string, string>();

	for (const [index, { name, value }] of headerRows(collection).entries()) {
		const key = name.toLowerCase();
		const canBeSet = TOKEN.test(name) && !RESERVED.has(key) && !RESERVED_PREFIX.test(key);
		if (!canBeSet || headers.has(key)) throw badHeader('name', index + 1);
		if (!PRINTABLE.test(value)) throw badHeader('value', index + 1);
		headers.set(key, value);
	}
	return Object.fromEntries(headers);
}

/** The error names the row, because a key or a whole header may have been pasted as a name. */
function badHeader(part: 'name' | 'value', row: number): UserError {
	return new UserError(
		`The header in row ${row} of 'Additional Headers' has a ${part} that cannot be sent`,
		'Change it in the credential, or remove the row. Each header can be set once, with plain ASCII text. Headers about the connection, the body or a single request (such as Host, Authorization or Idempotency-Key) cannot be set.',
	);
}

/** Names in lower case. */
export function responseHeaders(
	headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(', ') : String(value),
		]),
	);
}

/** What a response says about the rate limit. */
interface RateLimit {
	/** Requests left. */
	remaining?: number;
	/** Milliseconds in which nothing may be sent. */
	retryAfterMs?: number;
}

export function readRateLimit(headers: Readonly<Record<string, string>>): RateLimit {
	const remaining = Number.parseInt(headers['x-ratelimit-remaining'] ?? '', 10);
	return {
		// Some count below zero.
		remaining: Number.isNaN(remaining) ? undefined : Math.max(remaining, 0),
		retryAfterMs: readRetryAfter(headers['retry-after']?.trim(), headers.date),
	};
}

/** Seconds, some services with a fraction, or an HTTP date (RFC 9110, section 10.2.3), which counts by the service's own clock. */
function readRetryAfter(text = '', date = new Date().toUTCString()): number | undefined {
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	if (!/^[a-z]{3},/i.test(text)) return undefined;

	const waitMs = Date.parse(text) - Date.parse(date);
	return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0);
}
