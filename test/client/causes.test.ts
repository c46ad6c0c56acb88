import { type Cause, causeOfStatus, causes } from '../../nodes/ProjectWorkspace/client/causes';
import { causeOfThrown } from '../../nodes/ProjectWorkspace/client/causeOfThrown';
import { expectWorded } from '../wording/rules';

test.each([
	[400, 'invalidRequest'],
	[401, 'keyRefused'],
	[402, 'planRefused'],
	[403, 'forbidden'],
	[404, 'notFound'],
	[409, 'conflict'],
	[422, 'invalidRequest'],
	[429, 'quotaRefused'],
	[418, 'invalidRequest'],
	[500, 'serverFault'],
	[503, 'serverFault'],
	[301, 'redirected'],
	[199, 'otherStatus'],
])('status %i is told as %s', (status, cause) => {
	expect(causeOfStatus(status)).toBe(cause);
});

test.each([
	[{ code: 'ECONNREFUSED' }, 'connectionRefused'],
	[{ code: 'ENOTFOUND' }, 'hostUnknown'],
	[{ code: 'EAI_AGAIN' }, 'hostUnknown'],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'connectionRefused'],
	[{ code: 'ETIMEDOUT' }, 'timeout'],
	[{ code: 'ECONNABORTED', message: 'timeout of 5000ms exceeded' }, 'timeout'],
	[{ code: 'ECONNRESET' }, 'connectionLost'],
	[{ message: 'socket hang up' }, 'connectionLost'],
	[{ code: 'CERT_HAS_EXPIRED' }, 'certificateRefused'],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificateRefused'],
	[{ code: 'ERR_CANCELED' }, 'cancelled'],
	[{ name: 'SsrfBlockedIpError', message: 'no' }, 'addressBlocked'],
	[{ message: 'something else' }, 'notSent'],
	['a text', 'notSent'],
	[undefined, 'notSent'],
])('%j is told as %s', (thrown, cause) => {
	expect(causeOfThrown(thrown)).toBe(cause);
	expect(causeOfThrown({ message: 'n8n wraps it', cause: { cause: thrown } })).toBe(cause);
});

test('a ring of causes comes to an end', () => {
	const ring: { cause?: unknown } = {};
	ring.cause = ring;
	expect(causeOfThrown(ring)).toBe('notSent');
});

test('every cause says what happened and what to do, without the words that n8n avoids', () => {
	for (const cause of Object.values<Cause>(causes)) {
		expectWorded(cause);
		expectWorded({ ...cause, description: cause.withoutId ?? cause.description });
	}
});
