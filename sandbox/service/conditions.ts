import type { Settings } from '../settings/schema.ts';

/** The reasons to reject a request. Their statuses and codes are not specified, so they are settings. */
export type Condition = keyof Settings['errors'];

/** Thrown to reject a request; the pipeline turns it into the documented error body. */
export class Refusal extends Error {
	readonly condition: Condition;
	readonly headers: Record<string, string>;

	constructor(condition: Condition, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.condition = condition;
		this.headers = headers;
	}
}
