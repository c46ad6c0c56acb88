import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const DONE_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 200;

/**
 * A workflow of the trigger and a node that does nothing, with a webhook of its own.
 *
 * @param {import('./n8n-host.mjs').Host['api']} api
 * @param {import('./triggers.mjs').Trigger} trigger
 */
export async function activate(api, { node, credential }) {
	const webhookId = randomUUID();
	/** @type {Record<string, unknown>} */
	const nodeJson = { id: 'n0', name: 'Trigger', position: [0, 0], webhookId, ...node };
	if (node.type === 'n8n-nodes-base.webhook') {
		nodeJson.parameters = { .../** @type {object} */ (node.parameters), path: webhookId };
	}
	if (credential) {
		const made = await api.request('bench', 'POST', '/credentials', {
			name: 'Bench',
			...credential,
		});
		const { id } = /** @type {{ id: string }} */ (made);
		nodeJson.credentials = { [credential.type]: { id, name: 'Bench' } };
	}
	const noOp = {
		id: 'n1',
		name: 'After',
		position: [200, 0],
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		parameters: {},
	};
	const made = await api.request('bench', 'POST', '/workflows', {
		name: 'Benchmark',
		nodes: [nodeJson, noOp],
		connections: { Trigger: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	const { id, versionId } = /** @type {{ id: string, versionId: string }} */ (made);
	await api.request('bench', 'POST', `/workflows/${id}/activate`, { versionId });
	const path = node.type === 'n8n-nodes-base.webhook' ? webhookId : `${webhookId}/webhook`;
	const url = `${api.url}/webhook/${path}`;
	// n8n activates after it has responded. A trigger that checks nothing takes the question for a delivery.
	let status = 404;
	await until(async () => (status = (await fetch(url, { method: 'POST' })).status) !== 404);
	return {
		id,
		url,
		before: status === 200 ? 1 : 0,
		end: async () => void (await api.request('bench', 'POST', `/workflows/${id}/deactivate`)),
	};
}

/** @param {() => Promise<boolean>} isDone */
export async function until(isDone) {
	const deadline = Date.now() + DONE_WITHIN_MS;
	while (!(await isDone())) {
		if (Date.now() > deadline) throw new Error('This did not happen in time');
		await pause(LOOK_EVERY_MS);
	}
}
