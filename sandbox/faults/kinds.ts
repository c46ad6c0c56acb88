import type { ServiceResponse } from '../service/response.ts';
import type { FaultFields } from '../control/schema.ts';
import { conditions } from '../service/conditions.ts';

type Spoil = (fault: FaultFields) => ServiceResponse;

/**
 * The response of each kind of fault. Latency is not in the table, since it only waits (see list.ts). A new kind is one
 * entry.
 */
export const faultResponses = {
	/** The service's own response to too many requests. */
	quota: (fault) => ({
		status: fault.status ?? conditions.quotaExceeded.status,
		headers: { ...retryAfter(fault), 'X-RateLimit-Remaining': '0' },
		body: {
			error: {
				code: conditions.quotaExceeded.code,
				message: 'The rate limit is used up (injected)',
			},
		},
	}),
	serverError: (fault) => ({
		status: fault.status ?? 503,
		headers: retryAfter(fault),
		body: {
			error: { code: conditions.serverError.code, message: 'Something broke (injected)' },
		},
	}),
	/** The connection ends without a response. */
	drop: () => ({ status: 200, headers: {}, dropped: true }),
	/** An error body, with status 200 unless another one is set. */
	errorBody: (fault) => ({
		status: fault.status ?? 200,
		headers: {},
		body: { error: { code: 'made_up_error', message: 'The service says no (injected)' } },
	}),
} satisfies Record<string, Spoil>;

function retryAfter(fault: FaultFields): Record<string, string> {
	return fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
}
