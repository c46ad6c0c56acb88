/** What may be signed. `{body}`, `{timestamp}` and `{id}` are filled with the values of a delivery. */
export interface Template {
	template: string;
	/** Who signs like this and where that is documented. */
	source: string;
	/**
	 * Nobody is known to sign like this: tried last, and only with the likeliest timestamp, ID and reading of the secret,
	 * so that a forged delivery costs little.
	 */
	rare?: true;
}

/**
 * THE TABLE OF LAYOUTS that are recognized automatically. A new layout is one entry, the likelier the higher. How the
 * digest is written (encoding, length, prefix, several at once) is read from the header and needs no entry.
 *
 * The rule: the signed bytes must have one reading, over all entries of the table. Otherwise a captured delivery could
 * be presented with another timestamp or ID. A body begins and ends with JSON's brackets and nothing else in a template
 * contains them, so it needs no separator; an ID and a timestamp do. test/signature/unambiguous.test.ts tries every
 * reading. Layouts that cannot keep the rule are for 'Signed Content', which allows one template only:
 * - {id}{timestamp}{body} (Twitch): digits could move between the two;
 * - {timestamp}.{id}.{body}: an ID of a few digits could be the fraction of the timestamp in {timestamp}.{body};
 * - {timestamp}:{id}:{body}: an ID that ends like `:1792567680` could be the timestamp in {id}:{timestamp}:{body}.
 */
export const templates: readonly Template[] = [
	{
		template: '{body}',
		source:
			'GitHub, Shopify, Typeform, Linear, Cal.com, Discourse, Dropbox, WooCommerce, Lemon Squeezy, Airtable: docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries',
	},
	{
		template: '{timestamp}.{body}',
		source:
			'Stripe, Calendly, Mux, Persona, Buildkite: docs.stripe.com/webhooks, buildkite.com/docs/apis/webhooks; in a separate header: Podium, Emailit: docs.podium.com/docs/verifying-webhook-signatures, emailit.com/docs/webhooks/request-signature',
	},
	{
		template: '{id}.{timestamp}.{body}',
		source:
			'Standard Webhooks, Svix, Resend: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md',
	},
	{
		template: 'v0:{timestamp}:{body}',
		source: 'Slack, Zoom: docs.slack.dev/authentication/verifying-requests-from-slack',
	},
	{
		template: '{timestamp}:{body}',
		source:
			'Paddle: developer.paddle.com/webhooks/signature-verification; in a separate header: Webflow, developers.webflow.com/data/reference/request-signatures',
	},
	{
		template: '{timestamp}{body}',
		source: 'Zendesk: developer.zendesk.com/documentation/webhooks/verifying',
	},
	{
		template: '{body}{timestamp}',
		source: 'Box: developer.box.com/guides/webhooks/v2/signatures-v2',
	},
	{
		template: 'v1:{timestamp}:{body}',
		source: "Slack's layout with the next version",
		rare: true,
	},
	{ template: '{body}.{timestamp}', source: 'another order', rare: true },
	{ template: '{body}:{timestamp}', source: 'another order', rare: true },
	{ template: '{timestamp}\n{body}', source: 'another separator', rare: true },
	{ template: '{timestamp}|{body}', source: 'another separator', rare: true },
	{ template: '{timestamp}-{body}', source: 'another separator', rare: true },
	{ template: '{timestamp},{body}', source: 'another separator', rare: true },
	{ template: '{timestamp}_{body}', source: 'another separator', rare: true },
	{ template: '{timestamp} {body}', source: 'another separator', rare: true },
	{ template: '{id}:{timestamp}:{body}', source: 'another separator', rare: true },
	{ template: '{id}\n{timestamp}\n{body}', source: 'another separator', rare: true },
	{ template: '{id}|{timestamp}|{body}', source: 'another separator', rare: true },
];

const PLACE = /\{(\w*)\}/;

/** The names in a template's braces, in order. */
export const placesOf = (template: string): string[] =>
	template.split(PLACE).filter((_, index) => index % 2 === 1);

/** The pieces in order, so that a body of 16 MB need not be copied. Undefined: a value is missing. */
export function fill(
	template: string,
	values: Readonly<Record<string, string | Buffer | undefined>>,
): Array<string | Buffer> | undefined {
	const pieces = template.split(PLACE).map((piece, index) => (index % 2 ? values[piece] : piece));
	return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
}

/**
 * Whether a timestamp can be told apart from the ID in the same template. A fraction of a second never can: its digits
 * could be an ID. Without a separator, only timestamps whose length shows are left: ten digits, or a date.
 */
export function isSeparable(template: string, timestamp: string): boolean {
	const between = /\{id\}(.*)\{timestamp\}|\{timestamp\}(.*)\{id\}/s.exec(template);
	if (!between) return true;
	const separated = /\D/.test(between[1] ?? between[2] ?? '');
	return !/^\d+\.|^\d{13}$/.test(timestamp) || (separated && !timestamp.includes('.'));
}

/**
 * Whether the bytes begin and end as a JSON object or list does; what lies between is the parser's to judge. White space
 * (RFC 8259, section 2) may follow but not come first, where it could be a template's separator.
 */
export function looksLikeJson(body: Buffer): boolean {
	let end = body.length - 1;
	while (end > 0 && [0x20, 0x09, 0x0a, 0x0d].includes(body[end] ?? 0)) end -= 1;
	return /^[{[][}\]]$/.test(String.fromCharCode(body[0] ?? 0, body[end] ?? 0));
}
