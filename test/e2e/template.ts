import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from 'n8n-workflow';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Rest, WorkflowJson } from './n8n';
import { n8n } from './n8n';
import { place } from './place';
import { executionsOf } from './workflows';

const CHAT_URL = 'https://chat.example.com/hooks/your-incoming-webhook';
const LOOK_EVERY_MS = 100;

export interface FilledIn {
	/** IDs of credentials by their type; by default that of the sandbox. */
	credentials?: Record<string, string>;
	/** ID of the data table, if it has to be selected. */
	dataTable?: string;
	/** URL of the chat's incoming webhook. */
	chatUrl?: string;
	/** Pinned on a trigger that a person would use. */
	pinData?: Record<string, INodeExecutionData[]>;
	/** Parameters that a person changes, by the node's name. */
	parameters?: Record<string, INodeParameters>;
	/** Another n8n than the shared one. */
	rest?: Rest;
	n8nUrl?: string;
}

const OURS = 'n8n-nodes-project-workspace.';
const OPENAI = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** The type of the credential that a person has to select in a node. */
const credentialType = (type = '') =>
	type.startsWith(OURS) ? 'projectWorkspaceApi' : type === OPENAI ? 'openAiApi' : undefined;

/** Imports a template, and only fills in what its notes ask for. */
export async function importTemplate(
	file: string,
	{ credentials = {}, dataTable, chatUrl, pinData = {}, parameters = {}, ...other }: FilledIn = {},
) {
	const { rest = n8n.rest, n8nUrl = place.n8nUrl } = other;
	const text = readFileSync(join(place.root, 'templates', `${file}.json`), 'utf8');
	const workflow = JSON.parse(
		chatUrl === undefined ? text : text.replaceAll(CHAT_URL, chatUrl),
	) as WorkflowJson;
	const known: Record<string, string> = { projectWorkspaceApi: place.credentialId, ...credentials };
	for (const node of workflow.nodes) {
		const type = credentialType(node.type);
		const id = type && known[type];
		if (type && id) node.credentials = { [type]: { id, name: 'Filled in' } };
		if (dataTable && node.parameters?.dataTableId) {
			node.parameters.dataTableId = { __rl: true, mode: 'list', value: dataTable };
		}
		Object.assign(node.parameters ?? {}, parameters[node.name ?? '']);
	}
	const created = await n8n.store({ ...workflow, pinData }, rest);
	const webhookId = (name: string) =>
		created.nodes.find((node) => node.name === name)?.webhookId ?? '';
	return {
		id: created.id,
		/** The Production URL of one of its triggers. */
		url: (name: string, path = '/webhook') => `${n8nUrl}/webhook/${webhookId(name)}${path}`,
		formUrl: (name: string) => `${n8nUrl}/form/${webhookId(name)}`,
		/** Resolves when its Production URL is active: n8n responds before that. */
		async activate(url?: string) {
			await rest('POST', `/workflows/${created.id}/activate`, { versionId: created.versionId });
			if (url === undefined) return;
			await eventually(async () => {
				const response = await fetch(url);
				const text = await response.text();
				return response.ok || text.includes('Did you mean') ? true : undefined;
			});
		},
		deactivate: () => rest('POST', `/workflows/${created.id}/deactivate`, {}),
		/** An execution that a request has started, once it has ended. */
		async startedExecution(index = 0, withinMs = 30_000) {
			const look = async () => (await executionsOf(created.id, rest))[index];
			const found = await eventually(look, withinMs);
			return await n8n.ended(found.id, rest);
		},
	};
}

/** Looks repeatedly until there is a result. */
export async function eventually<T>(look: () => Promise<T | undefined>, withinMs = 30_000) {
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`No result within ${withinMs} ms: ${look.toString()}`);
}

export async function createCredential(
	type: string,
	data: Record<string, unknown>,
	rest: Rest = n8n.rest,
) {
	const created = await rest('POST', '/credentials', { name: `Made up: ${type}`, type, data });
	return (created as { id: string }).id;
}
