/** More than any plan grants; keeps arithmetic on the value exact. */
const MOST = 1_000_000_000;

/**
 * Reads `X-RateLimit-Remaining`. The specification names the header and says nothing of its format,
 * so whatever is not a number counts as absent, and the rest is mended: whole, not negative, bounded.
 */
export function parseRemaining(value: unknown): number | undefined {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	if (typeof first !== 'string' && typeof first !== 'number') return undefined;
	const text = String(first).trim();
	const number = text === '' ? Number.NaN : Number(text);
	if (Number.isNaN(number)) return undefined;
	return Math.min(Math.max(Math.floor(number), 0), MOST);
}
