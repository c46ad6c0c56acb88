/** Longer than any bound of the policy; a service that asks for days is not worth waiting for in a workflow. */
const MOST_MS = 60 * 60_000;
/** RFC 9110 allows whole seconds only; fractions are seen in the wild. */
const SECONDS = /^\d{1,10}(\.\d+)?$/;
/** All three date formats of RFC 9110 begin with the day's name. `Date.parse` alone takes "5 apples" for a date. */
const DATE = /^(mon|tue|wed|thu|fri|sat|sun)/i;

/** Reads `Retry-After` (seconds or an HTTP date) into milliseconds from `now`. Anything else is ignored. */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	if (typeof first !== 'string' && typeof first !== 'number') return undefined;
	const text = String(first).trim();
	if (SECONDS.test(text)) return Math.min(Math.ceil(Number(text) * 1000), MOST_MS);
	if (!DATE.test(text)) return undefined;
	const date = Date.parse(text);
	if (Number.isNaN(date)) return undefined;
	return Math.min(Math.max(date - now, 0), MOST_MS);
}
