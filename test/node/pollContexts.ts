import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { OneCredential } from './credentials';
import { nodeOf, surround } from './workflow';

export interface Polled {
	credential: ICredentialDataDecryptedObject;
	/** What n8n has saved of the workflow. */
	staticData?: IDataObject;
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** n8n 2 gives five minutes, and less only to a poll that its database schedules. */
	budgetMs?: number;
	credentialId?: string;
	workflowId?: string;
	name?: string;
}

let workflows = 0;

/** A workflow with the polling trigger alone, as n8n activates it; each has an ID of its own unless said otherwise. */
export function activated(
	parameters: INodeParameters,
	{
		credential,
		staticData = {},
		mode = 'trigger',
		activation = 'activate',
		budgetMs = 5 * 60_000,
		credentialId = '1',
		workflowId = `polled-${++workflows}`,
		name = 'Polling',
	}: Polled,
) {
	const type = new ProjectWorkspacePollingTrigger();
	const node = nodeOf('polling', parameters, {
		name,
		credentials: { projectWorkspaceApi: { id: credentialId, name: 'Test' } },
	});
	const { workflow, data } = surround({
		nodes: [node],
		types: { polling: type },
		stored: new OneCredential(credential),
		id: workflowId,
		staticData,
	});
	const emitted: Error[] = [];
	const context = new PollContext(
		workflow,
		node,
		data,
		mode,
		activation,
		undefined,
		(error) => emitted.push(error),
		undefined,
		undefined,
		undefined,
		() => budgetMs,
	);
	const poll = async () => (await type.poll.call(context))?.[0]?.map(({ json }) => json);
	return {
		/** What the poll gives, or undefined where it starts nothing. */
		poll,
		/** Why a poll fails. n8n shows a failed execution, whether the error was thrown or handed over. */
		async failure(): Promise<Error | undefined> {
			const before = emitted.length;
			const thrown = await poll().then(
				() => undefined,
				(error: Error) => error,
			);
			return thrown ?? emitted[before];
		},
		/** What n8n would save. */
		saved: () => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject,
		logger: context.logger,
		/** Errors that the node has handed over without ending the poll. */
		emitted,
		workflowId,
	};
}

/** What happened to which records. */
export const told = (items: IDataObject[] | undefined) =>
	items?.map(({ id, _change }) => `${(_change as IDataObject).type} ${id}`);
