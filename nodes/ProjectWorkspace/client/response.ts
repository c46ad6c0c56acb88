import { errorWords } from '../records/errorWords';
import { isObject, parseJson } from '../records/json';
import { readStatedError } from '../records/statedError';
import { causeOfResponse } from './classify';
import type { CauseName } from './errors';
import { failureOf } from './failure';
import type { ApiRequest, ApiResponse, Outcome } from './types';

/** Turns a response into what it says: a body, or why there is none. */
export function readResponse(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const refused = (cause: CauseName, seen: Parameters<typeof failureOf>[2]): Outcome => ({
		ok: false,
		failure: failureOf(cause, request, { response, ...seen }),
		headers,
	});

	const parsed = parse(response);
	if (status < 200 || status >= 300) {
		const words = isObject(parsed.body) ? errorWords(parsed.body) : {};
		const addition = headers.location && `to ${withoutQuery(headers.location)}`;
		const said = [words.code, words.message].filter(Boolean).join(' ');
		return refused(causeOfResponse(response, said), { words, addition });
	}
	if (parsed.unreadable) return refused(parsed.unreadable, {});
	const stated = readStatedError(parsed.body);
	// A record next to the error shows that the service acted: reading it as a failure would have it repeated.
	if (stated && !stated.besideRecords) return refused('refusedWithSuccess', { words: stated });
	return { ok: true, status, headers, body: parsed.body };
}

/** `body` is undefined where there is none. */
function parse({ text, headers }: ApiResponse): { body?: unknown; unreadable?: CauseName } {
	const trimmed = text.trim();
	if (trimmed === '') return {};
	try {
		return { body: parseJson(trimmed) };
	} catch {
		if (trimmed.startsWith('<') || /\bhtml\b/i.test(headers['content-type'] ?? '')) {
			return { unreadable: 'html' };
		}
		return { unreadable: /^[[{"]/.test(trimmed) ? 'cutJson' : 'notJson' };
	}
}

/** A query may contain what should not be in a message. */
const withoutQuery = (location: string) => location.replace(/[?#].*$/s, '');
