import { apiError, type Failure } from '../../nodes/ProjectWorkspace/transport/errors';
import { networkFailure } from '../../nodes/ProjectWorkspace/transport/request';
import { isFailure, readResponse } from '../../nodes/ProjectWorkspace/transport/response';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/transport/types';

const BASE_URL = 'https://api.example.com/v1';
const get: ApiRequest = { method: 'GET', path: '/tasks', query: {} };

function failureOf(status: number, body: unknown, headers: Record<string, string> = {}): Failure {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const outcome = readResponse({ statusCode: status, headers }, text, `${BASE_URL}/tasks`);
	if (!isFailure(outcome)) throw new Error('It is no failure');
	return outcome;
}

test.each([
	[400, 'rejected'],
	[401, 'unauthorized'],
	[402, 'forbidden'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[405, 'rejected'],
	[407, 'proxyLogin'],
	[408, 'timeout'],
	[409, 'rejected'],
	[410, 'notFound'],
	[413, 'tooMuchSent'],
	[414, 'tooMuchSent'],
	[422, 'rejected'],
	[425, 'unavailable'],
	[429, 'rateLimited'],
	[431, 'tooMuchSent'],
	[302, 'redirected'],
	[500, 'serverFault'],
	[502, 'unavailable'],
	[503, 'unavailable'],
	[504, 'unavailable'],
	[599, 'serverFault'],
])('status %i is reported as %s', (status, cause) => {
	expect(failureOf(status, { error: { code: 'c', message: 'Words.' } })).toMatchObject({
		cause,
		status,
		code: 'c',
		serviceMessage: 'Words.',
	});
});

test.each<[string, unknown, code: string | undefined, message: string | undefined]>([
	['the specification', { error: { code: 'no', message: 'Not here' } }, 'no', 'Not here'],
	['beside each other', { code: 17, message: 'Not here' }, '17', 'Not here'],
	['OAuth', { error: 'bad_token', error_description: 'It expired' }, 'bad_token', 'It expired'],
	['a text', { error: 'Not here' }, undefined, 'Not here'],
	['JSON:API', { errors: [{ code: 'a', title: 'T', detail: 'D' }, {}] }, 'a', 'D'],
	['RFC 9457', { type: 'about:x', title: 'Bad', detail: 'Too long' }, 'about:x', 'Too long'],
	['Rails', { errors: { email: ['is taken'] } }, undefined, 'email: is taken'],
	['Laravel', { message: 'Bad', errors: { title: ['is long'] } }, undefined, 'title: is long'],
	['Django', { title: [], name: ['is required'] }, undefined, 'name: is required'],
	[
		'NestJS',
		{ message: ['a is empty', 'b is long'], error: 'Bad' },
		'Bad',
		'a is empty; b is long',
	],
	['FastAPI', { detail: [{ loc: ['body', 'due'], msg: 'Bad' }] }, undefined, 'body.due: Bad'],
	['GitHub', { message: 'Bad', errors: [{ field: 'due', code: 'late' }] }, 'late', 'due'],
	['Stripe', { error: { code: 'c', param: 'due', message: 'Bad' } }, 'c', 'due: Bad'],
	[
		'details',
		{ error: { message: 'Bad', details: [{ field: 'a', message: 'No' }] } },
		undefined,
		'a: No',
	],
	['Spring', { status: 400, error: 'Bad', message: 'No', path: '/v1/tasks' }, 'Bad', 'No'],
	[
		'a pointer of JSON:API',
		{ errors: [{ detail: 'No', source: { pointer: '/data/attributes/due' } }] },
		undefined,
		'due: No',
	],
	['a pointer', { errors: [{ detail: 'No', pointer: '#/due' }] }, undefined, 'due: No'],
	['a page of nginx', '<html><title>413 Too Large</title>', undefined, '413 Too Large'],
	['plain text', 'Slow down', undefined, 'Slow down'],
	['nothing', '', undefined, undefined],
])('the words of an error are found: %s', (_, body, code, serviceMessage) => {
	expect(failureOf(400, body)).toMatchObject({ code, serviceMessage });
});

test('an error with a success status is an error', () => {
	expect(failureOf(200, { status: false, message: 'No' })).toMatchObject({
		cause: 'errorInSuccess',
		serviceMessage: 'No',
	});
});

test.each<[string, number, unknown, Record<string, string>, object]>([
	[
		'a page instead of JSON',
		200,
		'<title>Log in</title>',
		{},
		{ cause: 'notJson', serviceMessage: 'Log in' },
	],
	['JSON that ends early', 200, '{"id":', {}, { cause: 'notJson' }],
	['too many levels', 200, '['.repeat(300) + ']'.repeat(300), {}, { cause: 'notJson' }],
	[
		'403 and nothing left',
		403,
		{ message: 'Rate limit' },
		{ 'X-RateLimit-Remaining': '0' },
		{ cause: 'rateLimited' },
	],
	[
		'403 and less than nothing left',
		403,
		{ message: 'Rate limit' },
		{ 'X-RateLimit-Remaining': '-2' },
		{ cause: 'rateLimited', remaining: 0 },
	],
	[
		'403 with some left',
		403,
		{ message: 'Rate limit' },
		{ 'X-RateLimit-Remaining': '1' },
		{ cause: 'forbidden' },
	],
	[
		'http at an HTTPS port',
		400,
		'<title>400 The plain HTTP request was sent to HTTPS port</title>',
		{},
		{ cause: 'plainHttp' },
	],
	[
		'http at a Go server',
		400,
		'Client sent an HTTP request to an HTTPS server.',
		{},
		{ cause: 'plainHttp' },
	],
	[
		'a redirect',
		307,
		'',
		{ Location: 'https://other.example.com/a?token=1' },
		{ cause: 'redirected', detail: 'to https://other.example.com/a' },
	],
	[
		'a redirect within the host',
		301,
		'',
		{ Location: '/v1/tasks/' },
		{ cause: 'redirectedWithinHost', detail: 'to https://api.example.com/v1/tasks/' },
	],
	['Retry-After in seconds', 503, '', { 'Retry-After': '7' }, { retryAfterMs: 7_000 }],
	[
		'Retry-After as a date',
		429,
		'',
		{ 'Retry-After': 'Sat, 28 Nov 2026 10:00:30 GMT', Date: 'Sat, 28 Nov 2026 10:00:00 GMT' },
		{ retryAfterMs: 30_000 },
	],
	['Retry-After as it may not be', 429, '', { 'Retry-After': 'soon' }, { retryAfterMs: undefined }],
])('%s', (_, status, body, headers, expected) => {
	expect(failureOf(status, body, headers)).toMatchObject(expected);
});

test.each([
	['http://api.example.com', 'https://api.example.com/v1/tasks', 'plainHttp'],
	['http://api.example.com:8080', 'https://api.example.com/v1/tasks', 'redirected'],
	['https://api.example.com', 'http://api.example.com/v1/tasks', 'redirected'],
])('a redirect from %s to %s: %s', (origin, location, cause) => {
	const response = { statusCode: 308, headers: { location } };
	expect(readResponse(response, '', `${origin}/v1/tasks`)).toEqual(
		expect.objectContaining({ cause, detail: `to ${location}` }),
	);
});

/** As n8n 2 throws it: with the cause in it. n8n 1 keeps code and messages only. */
const thrownBy = (code: string, message: string) => [
	{ name: 'NodeApiError', httpCode: code, message: 'n8n', cause: { name: 'Error', code, message } },
	{ name: 'NodeApiError', httpCode: code, message: 'n8n', messages: [message, message] },
];

const ssl = (reason: string) =>
	`write EPROTO 409D:error:0A00042E:SSL routines:ssl3_read_bytes:${reason}:../a.c:918:SSL alert`;

test.each<[cause: string, code: string, message: string, networkCode?: string]>([
	['hostUnknown', 'ENOTFOUND', 'getaddrinfo ENOTFOUND api.example.com'],
	['proxyFailed', 'ENOTFOUND', 'getaddrinfo ENOTFOUND proxy.example.com'],
	['connectFailed', 'ECONNREFUSED', 'connect ECONNREFUSED 203.0.113.7:443'],
	['connectFailed', 'ETIMEDOUT', 'connect ETIMEDOUT 203.0.113.7:443'],
	['connectFailed', 'ECONNREFUSED', ''],
	[
		'connectFailed',
		'ECONNRESET',
		'Client network socket disconnected before secure TLS connection was established',
	],
	['proxyFailed', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3128'],
	['proxyFailed', '', 'Proxy connection ended before receiving CONNECT response'],
	['timeout', 'ETIMEDOUT', 'read ETIMEDOUT'],
	['timeout', 'ECONNABORTED', 'timeout of 120000ms exceeded'],
	['connectionLost', 'ECONNRESET', 'socket hang up'],
	['connectionLost', 'EPIPE', 'write EPIPE'],
	['connectionLost', 'ERR_STREAM_PREMATURE_CLOSE', 'Premature close'],
	['connectionLost', 'Z_BUF_ERROR', 'unexpected end of file'],
	['unknown', 'HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'],
	['noTls', 'EPROTO', ssl('wrong version number'), 'EPROTO, wrong version number'],
	['oldTls', 'EPROTO', ssl('tlsv1 alert protocol version'), 'EPROTO, tlsv1 alert protocol version'],
	[
		'clientCertificate',
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		ssl('tlsv13 alert certificate required'),
	],
	['clientCertificate', 'EPROTO', ssl('sslv3 alert handshake failure')],
	['certificateExpired', 'CERT_HAS_EXPIRED', 'certificate has expired'],
	['certificateNotYetValid', 'CERT_NOT_YET_VALID', 'certificate is not yet valid'],
	['certificateWeak', 'UNSPECIFIED', 'EE certificate key too weak'],
	[
		'certificateOfOtherHost',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		"Hostname/IP does not match certificate's altnames",
	],
	['certificateUntrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
	[
		'certificateUntrusted',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'unable to verify the first certificate',
	],
	['cancelled', 'ERR_CANCELED', 'canceled'],
	['addressBlocked', '', 'The address was blocked by SSRF protection'],
	['unknown', '', 'Something else'],
])('%s is recognized by %s, %s', (cause, code, message, networkCode = code) => {
	const found = thrownBy(code, message).map((thrown) => networkFailure(thrown, BASE_URL).cause);
	expect(found).toEqual([cause, cause]);
	if (networkCode === '') return;
	const failure = networkFailure(thrownBy(code, message)[0], BASE_URL);
	const { message: shown, description } = apiError(failure, get);
	expect(description).toContain(networkCode);
	expect(shown).not.toContain(code);
});

test('an http address whose server hangs up may be one of HTTPS', () => {
	const failure = networkFailure({ code: 'ECONNRESET', message: 'socket hang up' }, 'http://a/v1');
	expect(apiError(failure, get).description).toContain('change http:// to https://');
});

test('errors that refer to each other, and texts, are read to an end', () => {
	const ring: { cause?: unknown } = {};
	ring.cause = ring;
	expect(networkFailure(ring, BASE_URL).cause).toBe('unknown');
	expect(networkFailure('thrown', BASE_URL).cause).toBe('unknown');
});

test('the message says what happened, the description what to do', () => {
	const failure: Failure = {
		cause: 'notFound',
		status: 404,
		code: 'no_task',
		serviceMessage: 'Gone.',
	};
	const request: ApiRequest = { ...get, path: '/tasks/7', idLabel: 'Task' };
	const error = apiError(failure, request);
	expect(error.message).toBe(
		'The service could not find what you requested: Gone (no_task, GET /tasks/7, HTTP 404)',
	);
	expect(error.description).toMatch(/^Check the ID in 'Task'\. .*'Base URL'/);
	expect(error.details).toMatchObject({
		code: 'no_task',
		status: 404,
		method: 'GET',
		path: '/tasks/7',
	});
	expect(apiError({ cause: 'onHold', retryAfterMs: 180_000 }, get).message).toBe(
		'The service asked for a longer wait than two minutes (GET /tasks, Retry-After: 180 s, not sent)',
	);
});
