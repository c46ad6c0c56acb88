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

/**
 * Ends the turn of the event loop: a posted message takes about 20 µs, a timer at least a millisecond. Each call has its
 * own channel, because messages of one may share a turn.
 */
export async function nextTurn(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.once('message', resolve);
		port2.postMessage(undefined);
	});
	port1.close();
}
