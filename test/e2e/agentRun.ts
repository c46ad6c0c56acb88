import type { INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { place } from './place';
import { byId } from './run-node';
import { chatModel } from './servers/chatModel';
import { createCredential } from './template';
import { chain, connection, manualTrigger, node, OURS } from './workflows';

export interface Tool {
	name: string;
	parameters: INodeParameters;
}

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
	const openAi = await createCredential('openAiApi', model.credential);
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', {
		typeVersion: agentVersion,
		parameters: { promptType: 'define', text: 'Do what the script says', options: {} },
	});
	const workflow = chain(`Tool: ${tool.name}`, [manualTrigger(), agent]);
	const ofModel = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
		typeVersion: 1.2,
		parameters: { model: byId('scripted'), options: { maxRetries: 0 } },
		credentials: { openAiApi: { id: openAi, name: 'Made up' } },
	});
	const ofTool = node(tool.name, `${OURS}Tool`, {
		parameters: { options: {}, ...tool.parameters },
		credentials: { projectWorkspaceApi: { id: place.credentialId, name: 'Sandbox' } },
	});
	const id = await n8n.create({
		...workflow,
		nodes: [...workflow.nodes, ofModel, ofTool],
		connections: {
			...workflow.connections,
			...connection('Model', 'Agent', 'ai_languageModel'),
			...connection(tool.name, 'Agent', 'ai_tool'),
		},
	});
	const execution = await n8n.run(id, 'Start');
	const [read = ''] = model.toolResults();
	return { ...execution, read, model, said: execution.outputs('Agent')[0]?.[0]?.json.output };
}
