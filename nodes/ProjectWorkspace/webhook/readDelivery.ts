import type { IWebhookFunctions } from 'n8n-workflow';

import { parseOrError, TooManyLevels } from '../records/json';
import { sha256 } from '../records/value';
import { CREDENTIAL } from '../transport/credential';
import { triggerOf } from './duplicates';
import type { VerifiedDelivery } from './keys';
import { readSigning, type SignatureSettings, type Signing } from './signing';
import { isRejection, verify, type DeliveryHeaders, type Rejection } from './verify';

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 1_000;

/** Reading a credential takes n8n longer than the rest of a delivery, and forged ones must be cheap. */
const lastRead = new Map<string, { signing: Promise<Signing>; readAt: number }>();

export async function signingOf(context: IWebhookFunctions): Promise<Signing> {
	// With the credential's ID, so that another credential takes effect at once.
	const owner = `${triggerOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const now = performance.now();
	const last = lastRead.get(owner);
	if (last && now - last.readAt < MAX_AGE_MS) return await last.signing;

	// A promise, so that deliveries that arrive together read it once.
	const signing = context.getCredentials(CREDENTIAL).then(readSigning);
	lastRead.set(owner, { signing, readAt: now });
	signing.catch(() => lastRead.delete(owner));
	return await signing;
}

/** Reads a delivery, if its signature is correct. */
export async function readDelivery(
	context: IWebhookFunctions,
	settings: SignatureSettings,
): Promise<VerifiedDelivery | Rejection> {
	const body = await receivedBytes(context);
	if (body === undefined) {
		const message = 'The body could not be read. Deliveries are POST requests with a JSON body.';
		return { status: 401, message };
	}

	const headers = deliveryHeaders(context);
	const signature = verify({ body, headers }, settings, Date.now());
	if (isRejection(signature)) return signature;

	// n8n has parsed the body by its Content-Type, which is not signed.
	const text = new TextDecoder().decode(body);
	const json = parseOrError(text);
	if (json instanceof TooManyLevels) {
		return { status: 413, message: `The body cannot be read as JSON. ${json.message}.` };
	}
	const payload = json instanceof SyntaxError ? text : json;
	return { bodyHash: sha256(body), headers, signature, payload };
}

/** The received bytes; undefined if n8n no longer has them (a form with files, a broken connection). */
async function receivedBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function deliveryHeaders(context: IWebhookFunctions): DeliveryHeaders {
	const headers = new Map<string, string>();
	for (const [name, value] of Object.entries(context.getHeaderData())) {
		if (typeof value === 'string') headers.set(name, value.trim());
	}
	return headers;
}
