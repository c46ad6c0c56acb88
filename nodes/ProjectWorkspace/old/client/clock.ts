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
	cancelSignal?.addEventListener('abort', cancel, { signal: timer.signal });
	const expire = async () => {
		for (let part = 0; part < PARTS; part++) await clock.sleep(ms / PARTS, timer.signal);
		abort.abort(TIMED_OUT);
	};
	expire().catch(() => {}); // ended before
	return {
		signal: abort.signal,
		isOver: () => abort.signal.reason === TIMED_OUT,
		// With a reason, because the default one is an error with a stack.
		end: () => timer.abort('over'),
	};
}

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

/** Milliseconds after which a turn of the event loop ends: without one, no request is sent and nobody else is served. */
const TURN_MS = 1;

/**
 * Runs at most `max` at once, in the order of the calls, and starts only a few in one turn of the event loop. Otherwise,
 * if a hundred responses arrive together, all would be read, and all next requests prepared, before the first is sent.
 */
export function limitConcurrency(max: number): <T>(run: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let free = max;
	let lastStart = Promise.resolve();
	let turnBegan = Number.NEGATIVE_INFINITY;
	const endTurn = async () => {
		// A turn of its own for each start would cost more than most of what is started.
		if (performance.now() - turnBegan < TURN_MS) return;
		await nextTurn();
		turnBegan = performance.now();
	};
	return async (run) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		const start = lastStart;
		lastStart = start.then(endTurn);
		await start;
		try {
			return await run();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}

/** Runs what has the same key one after another, in the order of the calls. */
export function serializeByKey(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, run) => {
		const before = last.get(key) ?? Promise.resolve();
		const mine = before.then(run, run);
		last.set(key, mine);
		return await mine;
	};
}
