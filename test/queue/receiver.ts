import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { sign, type Delivery, type Layout, type Sent } from '../e2e/deliveries';
import { n8n } from '../e2e/n8n';
import { AFTER, post, triggerWorkflow } from '../e2e/triggerWorkflow';
import { chain, executionsOf, node } from '../e2e/workflows';
import { until } from '../until';
import { queuePlace } from './place';

/** For how long and how often, in milliseconds. */
const LOOK = [200_000, 200] as const;
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
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', {
		...{ typeVersion: 2, webhookId: path },
		parameters: { httpMethod: 'POST', path, options: {} },
	});
	const nodes = [webhook, node(AFTER, 'n8n-nodes-base.noOp', next)];
	const { id, versionId } = await n8n.store(chain('For comparison', nodes));
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

	const executions = async (status?: readonly string[]) => await executionsOf(id, n8n.rest, status);

	/** Sends it until it is accepted, since n8n activates after it has responded. */
	const deliver = async ({ body, headers }: Delivery) =>
		await until(
			async () => (await post(url, body, headers)).status === 200,
			`${url} to accept the delivery`,
			...LOOK,
		);

	/** Resolves when all executions have ended. n8n needs a while to notice that a worker was killed. */
	const untilIdle = async () =>
		await until(
			async () => (await executions(['new', 'running'])).length === 0,
			'the end of all executions',
			...LOOK,
		);

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
