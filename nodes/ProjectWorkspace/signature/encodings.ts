import type { Algorithm, EncodingName, EncodingOption } from './types';

/** HMACs that are accepted. The digest's length says which it is; SHA-256 is the minimum. */
export const algorithms: ReadonlyArray<{ name: Algorithm; title: string; bytes: number }> = [
	{ name: 'sha256', title: 'SHA-256', bytes: 32 },
	{ name: 'sha384', title: 'SHA-384', bytes: 48 },
	{ name: 'sha512', title: 'SHA-512', bytes: 64 },
];

/** Lengths that are recognized only to say that they are too weak. */
const WEAK_TITLES = new Map([
	[16, 'MD5'],
	[20, 'SHA-1'],
	[28, 'SHA-224'],
]);

const WEAK_WORDS = new Set(['none', 'md5', 'sha', 'sha1', 'sha224', '1']);

/** Reads `sha256`, `HMAC-SHA256`, `hmac_sha512`, `HS256`. Undefined: the word (`v1`, `signature`) names no algorithm. */
export function algorithmByWord(word: string): Algorithm | 'weak' | undefined {
	const whole = word.toLowerCase().replace(/[-_]/g, '');
	// JSON Web Algorithms (RFC 7518) call HMAC with SHA-256 "HS256". A number alone is the number of a key.
	const bare = /^hmac/.test(whole) ? whole.slice(4) : /^hs\d+$/.test(whole) ? whole.slice(2) : '';
	const letters = bare || (/^\d+$/.test(whole) ? '' : whole);
	if (WEAK_WORDS.has(letters)) return 'weak';
	return algorithms.find(({ name }) => name === letters || name === `sha${letters}`)?.name;
}

interface Encoding {
	name: EncodingName;
	title: string;
	/** The value of 'Signature Encoding' that allows it. */
	option: EncodingOption;
	/** Strict: Node's own decoders skip what they do not know, and stop at half a byte without a word. */
	read(text: string): Buffer | undefined;
}

/**
 * The order decides where a text could be read in two ways: 64 hex digits would be base64 for 48 bytes as well, but by
 * chance no base64 consists of hex digits only.
 */
export const encodings: readonly Encoding[] = [
	{ name: 'hex', title: 'hex', option: 'hex', read: readHex },
	{
		// Some senders put the text of the hex digest into base64.
		name: 'base64OfHex',
		title: 'base64 of hex',
		option: 'base64',
		read: (text) => readHex(readBase64(text, 'base64')?.toString('latin1') ?? ''),
	},
	{
		name: 'base64',
		title: 'base64',
		option: 'base64',
		read: (text) => readBase64(text, 'base64'),
	},
	{
		name: 'base64url',
		title: 'base64url',
		option: 'base64url',
		read: (text) => readBase64(text, 'base64url'),
	},
];

function readHex(text: string): Buffer | undefined {
	return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** With or without padding, but only what encoding the bytes again would give. */
export function readBase64(text: string, alphabet: 'base64' | 'base64url'): Buffer | undefined {
	const bytes = Buffer.from(text, alphabet);
	if (bytes.length === 0) return undefined;
	const bare = bytes.toString(alphabet).replace(/={1,2}$/, '');
	const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
	return text === bare || text === padded ? bytes : undefined;
}

/** A digest that may be the right one, or one that is too weak by its length. */
export type DigestReading =
	| { kind: 'digest'; bytes: Buffer; algorithm: Algorithm; encoding: EncodingName }
	| { kind: 'weak'; title: string };

/** Reads a text as a digest, in the encoding that is set or else in any. */
export function readDigest(text: string, only?: EncodingOption | ''): DigestReading | undefined {
	// MD5 in base64 without padding is the shortest that is recognized, SHA-512 in base64 of hex the longest.
	if (text.length < 22 || text.length > 172) return undefined;
	let weak: DigestReading | undefined;
	for (const encoding of encodings) {
		if (only && encoding.option !== only) continue;
		const bytes = encoding.read(text);
		if (!bytes) continue;
		const algorithm = algorithms.find((one) => one.bytes === bytes.length)?.name;
		if (algorithm) return { kind: 'digest', bytes, algorithm, encoding: encoding.name };
		const title = WEAK_TITLES.get(bytes.length);
		if (title) weak ??= { kind: 'weak', title };
	}
	return weak;
}
