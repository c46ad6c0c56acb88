import { parseJson } from '../records/json';
import { causeOfStatus, type CauseName } from './causes';
import { failureOf, serviceWords } from './failure';
import type { ApiRequest, ApiResponse, Outcome } from './types';

/** Turns an answer into what it says: a body, or a failure in words. */
export function readResponse(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const success = status >= 200 && status < 300;
	const parsed = parse(response);
	const refused = (cause: CauseName, seen: Parameters<typeof failureOf>[2]): Outcome => ({
		ok: false,
		failure: failureOf(cause, request, seen),
		headers,
	});

	if (!success) {
		const words = parsed.kind === 'json' ? serviceWords(parsed.body) : undefined;
		const addition = headers.location && `to ${withoutQuery(headers.location)}`;
		return refused(causeOfStatus(status), { response, words, addition });
	}
	if (parsed.kind === 'unreadable') {
		return refused(parsed.cause, { response });
	}
	const body = parsed.kind === 'json' ? parsed.body : undefined;
	if (isErrorAnswer(body)) {
		return refused('refusedWithSuccess', { response, words: serviceWords(body) });
	}
	return { ok: true, status, headers, body };
}

type Parsed =
	| { kind: 'empty' }
	| { kind: 'json'; body: unknown }
	| { kind: 'unreadable'; cause: 'html' | 'notJson' | 'cutJson' };

function parse({ text, headers }: ApiResponse): Parsed {
	const trimmed = text.trim();
	if (trimmed === '') return { kind: 'empty' };
	try {
		return { kind: 'json', body: parseJson(trimmed) };
	} catch {
		if (trimmed.startsWith('<') || /\bhtml\b/i.test(headers['content-type'] ?? '')) {
			return { kind: 'unreadable', cause: 'html' };
		}
		return { kind: 'unreadable', cause: /^[[{"]/.test(trimmed) ? 'cutJson' : 'notJson' };
	}
}

/**
 * `{ "error": { "code", "message" } }` with a status of success. A record may well have a field
 * `error` of its own (a run that failed, say), so an object with anything else in it is no error answer
 * unless those keys are the usual company of one.
 */
function isErrorAnswer(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || !('error' in body)) return false;
	const { error, ...others } = body;
	if (typeof error !== 'object' || error === null) return false;
	if (!('code' in error) && !('message' in error)) return false;
	return Object.entries(others).every(
		([key, value]) => COMPANY_OF_AN_ERROR.has(key) || value === null,
	);
}

const COMPANY_OF_AN_ERROR = new Set([
	'success',
	'ok',
	'status',
	'statusCode',
	'request_id',
	'requestId',
	'timestamp',
	'path',
]);

/** A query may hold what should not stand in a message. */
const withoutQuery = (location: string) => location.replace(/[?#].*$/s, '');
