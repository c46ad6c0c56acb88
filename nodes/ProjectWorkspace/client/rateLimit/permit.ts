/** The wait for a permit would be, or has been, longer than the caller allows. Nothing was sent. */
export class WaitTooLong extends Error {
	/** How long the wait would have been in all, in milliseconds, where the service said so. */
	readonly expectedMs: number | undefined;

	constructor(expectedMs?: number) {
		super('The wait for the quota is longer than allowed');
		this.name = 'WaitTooLong';
		this.expectedMs = expectedMs;
	}
}
