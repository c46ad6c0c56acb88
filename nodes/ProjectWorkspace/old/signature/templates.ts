/**
 * THE TABLE OF LAYOUTS that are detected automatically: what is signed, and who signs like this with the source. A new
 * layout is one entry, the likelier ones first. The format of the digest (encoding, length, prefix, several digests) is
 * read from the header and needs no entry.
 *
 * The rule: signed bytes must have one reading only, over all entries. Otherwise a captured delivery could be replayed
 * with another timestamp or ID. A body needs no separator: it begins and ends with JSON's brackets, which nothing else
 * contains. An ID and a timestamp need one. test/signature/unambiguous.test.ts tries every reading. Layouts that break
 * the rule are for 'Signed Content', which allows one template only:
 * - {id}{timestamp}{body} (Twitch): digits could move between the two;
 * - {timestamp}.{id}.{body}: an ID of a few digits could be the fraction of the timestamp in {timestamp}.{body};
 * - {timestamp}:{id}:{body}: an ID that ends like `:1792567680` could be the timestamp in {id}:{timestamp}:{body}.
 */
export const templates: Readonly<Record<string, string>> = {
	'{body}':
		'GitHub, Shopify, Typeform, Linear, Cal.com, Discourse, Dropbox, WooCommerce, Lemon Squeezy, Airtable: docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries',
	'{timestamp}.{body}':
		'Stripe, Calendly, Mux, Persona, Buildkite: docs.stripe.com/webhooks, buildkite.com/docs/apis/webhooks; in a separate header: Podium, Emailit: docs.podium.com/docs/verifying-webhook-signatures, emailit.com/docs/webhooks/request-signature',
	'{id}.{timestamp}.{body}':
		'Standard Webhooks, Svix, Resend: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md',
	'v0:{timestamp}:{body}':
		'Slack, Zoom: docs.slack.dev/authentication/verifying-requests-from-slack',
	'{timestamp}:{body}':
		'Paddle: developer.paddle.com/webhooks/signature-verification; in a separate header: Webflow, developers.webflow.com/data/reference/request-signatures',
	'{timestamp}{body}': 'Zendesk: developer.zendesk.com/documentation/webhooks/verifying',
	'{body}{timestamp}': 'Box: developer.box.com/guides/webhooks/v2/signatures-v2',
};

/** No sender with these is known, so they are tried last. */
const rareTemplates: readonly string[] = [
	...['v1:{timestamp}:{body}', '{body}.{timestamp}', '{body}:{timestamp}'],
	...['\n', '|', '-', ',', '_', ' '].map((separator) => `{timestamp}${separator}{body}`),
	...[':', '\n', '|'].map((separator) => `{id}${separator}{timestamp}${separator}{body}`),
];

export const detectedTemplates = [...Object.keys(templates), ...rareTemplates];

const VALUE = /\{(\w*)\}/;

/** The names in a template's braces, in order. */
export const variablesIn = (template: string): string[] =>
	template.split(VALUE).filter((_, index) => index % 2 === 1);

/** Whether a template can be set. Without {body}, anyone could change the body of a signed delivery. */
export function isTemplate(text: string): boolean {
	const values = variablesIn(text);
	const isKnown = values.every((name) => ['body', 'timestamp', 'id'].includes(name));
	const isOnce = new Set(values).size === values.length;
	return isKnown && isOnce && values.includes('body') && text.length <= 200;
}

/** Separate pieces, so that a body of 16 MB is not copied. */
export const fill = (
	template: string,
	values: Readonly<Record<string, string | Buffer | undefined>>,
): Array<string | Buffer> =>
	template.split(VALUE).map((piece, index) => (index % 2 ? (values[piece] ?? '') : piece));

/**
 * Whether a timestamp can be distinguished from the ID in the same template. A fraction of a second cannot: its digits
 * could be an ID. Without a separator, only timestamps of a known length can: ten digits, or a date.
 */
export function isSeparable(template: string, timestamp: string): boolean {
	const [, between = '', after] = template.split(/\{(?:id|timestamp)\}/);
	if (after === undefined || !/^\d+\.|^\d{13}$/.test(timestamp)) return true;
	return /\D/.test(between) && !timestamp.includes('.');
}

/** What may be in the braces of a template, the likeliest first. */
export function valuesFor(template: string, timestamps: readonly string[], ids: readonly string[]) {
	const separable = timestamps.filter((text) => isSeparable(template, text));
	const usedTimestamps = template.includes('{timestamp}') ? separable : [undefined];
	const usedIds = template.includes('{id}') ? ids : [undefined];
	return usedTimestamps.flatMap((timestamp) => usedIds.map((id) => ({ timestamp, id })));
}

/** Versions of a layout are no IDs: v0:{timestamp}:{body} would have the same bytes as {id}:{timestamp}:{body}. */
export const isVersion = (id: string) => /^v\d$/.test(id);

/**
 * Whether the bytes begin and end like a JSON object or list. White space (RFC 8259, section 2) is allowed at the end,
 * where it is rarely more than a line break, but not at the beginning, where it could be a template's separator. A byte
 * order mark cannot be one.
 */
export const looksLikeJson = (body: Buffer): boolean =>
	/^\ufeff?[{[]/.test(body.toString('utf8', 0, 4)) &&
	/[}\]][ \t\n\r]{0,100}$/.test(body.subarray(-101).toString('latin1'));
