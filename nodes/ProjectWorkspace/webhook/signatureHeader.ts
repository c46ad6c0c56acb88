import type { Algorithm } from './layouts';

export interface Digest {
	algorithm: Algorithm;
	bytes: Buffer;
}

export interface SignatureHeader {
	/** Several while a secret is rotated. */
	digests: Digest[];
	timestamps: string[];
}

/** The algorithm by the length of the digest. SHA-256 is the minimum. */
const ALGORITHMS: ReadonlyMap<number, Algorithm> = new Map([
	[32, 'sha256'],
	[48, 'sha384'],
	[64, 'sha512'],
]);

/** Stripe and Svix send one signature for each active secret, rarely more than two. */
const MAX_PARTS = 32;

/**
 * Reads a signature header, such as
 * - `sha256=<hex>` (GitHub)
 * - `t=1792567680,v1=<hex>` (Stripe), `ts=1792567680;h1=<hex>` (Paddle), `time=1792567680,sig1=<hex>` (Cloudflare)
 * - `v1,<base64> v1,<base64>` (Standard Webhooks)
 */
export function readSignatureHeader(value: string): SignatureHeader {
	const digests: Digest[] = [];
	const timestamps = new Set<string>();

	for (const part of value.split(/[ ,;]+/, MAX_PARTS)) {
		const [, name = '', named] = /^([\w-]{1,64})=(.+)$/.exec(part) ?? [];
		const digest = readDigest(part) ?? readDigest(named ?? '');

		if (digest) digests.push(digest);
		else if (named && /^(?:t|ts|time|timestamp)$/i.test(name)) timestamps.add(named);
	}

	return { digests, timestamps: [...timestamps] };
}

/** The length tells the algorithm, the alphabet tells hex from Base64 and Base64url. */
function readDigest(text: string): Digest | undefined {
	// 64 hex digits are Base64 of 48 bytes, too, but a Base64 digest practically never consists of hex digits.
	const isHex = /^([\da-f]{2})+$/i.test(text);
	if (!isHex && !/^[\w+/-]+={0,2}$/.test(text)) return undefined;

	const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
	const algorithm = ALGORITHMS.get(bytes.length);

	return algorithm && { algorithm, bytes };
}
