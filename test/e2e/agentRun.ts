import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { place } from './place';
import { chatModel } from './servers/chatModel';
import { createCredential } from './template';

export interface Tool {
	name: string;
	parameters: INodeParameters;
}

export const byId = (value: string) => ({ __rl: true as const, mode: 'id', value });

const opened: Array<Awaited<ReturnType<typeof chatModel>>> = [];

/** Closes the models of a test. */
export async function closeModels(): Promise<void> {
	for (const model of opened.splice(0)) await model.close();
}

/** A model that calls the tool, and then repeats its result. */
export async function modelThatCalls(name: string, given: Record<string, unknown>) {
	const model = await chatModel([
		{ calls: [{ name, arguments: given }] },
		({ lastToolResult }) => ({ text: `The tool says: ${lastToolResult}` }),
	]);
	opened.push(model);
	return model;
}

/** An agent with one tool. */
export async function ask(agentVersion: number, tool: Tool, given: Record<string, unknown>) {
	const model = await modelThatCalls(tool.name.replaceAll(' ', '_'), given);
	const sub = (name: string, type: string): IConnections => ({
		[name]: { [type]: [[{ node: 'Agent', type: type as 'ai_tool', index: 0 }]] },
	});
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: INodeParameters,
		credentials?: INode['credentials'],
	): Partial<INode> => ({
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		...(credentials ? { credentials } : {}),
	});
	const openAi = await createCredential('openAiApi', model.credential);
	const id = await n8n.create({
		name: `Tool: ${tool.name}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', agentVersion, {
				promptType: 'define',
				text: 'Do what the script says',
				options: {},
			}),
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				1.2,
				{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } },
				{ openAiApi: { id: openAi, name: 'Made up' } },
			),
			node(
				tool.name,
				'n8n-nodes-project-workspace.projectWorkspaceTool',
				1,
				{ options: {}, ...tool.parameters },
				{ projectWorkspaceApi: { id: place.credentialId, name: 'Sandbox' } },
			),
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			...sub('Model', 'ai_languageModel'),
			...sub(tool.name, 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	});
	const execution = await n8n.run(id, 'Start');
	const [read = ''] = model.toolResults();
	return { ...execution, read, model, said: execution.outputs('Agent')[0]?.[0]?.json.output };
}
