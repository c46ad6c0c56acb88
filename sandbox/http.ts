/** The parts of a request that the sandbox uses. */
export interface Request {
	method: string;
	/** Not decoded. */
	path: string;
	query: string;
	headers: Record<string, string>;
	bodyText: string;
}

export interface Reply {
	status: number;
	headers?: Record<string, string>;
	text?: string;
}

export function jsonReply(
	status: number,
	value: unknown,
	headers: Record<string, string> = {},
): Reply {
	const type = { 'Content-Type': 'application/json; charset=utf-8' };

	return { status, headers: { ...headers, ...type }, text: JSON.stringify(value) };
}

/** Thrown to reject a request to the service with the documented error body. The codes are the sandbox's own. */
export class Rejection extends Error {
	readonly status: number;
	readonly code: string;

	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

/** A request of a person to the sandbox itself that cannot be fulfilled. The message says why. */
export class InputError extends Error {}
