import * as n8nWorkflow from 'n8n-workflow';

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** n8n 1's `sleep` knows no signal; what knows it has a name of its own there. */
export const sleep: Sleep =
	'sleepWithAbort' in n8nWorkflow ? (n8nWorkflow.sleepWithAbort as Sleep) : n8nWorkflow.sleep;
