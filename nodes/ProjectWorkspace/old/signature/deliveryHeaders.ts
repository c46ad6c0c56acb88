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

/** An ID has no brackets, spaces or commas. */
export const isId = (text: string) => /^[\w.:~+/=@-]{1,256}$/.test(text);

/** IDs of the receiver are rarely signed. 'Signed ID Header' can name them. */
const CONSTANT_ID =
	/(?:^|-)(?:account|workspace|tenant|org|organi[sz]ation|team|user|customer|client|app|application|project|subscription|endpoint|hook|key)-id$/;

/** Headers that proxies add: tried after all others. */
const PROXY_HEADER =
	/^(?:cf|fly|x-(?:amz|amzn|azure|b3|cloud|envoy|forwarded|goog|vercel))-|(?:request|correlation|trace|span|transaction|session|parent|proxy)-id$/;

/** The endings of header names, the likelier first. */
const RELATED = {
	timestamp: {
		endings: ['timestamp', '-time', '-ts', '-at', 'date'],
		isValid: (text: string) => readTimestamp(text) !== undefined,
	},
	id: {
		endings: [
			...['webhook-id', 'delivery-id', 'message-id', 'event-id', '-id'],
			...['-delivery', '-nonce', '-uuid', 'idempotency-key'],
		],
		isValid: isId,
	},
} as const;

/** RFC 9110, section 5.6.2 */
export const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name);

/** Reads own properties only: a name like `constructor` must not reach the prototype. */
export function headerValue(headers: DeliveryHeaders, name: string): string | undefined {
	const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
	return typeof value === 'string' ? value.trim() : undefined;
}

/**
 * The other headers with a timestamp or an ID, the likeliest first: a header that begins like the signature header
 * (`x-service-`, `webhook-`, `svix-`) comes before the others.
 */
export function findRelated(
	kind: keyof typeof RELATED,
	headers: DeliveryHeaders,
	signatureHeader: string,
) {
	const { endings, isValid } = RELATED[kind];
	// `x-service-signature-256` → `x-service-`
	const [, family] =
		/^(.*?-)(?:hub-|hmac-)?(?:signature|sign|sig|hmac)/.exec(signatureHeader) ?? [];
	const found = Object.keys(headers).flatMap((name) => {
		const ending = endings.findIndex((one) => name.endsWith(one));
		const text = headerValue(headers, name) ?? '';
		if (ending < 0 || CONSTANT_ID.test(name) || !isValid(text)) return [];
		const isFamily = family !== undefined && name.startsWith(family);
		const group = isFamily ? 0 : PROXY_HEADER.test(name) ? 2 : 1;
		return [{ name, text, rank: ending + group * endings.length }];
	});
	return found.sort((one, other) => one.rank - other.rank);
}
