/** Read from left to right: what a delivery's header carries itself comes before what stands in other headers. */
export interface Content {
	template: string;
	/** Who signs like this and where that is documented. */
	source: string;
	/**
	 * Nobody is known to sign like this: tried last, and only with the likeliest time, ID and reading of the secret, so
	 * that a forged delivery costs little.
	 */
	rare?: true;
}

/**
 * THE TABLE OF LAYOUTS: what may be signed. A new layout is one entry, the likelier the higher. How the digest is
 * written (encoding, length, prefix, several at once) is read from the header and needs no entry.
 *
 * Two rules keep one layout's signature from passing as another's, which would let an old delivery through as one
 * without a time:
 * - {body} stands exactly once, and all else before it or behind it. Recognised bodies begin and end with JSON's
 *   brackets and a time or an ID has none, so the same bytes cannot be divided in two ways.
 * - {id} never stands without {timestamp}: else the time of an old delivery could be presented as an ID.
 */
export const contents: readonly Content[] = [
	{
		template: '{body}',
		source:
			'GitHub, Shopify, Typeform, Linear, Cal.com, Discourse, Dropbox, WooCommerce, Lemon Squeezy, Airtable: docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries',
	},
	{
		template: '{timestamp}.{body}',
		source:
			'Stripe, Calendly, Mux, Persona, Buildkite: docs.stripe.com/webhooks, buildkite.com/docs/apis/webhooks; in a header of its own: Podium, Emailit: docs.podium.com/docs/verifying-webhook-signatures, emailit.com/docs/webhooks/request-signature',
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
			'Paddle: developer.paddle.com/webhooks/signature-verification; in a header of its own: Webflow, developers.webflow.com/data/reference/request-signatures',
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
		template: '{id}{timestamp}{body}',
		source: 'Twitch: dev.twitch.tv/docs/eventsub/handling-webhook-events',
	},
	{
		template: 'v1:{timestamp}:{body}',
		source: "Slack's layout with its version counted on",
		rare: true,
	},
	{ template: '{body}.{timestamp}', source: 'the order turned round', rare: true },
	{ template: '{body}:{timestamp}', source: 'the order turned round', rare: true },
	{ template: '{timestamp}\n{body}', source: 'another joint', rare: true },
	{ template: '{timestamp}|{body}', source: 'another joint', rare: true },
	{ template: '{timestamp}-{body}', source: 'another joint', rare: true },
	{ template: '{timestamp},{body}', source: 'another joint', rare: true },
	{ template: '{timestamp}_{body}', source: 'another joint', rare: true },
	{ template: '{timestamp} {body}', source: 'another joint', rare: true },
	{ template: '{id}:{timestamp}:{body}', source: 'another joint', rare: true },
	{ template: '{id}\n{timestamp}\n{body}', source: 'another joint', rare: true },
	{ template: '{id}|{timestamp}|{body}', source: 'another joint', rare: true },
	{ template: '{timestamp}.{id}.{body}', source: 'the order turned round', rare: true },
	{ template: '{timestamp}{id}{body}', source: 'the order turned round', rare: true },
	{ template: '{timestamp}:{id}:{body}', source: 'the order turned round', rare: true },
];
