import { createHmac, randomUUID } from 'node:crypto';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { eventually, n8n as shared, type N8n } from './n8n';
import { credentialData } from './sandbox';
import { chain, node, OURS, withCredential } from './workflows';

/** A second start of one event has a moment to show up. */
const SECOND_START_MS = 500;

export const TRIGGER = 'Project Workspace Trigger';

export interface TriggerWorkflow {
	n8n?: N8n;
	/** Where deliveries arrive, if not at the main process. */
	origin?: string;
	parameters?: INodeParameters;
	/** Changes of the sandbox's credential. */
	credential?: object;
}

/** A workflow with the trigger and one more node. */
export async function triggerWorkflow(given: TriggerWorkflow = {}) {
	const { n8n = shared, parameters = { events: ['task.created'], options: {} } } = given;
	const data = { ...credentialData, ...given.credential };
	const credential = withCredential(await n8n.createCredential('projectWorkspaceApi', data));
	const webhookId = randomUUID();
	const trigger = node(TRIGGER, `${OURS}Trigger`, {
		typeVersion: 2,
		webhookId,
		parameters,
		...credential,
	});
	const after = node('After', 'n8n-nodes-base.noOp');
	const stored = await n8n.store(chain([trigger, after]));
	const { id } = stored;
	const url = `${given.origin ?? n8n.url}/webhook/${webhookId}/webhook`;

	/** n8n activates after it has responded. */
	const untilListening = (isListening: boolean) =>
		eventually(async () => ((await post(url, '{}')).status !== 404) === isListening || undefined);

	return {
		id,
		url,
		testUrl: `${n8n.url}/webhook-test/${webhookId}/webhook`,
		untilListening,
		async activate() {
			await n8n.activate(stored);
			await untilListening(true);
		},
		/** The message that n8n shows a person who tries to activate it. */
		async whyInactive(): Promise<string> {
			try {
				await n8n.activate(stored);
			} catch (error) {
				return String(error);
			}

			return await eventually(async () => {
				const { triggers } = await n8n.rest<{ triggers: Array<{ errorMessage?: string }> }>(
					'GET',
					`/workflows/${id}/publication-status`,
				);
				return triggers.find(({ errorMessage }) => errorMessage)?.errorMessage;
			});
		},
		async deactivate() {
			await n8n.deactivate(id);
			await untilListening(false);
		},
		/** The items that reached the next node, once there are so many executions. */
		async received(count: number): Promise<IDataObject[]> {
			await n8n.endedOf(id, count);
			await sleep(SECOND_START_MS);
			const executions = await n8n.endedOf(id, count);

			return executions.flatMap(({ outputs }) => outputs('After').flat()).map(({ json }) => json);
		},
	};
}

export async function post(url: string, body: string, headers: Record<string, string> = {}) {
	const response = await fetch(url, {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	});

	return { status: response.status, text: await response.text() };
}

export const signed = (body: string, secret = credentialData.signingSecret) => ({
	'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

export const madeUpEvent = () =>
	JSON.stringify({ id: `evt_${randomUUID()}`, event: 'task.created', data: { id: 'task_text' } });
