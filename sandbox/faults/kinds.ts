import { textOf } from '../service/answer.ts';
import type { Answer } from '../service/answer.ts';
import type { FaultFields } from '../control/schema.ts';
import type { Settings } from '../settings/schema.ts';

type Spoil = (fault: FaultFields, answer: Answer | undefined, settings: Settings) => Answer;

const placeholder: Answer = {
	status: 200,
	headers: {},
	body: { data: [{ id: 'made_up_record' }] },
};

/**
 * The response of each kind of fault. `answer` is the operation's own response; there is none if the fault comes before
 * the operation. Latency is not in the table, since it only waits (see list.ts). A new kind is one entry.
 */
export const spoilers = {
	/** The service's own response to too many requests. */
	quota: (fault, _answer, settings) => ({
		status: fault.status ?? settings.errors.quotaExceeded.status,
		headers: { ...retryAfter(fault), 'X-RateLimit-Remaining': '0' },
		body: {
			error: {
				code: settings.errors.quotaExceeded.code,
				message: 'The quota of requests for this minute is used up (injected)',
			},
		},
	}),
	serverError: (fault, _answer, settings) => ({
		status: fault.status ?? 503,
		headers: retryAfter(fault),
		body: {
			error: { code: settings.errors.serverError.code, message: 'Something broke (injected)' },
		},
	}),
	/** The connection ends without a response. */
	drop: () => ({ status: 200, headers: {}, broken: 'dropped' }),
	/** A complete HTTP response whose JSON is cut off in the middle. */
	cutJson(_fault, answer = placeholder) {
		const text = textOf(answer) ?? '';
		return {
			status: answer.status,
			headers: answer.headers,
			text: text.slice(0, Math.floor(text.length / 2)),
		};
	},
	/** The connection ends in the middle of the response. */
	cutConnection: (_fault, answer = placeholder) => ({ ...answer, broken: 'cut' }),
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
