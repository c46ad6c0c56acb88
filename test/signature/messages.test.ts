import type { Reason } from '../../nodes/ProjectWorkspace/old/signature/messages';
import { expectSaid } from '../wording/rules';
import { BODY, type Change, delivery, NOW, SECRET, settings, verify } from './delivery';
import { digests as d } from './knownAnswers';

type Case = [Reason, RegExp, string | undefined, Headers?, Change?];
type Headers = Record<string, string>;
const spaced = JSON.stringify(JSON.parse(BODY), null, 2);
const T = '1792567680';
const stripe = `t=${T},v1=${d.dot}`;
const inHeaders = { 'x-service-timestamp': T, 'x-service-id': 'msg_1' };
const DOT = { format: { signedContent: '{timestamp}.{body}' } };
const SIX = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((n) => [`${n}-sig`, d.sha256]));
const TIMES = { 'x-a-time': T, 'x-b-time': T, 'x-own-id': '1' };
const timeSet = { format: { timestampHeader: 'x-time' } };

test.each<Case>([
	[
		'headerMissing',
		/hash: x-hub-sig \(32 .* in 'Signature Header'/,
		undefined,
		{ 'x-hub-sig': d.sha256 },
	],
	[
		'headerMissing',
		/authorization \(32 bytes in hex.* enter the name/,
		undefined,
		{ authorization: `HMAC-SHA256 ${d.hash}` },
	],
	['headerMissing', /a hash: none\./, undefined, { 'x-other': 'a' }],
	['headerMissing', /5-sig \([^)]*\) and 1 more\./, undefined, SIX],
	['noDigest', /No signature was/, `${'x'.repeat(65)}::${d.sha256}`],
	['weakAlgorithm', /At least SHA-256 is required/, `sha1=${d.sha1}`],
	['noDigest', /\(192 characters\)/, `${'a,'.repeat(64)}${d.sha256}`],
	['noDigest', /Encoding/, `sha256=${d.sha256}`, {}, { format: { encoding: 'base64' } }],
	['mismatch', /32 bytes in hex after "sha256=", as SHA-256/, `sha256=${d.colon}`],
	['mismatch', /a timestamp: x-service-signature\./, `t=${T},v1=${'0'.repeat(64)}`],
	['mismatch', /timestamp: x-service-timestamp\. With an ID: x-service-id\./, d.hash, inHeaders],
	['mismatch', /\(32 bytes in hex, as SHA-256\)/, d.colon],
	[
		'mismatch',
		/x-a-time, x-b-time\. With an ID: x-own-id\..*set 'Timestamp Header'/,
		d.hash,
		TIMES,
	],
	['mismatch', /under 'Signature Format'/, d.sha256, {}, { format: { encoding: 'base64' } }],
	['headerUnreadable', /and one timestamp/, `t=1792567681,${stripe}`],
	['headerUnreadable', /4097 char/, 'a'.repeat(4097)],
	['noDigest', /4096 char/, 'a'.repeat(4096)],
	['badTimestamp', /read\. It must be a Unix time/, d.dot, { 'x-time': 'noon' }, timeSet],
	['mismatch', /set 'Signed Content'/, `t=${T},v1=${d.colon}`, {}, DOT],
	['stale', /is 400 seconds old/, stripe, {}, { now: NOW + 400_000 }],
	['future', /400 seconds in the future/, stripe, {}, { now: NOW - 400_000 }],
	['mismatch', /or \{body\} alone if no timestamp is signed\./, `t=${T},v1=${d.sha256}`],
])('%s has a message: %s', (reason, words, signature, headers = {}, change = {}) => {
	expectExplained(delivery(signature, headers), reason, words, change);
});

test('for another body, the message says to check for a proxy', () => {
	expectExplained(delivery(d.sha256, {}, spaced), 'mismatch', /that no proxy changes the body/);
});

function expectExplained(
	sent: ReturnType<typeof delivery>,
	reason: Reason,
	words: RegExp,
	change: Change = {},
) {
	const verdict = verify(sent, settings(change));
	expect(verdict).toMatchObject({ ok: false, reason });
	expect(verdict.ok ? '' : verdict.message).toMatch(words);
	if (!verdict.ok) expectSaid(verdict.message);
	expect(JSON.stringify(verdict)).not.toContain(SECRET);
}
