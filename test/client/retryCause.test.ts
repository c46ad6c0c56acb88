import type { CauseName } from '../../nodes/ProjectWorkspace/client/causes';
import { retryCauseOf } from '../../nodes/ProjectWorkspace/client/retryCause';

const failure = (cause: CauseName, status?: number, code: string = cause) => ({
	cause,
	status,
	code,
	message: '',
	description: '',
	method: 'GET' as const,
	path: '/users',
});

test.each([
	[failure('quotaRefused', 429), undefined, 'quotaRefused'],
	[failure('forbidden', 403), 0, 'quotaRefused'],
	[failure('forbidden', 403), 5, 'other'],
	[failure('serverFault', 500), undefined, 'other'],
	[failure('serverFault', 502), undefined, 'badGateway'],
	[failure('serverFault', 503), undefined, 'unavailable'],
	[failure('serverFault', 503, 'rate_limited'), 0, 'quotaRefused'],
	[failure('serverFault', 504), undefined, 'gatewayTimeout'],
	[failure('connectionRefused'), undefined, 'connectionRefused'],
	[failure('hostUnknown'), undefined, 'connectionRefused'],
	[failure('connectionLost'), undefined, 'connectionLost'],
	[failure('timeout'), undefined, 'timeout'],
	[failure('timeout', 408), undefined, 'other'],
	[failure('cutJson', 200), undefined, 'cutAnswer'],
	[failure('html', 200), undefined, 'other'],
	[failure('certificateRefused'), undefined, 'other'],
	[failure('cancelled'), undefined, 'other'],
] as const)('%j with %s left is, for retries, %s', (given, remaining, cause) => {
	expect(retryCauseOf(given, remaining)).toBe(cause);
});
