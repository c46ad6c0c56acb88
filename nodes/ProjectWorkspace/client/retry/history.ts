import { type Cause, IN_THE_DARK, type Method } from './policy';

/** One attempt that did not bring the answer, for the details of an error. */
export interface Attempt {
	cause: Cause;
	/** How long the attempt itself took. */
	tookMs: number;
	/** How long the next one waited, without the wait for the quota. */
	thenWaitedMs: number;
}

export interface History {
	attempts: Attempt[];
	/** Waits for the quota, in all. */
	quotaWaitedMs: number;
	elapsedMs: number;
}

/** A repeated DELETE that meets 404 after a lost answer counts as done: an earlier attempt did it. */
export function deletedBefore(method: Method, status: number, { attempts }: History): boolean {
	const dark: readonly Cause[] = IN_THE_DARK;
	return (
		method === 'DELETE' && status === 404 && attempts.some(({ cause }) => dark.includes(cause))
	);
}
