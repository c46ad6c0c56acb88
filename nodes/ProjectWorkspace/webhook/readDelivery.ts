import type { IWebhookFunctions } from 'n8n-workflow';

import { parseOrError, TooManyLevels } from '../records/json';
import { sha256 } from '../records/value';
import type { GenuineDelivery } from './delivery';
import { triggerOf } from './duplicates';
import { Refusal } from './responses';
import type { SignatureSettings } from './signatureSettings';
import { verify } from './verify';

/** @throws Refusal if it cannot be read, or its signature is not correct */
export async function readDelivery(
	context: IWebhookFunctions,
	settings: SignatureSettings,
): Promise<GenuineDelivery> {
	const body = await receivedBytes(context);
	const entries = Object.entries(context.getHeaderData());
	const headers = new Map(entries.map(([name, value]) => [name, String(value)]));
	const signature = verify({ body, headers }, settings, Date.now());

	// n8n has parsed the body by its Content-Type, which is not signed.
	const text = new TextDecoder().decode(body);
	const json = parseOrError(text);
	if (json instanceof TooManyLevels) {
		throw new Refusal(`The body cannot be read as JSON. ${json.message}.`, 413);
	}
	const payload = json instanceof SyntaxError ? text : json;
	const trigger = triggerOf(context);
	return { trigger, bodyHash: sha256(body), headers, signature, payload };
}

async function receivedBytes(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody().catch(() => undefined);
	if (Buffer.isBuffer(request.rawBody)) return request.rawBody;

	// It was a form with files, or the connection broke.
	throw new Refusal('The body could not be read. Deliveries are POST requests with a JSON body.');
}
