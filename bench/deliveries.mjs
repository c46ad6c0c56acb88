import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, median, spread } from './measure.mjs';
import { openServer } from './server.mjs';

const COUNT = 300;
const PARALLEL = 10;
const WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 200;
const SECRET = 'made-up-signing-secret';

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * A trigger that verifies signatures.
 *
 * @typedef {object} Trigger
 * @property {Record<string, unknown>} node
 * @property {{ type: string, data: Record<string, unknown> }} credential
 * @property {() => string} secret
 * @property {string} header of the signature
 */

/**
 * Deliveries a second, from the first request until the last execution has ended.
 *
 * @param {Stage} stage
 * @param {number} rounds
 */
export async function deliveries(stage, rounds) {
	// As much of GitHub's API as its trigger needs: it makes up the secret and sends it along.
	let githubSecret = '';
	const github = await openServer((method, body) => {
		if (method === 'POST') githubSecret = JSON.parse(body).config.secret;
		return { id: 1, active: true, events: ['*'] };
	});

	/** @type {Trigger[]} */
	const triggers = [
		{
			node: {
				type: 'n8n-nodes-project-workspace.projectWorkspaceTrigger',
				typeVersion: 1,
				parameters: { events: ['task.created'], options: {} },
			},
			credential: {
				type: 'projectWorkspaceApi',
				data: {
					apiKey: 'ac_test_made_up',
					baseUrl: stage.baseUrl,
					plan: 'pro',
					signingSecret: SECRET,
				},
			},
			secret: () => SECRET,
			header: 'x-service-signature',
		},
		{
			node: {
				type: 'n8n-nodes-base.githubTrigger',
				typeVersion: 1,
				parameters: {
					owner: { __rl: true, mode: 'name', value: 'example' },
					repository: { __rl: true, mode: 'name', value: 'example' },
					events: ['*'],
					options: {},
				},
			},
			credential: {
				type: 'githubApi',
				data: { server: github.url, user: 'example', accessToken: 'made-up' },
			},
			secret: () => githubSecret,
			header: 'x-hub-signature-256',
		},
	];

	for (const trigger of triggers) await measure(stage, trigger, PARALLEL);
	const [ours = [], theirs = []] = await inTurn(
		rounds,
		triggers.map((trigger) => () => measure(stage, trigger, COUNT)),
	);
	github.close();

	return {
		title: `${COUNT} deliveries, ${PARALLEL} in parallel`,
		head: ['Trigger', 'Deliveries per second'],
		rows: [
			['Project Workspace Trigger', spread(ours, '')],
			['GitHub Trigger', spread(theirs, '')],
			['Ratio', `${(median(ours) / median(theirs)).toFixed(2)}×`],
		],
		note: 'Both verify the signature, and n8n saves every execution. Only Project Workspace Trigger detects duplicates.',
	};
}

/** @param {Stage} stage @param {Trigger} trigger @param {number} count */
async function measure({ api }, { node, credential, secret, header }, count) {
	const webhookId = randomUUID();
	const credentialId = await api.create('/credentials', { name: 'Bench', ...credential });
	const first = {
		...node,
		webhookId,
		id: 'n0',
		name: 'Trigger',
		position: [0, 0],
		credentials: { [credential.type]: { id: credentialId, name: 'Bench' } },
	};
	const workflow = await api.request('POST', '/workflows', {
		name: 'Benchmark',
		active: false,
		nodes: [first],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	const { id, versionId } = /** @type {{ id: string, versionId: string }} */ (workflow);
	await api.request('POST', `/workflows/${id}/activate`, { versionId });

	const send = async () => {
		const data = { id: randomUUID(), title: 'Made up' };
		const body = JSON.stringify({ id: `evt_${randomUUID()}`, event: 'task.created', data });
		const digest = createHmac('sha256', secret()).update(body).digest('hex');
		const headers = {
			'content-type': 'application/json',
			'x-github-event': 'issues',
			'x-github-delivery': randomUUID(),
			[header]: `sha256=${digest}`,
		};
		const url = `${api.url}/webhook/${webhookId}/webhook`;
		return (await fetch(url, { method: 'POST', headers, body })).ok;
	};
	// n8n activates a trigger after it has responded.
	await until(send);

	let left = count;
	const begun = Date.now();
	const sender = async () => {
		// n8n responds with 503 while its database is slow, and a service would send the delivery again.
		while (left-- > 0) await until(send);
	};
	await Promise.all(Array.from({ length: PARALLEL }, sender));
	await until(async () => (await succeeded(api, id)) > count);
	const seconds = (Date.now() - begun) / 1000;

	await api.request('POST', `/workflows/${id}/deactivate`, {});
	return count / seconds;
}

/** @param {Stage['api']} api @param {string} workflowId */
async function succeeded(api, workflowId) {
	const filter = JSON.stringify({ workflowId, status: ['success'] });
	const query = new URLSearchParams({ filter, limit: '1' });
	const found = await api.request('GET', `/executions?${query}`);

	return /** @type {{ count: number }} */ (found).count;
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
	const deadline = Date.now() + WITHIN_MS;

	while (!(await isSo())) {
		if (Date.now() > deadline) throw new Error('This did not happen in time');
		await pause(LOOK_EVERY_MS);
	}
}
