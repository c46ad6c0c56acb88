import { createHmac, randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { n8n, type Execution, type Rest, type StoredWorkflow } from './n8n';
import { place } from './place';

const LOOK_EVERY_MS = 100;
const WITHIN_MS = 60_000;

export const TRIGGER = 'Project Workspace Trigger';
export const AFTER = 'After';
export const SECRET = 'made-up-signing-secret';

/** The sandbox's own; it opens nothing else. */
export const SANDBOX_PRO = 'ac_test_sandbox_pro_made_up_0001';

export interface TriggerWorkflow {
	rest?: Rest;
	n8nUrl?: string;
	sandboxUrl?: string;
	parameters?: INodeParameters;
	credential?: Record<string, unknown>;
	/** A credential that there is already; otherwise one is made. */
	credentialId?: string;
	/** What follows the trigger; a node that does nothing if left out. */
	after?: Partial<INode>;
}

/** A workflow of the trigger and one node, and what a test does with it. */
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
	const credential = given.credentialId
		? { id: given.credentialId }
		: ((await rest('POST', '/credentials', { name: 'Under test', type, data })) as { id: string });
	const credentials = { projectWorkspaceApi: { id: credential.id, name: 'Under test' } };
	const webhookId = randomUUID();
	const trigger = {
		id: randomUUID(),
		name: TRIGGER,
		type: 'n8n-nodes-project-workspace.projectWorkspaceTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		webhookId,
		parameters: given.parameters ?? { events: ['task.created'], options: {} },
		credentials,
	};
	const after = {
		id: randomUUID(),
		name: AFTER,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [200, 0],
		parameters: {},
		...given.after,
		...(given.after ? { credentials } : {}),
	};
	const connect = (from: string) => ({
		[from]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] },
	});
	const workflow = {
		name: 'Trigger under test',
		nodes: [trigger, after],
		connections: connect(TRIGGER),
		settings: { executionOrder: 'v1' },
	};
	let saved: Pick<StoredWorkflow, 'id' | 'versionId'> = await n8n.store(workflow, rest);
	const { id } = saved;
	const url = `${n8nUrl}/webhook/${webhookId}/webhook`;

	/** n8n activates after it has answered. */
	async function untilListening(isListening: boolean): Promise<void> {
		const deadline = Date.now() + WITHIN_MS;
		while (Date.now() < deadline) {
			const { status } = await post(url, '{}', {});
			if ((status !== 404) === isListening) return;
			await sleep(LOOK_EVERY_MS);
		}
		throw new Error(`${url} is ${isListening ? 'not there' : 'still there'}`);
	}

	async function executions(): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = (await rest('GET', `/executions?limit=100&filter=${filter}`)) as {
			results: Array<{ id: string; status: string }>;
		};
		return results;
	}

	return {
		id,
		url,
		testUrl: `${n8nUrl}/webhook-test/${webhookId}/webhook`,
		credentialId: credential.id,
		executions,
		untilListening,
		async activate(): Promise<void> {
			await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
			await untilListening(true);
		},
		/** As a service does that tries again: n8n is away for a moment while it publishes. */
		async deliver(body: string): Promise<void> {
			const deadline = Date.now() + WITHIN_MS;
			while ((await post(url, body, signed(body))).status !== 200) {
				if (Date.now() > deadline) throw new Error(`${url} does not accept what is right`);
				await sleep(LOOK_EVERY_MS);
			}
		},
		/** What n8n shows a person who tries to activate it. */
		async whyInactive(): Promise<string> {
			try {
				await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
			} catch (error) {
				return String(error);
			}
			const deadline = Date.now() + WITHIN_MS;
			while (Date.now() < deadline) {
				const { triggers } = (await rest('GET', `/workflows/${id}/publication-status`)) as {
					triggers: Array<{ errorMessage: string | null }>;
				};
				const found = triggers.find(({ errorMessage }) => errorMessage);
				if (found?.errorMessage) return found.errorMessage;
				await sleep(LOOK_EVERY_MS);
			}
			throw new Error('n8n does not say why it is not active');
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
				connections: connect(name),
			})) as typeof saved;
			await rest('POST', `/workflows/${id}/activate`, { versionId: saved.versionId });
		},
		/** The workflow's static data, once it names a subscription or none: n8n saves it after it has answered. */
		async staticData(isSubscribed: boolean): Promise<Record<string, unknown> | null> {
			const deadline = Date.now() + WITHIN_MS;
			for (;;) {
				const { staticData } = (await rest('GET', `/workflows/${id}`)) as {
					staticData: Record<string, unknown> | null;
				};
				const isThere = JSON.stringify(staticData).includes('subscription');
				if (isThere === isSubscribed || Date.now() > deadline) return staticData;
				await sleep(LOOK_EVERY_MS);
			}
		},
		/** Those that went on past the trigger, once there are that many executions and all have ended. */
		async ended(count: number): Promise<Execution[]> {
			const deadline = Date.now() + WITHIN_MS;
			while (Date.now() < deadline) {
				const all = await executions();
				const open = all.some(({ status }) => ['new', 'running'].includes(status));
				if (all.length >= count && !open) break;
				await sleep(LOOK_EVERY_MS);
			}
			const all = await executions();
			return await Promise.all(all.map(async (each) => await n8n.ended(each.id, rest)));
		},
		listen: async () => await n8n.start(id, TRIGGER, rest),
	};
}

export async function post(url: string, body: string, headers: Record<string, string>) {
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
