/** The accepted HMACs, recognized by the length of the digest. SHA-256 is the minimum. */
export const algorithms = [
	{ name: 'sha256', title: 'SHA-256', bytes: 32 },
	{ name: 'sha384', title: 'SHA-384', bytes: 48 },
	{ name: 'sha512', title: 'SHA-512', bytes: 64 },
] as const;

export type Algorithm = (typeof algorithms)[number]['name'];

/** MD5, SHA-1 and SHA-224: recognized only to report that they are too weak. */
const WEAK_BYTES = [16, 20, 28];
const WEAK_WORDS = ['none', 'md5', 'sha', 'sha1', 'sha224', '1'];

/**
 * Reads `sha256`, `HMAC-SHA256`, `hmac_sha512`, `HS256`.
 * @returns undefined if the word (`v1`, `signature`) does not name an algorithm
 */
export function algorithmByWord(word: string): Algorithm | 'weak' | undefined {
	const letters = word.toLowerCase().replace(/[-_]/g, '');
	// JSON Web Algorithms (RFC 7518) call HMAC with SHA-256 "HS256".
	const [, afterHmac, marked = afterHmac] = /^(?:hmac(.+)|hs(\d.*))$/.exec(letters) ?? [];
	// A number alone is a key's number.
	if (marked === undefined && /^\d+$/.test(letters)) return undefined;
	const name = marked ?? letters;
	if (WEAK_WORDS.includes(name)) return 'weak';
	return algorithms.find((one) => one.name === name || one.name === `sha${name}`)?.name;
}

/**
 * The encodings of a digest, each with its value of 'Signature Encoding'. The order matters: 64 hex digits are valid
 * base64 for 48 bytes too, but a real base64 digest practically never consists of hex digits. Reading is strict: Node's
 * own decoders skip unknown characters and stop at half a byte.
 */
export const encodings = [
	{ title: 'hex', option: 'hex', read: readHex },
	// Some senders put the text of the hex digest into base64.
	{ title: 'base64 of hex', option: 'base64', read: readHexInBase64 },
	{ title: 'base64', option: 'base64', read: (text: string) => readBase64(text) },
	{
		title: 'base64url',
		option: 'base64url',
		read: (text: string) => readBase64(text, 'base64url'),
	},
] as const;

export function readHex(text: string): Buffer | undefined {
	return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function readHexInBase64(text: string): Buffer | undefined {
	return readHex(readBase64(text)?.toString('latin1') ?? '');
}

/** With or without padding. Encoding the bytes again must give the same text. */
export function readBase64(
	text: string,
	alphabet: 'base64' | 'base64url' = 'base64',
): Buffer | undefined {
	const bytes = Buffer.from(text, alphabet);
	const bare = bytes.toString(alphabet).replace(/={1,2}$/, '');
	const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
	return bytes.length > 0 && (text === bare || text === padded) ? bytes : undefined;
}

export type Encoding = (typeof encodings)[number]['option'];

export interface Digest {
	bytes: Buffer;
	algorithm: Algorithm;
	encoding: (typeof encodings)[number]['title'];
}

/** @param only - the encoding that is set; otherwise all are tried */
export function readDigest(text: string, only?: Encoding): Digest | 'weak' | undefined {
	// MD5 in base64 without padding is the shortest that is recognized, SHA-512 in base64 of hex the longest.
	if (text.length < 22 || text.length > 172) return undefined;
	let isWeak = false;
	for (const { title: encoding, option, read } of encodings) {
		const bytes = only && option !== only ? undefined : read(text);
		const algorithm = algorithms.find((one) => one.bytes === bytes?.length)?.name;
		if (bytes && algorithm) return { bytes, algorithm, encoding };
		if (bytes && WEAK_BYTES.includes(bytes.length)) isWeak = true;
	}
	return isWeak ? 'weak' : undefined;
}
