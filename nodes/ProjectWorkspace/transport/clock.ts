import * as n8nWorkflow from 'n8n-workflow';

/** The time for rate limits and retries. Tests pass a clock of their own. */
export interface Clock {
	/** Milliseconds since some moment. Setting the clock of the system does not change it. */
	now: () => number;
	/** Resolves after `ms`; rejects when the signal aborts. */
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** In n8n 1, `sleep` takes no signal, but `sleepWithAbort` does. */
const sleep: Clock['sleep'] =
	'sleepWithAbort' in n8nWorkflow
		? (n8nWorkflow.sleepWithAbort as Clock['sleep'])
		: n8nWorkflow.sleep;

export const systemClock: Clock = { now: () => performance.now(), sleep };
