import { deletedBefore } from '../../../nodes/ProjectWorkspace/client/retry/history';
import type { Cause } from '../../../nodes/ProjectWorkspace/client/retry/policy';

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
