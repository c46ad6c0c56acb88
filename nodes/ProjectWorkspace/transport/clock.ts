import { sleep } from 'n8n-workflow';

/** The time for rate limits and retries. Tests pass a clock of their own. */
export interface Clock {
	/** Milliseconds since some moment. Setting the clock of the system does not change it. */
	now: () => number;
	sleep: (ms: number) => Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };
