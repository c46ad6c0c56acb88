/** Seconds since 1970, perhaps with a fraction (Python's time.time()), and milliseconds: 2001 to 2286. */
const SECONDS = /^[1-9]\d{9}(?:\.\d{1,7})?$/;
const MILLISECONDS = /^[1-9]\d{12}$/;
/** RFC 3339, as Twitch sends it, with up to nine digits of a second. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** RFC 9110, IMF-fixdate: the only form that senders may produce. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Reads a timestamp into milliseconds since 1970. Only texts with one meaning: `Date.parse` alone takes "5 apples" for a
 * date, and `Number` takes '', '1e9' and '0x5f'.
 */
export function readTimestamp(text: string): number | undefined {
	if (SECONDS.test(text)) return Math.floor(Number(text) * 1000);
	if (MILLISECONDS.test(text)) return Number(text);
	if (!ISO.test(text) && !HTTP_DATE.test(text)) return undefined;
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

/** Seconds. Stripe's and Standard Webhooks' libraries use the same. */
export const DEFAULT_TOLERANCE = 300;

/**
 * Whether a timestamp is too far from now, in either direction: a delivery from the future could be replayed until its
 * time has come. Undefined: it is recent.
 */
export function judgeTime(
	text: string,
	now: number,
	toleranceSeconds = DEFAULT_TOLERANCE,
): { reason: 'stale' | 'future' | 'badTimestamp'; seconds: number } | undefined {
	const time = readTimestamp(text);
	if (time === undefined) return { reason: 'badTimestamp', seconds: 0 };
	const age = (now - time) / 1000;
	if (age > toleranceSeconds) return { reason: 'stale', seconds: Math.round(age) };
	// A timestamp in whole seconds was rounded down, never up, so no second of grace is needed here.
	return age < -toleranceSeconds ? { reason: 'future', seconds: Math.round(-age) } : undefined;
}
