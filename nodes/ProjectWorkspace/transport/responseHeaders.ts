/** Names in lower case. */
export function responseHeaders(
	headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
	const texts = new Map<string, string>();
	for (const [name, value] of Object.entries(headers)) {
		texts.set(name.toLowerCase(), [value].flat().join(', '));
	}
	return Object.fromEntries(texts);
}

/** What a response says about the rate limit. */
interface RateLimitHeaders {
	/** Requests left. */
	remaining?: number;
	/** Milliseconds in which nothing may be sent. */
	retryAfterMs?: number;
}

export function readRateLimit(headers: Readonly<Record<string, string>>): RateLimitHeaders {
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
