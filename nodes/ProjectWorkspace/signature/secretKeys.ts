import { createSecretKey, type KeyObject } from 'node:crypto';

import { readBase64 } from './encodings';
import type { KeyForm } from './types';

export interface SecretKey {
	form: KeyForm;
	key: KeyObject;
}

/** The prefix of signing secrets at Standard Webhooks, Svix and Stripe. */
const PREFIX = 'whsec_';
/** A shorter text may be base64 or hex by chance; the prefix removes the doubt. */
const FEWEST_BYTES = 16;

/** Only a prefix (`whsec_`, `ac_live_`), quotation marks, white space, padding or the bullets of a hidden secret. */
const NOTHING_SECRET = /^[^\p{L}\p{N}]*(?:[a-z]{2,6}_){0,2}[^\p{L}\p{N}]*$/u;

/** Whether there is anything in a secret that others could not guess. */
export const isUsableSecret = (secret: string): boolean => !NOTHING_SECRET.test(secret);

/**
 * The keys that secrets may stand for, the likelier reading first and for each reading the current secret first. As text
 * always: Stripe's `whsec_…` is used whole. Decoded where it is base64 or hex: Standard Webhooks decodes what follows
 * the prefix, and allows its absence. Reading a secret in several ways gives nothing away, since each needs all of it.
 */
export function keysOf(secrets: readonly string[]): SecretKey[] {
	const order: KeyForm[] = ['text', 'base64', 'hex', 'afterPrefix'];
	const read = secrets.filter(isUsableSecret).map(readings);
	return order.flatMap((form) =>
		read.flatMap((forms) => {
			const bytes = forms[form];
			// HMAC fills a key up with zeros, so zeros alone are the same as no key (RFC 2104, section 2).
			return bytes?.some((byte) => byte !== 0) ? [{ form, key: createSecretKey(bytes) }] : [];
		}),
	);
}

function readings(secret: string): Partial<Record<KeyForm, Buffer>> {
	const prefixed = secret.startsWith(PREFIX);
	const rest = prefixed ? secret.slice(PREFIX.length) : secret;
	const forms: Partial<Record<KeyForm, Buffer>> = { text: Buffer.from(secret) };
	// Open Loyalty strips the prefix and decodes nothing: help.openloyalty.io/main-features/webhooks/hmac
	if (prefixed) forms.afterPrefix = Buffer.from(rest);
	const base64 = readBase64(rest, 'base64') ?? readBase64(rest, 'base64url');
	if (base64 && (prefixed || base64.length >= FEWEST_BYTES)) forms.base64 = base64;
	if (/^(?:[0-9a-fA-F]{2})+$/.test(rest) && rest.length >= 2 * FEWEST_BYTES) {
		forms.hex = Buffer.from(rest, 'hex');
	}
	return forms;
}
