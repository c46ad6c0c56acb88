import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	ILoadOptionsFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { OneCredential } from './credentials';
import { nodeOf, surround } from './workflow';

export interface NodeRun {
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** One item with no fields unless said otherwise. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** As the tool of an AI agent, for which n8n has a second type of the node. */
	asTool?: boolean;
	/** The time zone of the workflow. */
	timezone?: string;
	retryOnFail?: boolean;
}

export interface NodeAnswer {
	/** First output, or both with `continueErrorOutput`. */
	outputs: INodeExecutionData[][];
	/** Data of the items of the first output. */
	json: IDataObject[];
	error?: ITaskData['error'];
	hints: NodeExecutionHint[];
	/** What the hints say. */
	texts: string[];
	/** The messages of the items in the second output. */
	failed: unknown[];
}

/** Runs the node as n8n does: its sources, n8n-core's engine and request helper, real HTTP. */
export async function runNode({
	parameters,
	credential,
	items = [{}],
	...more
}: NodeRun): Promise<NodeAnswer> {
	const stored = new OneCredential(credential);
	const run = await startNode({ parameters, credential, items, ...more }, stored).promise;
	const task = run.data.resultData.runData[NODE]?.[0];
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	const hints = task?.hints ?? [];
	return {
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: task?.error ?? run.data.resultData.error,
		hints,
		texts: hints.map(({ message }) => message),
		failed: (outputs[1] ?? []).map(({ json }) => json.error),
	};
}

const NODE = 'Project Workspace';
const TYPE = 'n8n-nodes-project-workspace.projectWorkspace';

/** Starts the same run and returns at once, so that a test can cancel it. */
export function startNode(
	{ parameters, items, ...more }: NodeRun,
	stored: OneCredential,
): { promise: Promise<IRun>; cancel: () => void } {
	// All fields of each record, unless a test is about less.
	const output: INodeParameters = more.asTool ? { output: 'raw' } : { simple: false };
	const all = { ...output, ...parameters };
	const { workflow, data } = workflowWith(all, stored, items, more);
	const run = new WorkflowExecute(data, 'manual').run({
		workflow,
		startNode: workflow.getNode('Items') ?? undefined,
	});
	return { promise: run, cancel: () => run.cancel() };
}

/** A workflow of two nodes: one that hands on the items, and ours. */
export function workflowWith(
	parameters: INodeParameters,
	stored: OneCredential,
	items: IDataObject[] = [{}],
	{ onError, asTool = false, timezone, retryOnFail }: Partial<NodeRun> = {},
) {
	const type = asTool ? `${TYPE}Tool` : TYPE;
	const node = nodeOf(type, parameters, { name: NODE, onError, retryOnFail });
	const source = nodeOf('test.items', {}, { id: 'items', name: 'Items' });
	const { workflow, data } = surround({
		nodes: [source, node],
		types: {
			'test.items': itemsNode(items.map((json) => ({ json }))),
			[TYPE]: new ProjectWorkspace(),
			[`${TYPE}Tool`]: toolVariant(),
		},
		connections: { Items: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		settings: timezone === undefined ? {} : { timezone },
		stored,
	});
	// n8n's editor sends along what is filled in so far.
	return { workflow, node, data: { ...data, currentNodeParameters: parameters } };
}

/** What the methods for the editor get of our node. */
export function editorContext(
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject,
): ILoadOptionsFunctions {
	const { workflow, node, data } = workflowWith(parameters, new OneCredential(credential));
	return new LoadOptionsContext(workflow, node, data, 'parameters');
}

/** By its name, n8n knows which properties only a tool has. */
function toolVariant(): INodeType {
	const variant = new ProjectWorkspace();
	variant.description.name += 'Tool';
	return variant;
}

const itemsNode = (items: INodeExecutionData[]): INodeType => ({
	description: {
		displayName: 'Items',
		name: 'items',
		group: ['input'],
		version: 1,
		description: 'Hands its items on, as an earlier node would',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute: async () => [items],
});
