import { load } from '../scripts/load';
import { place } from './place';

type Client = typeof import('../../scripts/clients/sandbox.mjs');
export type Recorded = import('../../scripts/clients/sandbox.mjs').Recorded;

const client = load<Client>('clients/sandbox').sandboxControl(place.sandboxOrigin);

/** Its control plane, from outside. */
export const sandbox = { ...client, forgetRequests: client.forget };

/** A key of the sandbox. */
export const SANDBOX_PRO = 'ac_test_sandbox_pro_made_up_0001';

/** Calls the service's API. */
export async function call(method: string, path: string, body: Record<string, unknown>) {
	const response = await fetch(`${place.sandboxOrigin}/v1${path}`, {
		method,
		body: JSON.stringify(body),
		headers: { authorization: `Bearer ${SANDBOX_PRO}`, 'content-type': 'application/json' },
	});
	return (await response.json()) as { id: string };
}

/** Resolves when all deliveries were accepted or given up. */
export const settled = () => sandbox.control('GET', '/deliveries/settled');
