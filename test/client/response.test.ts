import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { memoryUsage } from 'node:process';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { failureFor } from '../../nodes/ProjectWorkspace/old/client/failure';
import { readResponse, readText } from '../../nodes/ProjectWorkspace/old/client/send';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/old/client/types';

const list: ApiRequest = { method: 'GET', path: '/tasks', query: {} };
const response = { status: 404, headers: {} };

/** After garbage collection. */
function bytesInUse(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return bytesTaken();
}

/** With garbage. */
function bytesTaken(): number {
	const { heapUsed, external } = memoryUsage();
	return heapUsed + external;
}

test.each([
	[undefined, 'The service could not find what you requested (GET /tasks, HTTP 404)'],
	[{ code: 'gone' }, 'The service could not find what you requested (gone, GET /tasks, HTTP 404)'],
	[
		{ message: 'Nobody here.' },
		'The service could not find what you requested: Nobody here (GET /tasks, HTTP 404)',
	],
	[
		{ code: 'gone', message: 'Nobody here' },
		'The service could not find what you requested: Nobody here (gone, GET /tasks, HTTP 404)',
	],
])('the words of the service %j come before the facts', (words, message) => {
	expect(failureFor('notFound', list, { ...response, words }).message).toBe(message);
});

test.each<[string, Partial<ApiRequest>, string]>([
	['an ID in the path', { path: '/users/u%201' }, 'Check the ID.'],
	['one within the path', { path: '/workflows/w1/trigger' }, 'Check the ID.'],
	['one in the query', { query: { workspace_id: 'p1' } }, 'Check the ID.'],
	['one in the body', { body: '{"title":"x","project_id":"p1"}' }, 'Check the ID.'],
	['one of a parameter', { path: '/users/u', idLabel: 'User' }, "Check the ID in 'User'."],
	['a list', {}, "Check 'Base URL' in the credential"],
	['a later page of it', { query: { cursor: 'c2' } }, "Check 'Base URL' in the credential"],
	['a record to create', { body: '{"email":"a@example.com"}' }, "Check 'Base URL' in the cred"],
])('what to check if it is not found: %s', (_, part, advice) => {
	const { description } = failureFor('notFound', { ...list, ...part });
	expect(description.slice(0, advice.length)).toBe(advice);
});

describe('a response', () => {
	const read = (text: string, status = 200, headers: Record<string, string> = {}) =>
		readResponse(list, { statusCode: status, headers }, text);

	test.each(['?token=secret', '#token=secret', '?a\n#token=secret'])(
		'that redirects to an address with %j tells the address without that',
		(rest) => {
			const location = `https://example.com/a${rest}`;
			const result = (status: number) => JSON.stringify(read('', status, { location }));
			expect(result(300)).toContain('to https://example.com/a)"');
			expect(result(409)).not.toContain('example.com');
		},
	);

	test('with records next to an error is not a failure, because the request was processed', () => {
		const body = { data: [{ id: 1 }], error: { message: 'Some are missing' } };
		expect(read(JSON.stringify(body))).toMatchObject({ ok: true, value: { body } });
		expect(read(JSON.stringify({ data: [], error: body.error }))).toMatchObject({
			problem: { cause: 'errorInSuccessResponse', serviceMessage: 'Some are missing' },
		});
	});

	test.each([
		['<p>HTTP to an HTTPS port', {}, 'html', 400],
		['<p>Log in', {}, 'html'],
		['Log in', { 'content-type': 'text/HTML; charset=utf-8' }, 'html'],
		['Log in', {}, 'notJson'],
		['"a text that', {}, 'cutJson'],
		['[1,', {}, 'cutJson'],
		['{"data":[{"id":1}', {}, 'cutJson'],
		['{"id":NaN}', {}, 'brokenJson'],
		['[1,]', {}, 'brokenJson'],
		['{"a":"]}\\"", "n":Infinity}', {}, 'brokenJson'],
	])('of %j with %j is reported as %s', (text, headers, cause, status = 200) => {
		expect(read(text, status, headers)).toMatchObject({ problem: { cause } });
	});

	test.each([
		['[{"code":"c1","message":"is taken"}]', 'is taken'],
		['is taken', 'is taken'],
	])('that rejects the request with %s tells it', (text, serviceMessage) => {
		expect(read(text, 400)).toMatchObject({ problem: { cause: 'invalidRequest', serviceMessage } });
	});

	test('with a date in Retry-After is read by the clock of the service', () => {
		const until = {
			date: 'Wed, 21 Oct 2026 07:28:00 GMT',
			age: '20',
			'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT',
		};
		expect(read('', 503, until)).toMatchObject({ problem: { retryAfterMs: 10_000 } });
	});

	test.each([
		...['31536000', '1000000000', 'Wed, 21 Oct 2099 07:28:00 GMT', 'soon', '-1'].map(
			(value) => [value, 429, true] as const,
		),
		...['600', '0', '', ' '].map((value) => [value, 429, false] as const),
		// It is no rate limit, so it is not sent again.
		['3600', 503, false] as const,
	])('with the Retry-After %j and status %i says that it was ignored: %s', (value, status, is) => {
		const outcome = read('', status, { 'retry-after': value });
		const words = `Retry-After "${value}" ignored, as it is no wait of up to 10 minutes`;
		const message = is ? expect.stringContaining(words) : expect.not.stringContaining('ignored');
		expect(outcome).toMatchObject({ problem: { message } });
		if (is) expect(outcome).toMatchObject({ problem: { retryAfterMs: undefined } });
	});

	test('of white space has no body', () => {
		expect(read(' \n')).toMatchObject({ ok: true, value: { body: undefined } });
	});

	test.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id'])(
		'that is an error tells the request by %s',
		(name) => {
			expect(read('', 500, { [name]: 'r1' })).toMatchObject({ problem: { requestId: 'r1' } });
		},
	);

	test('that is deeply nested is reported like any other, and not read', () => {
		const deep = `${'{"error":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		expect(read(deep, 500)).toMatchObject({ problem: { cause: 'serverFault' } });
		expect(read(deep)).toMatchObject({ problem: { cause: 'tooLarge' } });
	});
});

test.each<[string, number, (text: string) => string]>([
	['a text', 500, (text) => text],
	['a message', 500, (text) => JSON.stringify({ error: { message: text } })],
	['a code', 200, (text) => JSON.stringify({ error: { code: text } })],
	['a message for a field with a long name', 400, (text) => `{"errors":{"${text}":["a"]}}`],
])('a failure keeps only the beginning of %s in memory', (_, status, write) => {
	const text = 'a'.repeat(800_000);
	const before = bytesInUse();
	const failures = Array.from({ length: 20 }, () =>
		readResponse(list, { statusCode: status, headers: {} }, write(text).concat(' ')),
	);
	expect(bytesInUse() - before).toBeLessThan(5_000_000);
	for (const failure of failures)
		expect(failure).toMatchObject({ ok: false, problem: { message: expect.any(String) } });
	expect(JSON.stringify(failures).length).toBeLessThan(20 * 3_000);
});

const MAX_BYTES = 10_000_000;
const filled = (part: string, more = '') =>
	Buffer.from(
		`[{"id":1,"title":"${part.repeat((MAX_BYTES - 100) / part.length)}"${more}}]`,
		'latin1',
	);

test.each<[string, Buffer, string?]>([
	['text in windows-1252', filled('\x80 5 \x96 Caf\xe9 '), 'windows-1252'],
	[
		'text in UTF-16',
		Buffer.from(filled('Café ').toString('latin1').slice(0, 4_999_000) + '"}]', 'utf16le'),
		'utf-16le',
	],
	['escaped characters', filled('\\u20ac\\"')],
	['as many objects as there may be', Buffer.from(`[${'{},'.repeat(249_999)}{}]`)],
	[
		'as many long numbers as there may be',
		Buffer.from(`[${'9007199254740993,'.repeat(99_999)}0.1234567890123456789]`),
	],
])('reading %s takes less than 150 MB', async (_, bytes, charset = 'utf-8') => {
	const parts = Array.from({ length: 200 }, (_, at) =>
		bytes.subarray(at * 50_000, (at + 1) * 50_000),
	);
	const headers = { 'content-type': `application/json; charset=${charset}` };
	const body = Readable.from(parts.filter(({ length }) => length > 0));
	const before = bytesInUse();
	const given = { body, headers, statusCode: 200 } as unknown as IN8nHttpFullResponse;
	const text = await readText(list, given, MAX_BYTES);
	const outcome = text.ok ? readResponse(list, given, text.value) : text;
	expect(bytesTaken() - before).toBeLessThan(150_000_000);
	expect(outcome.ok || outcome.problem.message).toBe(true);
});
