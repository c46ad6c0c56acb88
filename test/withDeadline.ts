import { runInNewContext } from 'node:vm';

/** Far longer than any work here takes on a busy machine, and far shorter than a regular expression that backtracks. */
const DEADLINE_MS = 20_000;

/** Runs work that awaits nothing. Unlike jest's own timeout, this one also ends a loop or a regular expression. */
export function withDeadline<T>(work: () => T): T {
	return runInNewContext('work()', { work }, { timeout: DEADLINE_MS }) as T; // what the work returns
}
