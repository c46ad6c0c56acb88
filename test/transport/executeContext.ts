import '../node/userFolder';
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

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

/** What a node gets that is executed with these items, with n8n-core's own request helper. */
export function executeContext(
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[] = [{}],
	signal?: AbortSignal,
) {
	const stored = new OneCredential(credential);
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
