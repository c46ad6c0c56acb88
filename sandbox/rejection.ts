/** Thrown to reject a request with the documented error body. The codes are the sandbox's own. */
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
