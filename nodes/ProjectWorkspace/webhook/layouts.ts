import { createHmac } from 'node:crypto';

/**
 * What known senders sign, and who signs like this. A new layout is one row, if the signed bytes still have one reading
 * over all rows: otherwise someone who has captured a delivery could send it again with another time or ID. Four rules
 * keep it so: a body is in JSON's brackets, times are strict, IDs have no brackets, and a layout with nothing but digits
 * between ID and time is not tried with a time in milliseconds.
 */
export const LAYOUTS: readonly string[] = [
	'{body}', // GitHub, Shopify, Typeform, Linear, Cal.com, Dropbox, WooCommerce, Lemon Squeezy, Airtable
	'{timestamp}.{body}', // Stripe, Calendly, Mux, Persona, Buildkite, Podium, WorkOS
	'{id}.{timestamp}.{body}', // Standard Webhooks, Svix, Resend, Clerk
	'v0:{timestamp}:{body}', // Slack, Zoom
	'{timestamp}:{body}', // Paddle, Webflow
	'{timestamp}{body}', // Zendesk
	'{body}{timestamp}', // Box
];

/** What may be signed: a layout, and what it contains besides the body. */
export interface SignedContent {
	layout: string;
	timestamp?: string;
	id?: string;
}

const PLACEHOLDER = /(\{(?:body|timestamp|id)\})/;

/** Whether a person can set it. Without {body}, anyone could change the body of a signed delivery. */
export function isLayout(text: string): boolean {
	const names: readonly string[] = text.match(/\{\w*\}/g) ?? [];
	const isOnce = new Set(names).size === names.length;
	const isKnown = names.every((name) => PLACEHOLDER.test(name));

	return isOnce && isKnown && names.includes('{body}') && text.length <= 200;
}

export type Algorithm = 'sha256' | 'sha384' | 'sha512';

/** What a sender signs with: an HMAC. */
export interface Signer {
	algorithm: Algorithm;
	key: Buffer;
}

/** The digest that a sender with this key sends. The layout is signed in pieces, so that a body of 16 MB is not copied. */
export function sign(
	{ layout, timestamp = '', id = '' }: SignedContent,
	body: Buffer,
	{ algorithm, key }: Signer,
): Buffer {
	const values = new Map<string, string | Buffer>([
		['{body}', body],
		['{timestamp}', timestamp],
		['{id}', id],
	]);
	const hmac = createHmac(algorithm, key);
	for (const piece of layout.split(PLACEHOLDER)) hmac.update(values.get(piece) ?? piece);
	return hmac.digest();
}

/**
 * Whether the bytes begin and end like a JSON object or list. White space is allowed at the end, where it is rarely more
 * than a line break; at the beginning it could be part of a layout.
 */
export const isInBrackets = (body: Buffer): boolean =>
	/^\ufeff?[{[]/.test(body.toString('utf8', 0, 4)) &&
	/[}\]]\s{0,100}$/.test(body.subarray(-101).toString('latin1'));

/** Ten digits are the years from 2001 to 2286. */
const SECONDS = /^[1-9]\d{9}$/;
const MILLISECONDS = /^[1-9]\d{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970. Strict, because `Date.parse` accepts "5 apples", and `Number` accepts "1e9". */
export function readTime(text: string): number | undefined {
	if (SECONDS.test(text)) return Number(text) * 1000;
	if (MILLISECONDS.test(text)) return Number(text);
	const time = ISO_DATE.test(text) ? Date.parse(text) : NaN;

	return Number.isNaN(time) ? undefined : time;
}

export const isId = (text: string): boolean => /^[\w.:~+/=@-]{1,256}$/.test(text);

/** Whether digits could move between the ID and the time: `7` and `1792567680123`, or `7179` and `2567680123`. */
export function isAmbiguous(layout: string, timestamp = ''): boolean {
	const [, between, rest] = layout.split(/\{(?:id|timestamp)\}/);
	const hasBoth = rest !== undefined;

	return hasBoth && MILLISECONDS.test(timestamp) && /^\d*$/.test(between ?? '');
}
