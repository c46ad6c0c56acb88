import { createHmac, randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { n8n, type Execution, type Rest, type StoredWorkflow } from './n8n';
import { place } from './place';
import { SANDBOX_PRO } from './sandbox';
import { createCredential, eventually } from './template';
import { areOpen, chain, connection, executionsOf, node, OURS } from './workflows';

const WITHIN_MS = 60_000;
const SECOND_START_MS = 500;

export const TRIGGER = 'Project Workspace Trigger';
export const AFTER = 'After';
export const SECRET = 'made-up-signing-secret';

export interface TriggerWorkflow {
	rest?: Rest;
	n8nUrl?: string;
	sandboxUrl?: string;
	parameters?: INodeParameters;
	credential?: Record<string, unknown>;
	/** An existing credential; by default a new one is created. */
	credentialId?: string;
	/** The node after the trigger; by default one that does nothing. */
	after?: Partial<INode>;
}

/** A workflow with the trigger and one more node. */
export async function triggerWorkflow(given: TriggerWorkflow = {}) {
	const { rest = n8n.rest, n8nUrl = place.n8nUrl, sandboxUrl = place.sandboxOrigin } = given;
	const data = {
		apiKey: SANDBOX_PRO,
		baseUrl: `${sandboxUrl}/v1`,
		plan: 'pro',
		signingSecret: SECRET,
		previousSigningSecret: '',
		signatureHeader: 'X-Service-Signature',
		...given.credential,
	};
	const type = 'projectWorkspaceApi';
	const credentialId = given.credentialId ?? (await createCredential(type, data, rest));
	const credentials = { projectWorkspaceApi: { id: credentialId, name: 'Under test' } };
	const webhookId = randomUUID();
	const trigger = node(TRIGGER, `${OURS}Trigger`, {
		...{ typeVersion: 1.1, webhookId, credentials },
		parameters: given.parameters ?? { events: ['task.created'], options: {} },
	});
	const own = given.after && { ...given.after, credentials };
	const after = node(AFTER, 'n8n-nodes-base.noOp', own);
	const workflow = chain('Trigger under test', [trigger, after]);
	let saved: Pick<StoredWorkflow, 'id' | 'versionId'> = await n8n.store(workflow, rest);
	const { id } = saved;
	const url = `${n8nUrl}/webhook/${webhookId}/webhook`;

	/** n8n activates after it has responded. */
	const untilListening = (isListening: boolean) =>
		eventually(async () => {
			const { status } = await post(url, '{}', {});
			return (status !== 404) === isListening || undefined;
		}, WITHIN_MS);

	const executions = async () => await executionsOf(id, rest);

	/** The executions, once there are that many and all have ended. */
	async function ended(count: number): Promise<Execution[]> {
		const all = await eventually(async () => {
			const found = await executions();
			return found.length >= count && !areOpen(found) ? found : undefined;
		}, WITHIN_MS);
		return await Promise.all(all.map(async (each) => await n8n.ended(each.id, rest)));
	}

	return {
		id,
		url,
		testUrl: `${n8nUrl}/webhook-test/${webhookId}/webhook`,
		credentialId,
		executions,
		untilListening,
		async activate(): Promise<void> {
			await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
			await untilListening(true);
		},
		/** Sends it until it is accepted, since n8n does not listen for a moment while it publishes. */
		async deliver(body: string): Promise<void> {
			await eventually(
				async () => (await post(url, body, signed(body))).status === 200 || undefined,
				WITHIN_MS,
			);
		},
		/** The message that n8n shows a person who tries to activate it. */
		async whyInactive(): Promise<string> {
			try {
				await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
			} catch (error) {
				return String(error);
			}
			return await eventually(async () => {
				const { triggers } = (await rest('GET', `/workflows/${id}/publication-status`)) as {
					triggers: Array<{ errorMessage: string | null }>;
				};
				return triggers.find(({ errorMessage }) => errorMessage)?.errorMessage ?? undefined;
			}, WITHIN_MS);
		},
		async deactivate(): Promise<void> {
			await rest('POST', `/workflows/${id}/deactivate`, {});
			await untilListening(false);
		},
		/** Saves the workflow with the trigger under another name, and publishes that. */
		async rename(name: string): Promise<void> {
			saved = (await rest('PATCH', `/workflows/${id}`, {
				versionId: saved.versionId,
				nodes: [{ ...trigger, name }, after],
				connections: connection(name, AFTER),
			})) as typeof saved;
			await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
		},
		ended,
		/** The items that reached the next node. A second start of one event has a moment to show up. */
		async received(count: number): Promise<IDataObject[]> {
			await ended(count);
			await sleep(SECOND_START_MS);
			const executed = await ended(count);
			return executed.flatMap(({ outputs }) => outputs(AFTER).flat()).map(({ json }) => json);
		},
		listen: async () => await n8n.start(id, TRIGGER, rest),
	};
}

export async function post(url: string, body: string | Buffer, headers: Record<string, string>) {
	const response = await fetch(url, {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	});
	const text = await response.text();
	return { status: response.status, text };
}

export const signed = (body: string, secret = SECRET) => ({
	'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

export const madeUpEvent = (event: string) =>
	JSON.stringify({ id: `evt_${randomUUID()}`, event, data: { id: 'task_text' } });
