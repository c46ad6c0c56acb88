/** Statuses that services use for nothing but a spent quota (429: RFC 6585). */
const ALWAYS: readonly number[] = [420, 429, 509];
/** Statuses that mean a spent quota where the header shows that nothing is left, as with GitHub's 403. */
const WITH_NOTHING_LEFT: readonly number[] = [403];
/** How services word a spent quota. */
const WORDS =
	/rate.?limit|quota|too.?many.?requests|throttl|limit.{0,20}exceeded|exceeded.{0,20}limit/i;

export interface Refusal {
	status: number;
	/** `X-RateLimit-Remaining`. */
	remaining?: number;
	/** The service's own words: `error.code` and `error.message`. */
	words?: string;
}

/**
 * The refusal's status is not documented. 429 is one. Any other refusal is one if the header shows 0 and
 * either the status or the words say so: a 404 or a 503 may also come with the last of the credit, and
 * would be repeated for nothing, or twice.
 */
export function isQuotaRefusal({ status, remaining, words = '' }: Refusal): boolean {
	if (status < 400) return false;
	if (ALWAYS.includes(status)) return true;
	if (remaining !== 0) return false;
	return WITH_NOTHING_LEFT.includes(status) || WORDS.test(words);
}
