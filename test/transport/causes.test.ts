import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { causes } from '../../nodes/ProjectWorkspace/transport/causes';
import {
	apiError,
	isFailure,
	type Failure,
	type Outcome,
} from '../../nodes/ProjectWorkspace/transport/failure';
import { redactorOf } from '../../nodes/ProjectWorkspace/transport/redact';
import { readResponse } from '../../nodes/ProjectWorkspace/transport/response';
import { networkFailure } from '../../nodes/ProjectWorkspace/transport/networkFailure';
import type { ApiRequest, Hide } from '../../nodes/ProjectWorkspace/transport/types';

const BASE_URL = 'https://api.example.com/v1';
const hideNothing: Hide = (value) => value;
const get: ApiRequest = { method: 'GET', path: '/tasks', query: {} };

interface Received {
	url?: string;
	headers?: Record<string, string>;
	hide?: Hide;
}

async function failureOf(status: number, body: unknown, received: Received = {}): Promise<Failure> {
	const { url = `${BASE_URL}/tasks`, headers = {}, hide = hideNothing } = received;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = { statusCode: status, headers, body: text };
	const outcome: Outcome = await readResponse(response, url, hide);
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
])('status %i is reported as %s', async (status, cause) => {
	const said = { error: { code: 'c', message: 'Words.' } };
	expect(await failureOf(status, said)).toMatchObject({
		cause,
		status,
		code: 'c',
		serviceMessage: 'Words.',
	});
});

test('an error with a success status is an error', async () => {
	expect(await failureOf(200, { status: false, message: 'No' })).toMatchObject({
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
		{ message: 'Slow down' },
		{ 'x-ratelimit-remaining': '-2' },
		{ cause: 'rateLimited', remaining: 0 },
	],
	[
		'403 with some left',
		403,
		{ message: 'Rate limit' },
		{ 'x-ratelimit-remaining': '1' },
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
		{ location: 'https://other.example.com/a?token=1' },
		{ cause: 'redirected', detail: 'to https://other.example.com/a' },
	],
	[
		'a redirect within the host',
		301,
		'',
		{ location: '/v1/tasks/' },
		{ cause: 'redirectedWithinHost', detail: 'to https://api.example.com/v1/tasks/' },
	],
	['Retry-After in seconds', 503, '', { 'retry-after': '7' }, { retryAfterMs: 7_000 }],
	[
		'Retry-After as a date',
		429,
		'',
		{ 'retry-after': 'Sat, 28 Nov 2026 10:00:30 GMT', date: 'Sat, 28 Nov 2026 10:00:00 GMT' },
		{ retryAfterMs: 30_000 },
	],
	['Retry-After as it may not be', 429, '', { 'retry-after': 'soon' }, { retryAfterMs: undefined }],
])('%s', async (_, status, body, headers, expected) => {
	expect(await failureOf(status, body, { headers })).toMatchObject(expected);
});

test.each([
	['http://api.example.com', 'https://api.example.com/v1/tasks', 'plainHttp'],
	['http://api.example.com:8080', 'https://api.example.com/v1/tasks', 'redirected'],
	['https://api.example.com', 'http://api.example.com/v1/tasks', 'redirected'],
])('a redirect from %s to %s: %s', async (origin, location, cause) => {
	const received = { url: `${origin}/v1/tasks`, headers: { location } };
	expect(await failureOf(308, '', received)).toMatchObject({ cause, detail: `to ${location}` });
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

test.each<[string, isJson: boolean, Partial<ApiRequest>, RegExp]>([
	['with an ID', true, { idLabel: 'Task' }, /^Check the ID in 'Task'\.$/],
	['of a matching record', true, {}, /^Check whether the record still exists\.$/],
	['of a web page', false, {}, /^Check 'Base URL'/],
	[
		'of a web page with an ID',
		false,
		{ idLabel: 'Task' },
		/^Check the ID in 'Task'\. .*'Base URL'/,
	],
	['of a list', true, { path: '/tasks' }, /^Check 'Base URL'/],
])('the advice on a 404 %s', (_, isJson, more, advice) => {
	const request = { ...get, path: '/tasks/7', ...more };
	expect(apiError({ cause: 'notFound', isJson }, request).description).toMatch(advice);
});

test.each([
	['Team not authorized', 'forbidden'],
	['unauthorized card permission requested', 'forbidden'],
	['You may not read this project', 'forbidden'],
	['API key is not valid for this workspace', 'unauthorized'],
	['Unauthorized', 'unauthorized'],
	['Token invalid', 'unauthorized'],
])('a 401 that says "%s" is titled as %s', async (message, cause) => {
	expect(await failureOf(401, { err: message })).toMatchObject({ cause });
});

test('what is quoted of the service is cut after secrets are hidden, wherever they are', async () => {
	const key = 'ac_live_made_up_"secret"_key';
	const { inMessages: hide } = redactorOf({ apiKey: key });

	for (let at = 40; at < 4_200; at += 7) {
		const text = `${'x'.repeat(at)} ${key} y`;
		const failures = [
			await failureOf(400, { error: { code: text, message: text } }, { hide }),
			await failureOf(500, `<html><title>${text}</title></html>`, { hide }),
			await failureOf(502, text, { hide }),
			networkFailure({ message: text }, BASE_URL, hide),
		];
		expect(JSON.stringify(failures)).not.toContain(key.slice(0, 10));
	}
});

test('nothing is not JSON, as a proxy responds so as well, but is a success', async () => {
	expect(await failureOf(404, '')).toMatchObject({ cause: 'notFound', isJson: false });
	const nothing = { statusCode: 204, headers: {}, body: ' ' };
	expect(await readResponse(nothing, BASE_URL, hideNothing)).toMatchObject({ body: undefined });
});

test('JSON may begin with a byte order mark', async () => {
	const marked = { statusCode: 200, headers: {}, body: '\ufeff{"a":1}' };
	expect(await readResponse(marked, BASE_URL, hideNothing)).toMatchObject({ body: { a: 1 } });
});

test('a secret with slashes is hidden where it is the path of a field at fault', async () => {
	const hide = redactorOf({ signingSecret: 'MfKQ9r8/YqrTwjU' }).inMessages;
	const body = { errors: [{ field: 'MfKQ9r8/YqrTwjU', code: 'bad' }] };
	expect(await failureOf(422, body, { hide })).toMatchObject({
		serviceMessage: '[signing secret hidden]: bad',
	});
});

test('the body of a rejection is kept, up to 4,000 characters', async () => {
	expect(await failureOf(400, { a: 1 })).toMatchObject({ response: '{"a":1}' });
	expect(await failureOf(500, '<p>Sorry</p>')).toMatchObject({ response: '<p>Sorry</p>' });
	const { response } = await failureOf(400, { a: 'x'.repeat(9_000) });
	expect(response).toHaveLength(4_000);
});

test('each cause has its row in the tests', () => {
	const tests = readdirSync(__dirname).map((name) => readFileSync(join(__dirname, name), 'utf8'));
	const isTested = (name: string) => tests.some((text) => text.includes(`'${name}'`));
	expect(Object.keys(causes).filter((name) => !isTested(name))).toEqual([]);
});
