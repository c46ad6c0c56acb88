import { createHmac } from 'node:crypto';

import type { Reason } from '../../nodes/ProjectWorkspace/old/signature/messages';
import { BODY, delivery, NOW, SECRET, settings, verify } from './delivery';
import { digests as d, ID, MARKED_SECRET } from './knownAnswers';

const seconds = (from: number) => String(Math.floor(NOW / 1000) + from);
const mac = (content: string, key: string | Buffer = SECRET) =>
	createHmac('sha256', key).update(content).digest('hex');
const stripe = (time: string) => `t=${time},v1=${mac(`${time}.${BODY}`)}`;
const jwtHead = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(BODY).toString('base64url')}`;
const jwt = `${jwtHead}.${createHmac('sha256', SECRET).update(jwtHead).digest('base64url')}`;
const old = seconds(-3600);
const stripeOld = `v1=${mac(`${old}.${BODY}`)}`;
const slackOld = `v0=${mac(`v0:${old}:${BODY}`)}`;
const standard = `v1,${d.standard}`;
const idInHeader = `t=${seconds(0)},id=msg_other,v1=${d.standard}`;
const sentNow = { 'webhook-timestamp': seconds(0) };

const forgeries: Array<[string, Reason, string | undefined, Record<string, string>?, string?]> = [
	['no header', 'headerMissing', undefined],
	['an empty header', 'headerMissing', ''],
	['a header of spaces', 'headerMissing', '   '],
	['a digest in another header', 'headerMissing', undefined, { 'x-hub-signature-256': d.sha256 }],
	['a right digest for another body', 'mismatch', d.sha256, {}, BODY.replace('task_1', 'task_2')],
	['a body with a line break more', 'mismatch', d.sha256, {}, `${BODY}\n`],
	['the digest of an empty body', 'mismatch', d.empty],
	['a hash of secret and body instead of an HMAC', 'mismatch', d.hash],
	['an HMAC with an empty key', 'mismatch', mac(BODY, '')],
	['an HMAC with the header name as its key', 'mismatch', mac(BODY, 'X-Service-Signature')],
	['the secret itself', 'noDigest', SECRET],
	['the secret as hex', 'noDigest', Buffer.from(SECRET).toString('hex').slice(0, 30)],
	['a digest that lacks its last byte', 'noDigest', d.sha256.slice(0, -2)],
	['a digest that lacks half a byte', 'noDigest', d.sha256.slice(0, -1)],
	['the first 16 bytes of a digest', 'weakAlgorithm', d.sha256.slice(0, 32)],
	['the first 32 bytes of a SHA-512 digest', 'mismatch', d.sha512.slice(0, 64)],
	['a digest with one byte more', 'noDigest', `${d.sha256}00`],
	['a digest twice in a row', 'mismatch', d.sha256 + d.sha256],
	['a digest cut in two by a space', 'weakAlgorithm', d.sha256.replace(/(?<=^.{32})/, ' ')],
	['a digest with a tab', 'headerUnreadable', `sha256=\t${d.sha256}`],
	['a digest with a line break', 'headerUnreadable', `${d.sha256}\n${d.sha256}`],
	['a digest with a zero byte', 'headerUnreadable', `${d.sha256}\0`],
	['hex with a garbage character', 'noDigest', `${d.sha256}zz`],
	['base64 with a character that decoders skip', 'noDigest', d.sha256Base64.replace('tH', 't!H')],
	['base64 with a dash and a plus mixed', 'noDigest', `-${d.sha256Base64.slice(1)}`],
	['base64 with other spare bits', 'noDigest', d.sha256Base64.replace('4A=', '4B=')],
	['base64 with too much padding', 'noDigest', `${d.sha256Base64}==`],
	['a letter from another alphabet', 'headerUnreadable', d.sha256.replace('b', 'в')],
	['digits from another alphabet', 'headerUnreadable', d.sha256.replace('4', '\uff14')],
	['percent encoding', 'noDigest', d.sha256Base64.replace('=', '%3D')],
	['SHA-1', 'weakAlgorithm', `sha1=${d.sha1}`],
	['SHA-1 without its name', 'weakAlgorithm', d.sha1],
	['SHA-1 in base64', 'weakAlgorithm', Buffer.from(d.sha1, 'hex').toString('base64')],
	['MD5', 'weakAlgorithm', d.md5],
	['a right digest that is called SHA-1', 'weakAlgorithm', `sha1=${d.sha256}`],
	['a right digest that is called none', 'weakAlgorithm', `none=${d.sha256}`],
	['a right digest after the word SHA-1', 'weakAlgorithm', `sha1 ${d.sha256}`],
	['a right digest after the word none', 'weakAlgorithm', `none,${d.sha256}`],
	['a digest after the word for something longer', 'noDigest', `hmac-sha512 ${d.sha256}`],
	['algorithm none', 'weakAlgorithm', `algorithm=none,signature=${d.sha256}`],
	['nothing but a scheme', 'noDigest', 'sha256='],
	['nothing but the word none', 'noDigest', 'none'],
	['a digest that is called something longer', 'noDigest', `sha512=${d.sha256}`],
	['a JSON Web Token signed with the secret', 'noDigest', jwt],
	['a JSON object', 'noDigest', `{"sha256":"${d.sha256}"}`],
	['an old delivery', 'stale', stripe(old)],
	['a delivery from the future', 'future', stripe(seconds(3600))],
	['just too old', 'stale', stripe(seconds(-301))],
	['just too early', 'future', stripe(seconds(301))],
	['an old delivery with a new time', 'mismatch', stripe(old).replace(old, seconds(0))],
	['a digest after two times', 'noDigest', `${seconds(0)}.${seconds(1)}.${d.dot}`],
	['an old delivery with a second, new time', 'headerUnreadable', `t=${seconds(0)},${stripe(old)}`],
	['a new time under another name', 'headerUnreadable', `${stripe(old)},ts=${seconds(0)}`],
	['a repeated header with two times', 'headerUnreadable', `${stripe(old)}, ${stripe(seconds(0))}`],
	['a new time in its own header', 'stale', stripe(old), { 'x-service-timestamp': seconds(0) }],
	['a body-only digest with a time beside it', 'mismatch', `t=${seconds(0)},v1=${d.sha256}`],
	['a time that is no number', 'badTimestamp', stripe('NaN')],
	['a negative time', 'badTimestamp', stripe(`-${seconds(0)}`)],
	['a huge time', 'badTimestamp', stripe('9'.repeat(30))],
	['a time in hex', 'badTimestamp', stripe('0x6ad86a40')],
	['a time with an exponent', 'badTimestamp', stripe('1.79e9')],
	['a time of zero', 'badTimestamp', stripe('0')],
	['an empty time', 'mismatch', `t=,v1=${mac(`.${BODY}`)}`],
	['an impossible date', 'badTimestamp', stripe('2026-13-41T07:28:00Z')],
	['an old Slack delivery', 'stale', slackOld, { 'x-slack-request-timestamp': old }],
	['two times in a header', 'mismatch', slackOld, { 'x-slack-time': `${old}, ${seconds(0)}` }],
	['a time that has moved into the body', 'bodyNotJson', stripeOld, {}, `${old}.${BODY}`],
	['a time presented as an ID', 'mismatch', stripeOld, { ...sentNow, 'x-service-id': old }],
	['a time moved into the end', 'bodyNotJson', mac(`${BODY}${old}`), {}, `${BODY}${old}`],
	['an ID exchanged', 'mismatch', standard, { ...sentNow, 'webhook-id': 'msg_other' }],
	['an ID left out', 'mismatch', standard, sentNow],
	['a time exchanged', 'mismatch', standard, { 'webhook-id': ID, 'webhook-timestamp': seconds(1) }],
	['an ID exchanged in the signature header', 'mismatch', idInHeader, { 'webhook-id': ID }],
	['seventeen candidates', 'headerUnreadable', Array(17).fill(`v1=${d.sha256}`).join(',')],
	['a header without end', 'headerUnreadable', `${'x,'.repeat(2048)}sha256=${d.sha256}`],
];

test.each(forgeries)('rejects %s (%s)', (_, reason, signature, headers = {}, body = BODY) => {
	const verdict = verify(delivery(signature, headers, body), settings());
	expect(verdict).toMatchObject({ ok: false, reason });
	const text = JSON.stringify(verdict);
	expect(text).not.toContain(SECRET);
	for (const digest of Object.values(d)) expect(text).not.toContain(digest);
});

test.each([[[]], [['']], [['', '  ']]])('rejects everything without a secret: %j', (secrets) => {
	for (const key of ['', ' ', '  ']) {
		expect(verify(delivery(mac(BODY, key)), settings({ secrets }))).toMatchObject({
			ok: false,
			reason: 'noSecret',
		});
	}
});

test('the prefix alone is not a key', () => {
	const verdict = verify(delivery(mac(BODY, 'whsec_')), settings({ secrets: [MARKED_SECRET] }));
	expect(verdict).toMatchObject({ ok: false, reason: 'mismatch' });
});

test.each([['constructor'], ['__proto__'], ['toString']])(
	'a header named %s is not accepted',
	(header) => {
		expect(verify(delivery(d.sha256), settings({ header }))).toMatchObject({
			ok: false,
			reason: 'headerMissing',
		});
	},
);

test('an ID that all deliveries share is looked for only if it is set', () => {
	const signedWith = (header: string) =>
		delivery(mac(`7.${seconds(0)}.${BODY}`), { [header]: '7', 'x-timestamp': seconds(0) });
	const pinned = (idHeader: string) =>
		settings({ format: { signedContent: '{id}.{timestamp}.{body}', idHeader } });
	expect(verify(signedWith('x-account-id'), settings())).toMatchObject({ ok: false });
	const constant = verify(signedWith('x-account-id'), pinned('x-account-id'));
	expect(constant).toMatchObject({ ok: true, timestamp: expect.any(Number) });
	const own = verify(signedWith('x-delivery-id'), pinned('x-delivery-id'));
	expect(own).toMatchObject({ ok: true, id: '7' });
});

test('a correct digest is found among sixteen, and the ID in the signature header is used', () => {
	const others = `one two v1 ${mac('another body')},`.repeat(15);
	expect(verify(delivery(`${others}one two v1 ${d.sha256}`), settings()).ok).toBe(true);
	const sent = delivery(`t=${seconds(0)},id=${ID},v1=${d.standard}`, { 'webhook-id': 'msg_other' });
	expect(verify(sent, settings())).toMatchObject({ ok: true, id: ID });
});
