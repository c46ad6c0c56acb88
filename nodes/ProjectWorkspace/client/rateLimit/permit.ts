/** What became of a request, as far as the quota is concerned. `remaining` is the header's value, if any. */
export type Outcome =
	| { kind: 'answered'; remaining?: number }
	/** Because of the quota; the service surely did not act. */
	| { kind: 'refused'; remaining?: number; retryAfterMs?: number }
	/** No answer came; the service may have counted the request. */
	| { kind: 'lost' }
	/** It was never sent. */
	| { kind: 'unused' };

/** The right to send one request. It must be released; releasing again does nothing. */
export interface Permit {
	readonly waitedMs: number;
	release(outcome: Outcome): void;
}

/** The wait for a permit would be, or has been, longer than the caller allows. Nothing was sent. */
export class WaitTooLong extends Error {
	/** How long the wait would have been in all, in milliseconds, where the service said so. */
	readonly expectedMs: number | undefined;

	constructor(expectedMs?: number) {
		super('The wait for the quota is longer than allowed');
		this.expectedMs = expectedMs;
	}
}
