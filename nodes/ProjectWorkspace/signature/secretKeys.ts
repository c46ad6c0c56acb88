import { readBase64 } from './encodings';
import type { KeyForm } from './types';

export interface SecretKey {
	form: KeyForm;
	key: Buffer;
}

/** The mark of a signing secret at Standard Webhooks, Svix and Stripe. */
const MARK = 'whsec_';
/** Below this a word may be base64 or hex by chance; the mark removes the doubt. */
const FEWEST_BYTES = 16;

/**
 * The keys that a secret may stand for. As text always: Stripe's `whsec_…` is used whole. Decoded where it is base64
 * or hex: Standard Webhooks decodes what follows the mark, and allows its absence. Reading it in several ways gives
 * nothing away, since each way needs the whole secret.
 */
export function keysOf(secret: string): SecretKey[] {
	const keys: SecretKey[] = [{ form: 'text', key: Buffer.from(secret) }];
	const marked = secret.startsWith(MARK);
	const rest = marked ? secret.slice(MARK.length) : secret;
	const base64 = readBase64(rest, 'base64') ?? readBase64(rest, 'base64url');
	if (base64 && (marked || base64.length >= FEWEST_BYTES)) {
		keys.push({ form: 'base64', key: base64 });
	}
	if (/^(?:[0-9a-fA-F]{2})+$/.test(rest) && rest.length >= 2 * FEWEST_BYTES) {
		keys.push({ form: 'hex', key: Buffer.from(rest, 'hex') });
	}
	// Open Loyalty strips the mark and decodes nothing: help.openloyalty.io/main-features/webhooks/hmac
	if (marked && rest.length > 0) keys.push({ form: 'afterPrefix', key: Buffer.from(rest) });
	return keys.filter(({ key }) => key.length > 0);
}
