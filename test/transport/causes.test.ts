import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { causes } from '../../nodes/ProjectWorkspace/transport/causes';
import { apiError, type Failure } from '../../nodes/ProjectWorkspace/transport/failure';
import { networkFailure } from '../../nodes/ProjectWorkspace/transport/request';
import { redactorOf } from '../../nodes/ProjectWorkspace/transport/redact';
import { isFailure, readResponse } from '../../nodes/ProjectWorkspace/transport/response';
import type { ApiRequest, Hide } from '../../nodes/ProjectWorkspace/transport/types';

const BASE_URL = 'https://api.example.com/v1';
const hideNothing: Hide = (value) => value;
const get: ApiRequest = { method: 'GET', path: '/tasks', query: {} };

function failureOf(status: number, body: unknown, headers: Record<string, string> = {}): Failure {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const outcome = readResponse(
		{ statusCode: status, headers },
		text,
		`${BASE_URL}/tasks`,
		hideNothing,
	);
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
	[413, 'rejected'],
	[422, 'rejected'],
	[429, 'rateLimited'],
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
	expect(readResponse(response, '', `${origin}/v1/tasks`, hideNothing)).toEqual(
		expect.objectContaining({ cause, detail: `to ${location}` }),
	);
});

const failureBy = (thrown: unknown, baseUrl = BASE_URL) =>
	networkFailure(thrown, baseUrl, hideNothing);

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
	const found = thrownBy(code, message).map((thrown) => failureBy(thrown).cause);
	expect(found).toEqual([cause, cause]);
	if (networkCode === '') return;
	const failure = failureBy(thrownBy(code, message)[0]);
	const { message: shown, description } = apiError(failure, get);
	expect(description).toContain(networkCode);
	expect(shown).not.toContain(code);
});

test('an http address whose server hangs up may be one of HTTPS', () => {
	const failure = failureBy({ code: 'ECONNRESET', message: 'socket hang up' }, 'http://a/v1');
	expect(apiError(failure, get).description).toContain('change http:// to https://');
});

test('errors that refer to each other, and texts, are read to an end', () => {
	const ring: { cause?: unknown } = {};
	ring.cause = ring;
	expect(failureBy(ring).cause).toBe('unknown');
	expect(failureBy('thrown').cause).toBe('unknown');
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

test.each<[string, Failure, Partial<ApiRequest>, RegExp]>([
	[
		'with an ID',
		{ cause: 'notFound', isJson: true },
		{ idLabel: 'Task' },
		/^Check the ID in 'Task'/,
	],
	[
		'of a matching record',
		{ cause: 'notFound', isJson: true },
		{},
		/^Check whether the record still/,
	],
	['of a web page', { cause: 'notFound', isJson: false }, {}, /^Check 'Base URL'/],
	['of a list', { cause: 'notFound', isJson: true }, { path: '/tasks' }, /^Check 'Base URL'/],
])('the advice on a 404 %s', (_, failure, more, advice) => {
	expect(apiError(failure, { ...get, path: '/tasks/7', ...more }).description).toMatch(advice);
});

test.each([
	['Team not authorized', 'forbidden'],
	['unauthorized card permission requested', 'forbidden'],
	['You may not read this project', 'forbidden'],
	['API key is not valid for this workspace', 'unauthorized'],
	['Unauthorized', 'unauthorized'],
	['Token invalid', 'unauthorized'],
])('a 401 that says "%s" is titled as %s', (message, cause) => {
	expect(failureOf(401, { err: message }).cause).toBe(cause);
});

test('what is quoted of the service is cut after secrets are hidden, wherever they are', () => {
	const key = 'ac_live_made_up_"secret"_key';
	const { inMessages } = redactorOf({ apiKey: key });
	const quoted = (status: number, body: string): Failure =>
		readResponse({ statusCode: status, headers: {} }, body, BASE_URL, inMessages) as Failure; // an error

	for (let at = 40; at < 4_200; at += 7) {
		const text = `${'x'.repeat(at)} ${key} y`;
		const failures = [
			quoted(400, JSON.stringify({ error: { code: text, message: text } })),
			quoted(500, `<html><title>${text}</title></html>`),
			quoted(502, text),
			networkFailure({ message: text }, BASE_URL, inMessages),
		];
		expect(JSON.stringify(failures)).not.toContain(key.slice(0, 10));
	}
});

test('the body of a rejection is kept, up to 4,000 characters', () => {
	expect(failureOf(400, { a: 1 }).response).toBe('{"a":1}');
	expect(failureOf(500, '<p>Sorry</p>').response).toBe('<p>Sorry</p>');
	expect(failureOf(400, { a: 'x'.repeat(9_000) }).response).toHaveLength(4_000);
});

test('each cause has its row in the tests', () => {
	const tests = readdirSync(__dirname).map((name) => readFileSync(join(__dirname, name), 'utf8'));
	const isTested = (name: string) => tests.some((text) => text.includes(`'${name}'`));
	expect(Object.keys(causes).filter((name) => !isTested(name))).toEqual([]);
});
