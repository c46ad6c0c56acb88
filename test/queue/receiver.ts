import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { sign, type Delivery, type Layout, type Sent } from '../e2e/deliveries';
import { n8n } from '../e2e/n8n';
import { AFTER, post, triggerWorkflow } from '../e2e/triggerWorkflow';
import { queuePlace } from './place';

const LOOK_EVERY_MS = 200;
const WITHIN_MS = 200_000;
const EVENTS = ['task.created', 'task.updated'];

/** The node that receives deliveries: this package's trigger, or n8n's Webhook node, which checks nothing. */
export type Kind = 'Project Workspace Trigger' | 'Webhook';

/** States of executions that have ended without success. */
const LOST = ['error', 'crashed', 'canceled', 'unknown'];

/** A signed delivery, the same for both kinds. */
export const delivery = (sent: Sent, layout: Layout = 'body'): Delivery =>
	sign(layout, sent, Math.floor(Date.now() / 1000));

/** A unique event. */
export const event = (n: string): Delivery =>
	delivery({ body: { event: 'task.created', event_id: randomUUID(), n } });

/** Calls the collector with the number of the event, or does nothing. */
const after = (collectorUrl: string | undefined, n: string): Partial<INode> =>
	collectorUrl === undefined
		? { type: 'n8n-nodes-base.noOp' }
		: {
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: { url: `=${collectorUrl}/{{ ${n} }}`, options: {} },
			};

/** A workflow with n8n's own Webhook node, listening. */
async function webhookWorkflow(next: Partial<INode>): Promise<{ id: string; url: string }> {
	const path = randomUUID();
	const name = 'Webhook';
	const nodes = [
		{
			id: randomUUID(),
			name,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: path,
			parameters: { httpMethod: 'POST', path, options: {} },
		},
		{
			id: randomUUID(),
			name: AFTER,
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
			...next,
		},
	];
	const connections = { [name]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } };
	const settings = { executionOrder: 'v1' };
	const { id, versionId } = await n8n.store({
		name: 'For comparison',
		nodes,
		connections,
		settings,
	});
	await n8n.rest('POST', `/workflows/${id}/activate`, { versionId });
	return { id, url: `${queuePlace.webhookUrl}/webhook/${path}` };
}

async function triggered(next: Partial<INode>): Promise<{ id: string; url: string }> {
	const workflow = await triggerWorkflow({
		n8nUrl: queuePlace.webhookUrl,
		parameters: { events: EVENTS, options: {} },
		after: next,
	});
	await workflow.activate();
	return workflow;
}

/** A published workflow that receives deliveries in the webhook process, and calls the collector if there is one. */
export async function receiver(kind: Kind, collectorUrl?: string) {
	const { id, url } =
		kind === 'Webhook'
			? await webhookWorkflow(after(collectorUrl, '$json.body.n'))
			: await triggered(after(collectorUrl, '$json.n'));

	async function executions(status?: readonly string[]) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status }));
		const { results } = (await n8n.rest('GET', `/executions?limit=100&filter=${filter}`)) as {
			results: Array<{ id: string; stoppedAt: string }>;
		};
		return results;
	}

	/** Sends it until it is accepted, since n8n activates after it has responded. */
	async function deliver({ body, headers }: Delivery): Promise<void> {
		const deadline = Date.now() + WITHIN_MS;
		while ((await post(url, body, headers)).status !== 200) {
			if (Date.now() > deadline) throw new Error(`${url} does not accept the delivery`);
			await sleep(LOOK_EVERY_MS);
		}
	}

	/** Resolves when all executions have ended. n8n needs a while to notice that a worker was killed. */
	async function untilIdle(): Promise<void> {
		const deadline = Date.now() + WITHIN_MS;
		while ((await executions(['new', 'running'])).length > 0) {
			if (Date.now() > deadline) throw new Error('Executions do not end');
			await sleep(LOOK_EVERY_MS);
		}
	}

	await deliver(event('warm-up'));
	await untilIdle();
	return {
		deliver,
		untilIdle,
		/** Executions that ended without success, up to a hundred. */
		lost: async () => (await executions(LOST)).length,
		/** When the last execution ended, in milliseconds since 1970. */
		lastEnd: async () =>
			Math.max(...(await executions()).map(({ stoppedAt }) => Date.parse(stoppedAt))),
		deactivate: async () => void (await n8n.rest('POST', `/workflows/${id}/deactivate`, {})),
	};
}
