import { createSecretKey, type KeyObject } from 'node:crypto';

import { readBase64, readHex } from './encodings';

/** How a secret becomes a key, the likelier first. */
const KEY_FORMS = ['text', 'base64', 'hex', 'afterPrefix'] as const;

export interface SecretKey {
	form: (typeof KEY_FORMS)[number];
	key: KeyObject;
}

/** The prefix of signing secrets at Standard Webhooks, Svix and Stripe. */
const SECRET_PREFIX = 'whsec_';
/** A shorter text without the prefix may be base64 or hex by chance. */
const MIN_KEY_BYTES = 16;

const SPACE = /[\s\p{Cf}]/u;
const QUOTATION_MARK = /["'`“”‘’]/;

/** Without what gets copied along with a value: quotes, white space and invisible characters. */
export const withoutSurroundings = (pasted: string) => trimmed(pasted, SPACE, QUOTATION_MARK);

/** Without the characters around a text. By hand, as an expression for the end of a text takes quadratic time. */
function trimmed(text: string, ...around: RegExp[]): string {
	const characters = [...text];
	const isAround = (character = '') => around.some((each) => each.test(character));
	while (isAround(characters.at(-1))) characters.pop();
	const from = characters.findIndex((character) => !isAround(character));
	return from < 0 ? '' : characters.slice(from).join('');
}

/** Without white space and invisible characters that were copied with the secret, and without quotation marks around it. */
export function cleanSecret(pasted: string): string {
	const text = trimmed(pasted, SPACE);
	const isQuoted =
		text.length > 1 && [text.at(0), text.at(-1)].every((end = '') => QUOTATION_MARK.test(end));
	return (isQuoted ? withoutSurroundings(text) : text).replace(/^v1,(?=whsec_)/, '');
}

/** Only a prefix (`whsec_`, `ac_live_`), padding, the bullets of a hidden secret, or a word such as `undefined`. */
const NO_SECRET =
	/^[^\p{L}\p{N}]*(?:[a-z]{2,6}_){0,2}(?:undefined|null|NaN|\[?object \w{1,40}\])?/u;

/** A shorter one can be guessed. */
const MIN_SECRET_BYTES = 8;

/** Whether others cannot guess a secret. After the prefix, its bytes count as Standard Webhooks decodes them. */
export function isUsableSecret(pasted: string): boolean {
	const secret = cleanSecret(pasted);
	const { base64, afterPrefix, text } = keyFormsOf(secret);
	const bytes = afterPrefix ? (base64 ?? afterPrefix) : text;
	return bytes.length >= MIN_SECRET_BYTES && /[\p{L}\p{N}]/u.test(secret.replace(NO_SECRET, ''));
}

/**
 * The keys that the secrets may mean, the likelier form first, and for each form the current secret first. A secret is
 * always used as text, as Stripe does with `whsec_…`. If it is base64 or hex, it is decoded too: Standard Webhooks
 * decodes the text after the prefix, which may be missing. Several forms are safe, as each needs the whole secret.
 */
export function keysOf(secrets: readonly string[]): SecretKey[] {
	const read = secrets.filter(isUsableSecret).map(keyFormsOf);
	const keys = KEY_FORMS.flatMap((form) => read.map((forms) => ({ form, bytes: forms[form] })));
	return keys.flatMap(({ form, bytes }) =>
		// HMAC pads a key with zeros, so zeros alone are the same as no key (RFC 2104, section 2).
		bytes?.some((byte) => byte !== 0) ? [{ form, key: createSecretKey(bytes) }] : [],
	);
}

function keyFormsOf(secret: string) {
	const prefixed = secret.startsWith(SECRET_PREFIX);
	const rest = prefixed ? secret.slice(SECRET_PREFIX.length) : secret;
	const base64 = readBase64(rest) ?? readBase64(rest, 'base64url');
	const hex = readHex(rest);
	return {
		text: Buffer.from(secret),
		base64: prefixed || (base64?.length ?? 0) >= MIN_KEY_BYTES ? base64 : undefined,
		hex: (hex?.length ?? 0) >= MIN_KEY_BYTES ? hex : undefined,
		// Open Loyalty strips the prefix and decodes nothing: help.openloyalty.io/main-features/webhooks/hmac
		afterPrefix: prefixed ? Buffer.from(rest) : undefined,
	};
}
