import './userFolder';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IWorkflowExecuteAdditionalData,
	WorkflowParameters,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { OneCredential } from './credentials';

/** A node with the credential. */
export const nodeOf = (
	type: string,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({
	id: 'node-id',
	name: 'Node',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { projectWorkspaceApi: { id: '1', name: 'Test' } },
	...more,
});

interface Surrounded extends Partial<WorkflowParameters> {
	nodes: INode[];
	/** By their names. */
	types: Record<string, INodeType>;
	stored: OneCredential;
	executionId?: string;
	/** What n8n has saved of the workflow. */
	staticData?: IDataObject;
}

/** A workflow, and what n8n puts round it. n8n-core uses a part of that; the parts that no test reaches are left out. */
export function surround({ types, stored, executionId = 'e1', id = 'test', ...more }: Surrounded) {
	const find = (name: string) => {
		const found = types[name];
		if (!found) throw new TypeError(`There is no node type ${name} in this test.`);
		return found;
	};
	const nodeTypes = { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ id, active: false, connections: {}, nodeTypes, ...more });
	const address = 'http://127.0.0.1:1';
	const data = {
		credentialsHelper: stored,
		executionId,
		hooks: { runHook: async () => {} },
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: address,
		formWaitingBaseUrl: address,
	} as unknown as IWorkflowExecuteAdditionalData;
	return { workflow, data };
}
