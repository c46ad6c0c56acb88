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

/** Layouts for 'Signed Content' only: they break the rule, or contain the webhook's URL. */
export const settableTemplates = (url: string): string[] => [
	...['{id}{timestamp}{body}', '{timestamp}.{id}.{body}', '{timestamp}{id}{body}', '{id}.{body}'],
	...['{timestamp}:{id}:{body}', '{body}{id}', '{id}{body}', '{timestamp}{body}{id}'],
	...[`${url}{body}`, `{body}${url}`, `${url}{timestamp}{body}`, `{timestamp}${url}{body}`],
	...[`POST${url}{body}{timestamp}`, `{timestamp}.${url}.{body}`, `${url}.{timestamp}.{body}`],
];

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
	const [first, second] = variablesIn(template).filter((name) => name !== 'body');
	if (first === undefined || second === undefined) return true;
	const [, between = ''] = template.split(`{${first}}`);
	const separated = /\D/.test(between.split(`{${second}}`, 1)[0] ?? '');
	return !/^\d+\.|^\d{13}$/.test(timestamp) || (separated && !timestamp.includes('.'));
}

/** As Node.js has them: names in lower case, and the values of a repeated header joined by ', '. */
export type DeliveryHeaders = Readonly<Record<string, unknown>>;

/** Seconds since 1970, perhaps with a fraction (Python's time.time()), and milliseconds: 2001 to 2286. */
const UNIX_SECONDS = /^[1-9]\d{9}(?:\.\d{1,7})?$/;
const MILLISECONDS = /^[1-9]\d{12}$/;
/** RFC 3339, as Twitch sends it, with up to nine digits of a second. */
const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** RFC 9110, IMF-fixdate: the only form that senders may produce. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Milliseconds since 1970. Strict, as `Date.parse` alone accepts "5 apples", and `Number` accepts '', '1e9' and '0x5f'.
 */
export function readTimestamp(text: string): number | undefined {
	if (UNIX_SECONDS.test(text)) return Math.floor(Number(text) * 1000);
	if (MILLISECONDS.test(text)) return Number(text);
	if (!ISO_TIMESTAMP.test(text) && !HTTP_DATE.test(text)) return undefined;
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

/** IDs of the receiver are rarely signed. 'Signed ID Header' can name them. */
const CONSTANT_ID =
	/(?:^|-)(?:account|workspace|tenant|org|organi[sz]ation|team|user|customer|client|app|application|project|subscription|endpoint|hook|key)-id$/;

/** Headers that proxies add: tried after all others. */
const PROXY_HEADER =
	/^(?:cf|fly|x-(?:amz|amzn|azure|b3|cloud|envoy|forwarded|goog|vercel))-|(?:request|correlation|trace|span|transaction|session|parent|proxy)-id$/;

/** The endings of header names, the likelier first. Only some values are tried, as a proxy may add its own. */
const RELATED = {
	timestamp: {
		endings: ['timestamp', '-time', '-ts', '-at', 'date'],
		maxValues: 2,
		isValid: (text: string) => readTimestamp(text) !== undefined,
	},
	id: {
		endings: [
			...['webhook-id', 'delivery-id', 'message-id', 'event-id', '-id'],
			...['-delivery', '-nonce', '-uuid', 'idempotency-key'],
		],
		maxValues: 6,
		isValid: isId,
	},
} as const;

/** An ID has no brackets, spaces or commas. */
export function isId(text: string): boolean {
	return /^[\w.:~+/=@-]{1,256}$/.test(text);
}

/** Versions of a layout are no IDs: v0:{timestamp}:{body} would have the same bytes as {id}:{timestamp}:{body}. */
export const isVersion = (id: string) => /^v\d$/.test(id);

/** RFC 9110, section 5.6.2 */
export const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name);

/** Reads own properties only: a name like `constructor` must not reach the prototype. */
export function headerValue(headers: DeliveryHeaders, name: string): string | undefined {
	const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
	return typeof value === 'string' ? value.trim() : undefined;
}

/**
 * The timestamps or IDs in other headers, the likeliest first: a header that begins like the signature header
 * (`x-service-`, `webhook-`, `svix-`) comes before the others.
 */
export function findRelated(
	kind: keyof typeof RELATED,
	headers: DeliveryHeaders,
	signatureHeader: string,
): string[] {
	const names = headersWith(kind, headers, signatureHeader);
	const texts = names.map((name) => headerValue(headers, name) ?? '');
	return [...new Set(texts)].slice(0, RELATED[kind].maxValues);
}

/** The names of the headers with them. */
export function headersWith(
	kind: keyof typeof RELATED,
	headers: DeliveryHeaders,
	signatureHeader: string,
): string[] {
	const { endings, isValid } = RELATED[kind];
	// `x-service-signature-256` → `x-service-`
	const [, family] =
		/^(.*?-)(?:hub-|hmac-)?(?:signature|sign|sig|hmac)/.exec(signatureHeader) ?? [];
	const found = Object.keys(headers).flatMap((header) => {
		const ending = endings.findIndex((one) => header.endsWith(one));
		if (ending < 0 || CONSTANT_ID.test(header)) return [];
		const isFamily = family !== undefined && header.startsWith(family);
		const group = isFamily ? 0 : PROXY_HEADER.test(header) ? 2 : 1;
		const isUsable = isValid(headerValue(headers, header) ?? '');
		return isUsable ? [{ header, rank: ending + group * endings.length }] : [];
	});
	return found.sort((one, other) => one.rank - other.rank).map(({ header }) => header);
}
