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
/** A shorter text may be base64 or hex by chance; the prefix removes the doubt. */
const MIN_KEY_BYTES = 16;

/** What copying adds: white space, invisible characters, quotation marks, and the `v1,` of a signature. */
const PASTED = /^[\s\p{Cf}"'`“”‘’]+|[\s\p{Cf}"'`“”‘’]+$/gu;

export const cleanSecret = (pasted: string): string =>
	pasted.replace(PASTED, '').replace(/^v1,(?=whsec_)/, '');

/** Only a prefix (`whsec_`, `ac_live_`), padding, the bullets of a hidden secret, or what a program wrote for nothing. */
const NOTHING_SECRET =
	/^[^\p{L}\p{N}]*(?:[a-z]{2,6}_){0,2}(?:undefined|null|NaN|\[object \w+\])?[^\p{L}\p{N}]*$/u;

/** Whether there is anything in a secret that others could not guess. */
export const isUsableSecret = (secret: string): boolean =>
	!NOTHING_SECRET.test(cleanSecret(secret));

/**
 * The keys that secrets may stand for, the likelier form first and in each the current secret first. As text always:
 * Stripe's `whsec_…` is used whole. Decoded where it is base64 or hex: Standard Webhooks decodes what follows the
 * prefix, and allows its absence. Several forms give nothing away, since each needs the whole secret.
 */
export function keysOf(secrets: readonly string[]): SecretKey[] {
	const read = secrets.filter(isUsableSecret).map(formsOf);
	const keys = KEY_FORMS.flatMap((form) => read.map((forms) => ({ form, bytes: forms[form] })));
	return keys.flatMap(({ form, bytes }) =>
		// HMAC fills a key up with zeros, so zeros alone are the same as no key (RFC 2104, section 2).
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
