import { readBase64, readHex } from './encodings';
import { readHeader } from './header';
import { otherSignaturesIn, type Explanation, type Reason } from './messages';
import { hmacsAllowed, search, type SearchSpace } from './search';
import type { SecretKey } from './secretKeys';
import { headerValue, type Headers } from './signedValues';
import { detectedTemplates, settableTemplates } from './templates';

/** Looks for the reason why a recognized digest does not match. The delivery stays rejected. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
	url: string,
): Explanation | undefined {
	const budget = { hmacs: 2 * hmacsAllowed(body.length, 1) };
	const find = (tried: Buffer, templates: readonly string[]) =>
		search(tried, { ...space, templates }, keys, budget)?.scheme;
	if (find(body, ['{body}'])) return { reason: 'timestampNotSigned' };
	// A template that is set may be the wrong one.
	const detected = space.templates.length === 1 ? detectedTemplates : [];
	const settable = find(body, [...detected, ...settableTemplates(url)]);
	if (settable) return { reason: 'settable', template: settable.template };
	const isChanged = rebuilt(body).some((other) => find(other, space.templates));
	return isChanged ? { reason: 'bodyChanged' } : undefined;
}

const MAX_REBUILT_BYTES = 256 * 1024;

/** The body as the service may have sent it, before a proxy parsed and rewrote it. */
function rebuilt(body: Buffer): Buffer[] {
	if (body.length > MAX_REBUILT_BYTES) return [];
	const text = body.toString();
	const texts = [text.trim(), `${text}\n`, text.replaceAll('\r\n', '\n'), ...reformatted(text)];
	return [...new Set(texts)].filter((one) => one !== text).map((one) => Buffer.from(one));
}

function reformatted(text: string): string[] {
	try {
		const json: unknown = JSON.parse(text);
		return ['', 2, 4, '\t'].map((indent) => JSON.stringify(json, null, indent));
	} catch {
		return [];
	}
}

interface OtherKind {
	kind: string;
	header?: RegExp;
	value?: RegExp;
	isSecret?: boolean;
	bytes?: readonly number[];
	field?: RegExp;
}

/**
 * THE TABLE OF OTHER PROOFS, which a shared secret cannot verify or which do not cover the body. The first match counts:
 * the name or the value of a header, a value that is one of the signing secrets, the length of the signature, or a field
 * of the body.
 */
const KINDS: readonly OtherKind[] = [
	{
		kind: 'a handshake, which asks for a value to be sent back,',
		header: /^x-hook-secret$|webhook-request-origin$|^x-okta-verification/,
		field: /^(challenge|plainToken|validationToken|SubscribeURL|verification_token)$/i,
	},
	{ kind: 'the signing secret itself, as a plain token', isSecret: true },
	{ kind: 'a JSON Web Token (JWT)', value: /(^|[\s=,])eyJ[\w-]*\.[\w-]*\.[\w-]*$/ },
	{ kind: 'an Ed25519 signature', value: /(^|\s)v1a,|ed25519/i, header: /ed25519/ },
	{
		kind: 'an ECDSA signature',
		value: /ecdsa|es256|^(?:[\w-]{1,20}[=:,] ?)?(?:ME[QUY]C|304[4-6]02)/i,
	},
	{ kind: 'an RSA signature', value: /\brsa|rs256/i, bytes: [128, 256, 384, 512] },
	{ kind: 'a username and password (Basic authentication)', value: /^basic /i },
	{
		kind: 'a plain token',
		value: /^(bearer|token) /i,
		header: /token|secret|verif|passcode|api-?key|authorization|[-_]auth$/,
	},
	{
		kind: 'a signature',
		field: /signature|hmac|^sign$|event_?hash|passcode|client_?state|checksum|^token$/i,
	},
];

/** The beginning of a body is enough to find its fields. */
const MAX_BODY_BYTES = 64 * 1024;

/** For the test URL: what the delivery contains instead of a signature that can be verified. */
export function explainUnread(
	{ rawBody, headers: all }: { rawBody: Buffer; headers: Headers },
	set: string,
	reason: Reason,
	secrets: readonly string[],
): Explanation | undefined {
	const isMissing = reason === 'headerMissing';
	const [header = set] = isMissing ? otherSignaturesIn(all, set) : [];
	const value = headerValue(all, header) ?? '';
	// If a signature can be read without the options, only they or the header's name have to be changed.
	const isReadable = readHeader(value, {}).reason === undefined && !header.includes('ed25519');
	if (reason !== 'mismatch' && isReadable) return undefined;
	const body = isMissing ? rawBody.toString('utf8', 0, MAX_BODY_BYTES) : '';
	const fields = Array.from(body.matchAll(/"([\w-]{1,40})"\s*:/g), ([, field = '']) => field);
	const headers = isMissing ? all : { [header]: value };
	const length = lengthOf(value);
	const hasSecret = (text: string) =>
		secrets.some((secret) => secret.length > 3 && text.includes(secret));
	for (const each of KINDS) {
		const inHeader = Object.entries(headers).find(
			([name, text = '']) =>
				each.header?.test(name) ||
				each.value?.test(text) ||
				(each.isSecret && hasSecret(text)) ||
				(name === header && each.bytes?.includes(length)),
		);
		const inField = fields.find((field) => each.field?.test(field));
		const place = inHeader ? `the ${inHeader[0]} header` : `the field "${inField}" of the body`;
		if (inHeader || inField) return { reason: 'otherKind', kind: `${each.kind} in ${place}` };
	}
	return undefined;
}

/** How many bytes a signature has, in any encoding. */
function lengthOf(value: string): number {
	const text = value.replace(/^[\w-]{1,20}[=:,] ?/, '');
	const bytes = readHex(text) ?? readBase64(text) ?? readBase64(text, 'base64url');
	return bytes?.length ?? 0;
}
