import * as n8nWorkflow from 'n8n-workflow';

/** The time for rate limits and retries. Tests pass a clock of their own. */
export interface Clock {
	/** Milliseconds since the epoch. Never runs backwards. */
	now(): number;
	/** Resolves after `ms`; rejects at once with the signal's reason when it aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** In n8n 1, `sleep` takes no signal, but `sleepWithAbort` does. */
export const sleep: Clock['sleep'] =
	'sleepWithAbort' in n8nWorkflow
		? (n8nWorkflow.sleepWithAbort as Clock['sleep'])
		: n8nWorkflow.sleep;

/** `performance` instead of `Date.now()`, so that setting the system clock does not affect waits. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	sleep,
};
