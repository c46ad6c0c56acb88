/**
 * Time as pacing and retries see it. It is handed in, so that tests run on a clock of their own and no test sleeps.
 */
export interface Clock {
	/** Milliseconds since the epoch. Never runs backwards. */
	now(): number;
	/** Resolves after `ms`; rejects at once with the signal's reason when it aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
