import { readBase64, readDigest, readHex } from './encodings';
import { readHeader } from './header';
import { otherSignaturesIn, type Explanation, type Reason } from './messages';
import { headerValue, type Headers } from './relatedHeaders';

/** What a delivery that could not be verified has brought. */
interface Arrived {
	/** Name of the signature header, in lower case, and its value. */
	header: string;
	value: string;
	headers: Headers;
	/** The beginning of the body. */
	body: string;
	secrets: readonly string[];
}

interface Kind {
	/** With its article; it may name the header or the field. */
	name: (where: string) => string;
	/** Where it was found, or whether it is in the signature header. */
	find: (arrived: Arrived) => string | boolean | undefined;
}

const bytesOf = (value: string) =>
	readHex(value) ?? readBase64(value) ?? readBase64(value, 'base64url');
const lengthOf = ({ value }: Arrived) =>
	bytesOf(value.replace(/^[\w-]{1,20}[=:,] ?/, ''))?.length ?? 0;
const headerLike = ({ headers }: Arrived, name: RegExp) =>
	Object.keys(headers).find((header) => name.test(header));
const fieldLike = ({ body }: Arrived, name: RegExp) =>
	[...body.matchAll(/"([\w-]{1,40})"\s*:/g)]
		.map(([, field = '']) => field)
		.find((field) => name.test(field));

/** THE TABLE OF OTHER PROOFS, which a shared secret cannot verify or which do not cover the body. The first one counts. */
const KINDS: readonly Kind[] = [
	{
		name: (where) => `a handshake (${where}) that asks for a value to be sent back`,
		find: (arrived) =>
			headerLike(arrived, /^x-hook-secret$|webhook-request-origin$|^x-okta-verification/) ??
			fieldLike(
				arrived,
				/^(challenge|plainToken|validationToken|SubscribeURL|verification_token)$/i,
			),
	},
	{
		name: (where) => `the signing secret itself, as a plain token in ${where}`,
		find: ({ headers, secrets }) =>
			Object.keys(headers).find((name) =>
				secrets.some((secret) => secret.length > 3 && headers[name]?.includes(secret)),
			),
	},
	{
		name: (where) => `a JSON Web Token (JWT) in ${where}`,
		find: ({ headers }) =>
			Object.keys(headers).find((name) =>
				/(^|[\s=,])eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(headers[name] ?? ''),
			),
	},
	{
		name: (where) => `an Ed25519 signature in ${where}`,
		find: (arrived) => /(^|\s)v1a,|ed25519/i.test(arrived.value) || headerLike(arrived, /ed25519/),
	},
	{
		name: (where) => `an ECDSA signature in ${where}`,
		find: ({ value }) =>
			/ecdsa|es256/i.test(value) || /^(?:[\w-]{1,20}[=:,] ?)?(ME[QUY]C|304[4-6]02)/.test(value),
	},
	{
		name: (where) => `an RSA signature in ${where}`,
		find: (arrived) =>
			/\brsa|rs256/i.test(arrived.value) || [128, 256, 384, 512].includes(lengthOf(arrived)),
	},
	{
		name: (where) => `a username and password (Basic authentication) in ${where}`,
		find: ({ headers }) =>
			Object.keys(headers).find((name) => /^basic /i.test(headers[name] ?? '')),
	},
	{
		name: (where) => `a plain token in ${where}`,
		find: (arrived) =>
			/^(bearer|token) /i.test(arrived.value) ||
			(/token|secret|auth|passcode|api-?key/.test(arrived.header) && arrived.value !== '') ||
			(arrived.value === '' &&
				headerLike(arrived, /token|secret|verif|passcode|api-?key|authorization|[-_]auth$/)),
	},
	{
		name: (where) => `a signature in the body (${where})`,
		find: (arrived) =>
			arrived.value === '' &&
			fieldLike(
				arrived,
				/signature|hmac|^sign$|event_?hash|passcode|client_?state|checksum|^token$/i,
			),
	},
];

/** The beginning of a body is enough to find a field of the envelope. */
const MOST_BODY_BYTES = 64 * 1024;

/** What a delivery brings in place of a signature that can be read. */
export function explainUnread(
	{ rawBody, headers }: { rawBody: Buffer; headers: Headers },
	header: string,
	reason: Reason,
	secrets: readonly string[],
): Explanation | undefined {
	// Where another header has a signature that can be read, its name is all that has to be set.
	const others = reason === 'headerMissing' ? otherSignaturesIn(headers, header) : [];
	const [other = header] = others;
	const value = headerValue(headers, other) ?? '';
	if (others.length > 0 && readHeader(value, {}).reason === undefined) return undefined;
	const body = rawBody.toString('utf8', 0, MOST_BODY_BYTES);
	const arrived = { header: other, value, headers, body, secrets };
	for (const { name, find } of KINDS) {
		const found = find(arrived);
		if (!found) continue;
		const place = typeof found === 'string' ? found : other;
		const isHeader = Object.hasOwn(headers, place);
		const where = isHeader ? `the ${place} header` : `the field "${place}"`;
		return { reason: 'otherKind', kind: name(where) };
	}
	const prefix = reason === 'noDigest' ? prefixIn(value) : undefined;
	return prefix === undefined ? undefined : { reason: 'unreadPrefix', prefix };
}

/** What comes directly before a digest that was not recognized. It shows no part of one. */
function prefixIn(value: string): string | undefined {
	for (const [part] of value.matchAll(/[^ ,;"]+/g)) {
		for (const { index } of part.matchAll(/[A-Za-z\d]/g)) {
			const isDigest = typeof readDigest(part.slice(index)) === 'object';
			if (isDigest && index > 0 && index <= 64) return part.slice(0, index);
		}
	}
	return undefined;
}
