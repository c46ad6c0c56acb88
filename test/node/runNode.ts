import './userFolder';
import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	ILoadOptionsFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { additionalData } from './additionalData';
import { OneCredential } from './credentials';

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
	credentialReads: number;
	/** All that n8n would save of the execution. */
	saved: string;
}

/** Runs the node as n8n does: its sources, n8n-core's engine and request helper, real HTTP. */
export async function runNode({
	parameters,
	credential,
	items = [{}],
	...more
}: NodeRun): Promise<NodeAnswer> {
	const helper = new OneCredential(credential);
	const { promise } = startNode({ parameters, credential, items, ...more }, helper);
	const run = await promise;
	const task = run.data.resultData.runData[NODE]?.[0];
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	return {
		outputs,
		json: (outputs[0] ?? []).map(({ json }) => json),
		error: task?.error ?? run.data.resultData.error,
		hints: task?.hints ?? [],
		credentialReads: helper.reads,
		saved: JSON.stringify(run),
	};
}

const NODE = 'Project Workspace';
const TYPE = 'n8n-nodes-project-workspace.projectWorkspace';

/** Starts the same run and returns at once, so that a test can cancel it. */
export function startNode(
	{ parameters, items = [{}], ...more }: NodeRun,
	credentialsHelper: OneCredential,
): { promise: Promise<IRun>; cancel: () => void } {
	// All fields of each record, unless a test is about less.
	const output: INodeParameters = more.asTool ? { output: 'raw' } : { simple: false };
	const all = { ...output, ...parameters };
	const { workflow, data } = workflowWith(all, credentialsHelper, items, more);
	const run = new WorkflowExecute(data, 'manual').run({
		workflow,
		startNode: workflow.getNode('Items') ?? undefined,
	});
	return { promise: run, cancel: () => run.cancel() };
}

/** A workflow of two nodes: one that hands on the items, and ours. */
export function workflowWith(
	parameters: INodeParameters,
	credentialsHelper: OneCredential,
	items: IDataObject[] = [{}],
	{ onError, asTool = false, timezone, retryOnFail }: Partial<NodeRun> = {},
) {
	const ours: INode = {
		...node(NODE, asTool ? `${TYPE}Tool` : TYPE, parameters),
		credentials: { projectWorkspaceApi: { id: '1', name: 'Test' } },
		onError,
		retryOnFail,
	};
	const workflow = new Workflow({
		id: 'test',
		active: false,
		settings: timezone === undefined ? {} : { timezone },
		nodes: [node('Items', 'test.items', {}), ours],
		connections: { Items: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		nodeTypes: nodeTypes(items.map((json) => ({ json }))),
	});
	// n8n's editor sends along what is filled in so far.
	const surroundings = {
		credentialsHelper,
		address: 'http://127.0.0.1:1',
		mode: 'manual',
		workflowId: 'test',
		executionId: 'test',
	} as const;
	const data = { ...additionalData(surroundings), currentNodeParameters: parameters };
	return { workflow, node: ours, data };
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

const node = (name: string, type: string, parameters: INodeParameters): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

function nodeTypes(items: INodeExecutionData[]): INodeTypes {
	const source: INodeType = {
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
	};
	const types: Record<string, INodeType> = {
		'test.items': source,
		[TYPE]: new ProjectWorkspace(),
		[`${TYPE}Tool`]: toolVariant(),
	};
	const find = (name: string) => {
		const found = types[name];
		if (!found) throw new TypeError(`There is no node type ${name} in this test.`);
		return found;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
