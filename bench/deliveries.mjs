import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inTurn, median, spread } from './measure.mjs';
import { openServer } from './server.mjs';

const COUNT = 300;
const PARALLEL = 10;
const LOOK_EVERY_MS = 200;

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * A trigger that verifies signatures.
 *
 * @typedef {object} Trigger
 * @property {string} type
 * @property {number} typeVersion
 * @property {Record<string, unknown>} parameters
 * @property {string} credential its type
 * @property {Record<string, unknown>} data of the credential
 * @property {string} header of the signature
 * @property {string} secret
 */

/** @param {string} baseUrl @returns {Trigger} */
function projectWorkspace(baseUrl) {
	const secret = 'made-up-signing-secret';

	return {
		type: 'n8n-nodes-project-workspace.projectWorkspaceTrigger',
		typeVersion: 2,
		parameters: { events: ['task.created'], options: {} },
		credential: 'projectWorkspaceApi',
		data: { apiKey: 'ac_test_made_up', baseUrl, plan: 'pro', signingSecret: secret },
		header: 'x-service-signature',
		secret,
	};
}

/** @param {string} server @returns {Trigger} */
function github(server) {
	const example = { __rl: true, mode: 'name', value: 'example' };

	return {
		type: 'n8n-nodes-base.githubTrigger',
		typeVersion: 1,
		parameters: { owner: example, repository: example, events: ['*'], options: {} },
		credential: 'githubApi',
		data: { server, user: 'example', accessToken: 'made-up' },
		header: 'x-hub-signature-256',
		secret: '',
	};
}

/** Deliveries a second. @param {Stage} stage @param {number} rounds */
export async function deliveries(stage, rounds) {
	// As much of GitHub's API as its trigger needs: it makes up the secret and sends it along.
	const server = await openServer((method, body) => {
		if (method === 'POST') theirs.secret = JSON.parse(body).config.secret;
		return { id: 1, active: true, events: ['*'] };
	});
	const ours = projectWorkspace(stage.baseUrl);
	const theirs = github(server.url);

	for (const trigger of [ours, theirs]) await measure(stage, trigger, PARALLEL);
	const [a = [], b = []] = await inTurn(rounds, [
		() => measure(stage, ours, COUNT),
		() => measure(stage, theirs, COUNT),
	]);
	server.close();

	return {
		title: `${COUNT} deliveries, ${PARALLEL} in parallel`,
		head: ['Trigger', 'Deliveries per second'],
		rows: [
			['Project Workspace Trigger', spread(a, '')],
			['GitHub Trigger', spread(b, '')],
			['Ratio', `${(median(a) / median(b)).toFixed(2)}×`],
		],
		note: 'From the first request until the last execution has ended. Both verify the signature, and n8n saves every execution. Only Project Workspace Trigger detects duplicates.',
	};
}

/** @param {Stage} stage @param {Trigger} trigger @param {number} count */
async function measure({ api }, trigger, count) {
	const webhookId = randomUUID();
	const { type, typeVersion, parameters, credential, data } = trigger;
	const name = 'Bench';
	const credentialId = await api.create('/credentials', { name, type: credential, data });
	const credentials = { [credential]: { id: credentialId, name } };
	const place = { id: 'n0', name: 'Trigger', position: [0, 0] };
	const workflow = await api.request('POST', '/workflows', {
		name,
		active: false,
		nodes: [{ ...place, type, typeVersion, webhookId, parameters, credentials }],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	const { id, versionId } = /** @type {{ id: string, versionId: string }} */ (workflow);
	await api.request('POST', `/workflows/${id}/activate`, { versionId });

	const url = `${api.url}/webhook/${webhookId}/webhook`;
	// n8n activates a trigger after it has responded.
	await send(url, trigger);

	let left = count;
	const begun = Date.now();
	const sender = async () => {
		while (left-- > 0) await send(url, trigger);
	};
	await Promise.all(Array.from({ length: PARALLEL }, sender));
	while ((await succeeded(api, id)) <= count) await pause(LOOK_EVERY_MS);
	const seconds = (Date.now() - begun) / 1000;

	await api.request('POST', `/workflows/${id}/deactivate`, {});
	return count / seconds;
}

/** As a service would, until it is accepted: n8n responds with 503 while its database is slow. @param {string} url @param {Trigger} trigger */
async function send(url, trigger) {
	const data = { id: randomUUID(), title: 'Made up' };
	const body = JSON.stringify({ id: `evt_${randomUUID()}`, event: 'task.created', data });

	for (;;) {
		const digest = createHmac('sha256', trigger.secret).update(body).digest('hex');
		const headers = {
			'content-type': 'application/json',
			'x-github-event': 'issues',
			'x-github-delivery': randomUUID(),
			[trigger.header]: `sha256=${digest}`,
		};
		if ((await fetch(url, { method: 'POST', headers, body })).ok) return;
		await pause(LOOK_EVERY_MS);
	}
}

/** @param {Stage['api']} api @param {string} workflowId */
async function succeeded(api, workflowId) {
	const filter = JSON.stringify({ workflowId, status: ['success'] });
	const query = new URLSearchParams({ filter, limit: '1' });
	const found = await api.request('GET', `/executions?${query}`);

	return /** @type {{ count: number }} */ (found).count;
}
