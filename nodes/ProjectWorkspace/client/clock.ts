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

const TIMED_OUT = 'timed out';

/** The timeout runs in parts: while n8n is too busy to read responses, only one of them passes. */
const PARTS = 10;

/**
 * Bounds a whole request. n8n's `timeout` is axios's, which only bounds the silence on an open connection.
 * @param cancelSignal ends it as well
 */
export function startTimeout(ms: number, cancelSignal: AbortSignal | undefined, clock: Clock) {
	const abort = new AbortController();
	const timer = new AbortController();
	const cancel = () => abort.abort();
	if (cancelSignal?.aborted) cancel();
	cancelSignal?.addEventListener('abort', cancel, { once: true });
	const expire = async () => {
		for (let part = 0; part < PARTS; part++) await clock.sleep(ms / PARTS, timer.signal);
		abort.abort(TIMED_OUT);
	};
	expire().catch(() => {}); // ended before
	const end = () => {
		// With a reason, because the default one is an error with a stack.
		timer.abort('over');
		cancelSignal?.removeEventListener('abort', cancel);
	};
	return { signal: abort.signal, isOver: () => abort.signal.reason === TIMED_OUT, end };
}

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
