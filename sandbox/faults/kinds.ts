import { textOf } from '../service/answer.ts';
import type { Answer } from '../service/answer.ts';
import type { FaultFields } from '../control/schema.ts';
import type { Settings } from '../settings/schema.ts';

type Spoil = (fault: FaultFields, answer: Answer | undefined, settings: Settings) => Answer;

const HTML =
	'<!doctype html>\n<html><head><title>Just a moment</title></head><body><h1>Made-up proxy page</h1></body></html>\n';

const emptyList: Answer = { status: 200, headers: {}, body: { data: [{ id: 'made_up_record' }] } };

/**
 * What each kind of fault answers. `answer` is what the operation would have said; there is none when the fault comes
 * before the operation. Latency is not among them: it only waits (see list.ts). A new kind is one entry.
 */
export const spoilers = {
	/** The service's own refusal for a used-up quota. */
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
	/** The connection ends without an answer. */
	drop: () => ({ status: 200, headers: {}, broken: 'dropped' }),
	/** A whole HTTP answer whose JSON stops in the middle. */
	cutJson(_fault, answer = emptyList) {
		const text = textOf(answer) ?? '';
		return {
			status: answer.status,
			headers: answer.headers,
			text: text.slice(0, Math.floor(text.length / 2)),
		};
	},
	/** The connection ends in the middle of the answer. */
	cutConnection: (_fault, answer = emptyList) => ({ ...answer, broken: 'cut' }),
	html: (fault) => ({
		status: fault.status ?? 200,
		headers: { 'Content-Type': 'text/html; charset=utf-8' },
		text: HTML,
	}),
	/** A refusal that says 200. */
	errorBody: (fault) => ({
		status: fault.status ?? 200,
		headers: {},
		body: { error: { code: 'made_up_error', message: 'The service says no (injected)' } },
	}),
	redirect: (fault) => ({
		status: fault.status ?? 302,
		headers: { Location: fault.location },
		text: '',
	}),
} satisfies Record<string, Spoil>;

function retryAfter(fault: FaultFields): Record<string, string> {
	return fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
}
