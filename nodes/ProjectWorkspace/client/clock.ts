import * as n8nWorkflow from 'n8n-workflow';

/** Time as the limiter and retries see it. It is handed in, so that tests run on a clock of their own. */
export interface Clock {
	/** Milliseconds since the epoch. Never runs backwards. */
	now(): number;
	/** Resolves after `ms`; rejects at once with the signal's reason when it aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** n8n 1's `sleep` knows no signal; what knows it has a name of its own there. */
export const sleep: Clock['sleep'] =
	'sleepWithAbort' in n8nWorkflow
		? (n8nWorkflow.sleepWithAbort as Clock['sleep'])
		: n8nWorkflow.sleep;

/** `performance` instead of `Date.now()`: a corrected system clock must not release or freeze the limiter. */
export const systemClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	sleep,
};
