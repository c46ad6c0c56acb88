import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../figures.mjs';
import { cpuSeconds } from '../proc.mjs';
import { alternate } from '../repeat.mjs';
import { openServer } from '../server.mjs';
import { SECRET, triggers } from '../triggers.mjs';

const COUNT = 300;
const PARALLEL = 10;
const WARM_COUNT = 30;
const MAX_TRIES = 10;
const TRY_AFTER_MS = 1_000;
const DONE_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 200;

/** n8n's default, the same with an isolate only if an expression needs one, and the previous engine. */
const ENGINES = {
	"n8n's default": {},
	'default, lazy': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	legacy: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** @typedef {import('../stage.mjs').Host} Host */

/**
 * Deliveries a second, from the first request until the last execution has ended, with an n8n for each expression engine.
 *
 * @param {import('../stage.mjs').Stage} stage
 * @param {number} repeat
 */
export async function deliveries(stage, repeat) {
	/** @type {string[][]} */
	const rows = [];
	for (const [label, settings] of Object.entries(ENGINES)) {
		const host = await stage.fresh(settings);
		const github = await openGithub();
		const all = triggers({ baseUrl: stage.baseUrl, githubUrl: github.url });
		const names = /** @type {Array<keyof typeof all>} */ (Object.keys(all));
		for (const name of names) await measure(host, all[name], github, WARM_COUNT);
		const runs = await alternate(repeat, names, (name) => measure(host, all[name], github, COUNT));
		github.close();
		await host.end();
		const ours = median(runs.ours.map(({ rate }) => rate));
		for (const name of names) {
			const own = runs[name].map(({ rate }) => rate);
			rows.push([
				label,
				all[name].name,
				median(own).toFixed(1),
				`${Math.min(...own).toFixed(1)} to ${Math.max(...own).toFixed(1)}`,
				name === 'ours' ? '' : (ours / median(own)).toFixed(2),
				median(runs[name].map(({ cpuMs }) => cpuMs)).toFixed(1),
			]);
		}
	}
	return {
		title: `${COUNT} deliveries, ${PARALLEL} in parallel`,
		head: [
			'Expression engine',
			'Trigger',
			'Deliveries per second',
			'Range',
			'Ours ÷ this',
			'CPU ms per delivery',
		],
		rows,
		notes: [
			'The time is from the first request until the end of the last execution; n8n saves every execution, as it does by default. Only Project Workspace Trigger detects duplicates.',
			'n8n creates a V8 isolate for each execution, and one more for each delivery to any trigger but its own Webhook node. With the setting `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`, which n8n calls experimental, it creates one only if an expression needs it: that is the row "default, lazy".',
		],
	};
}

/**
 * As much of GitHub's API as its trigger needs to register a webhook. The trigger creates a secret and sends it along,
 * so a sender learns it here.
 */
async function openGithub() {
	let secret = '';
	const server = await openServer((request, body) => {
		if (request.method === 'POST') secret = JSON.parse(body).config.secret;
		return { id: 1, active: true, events: ['*'] };
	});
	return { ...server, secret: () => secret };
}

/**
 * Deliveries a second, and the CPU time of the whole n8n for each.
 *
 * @param {Host} host
 * @param {import('../triggers.mjs').Trigger} trigger
 * @param {{ secret: () => string }} github
 * @param {number} count
 */
async function measure({ api, pid }, trigger, github, count) {
	const { id, url, before, end } = await activate(api, trigger);
	const secret = () => (trigger.credential?.type === 'githubApi' ? github.secret() : SECRET);
	/** @param {number} n */
	const send = async (n) => {
		const body = JSON.stringify(event(n));
		const headers = { 'content-type': 'application/json', ...trigger.headers(body, secret()) };
		const response = await fetch(url, { method: 'POST', headers, body });
		const { ok, status } = response;
		return { ok, status, text: `${status} ${await response.text()}` };
	};
	let next = 0;
	const sender = async () => {
		while (next < count) {
			const n = next++;
			let answer = await send(n);
			// n8n responds with 503 while its database is slow, and a service would send the delivery again.
			for (let tries = 0; answer.status === 503 && tries < MAX_TRIES; tries++) {
				await pause(TRY_AFTER_MS);
				answer = await send(n);
			}
			if (!answer.ok) throw new Error(`${trigger.name}: ${answer.text}`);
		}
	};
	// n8n saves the secret for GitHub a moment after it has activated the trigger.
	await until(async () => (await send(-1)).ok);
	const cpu = cpuSeconds(pid);
	const start = Date.now();
	await Promise.all(Array.from({ length: PARALLEL }, sender));
	await allEnded(api, id, before + 1 + count);
	const rate = (count / (Date.now() - start)) * 1000;
	const cpuMs = ((cpuSeconds(pid) - cpu) / count) * 1000;
	await end();
	return { rate, cpuMs };
}

/** @param {number} n */
const event = (n) => ({
	id: `evt_${randomUUID()}`,
	event: 'task.created',
	created_at: new Date().toISOString(),
	data: { id: `task_${n}`, title: `Task ${n}`, status: 'open' },
});

/**
 * A workflow of the trigger and a node that does nothing, with its own webhook. `before` counts the executions that
 * activating it has started.
 *
 * @param {Host['api']} api
 * @param {import('../triggers.mjs').Trigger} trigger
 */
async function activate(api, { node, credential }) {
	/** @param {string} path @param {object} [body] */
	const post = async (path, body) =>
		/** @type {{ id: string, versionId: string }} */ (
			await api.request('bench', 'POST', path, body)
		);
	const webhookId = randomUUID();
	const isWebhook = node.type === 'n8n-nodes-base.webhook';
	/** @type {Record<string, unknown>} */
	const first = { id: 'n0', name: 'Trigger', position: [0, 0], webhookId, ...node };
	if (isWebhook) first.parameters = { .../** @type {object} */ (node.parameters), path: webhookId };
	if (credential) {
		const { id } = await post('/credentials', { name: 'Bench', ...credential });
		first.credentials = { [credential.type]: { id, name: 'Bench' } };
	}
	const after = { id: 'n1', name: 'After', position: [200, 0], parameters: {} };
	const { id, versionId } = await post('/workflows', {
		name: 'Benchmark',
		nodes: [first, { ...after, type: 'n8n-nodes-base.noOp', typeVersion: 1 }],
		connections: { Trigger: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await post(`/workflows/${id}/activate`, { versionId });
	const url = `${api.url}/webhook/${isWebhook ? webhookId : `${webhookId}/webhook`}`;
	// n8n activates after it has responded. A trigger that checks nothing also runs for this request.
	let status = 404;
	await until(async () => (status = (await fetch(url, { method: 'POST' })).status) !== 404);
	const end = () => post(`/workflows/${id}/deactivate`);
	return { id, url, before: status === 200 ? 1 : 0, end };
}

/**
 * @param {Host['api']} api
 * @param {string} workflowId
 * @param {number} count
 */
async function allEnded(api, workflowId, count) {
	const query = new URLSearchParams({
		filter: JSON.stringify({ workflowId, status: ['success'] }),
		limit: '1',
	});
	await until(async () => {
		const found = await api.request('bench', 'GET', `/executions?${query}`);
		return /** @type {{ count: number }} */ (found).count >= count;
	});
}

/** @param {() => Promise<boolean>} isDone */
async function until(isDone) {
	const deadline = Date.now() + DONE_WITHIN_MS;
	while (!(await isDone())) {
		if (Date.now() > deadline) throw new Error('This did not happen in time');
		await pause(LOOK_EVERY_MS);
	}
}
