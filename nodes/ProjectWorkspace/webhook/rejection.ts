/** Why a delivery is not accepted. */
export class Rejection extends Error {
	constructor(
		/** 401: not genuine, 413: beyond a bound, 503: n8n or its settings are to blame. */
		readonly status: 401 | 413 | 503,
		/** For the test URL and n8n's log: what arrived, the likeliest cause, what to do. */
		message: string,
	) {
		super(message);
	}
}
