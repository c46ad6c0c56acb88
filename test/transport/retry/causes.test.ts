import { causeOf } from '../../../nodes/ProjectWorkspace/transport/retry/causes';
import { deletedBefore } from '../../../nodes/ProjectWorkspace/transport/retry/history';
import type { Cause } from '../../../nodes/ProjectWorkspace/transport/retry/policy';
import { isQuotaRefusal } from '../../../nodes/ProjectWorkspace/transport/retry/quotaRefusal';

test.each([
	[{ code: 'ECONNREFUSED' }, 'connectionRefused'],
	[{ code: 'ENOTFOUND' }, 'connectionRefused'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'connectionRefused'],
	[{ code: 'ETIMEDOUT' }, 'timeout'],
	[{ code: 'ECONNABORTED', message: 'timeout of 5000ms exceeded' }, 'timeout'],
	[{ code: 'ECONNRESET' }, 'connectionLost'],
	[{ message: 'socket hang up' }, 'connectionLost'],
	[{ status: 502 }, 'badGateway'],
	[{ status: 503 }, 'unavailable'],
	[{ status: 504 }, 'gatewayTimeout'],
	[{ status: 500 }, 'other'],
	[{ status: 404, code: 'ECONNRESET' }, 'other'],
	[{ code: 'CERT_HAS_EXPIRED' }, 'other'],
	[{}, 'other'],
])('takes %j for %s', (failure, cause) => {
	expect(causeOf(failure)).toBe(cause);
});

test.each([
	[{ status: 429 }, true],
	[{ status: 429, remaining: 7 }, true],
	[{ status: 403, remaining: 0 }, true],
	[{ status: 403, remaining: 5 }, false],
	[{ status: 403 }, false],
	[{ status: 400, remaining: 0, words: 'rate_limited Too many requests' }, true],
	[{ status: 503, remaining: 0, words: 'Quota exceeded' }, true],
	[{ status: 503, remaining: 0, words: 'Down for maintenance' }, false],
	[{ status: 404, remaining: 0, words: 'No such task' }, false],
	[{ status: 200, remaining: 0 }, false],
])('asks whether %j is a refusal by the quota: %s', (refusal, expected) => {
	expect(isQuotaRefusal(refusal)).toBe(expected);
});

const after = (...causes: Cause[]) => ({
	attempts: causes.map((cause) => ({ cause, tookMs: 1, thenWaitedMs: 1 })),
	quotaWaitedMs: 0,
	elapsedMs: 0,
});

test('counts a repeated DELETE that meets 404 after a lost answer as done', () => {
	expect(deletedBefore('DELETE', 404, after('connectionLost'))).toBe(true);
	expect(deletedBefore('DELETE', 404, after('timeout', 'quotaRefused'))).toBe(true);
});

test('takes any other 404 for what it says', () => {
	expect(deletedBefore('DELETE', 404, after())).toBe(false);
	expect(deletedBefore('DELETE', 404, after('quotaRefused', 'connectionRefused'))).toBe(false);
	expect(deletedBefore('GET', 404, after('timeout'))).toBe(false);
	expect(deletedBefore('DELETE', 403, after('timeout'))).toBe(false);
});
