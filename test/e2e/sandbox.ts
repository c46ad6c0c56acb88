import { load } from '../scripts/load';
import { place } from './place';

type Client = typeof import('../../scripts/clients/sandbox.mjs');
export type Recorded = import('../../scripts/clients/sandbox.mjs').Recorded;

const client = load<Client>('clients/sandbox').sandboxControl(place.sandboxOrigin);

/** Its control plane, from outside. */
export const sandbox = { ...client, forgetRequests: client.forget };
