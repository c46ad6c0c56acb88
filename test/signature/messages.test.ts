import type { Reason } from '../../nodes/ProjectWorkspace/signature/messages';
import { verify, type SignatureSettings } from '../../nodes/ProjectWorkspace/signature/verify';
import { expectSaid } from '../wording/rules';
import { BODY, delivery, NOW, SECRET, settings } from './delivery';
import { digests as d } from './knownAnswers';

type Case = [Reason, RegExp, string | undefined, Headers?, Partial<SignatureSettings>?];
type Headers = Record<string, string>;
const spaced = JSON.stringify(JSON.parse(BODY), null, 2);
const T = '1792567680';
const stripe = `t=${T},v1=${d.dot}`;
const inHeaders = { 'x-service-timestamp': T, 'x-service-id': 'msg_1' };
const DOT = { options: { signedContent: '{timestamp}.{body}' } };
const SIX = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((n) => [`${n}-sig`, 'a']));
const timeSet = { options: { timestampHeader: 'x-time' } };

test.each<Case>([
	['headerMissing', /but it has x-hub-sig\. .* in 'Sig/, undefined, { 'x-hub-sig': d.sha256 }],
	['headerMissing', /no other header looks like one/, undefined, { 'x-other': 'a' }],
	['headerMissing', /has 1-sig, 2-sig, 3-sig, 4-sig, 5-sig\. If/, undefined, SIX],
	['otherKind', /RSA .* in the x-sig/, undefined, { other: 'a', 'x-sig': 'ab'.repeat(256) }],
	['noDigest', /No signature was/, `${'x'.repeat(65)}::${d.sha256}`],
	['weakAlgorithm', /At least SHA-256 is required/, `sha1=${d.sha1}`],
	['noDigest', /\(192 characters\)/, `${'a,'.repeat(64)}${d.sha256}`],
	['noDigest', /Encoding/, `sha256=${d.sha256}`, {}, { options: { encoding: 'base64' } }],
	['mismatch', /SHA-256 in hex after "sha256="/, `sha256=${d.colon}`],
	['mismatch', /a timestamp in the signature header/, `t=${T},v1=${'0'.repeat(64)}`],
	['mismatch', /; a timestamp in another header; an ID in another header\)/, d.hash, inHeaders],
	['mismatch', /hex\), but/, d.colon],
	['mismatch', /'Signature Encoding'/, d.sha256, {}, { options: { encoding: 'base64' } }],
	['headerUnreadable', /and one timestamp/, `t=1792567681,${stripe}`],
	['headerUnreadable', /4097 char/, 'a'.repeat(4097)],
	['noDigest', /4096 char/, 'a'.repeat(4096)],
	['badTimestamp', /read\. It must be a Unix time/, d.dot, { 'x-time': 'noon' }, timeSet],
	['settable', /signs \{timestamp\}:\{body\}\. Set/, `t=${T},v1=${d.colon}`, {}, DOT],
	['stale', /is 400 seconds old/, stripe, {}, { now: NOW + 400_000 }],
	['future', /400 seconds in the future/, stripe, {}, { now: NOW - 400_000 }],
	['timestampNotSigned', /set 'Signed Content' .* to \{body\}/, `t=${T},v1=${d.sha256}`],
])('%s has a message: %s', (reason, words, signature, headers = {}, change = {}) => {
	expectExplained(delivery(signature, headers), reason, words, change);
});

test.each<[Reason, RegExp, string]>([
	['bodyChanged', /rewrites the body/, spaced],
	['bodyChanged', /rewrites the body/, `${BODY}\n`],
	['mismatch', /does not match/, '{"not":"that"}'],
])('%s has a message for another body: %s', (reason, words, body) => {
	expectExplained(delivery(d.sha256, {}, body), reason, words);
});

function expectExplained(
	sent: ReturnType<typeof delivery>,
	reason: Reason,
	words: RegExp,
	change: Partial<SignatureSettings> = {},
) {
	const explain = { url: 'https://n8n.example.com/webhook/a' };
	const verdict = verify(sent, settings({ explain, ...change }));
	expect(verdict).toMatchObject({ ok: false, reason });
	expect(verdict.ok ? '' : verdict.message).toMatch(words);
	if (!verdict.ok) expectSaid(verdict.message);
	expect(JSON.stringify(verdict)).not.toContain(SECRET);
}

test('without an explanation, a rejection costs no additional HMACs', () => {
	expect(verify(delivery(d.sha256, {}, spaced), settings())).toMatchObject({ reason: 'mismatch' });
});
