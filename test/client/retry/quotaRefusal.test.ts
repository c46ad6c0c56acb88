import { isQuotaRefusal } from '../../../nodes/ProjectWorkspace/client/retry/quotaRefusal';

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
