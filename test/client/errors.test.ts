import { causeOfResponse, causeOfThrown } from '../../nodes/ProjectWorkspace/client/outcome';
import { type ErrorRow, errors } from '../../nodes/ProjectWorkspace/client/errors';
import { expectWorded } from '../wording/rules';

test.each([
	[400, 'invalidRequest'],
	[401, 'unauthorized'],
	[402, 'planRefused'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[409, 'conflict'],
	[410, 'notFound'],
	[412, 'conflict'],
	[420, 'rateLimited'],
	[509, 'rateLimited'],
	[422, 'invalidRequest'],
	[429, 'rateLimited'],
	[500, 'serverFault'],
	[408, 'timeout'],
	[502, 'badGateway'],
	[503, 'unavailable'],
	[504, 'gatewayTimeout'],
	[301, 'redirected'],
	[199, 'otherStatus'],
	[600, 'serverFault'],
])('status %i is reported as %s', (status, cause) => {
	expect(causeOfResponse({ status, headers: {}, text: '' })).toBe(cause);
});

test.each([
	[{ code: 'ECONNREFUSED' }, 'connectFailed'],
	[{ code: 'ENOTFOUND' }, 'hostUnknown'],
	[{ code: 'EAI_AGAIN' }, 'hostUnknown'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'connectFailed'],
	[{ code: 'ETIMEDOUT' }, 'timeout'],
	[{ code: 'ECONNABORTED', message: 'timeout of 5000ms exceeded' }, 'timeout'],
	[{ message: 'socket hang up' }, 'connectionLost'],
	[{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connectFailed'],
	[{ code: 'ECONNREFUSED', syscall: 'read' }, 'connectionLost'],
	...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'ECONNRESET', 'EPIPE'].flatMap(
		(code): Array<[unknown, string]> => [
			[{ code, syscall: 'connect' }, 'connectFailed'],
			[{ code, syscall: 'read' }, 'connectionLost'],
			[{ code, syscall: 'write' }, 'connectionLost'],
			[{ code }, 'connectionLost'],
		],
	),
	[{ code: 'ETIMEDOUT', syscall: 'read' }, 'timeout'],
	[
		{
			code: 'ECONNRESET',
			message: 'Client network socket disconnected before secure TLS connection was established',
		},
		'connectFailed',
	],
	[{ message: 'Proxy connection ended before receiving CONNECT response' }, 'connectFailed'],
	[{ code: 'EPROTO', message: 'write EPROTO: wrong version number' }, 'certificateRefused'],
	[{ code: 'EPROTO', syscall: 'read', message: 'read EPROTO' }, 'connectionLost'],
	[{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'certificateRefused'],
	[{ code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' }, 'certificateRefused'],
	[{ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, 'connectionLost'],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificateRefused'],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificateRefused'],
	[{ code: 'ERR_CANCELED' }, 'cancelled'],
	[{ name: 'AbortError', message: 'This operation was aborted' }, 'cancelled'],
	[{ name: 'CanceledError', message: 'canceled' }, 'cancelled'],
	[{ name: 'SsrfBlockedIpError', message: 'no' }, 'addressBlocked'],
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
	['CERT_HAS_EXPIRED', 'certificateRefused'],
])(
	'%s is reported as %s where n8n 1 has made an error of it, without a cause',
	(httpCode, cause) => {
		expect(causeOfThrown({ name: 'NodeApiError', message: 'n8n wraps it', httpCode })).toBe(cause);
	},
);

test('a ring of causes comes to an end', () => {
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

test.each([
	[429, OWN, '', 'rateLimited'],
	[403, LEFT, '', 'rateLimited'],
	[403, OWN, '', 'forbidden'],
	[400, LEFT, 'rate_limited Too many requests', 'rateLimited'],
	[503, LEFT, 'Quota exceeded', 'rateLimited'],
	[404, LEFT, 'No such task', 'notFound'],
	[301, LEFT, 'Limit exceeded', 'redirected'],
	// A gateway without a service behind it, or a service that takes no requests.
	[503, { ...LEFT, 'retry-after': '1' }, '', 'unavailable'],
	[503, OWN, 'overloaded', 'unavailable'],
	[503, { ...OWN, 'retry-after': '1' }, 'internal_error', 'unavailable'],
	// The service itself, half-way.
	[503, OWN, '', 'interrupted'],
	[503, {}, 'internal_error Something broke', 'interrupted'],
])('status %i with %j and "%s" is reported as %s', (status, headers, said, cause) => {
	expect(causeOfResponse({ status, headers, text: '' }, said)).toBe(cause);
});

test('a POST is only repeated where the service surely did not act', () => {
	const repeated = Object.entries<ErrorRow>(errors).filter(
		([, { retry: repeat }]) => repeat === 'always' || repeat === 'afterRateLimit',
	);
	expect(repeated.map(([cause]) => cause)).toEqual(['rateLimited', 'hostUnknown', 'connectFailed']);
});

test('a request counts as never sent only where it never got out', () => {
	const neverSent = Object.entries<ErrorRow>(errors).filter(([, row]) => row.neverSent);
	expect(neverSent.map(([cause]) => cause)).toEqual([
		'addressBlocked',
		'hostUnknown',
		'connectFailed',
		'certificateRefused',
		'stoppedResponding',
		'waitTooLong',
		'keyReused',
		'hiddenValue',
	]);
});

test('every cause has a message and a description, without the words that n8n avoids', () => {
	for (const cause of Object.values<ErrorRow>(errors)) {
		expectWorded(cause);
		expectWorded({ ...cause, description: cause.withoutId ?? cause.description });
	}
});
