import { load } from '../scripts/load';
import { place } from './place';

type Client = typeof import('../../scripts/clients/sandbox.mjs');
export type Recorded = import('../../scripts/clients/sandbox.mjs').Recorded;

/** Its control plane, from outside. */
export const sandbox = load<Client>('clients/sandbox').sandboxControl(place.sandboxOrigin);

/** A key of the sandbox. */
export const PRO_KEY = 'ac_test_sandbox_pro_made_up_0001';

export const credentialData = {
	apiKey: PRO_KEY,
	baseUrl: `${place.sandboxOrigin}/v1`,
	plan: 'pro',
	signingSecret: 'made-up-signing-secret',
	signatureHeader: 'X-Service-Signature',
};

/** Calls the service's API. */
export async function call(method: string, path: string, body: Record<string, unknown> = {}) {
	const response = await fetch(`${place.sandboxOrigin}/v1${path}`, {
		method,
		body: method === 'DELETE' ? undefined : JSON.stringify(body),
		headers: { authorization: `Bearer ${PRO_KEY}`, 'content-type': 'application/json' },
	});
	const text = await response.text();

	return (text === '' ? {} : JSON.parse(text)) as { id: string };
}

/** The requests that write, which n8n has sent. */
export async function writes(): Promise<Recorded[]> {
	return (await sandbox.requests()).filter(({ method }) => method !== 'GET');
}
