import { ExecutionLifecycleHooks } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData, WorkflowExecuteMode } from 'n8n-workflow';
import type { OneCredential } from './credentials';

export interface Surroundings {
	credentialsHelper: OneCredential;
	address: string;
	mode: WorkflowExecuteMode;
	workflowId: string;
	executionId: string;
}

/** What n8n puts round an execution. n8n-core uses a part of it; the parts that no test reaches are left out. */
export function additionalData({
	credentialsHelper,
	address,
	mode,
	workflowId,
	executionId,
}: Surroundings): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks(mode, executionId, {
			id: workflowId,
			name: 'Test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [],
			connections: {},
		}),
		currentNodeExecutionIndex: 0,
		webhookBaseUrl: `${address}/webhook`,
		webhookTestBaseUrl: `${address}/webhook-test`,
		webhookWaitingBaseUrl: `${address}/webhook-waiting`,
		formBaseUrl: `${address}/form`,
		formTestBaseUrl: `${address}/form-test`,
		formWaitingBaseUrl: `${address}/form-waiting`,
		instanceBaseUrl: address,
		restApiUrl: address,
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
