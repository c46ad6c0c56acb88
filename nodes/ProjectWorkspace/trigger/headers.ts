import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

/** Names in lower case, as Node.js gives them. */
export type Headers = Readonly<Record<string, string>>;

type Incoming = ReturnType<IWebhookFunctions['getHeaderData']>;

export function plainHeaders(incoming: Incoming): Headers {
	const plain: Record<string, string> = {};
	for (const [name, value] of Object.entries(incoming)) {
		if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return plain;
}

/** Names of headers that prove who somebody is. What n8n saves of an execution must not hold them. */
const SECRET = /signature|hmac|digest|auth|cookie|token|secret|api-?key|password/;

/** What of the headers may be handed on. */
export function shareableHeaders(headers: Headers, signatureHeader: string): IDataObject {
	const hidden = signatureHeader.toLowerCase();
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => name !== hidden && !SECRET.test(name)),
	);
}
