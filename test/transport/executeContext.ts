import '../node/userFolder';
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { CREDENTIAL } from '../../nodes/ProjectWorkspace/transport/credential';
import { additionalData } from '../node/additionalData';
import { OneCredential } from '../node/credentials';

const NODE: INode = {
	id: 'node',
	name: 'Node',
	type: 'test.node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { [CREDENTIAL]: { id: '1', name: 'Test' } },
};

const TYPE: INodeType = {
	description: {
		displayName: 'Node',
		name: 'node',
		group: [],
		version: 1,
		description: 'Has a credential',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [],
	},
};

const NODE_TYPES: INodeTypes = {
	getByName: () => TYPE,
	getByNameAndVersion: () => TYPE,
	getKnownTypes: () => ({}),
};

/** Resolves expressions for the item, as n8n does. */
class ResolvedCredential extends OneCredential {
	override async getDecrypted(...parameters: unknown[]) {
		this.reads++;
		const { properties } = new ProjectWorkspaceApi();
		const data = this.data as INodeParameters; // both are what a person has filled in
		const filled = NodeHelpers.getNodeParameters(properties, data, true, false, null, null);
		const values = parameters[6] as ICredentialsExpressionResolveValues; // of n8n-core
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			filled as INodeParameters, // nothing was left out
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			'manual',
			{},
			parameters[4] as IExecuteData, // of n8n-core
			false,
			filled as INodeParameters,
		) as ICredentialDataDecryptedObject;
	}
}

/** What a node gets that is executed with these items, with n8n-core's own request helper. */
export function executeContext(
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[] = [{}],
	signal?: AbortSignal,
) {
	const stored = new ResolvedCredential(credential);
	const workflow = new Workflow({
		id: 'test',
		active: false,
		nodes: [NODE],
		connections: {},
		nodeTypes: NODE_TYPES,
	});
	const data = additionalData({
		credentialsHelper: stored,
		address: 'http://127.0.0.1:1',
		mode: 'manual',
		workflowId: 'test',
		executionId: 'test',
	});
	const input = items.map((json) => ({ json }));
	const context = new ExecuteContext(
		workflow,
		NODE,
		data,
		'manual',
		createRunExecutionData(),
		0,
		input,
		{ main: [input] },
		{ data: { main: [input] }, node: NODE, source: null },
		[],
		signal,
	);
	return { context, stored };
}
