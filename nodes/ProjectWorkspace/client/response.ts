import { parseJson } from '../records/json';
import { readStatedError } from '../records/statedError';
import { causeOfResponse, type CauseName } from './errors';
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
		const said = [words?.code, words?.message].filter(Boolean).join(' ');
		return refused(causeOfResponse(response, said), { response, words, addition });
	}
	if (parsed.kind === 'unreadable') {
		return refused(parsed.cause, { response });
	}
	const body = parsed.kind === 'json' ? parsed.body : undefined;
	const stated = readStatedError(body);
	// A record next to the error shows that the service acted: reading it as a failure would have it repeated.
	if (stated && !stated.besideRecords) {
		return refused('refusedWithSuccess', { response, words: stated });
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

/** A query may hold what should not stand in a message. */
const withoutQuery = (location: string) => location.replace(/[?#].*$/s, '');
