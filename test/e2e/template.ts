import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, INodeExecutionData } from 'n8n-workflow';

import { major } from './majors';
import { n8n, type StoredWorkflow } from './n8n';
import { place } from './place';
import { credentialData } from './sandbox';
import { connection } from './workflows';

const CHAT_URL = 'https://chat.example.com/hooks/your-incoming-webhook';
const TYPES: Array<[node: RegExp, credential: string]> = [
	[/^n8n-nodes-project-workspace\./, 'projectWorkspaceApi'],
	[/lmChatOpenAi$/, 'openAiApi'],
];

export interface FilledIn {
	/** ID of the credential for the model. */
	openAiApi?: string;
	/** ID of the data table, if it has to be selected. */
	dataTable?: string;
	chatUrl?: string;
	/** Pinned on a trigger that a person would use. */
	pinData?: Record<string, INodeExecutionData[]>;
}

/** Imports a template, and only fills in what its notes ask for. */
export async function importTemplate(file: string, filledIn: FilledIn = {}) {
	const { openAiApi, dataTable, chatUrl = CHAT_URL, pinData = {} } = filledIn;
	const text = readFileSync(join(place.root, 'templates', `${file}.json`), 'utf8');
	const workflow = JSON.parse(text.replaceAll(CHAT_URL, chatUrl)) as StoredWorkflow & {
		connections: IConnections;
	};
	const projectWorkspaceApi = await n8n.createCredential('projectWorkspaceApi', credentialData);
	const ids: Record<string, string | undefined> = { projectWorkspaceApi, openAiApi };

	for (const node of workflow.nodes) {
		const [, type = ''] = TYPES.find(([pattern]) => pattern.test(node.type)) ?? [];
		if (type) node.credentials = { [type]: { id: ids[type] ?? null, name: 'Filled in' } };
		if (dataTable && node.parameters.dataTableId) {
			node.parameters.dataTableId = { __rl: true, mode: 'list', value: dataTable };
		}
	}

	if (!major.reviewsTools && workflow.connections.Review) {
		workflow.nodes = workflow.nodes.filter(({ name }) => name !== 'Review');
		Object.assign(workflow.connections, connection('Update Task', 'Task Agent', 'ai_tool'));
		delete workflow.connections.Review;
	}

	const stored = await n8n.store({ ...workflow, pinData });
	/** The Production URL of a trigger. */
	const url = (name: string, kind: 'webhook' | 'form' = 'webhook') => {
		const webhookId = stored.nodes.find((node) => node.name === name)?.webhookId ?? '';
		return `${n8n.url}/${kind}/${webhookId}${kind === 'webhook' ? '/webhook' : ''}`;
	};

	return { ...stored, url };
}
