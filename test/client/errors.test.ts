import {
	causeOfResponse,
	causeOfThrown,
	errors,
	type CauseName,
	type ErrorRow,
} from '../../nodes/ProjectWorkspace/old/client/errors';
import { readRateLimit } from '../../nodes/ProjectWorkspace/old/client/headers';
import { expectWorded } from '../wording/rules';

const causeOf = (status: number, headers: Record<string, string> = {}, text = '') =>
	causeOfResponse({ status, text, isPage: false, ...readRateLimit(headers) });

/** By hand, as a POST that is sent twice creates two records: the statuses of each cause, and what follows from it. */
const POLICY: Record<CauseName, [statuses: number[], policy: string]> = {
	unauthorized: [[401], 'credential-invalid'],
	planRefused: [[402], 'configuration-invalid'],
	forbidden: [[403], 'configuration-invalid'],
	firewall: [[], ''],
	notFound: [[404, 410], 'configuration-invalid'],
	conflict: [[409, 412, 423], ''],
	rateLimited: [[429], 'retry always, rate limit, rate-limited'],
	limitReached: [[], 'retry always, rate limit, 60000 ms, 2 attempts, rate-limited'],
	limitInSuccess: [[], 'retry idempotent, rate limit, 60000 ms, 2 attempts, rate-limited'],
	invalidRequest: [[400, 420, 422, 499], 'configuration-invalid'],
	serverFault: [[500, 501, 509, 599, 600], 'temporarily-unavailable'],
	badGateway: [[502], 'retry idempotent, temporarily-unavailable'],
	unavailable: [[503, 425], 'retry idempotent, notProcessed, temporarily-unavailable'],
	interrupted: [[], 'retry idempotent, temporarily-unavailable'],
	gatewayTimeout: [[504], 'retry idempotent, temporarily-unavailable'],
	redirected: [[300, 301, 399], 'configuration-invalid'],
	otherStatus: [[199, 304, 405, 407], ''],
	errorInSuccessResponse: [[], ''],
	html: [[], ''],
	notJson: [[], ''],
	brokenJson: [[], ''],
	tooLarge: [[], 'configuration-invalid'],
	cutJson: [[], 'retry idempotent, 5 attempts, temporarily-unavailable'],
	cancelled: [[], ''],
	addressBlocked: [[], 'neverSent, configuration-invalid'],
	hostUnknown: [[], 'retry always, neverSent, 5 attempts, temporarily-unavailable'],
	connectFailed: [[], 'retry always, neverSent, 5 attempts, temporarily-unavailable'],
	certificateSelfSigned: [[], 'neverSent, configuration-invalid'],
	certificateUntrusted: [[], 'neverSent, configuration-invalid'],
	certificateExpired: [[], 'neverSent'],
	certificateOfAnother: [[], 'neverSent, configuration-invalid'],
	noTls: [[], 'neverSent, configuration-invalid'],
	certificateRefused: [[], 'neverSent'],
	timeout: [[408], 'retry idempotent, 5 attempts, temporarily-unavailable'],
	brokenHttp: [[], ''],
	connectionLost: [[], 'retry idempotent, temporarily-unavailable'],
	stoppedResponding: [[], 'neverSent, temporarily-unavailable'],
	waitTooLong: [[], 'neverSent, rate-limited'],
	keyReused: [[], 'neverSent, configuration-invalid'],
	hiddenValue: [[], 'neverSent, configuration-invalid'],
	unexpected: [[], 'node-defect'],
	unknown: [[], ''],
};

test.each(Object.entries(POLICY))('statuses and policy of %s: %j', (cause, [statuses, policy]) => {
	const found = statuses.map((status) => causeOf(status));
	expect(found).toEqual(statuses.map(() => cause));
	const row: ErrorRow = errors[cause as CauseName]; // a key of the table
	const { retry, isRateLimit, waitMs, notProcessed, neverSent, maxAttempts, n8nCause } = row;
	const words = [
		retry && `retry ${retry}`,
		isRateLimit && 'rate limit',
		waitMs && `${waitMs} ms`,
		notProcessed && 'notProcessed',
		neverSent && 'neverSent',
		maxAttempts && `${maxAttempts} attempts`,
		n8nCause,
	];
	expect(words.filter(Boolean).join(', ')).toBe(policy);
});

const LOST = 'ECONNREFUSED EHOSTUNREACH ENETUNREACH ENETDOWN EADDRNOTAVAIL ECONNRESET EPIPE'.split(
	' ',
);
const TLS_LOST = 'Client network socket disconnected before secure TLS connection was established';

test.each([
	...LOST.flatMap(
		(code): Array<[unknown, string]> => [
			[{ code, syscall: 'connect' }, 'connectFailed'],
			[{ code, syscall: 'read' }, 'connectionLost'],
			[{ code, syscall: 'write' }, 'connectionLost'],
		],
	),
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'connectFailed'],
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'timeout'],
	[{ code: 'ECONNRESET', message: TLS_LOST }, 'connectFailed'],
	[{ code: 'EPROTO', message: 'write EPROTO: wrong version number' }, 'noTls'],
	[{ code: 'EPROTO', syscall: 'read', message: 'read EPROTO' }, 'connectionLost'],
	[{ name: 'AbortError', message: 'This operation was aborted' }, 'cancelled'],
	[{ name: 'CanceledError', message: 'canceled' }, 'cancelled'],
	[{ name: 'SsrfError', message: 'no' }, 'addressBlocked'],
	[{ message: 'something else' }, 'unknown'],
	['a text', 'unknown'],
	[undefined, 'unknown'],
])('%j is reported as %s', (thrown, cause) => {
	expect(causeOfThrown(thrown)).toBe(cause);
	const inAxios = { message: 'axios wraps it', cause: { reason: { cause: thrown } } };
	expect(causeOfThrown({ message: 'n8n wraps it', cause: { cause: inAxios } })).toBe(cause);
});

test.each([
	['ECONNRESET', 'connectionLost'],
	['ETIMEDOUT', 'timeout'],
	['ERR_CANCELED', 'cancelled'],
	['CERT_HAS_EXPIRED', 'certificateExpired'],
])('%s is reported as %s if n8n 1 has made an error of it, without a cause', (httpCode, cause) => {
	expect(causeOfThrown({ name: 'NodeApiError', message: 'n8n wraps it', httpCode })).toBe(cause);
});

test.each([
	['hostUnknown', 'ENOTFOUND EAI_AGAIN'],
	['connectFailed', 'ECONNREFUSED UND_ERR_CONNECT_TIMEOUT'],
	['timeout', 'ECONNABORTED ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_HEADERS_TIMEOUT'],
	[
		'connectionLost',
		'ECONNRESET EPIPE EHOSTUNREACH ENETUNREACH ENETDOWN ENETRESET EADDRNOTAVAIL ENOTCONN EPROTO ERR_SSL_BAD_RECORD_MAC ERR_STREAM_PREMATURE_CLOSE ERR_BAD_RESPONSE UND_ERR_SOCKET HPE_INVALID_EOF_STATE',
	],
	[
		'certificateRefused',
		'CERT_NOT_YET_VALID CERT_REVOKED CRL_SIGNATURE_FAILURE ERR_SSL_HANDSHAKE_FAILURE ERR_SSL_UNSUPPORTED_PROTOCOL ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
	],
	['certificateSelfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
	[
		'certificateUntrusted',
		'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
	],
	['certificateExpired', 'CERT_HAS_EXPIRED'],
	['certificateOfAnother', 'ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_TLSV1_UNRECOGNIZED_NAME'],
	['noTls', 'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG'],
	['cutJson', 'Z_DATA_ERROR Z_BUF_ERROR ERR__ERROR_FORMAT_PADDING_2'],
	['brokenHttp', 'HPE_HEADER_OVERFLOW HPE_INVALID_CONSTANT HPE_INVALID_HEADER_TOKEN'],
	['cancelled', 'ERR_CANCELED'],
])('%s is recognized by each code alone: %s', (cause, codes) => {
	const found = codes.split(' ').map((code) => [code, causeOfThrown({ code })]);
	expect(found).toEqual(codes.split(' ').map((code) => [code, cause]));
});

test.each([
	['timeout', 'timeout of 5000ms exceeded | the request timed out'],
	['connectionLost', 'socket hang up | aborted | Premature close | SSL routines: bad MAC'],
	['connectFailed', 'disconnected before secure TLS connection was established'],
	['connectFailed', 'Proxy connection ended before receiving CONNECT response'],
	['certificateRefused', 'invalid certificate | handshake failure | unsupported protocol'],
	['certificateRefused', 'alert protocol version'],
	['certificateSelfSigned', 'self-signed certificate | self signed certificate'],
	['certificateUntrusted', 'self-signed certificate in certificate chain | unknown CA'],
	['certificateUntrusted', 'unable to verify the first certificate'],
	['certificateUntrusted', 'unable to get local issuer certificate'],
	['certificateExpired', 'certificate has expired'],
	['certificateOfAnother', "Hostname/IP does not match certificate's altnames: Host: a"],
	['noTls', 'wrong version number | packet length too long'],
	['addressBlocked', 'SSRF | blocked IP address | blocked by host rules'],
])('%s is recognized by each message alone: %s', (cause, messages) => {
	const each = messages.split(' | ');
	expect(each.map((message) => causeOfThrown({ message }))).toEqual(each.map(() => cause));
});

test('a circular chain of causes ends', () => {
	const ring: { cause?: unknown } = {};
	ring.cause = ring;
	expect(causeOfThrown(ring)).toBe('unknown');
});

const connecting = { code: 'ECONNREFUSED', syscall: 'connect' };

test.each([
	[[connecting, connecting], 'connectFailed'],
	[[connecting, { code: 'EHOSTUNREACH', syscall: 'read' }], 'connectionLost'],
])('of several addresses of one host, %j is reported as %s', (each, cause) => {
	expect(causeOfThrown({ cause: { code: 'ECONNREFUSED', errors: each } })).toBe(cause);
});

const LEFT = { 'x-ratelimit-remaining': '0' };
const OWN = { 'x-ratelimit-remaining': '7' };

test.each<[number, Record<string, string>, string, string]>([
	[429, OWN, '', 'rateLimited'],
	[403, LEFT, '', 'forbidden'],
	[403, LEFT, 'API rate limit exceeded', 'limitReached'],
	[403, OWN, 'API rate limit exceeded', 'forbidden'],
	[420, LEFT, 'quota', 'limitReached'],
	[429, LEFT, 'quota', 'rateLimited'],
	[403, OWN, '', 'forbidden'],
	[400, { ...LEFT, 'retry-after': '1' }, '', 'invalidRequest'],
	[500, { ...LEFT, 'retry-after': '1' }, '', 'serverFault'],
	[500, LEFT, 'quota', 'serverFault'],
	[509, LEFT, 'rate limit', 'serverFault'],
	[503, LEFT, 'Request limit exceeded', 'interrupted'],
	[404, LEFT, 'No such task', 'notFound'],
	[301, LEFT, 'Limit exceeded', 'redirected'],
	[500, LEFT, 'Time limit exceeded', 'serverFault'],
	// A gateway without a service behind it, or a service that takes no requests.
	[503, { ...LEFT, 'retry-after': '1' }, '', 'unavailable'],
	[503, { ...OWN, 'retry-after': '1' }, 'internal_error', 'unavailable'],
	// The service itself, half-way.
	[503, OWN, '', 'interrupted'],
	[503, {}, 'internal_error Something broke', 'interrupted'],
])('status %i with %j and "%s" is reported as %s', (status, headers, said, cause) => {
	expect(causeOf(status, headers, said)).toBe(cause);
});

test.each([
	[400, LEFT, 'limitReached', 'rate_limited, Quota, Too many requests, Throttled, Limit exceeded'],
	[400, LEFT, 'limitReached', 'You exceeded your hourly limit'],
	[200, OWN, 'limitInSuccess', 'rate limit, too many requests, throttled'],
	[200, OWN, 'errorInSuccessResponse', 'storage quota exceeded'],
	[503, OWN, 'unavailable', 'unavailable, overloaded, maintenance, busy, capacity, starting'],
	[503, OWN, 'unavailable', 'try again, retry, upstream'],
])('status %i with %j is %s by each of these words: %s', (status, headers, cause, words) => {
	for (const word of words.split(', ')) {
		expect([word, causeOf(status, headers, word)]).toEqual([word, cause]);
	}
});

test('every cause has a message and a description, without the words that n8n avoids', () => {
	for (const cause of Object.values<ErrorRow>(errors)) {
		expectWorded(cause);
		expectWorded({ ...cause, description: cause.withoutId ?? cause.description });
	}
});
