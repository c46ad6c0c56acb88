import type { Reason } from '../../nodes/ProjectWorkspace/signature/messages';
import { verify, type SignatureSettings } from '../../nodes/ProjectWorkspace/signature/verify';
import { expectSaid } from '../wording/rules';
import { BODY, delivery, NOW, SECRET, settings } from './delivery';
import { digests as d } from './knownAnswers';

type Case = [Reason, RegExp, ReturnType<typeof delivery>, Partial<SignatureSettings>?];
const spaced = JSON.stringify(JSON.parse(BODY), null, 2);

test.each<Case>([
	[
		'headerMissing',
		/^The delivery has no x-service-signature header, but it has x-hub-signature-256\. .* in 'Signature Header'/,
		delivery(undefined, { 'x-hub-signature-256': d.sha256 }),
	],
	[
		'headerMissing',
		/no other header looks like one/,
		delivery(undefined, { 'content-type': 'application/json' }),
	],
	['weakAlgorithm', /At least SHA-256 is required/, delivery(`sha1=${d.sha1}`)],
	['noDigest', /\(11 characters\)/, delivery('hello world')],
	['mismatch', /SHA-256 in hex after "sha256="/, delivery(`sha256=${d.colon}`)],
	[
		'mismatch',
		/a timestamp in the signature header/,
		delivery(`t=1792567680,v1=${'0'.repeat(64)}`),
	],
	[
		'mismatch',
		/; a timestamp in another header; an ID in another header\)/,
		delivery('0'.repeat(64), { 'x-service-timestamp': '1792567680', 'x-service-id': 'msg_1' }),
	],
	['mismatch', /hex\), but/, delivery(d.colon)],
	['headerUnreadable', /and one timestamp/, delivery(`t=1792567680,t=1792567681,v1=${d.dot}`)],
	[
		'badTimestamp',
		/cannot be read\. It must be a Unix time/,
		delivery(d.dot, { 'x-time': 'noon' }),
		{ options: { timestampHeader: 'x-time' } },
	],
	['stale', /is 400 seconds old/, delivery(`t=1792567680,v1=${d.dot}`), { now: NOW + 400_000 }],
	[
		'future',
		/400 seconds in the future/,
		delivery(`t=1792567680,v1=${d.dot}`),
		{ now: NOW - 400_000 },
	],
	['bodyChanged', /rewrites the body/, delivery(d.sha256, {}, spaced)],
	['bodyChanged', /rewrites the body/, delivery(d.sha256, {}, `${BODY}\n`)],
	[
		'timestampNotSigned',
		/set 'Signed Content' .* to \{body\}/,
		delivery(`t=1792567680,v1=${d.sha256}`),
	],
	['mismatch', /does not match/, delivery(d.sha256, {}, '{"not":"that"}')],
])('%s has a message: %s', (reason, words, sent, change = {}) => {
	const verdict = verify(
		sent,
		settings({ explain: { url: 'https://n8n.example.com/webhook/a' }, ...change }),
	);
	expect(verdict).toMatchObject({ ok: false, reason });
	expect(verdict.ok ? '' : verdict.message).toMatch(words);
	if (!verdict.ok) expectSaid(verdict.message);
	expect(JSON.stringify(verdict)).not.toContain(SECRET);
});

test('without the wish for an explanation, a rejection costs no further attempts', () => {
	expect(verify(delivery(d.sha256, {}, spaced), settings())).toMatchObject({ reason: 'mismatch' });
});
