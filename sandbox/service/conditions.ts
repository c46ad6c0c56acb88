/** The ways in which the service refuses a request. Their statuses and codes are open, so they are settings. */
export type Condition =
	| 'missingKey'
	| 'invalidKey'
	| 'planRequired'
	| 'notFound'
	| 'unknownRoute'
	| 'conflict'
	| 'invalidBody'
	| 'invalidQuery'
	| 'wrongContentType'
	| 'bodyTooLarge'
	| 'badRequest'
	| 'quotaExceeded'
	| 'serverError';

/** Thrown where a request is refused; the pipeline turns it into the documented error body. */
export class Refusal extends Error {
	readonly condition: Condition;
	readonly headers: Record<string, string>;

	constructor(condition: Condition, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.condition = condition;
		this.headers = headers;
	}
}
