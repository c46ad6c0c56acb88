import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { scriptedServer, type Script } from '../servers/scriptedServer';
import { runNode, type NodeRun } from './runNode';

const open: Array<() => Promise<void>> = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map(async (close) => await close()));
});

/** What the credential says about the service; everything else is detected. */
interface Known {
	apiKey?: string;
	settings?: IDataObject;
}

/** A service that responds as the test says until the test ends, and runs of the node with it. */
export async function serviceThat(
	script: Script,
	{ apiKey = 'ac_test_made_up_key_for_tests', settings = {} }: Known = {},
) {
	const server = await scriptedServer(script);
	open.push(server.close);
	const service = { settings };
	const credential = { apiKey, baseUrl: server.baseUrl, plan: 'enterprise', service };
	return {
		...server,
		credential,
		run: (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
			runNode({ credential, parameters, ...more }),
	};
}

export const queryOf = ({ url }: { url: string }) => new URL(url, 'http://service').searchParams;

/** A page of a list, with a cursor where there are more. */
export function pageOf(all: readonly IDataObject[], request: { url: string }, size: number) {
	const end = Number(queryOf(request).get('cursor') ?? 0) + size;
	const next_cursor = end < all.length ? String(end) : null;
	return { data: all.slice(end - size, end), next_cursor };
}

/** A locator with an ID, by default that of the item. */
export const byId = (value = '={{ $json.id }}') => ({ __rl: true as const, mode: 'id', value });
