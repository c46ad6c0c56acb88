import { createSecretKey } from 'node:crypto';

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
	{ title: 'base64', option: 'base64', read: readBase64 },
	{ title: 'base64url', option: 'base64url', read: readBase64Url },
] as const;

export function readHex(text: string): Buffer | undefined {
	return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function readHexInBase64(text: string) {
	return readHex(readBase64(text)?.toString('latin1') ?? '');
}

function readBase64Url(text: string) {
	return readBase64(text, 'base64url');
}

/** With or without padding. Encoding the bytes again must give the same text. */
export function readBase64(text: string, alphabet: 'base64' | 'base64url' = 'base64') {
	const bytes = Buffer.from(text, alphabet);
	const bare = bytes.toString(alphabet).replace(/={1,2}$/, '');
	const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
	return bytes.length > 0 && (text === bare || text === padded) ? bytes : undefined;
}

/** @param only - the encoding that is set; otherwise all are tried */
export function readDigest(
	text: string,
	only: (typeof encodings)[number]['option'] | 'auto' = 'auto',
) {
	// MD5 in base64 without padding is the shortest that is recognized, SHA-512 in base64 of hex the longest.
	if (text.length < 22 || text.length > 172) return undefined;
	let isWeak = false;
	for (const { title: encoding, option, read } of encodings) {
		const bytes = only === 'auto' || only === option ? read(text) : undefined;
		const algorithm = algorithms.find((one) => one.bytes === bytes?.length)?.name;
		if (bytes && algorithm) return { bytes, algorithm, encoding };
		if (bytes && WEAK_BYTES.includes(bytes.length)) isWeak = true;
	}
	return isWeak ? ('weak' as const) : undefined;
}

/** How a secret becomes a key, the likelier first. */
const KEY_FORMS = ['text', 'base64', 'hex', 'afterPrefix'] as const;

/** A shorter text without the prefix may be base64 or hex by chance. */
const MIN_KEY_BYTES = 16;

/** Only a prefix (`whsec_`, `ac_live_`), padding, the bullets of a hidden secret, or a word such as `undefined`. */
const NO_SECRET =
	/^[^\p{L}\p{N}]*(?:[a-z]{2,6}_){0,2}(?:undefined|null|NaN|\[?object \w{1,40}\])?/u;

/** A shorter one can be guessed. */
const MIN_SECRET_BYTES = 8;

/**
 * Whether others cannot guess a secret. After the prefix, its bytes count as Standard Webhooks decodes them.
 * @param secret without what was pasted along
 */
export function isUsableSecret(secret: string): boolean {
	const { base64, afterPrefix, text } = keyFormsOf(secret);
	const bytes = afterPrefix ? (base64 ?? afterPrefix) : text;
	return bytes.length >= MIN_SECRET_BYTES && /[\p{L}\p{N}]/u.test(secret.replace(NO_SECRET, ''));
}

/**
 * The keys that the secrets may mean, the likelier form first, and for each form the current secret first. A secret is
 * always used as text, as Stripe does with `whsec_…`. If it is base64 or hex, it is decoded too: Standard Webhooks
 * decodes the text after the prefix, which may be missing. Several forms are safe, as each needs the whole secret.
 */
export function keysOf(secrets: readonly string[]) {
	const read = secrets.filter(isUsableSecret).map(keyFormsOf);
	return KEY_FORMS.flatMap((form) =>
		read.flatMap(({ [form]: bytes }) =>
			// HMAC pads a key with zeros, so zeros alone are the same as no key (RFC 2104, section 2).
			bytes?.some((byte) => byte !== 0) ? [{ form, key: createSecretKey(bytes) }] : [],
		),
	);
}

function keyFormsOf(secret: string) {
	// The prefix of signing secrets at Standard Webhooks, Svix and Stripe.
	const rest = secret.replace(/^whsec_/, '');
	const prefixed = rest !== secret;
	const base64 = readBase64(rest) ?? readBase64Url(rest);
	const hex = readHex(rest);
	return {
		text: Buffer.from(secret),
		base64: prefixed || (base64?.length ?? 0) >= MIN_KEY_BYTES ? base64 : undefined,
		hex: (hex?.length ?? 0) >= MIN_KEY_BYTES ? hex : undefined,
		// Open Loyalty strips the prefix and decodes nothing: help.openloyalty.io/main-features/webhooks/hmac
		afterPrefix: prefixed ? Buffer.from(rest) : undefined,
	};
}
