import { createSecretKey, type KeyObject } from 'node:crypto';

import { readBase64, readHex } from './encodings';

/** How a secret becomes a key, the likelier first. */
const KEY_FORMS = ['text', 'base64', 'hex', 'afterPrefix'] as const;

export interface SecretKey {
	form: (typeof KEY_FORMS)[number];
	key: KeyObject;
}

/** The prefix of signing secrets at Standard Webhooks, Svix and Stripe. */
const PREFIX = 'whsec_';
/** A shorter text without the prefix may be base64 or hex by chance. */
const MIN_KEY_BYTES = 16;

/** White space and invisible characters that were copied with the secret, and quotation marks if they surround it. */
const SURROUNDINGS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
const WITH_QUOTES = /^[\s\p{Cf}"'`“”‘’]+|[\s\p{Cf}"'`“”‘’]+$/gu;
const IS_QUOTED = /^[\s\p{Cf}]*["'`“”‘’].*["'`“”‘’][\s\p{Cf}]*$/su;

export const cleanSecret = (pasted: string): string =>
	pasted
		.replace(IS_QUOTED.test(pasted) ? WITH_QUOTES : SURROUNDINGS, '')
		.replace(/^v1,(?=whsec_)/, '');

/** Only a prefix (`whsec_`, `ac_live_`), padding, the bullets of a hidden secret, or a word such as `undefined`. */
const EMPTY_SECRET =
	/^[^\p{L}\p{N}]*(?:[a-z]{2,6}_){0,2}(?:undefined|null|NaN|\[object \w+\])?[^\p{L}\p{N}]*$/u;

/** A shorter one can be guessed. */
const MIN_SECRET_BYTES = 8;

/** Whether others cannot guess a secret. After the prefix, its bytes count as Standard Webhooks decodes them. */
export function isUsableSecret(pasted: string): boolean {
	const secret = cleanSecret(pasted);
	const { base64, afterPrefix, text } = formsOf(secret);
	const bytes = afterPrefix ? (base64 ?? afterPrefix) : text;
	return bytes.length >= MIN_SECRET_BYTES && !EMPTY_SECRET.test(secret);
}

/**
 * The keys that the secrets may mean, the likelier form first, and for each form the current secret first. A secret is
 * always used as text, as Stripe does with `whsec_…`. If it is base64 or hex, it is decoded too: Standard Webhooks
 * decodes the text after the prefix, which may be missing. Several forms are safe, as each needs the whole secret.
 */
export function keysOf(secrets: readonly string[]): SecretKey[] {
	const read = secrets.filter(isUsableSecret).map(formsOf);
	const keys = KEY_FORMS.flatMap((form) => read.map((forms) => ({ form, bytes: forms[form] })));
	return keys.flatMap(({ form, bytes }) =>
		// HMAC pads a key with zeros, so zeros alone are the same as no key (RFC 2104, section 2).
		bytes?.some((byte) => byte !== 0) ? [{ form, key: createSecretKey(bytes) }] : [],
	);
}

function formsOf(secret: string) {
	const prefixed = secret.startsWith(PREFIX);
	const rest = prefixed ? secret.slice(PREFIX.length) : secret;
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
