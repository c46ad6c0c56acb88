const OPENING = new Set(['{', '['].map((text) => text.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((text) => text.charCodeAt(0)));
/** RFC 8259, section 2. */
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether the bytes begin and end as a JSON object or list does. What lies between is the parser's to judge. */
export function looksLikeJson(body: Buffer): boolean {
	let start = 0;
	let end = body.length - 1;
	while (start < end && WHITESPACE.has(body[start] ?? 0)) start += 1;
	while (end > start && WHITESPACE.has(body[end] ?? 0)) end -= 1;
	return end > start && OPENING.has(body[start] ?? 0) && CLOSING.has(body[end] ?? 0);
}
