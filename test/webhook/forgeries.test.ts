import { createHmac } from 'node:crypto';

import type { Refusal } from '../../nodes/ProjectWorkspace/webhook/responses';
import { BODY, delivery, judge, NOW, reasonOf, resultOf, SECRET, type Headers } from './delivery';
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
const sentNow = { 'webhook-timestamp': seconds(0) };

const forgeries: Array<[string, string, string | undefined, Headers?, string?]> = [
	['no header', 'noSignature', undefined],
	['an empty header', 'noSignature', ''],
	['a header of spaces', 'noSignature', '   '],
	['a digest in another header', 'noSignature', undefined, { 'x-hub-signature-256': d.sha256 }],
	['the digest of an empty body', 'mismatch', d.empty],
	['a hash of secret and body instead of an HMAC', 'mismatch', d.hash],
	['an HMAC with an empty key', 'mismatch', mac(BODY, '')],
	['an HMAC with the header name as its key', 'mismatch', mac(BODY, 'X-Service-Signature')],
	['the secret itself', 'noSignature', SECRET],
	['a digest that lacks half a byte', 'noSignature', d.sha256.slice(0, -1)],
	['a digest with half a byte more', 'mismatch', `sha256=${d.sha256}0`],
	['the first 32 bytes of a SHA-512 digest', 'mismatch', d.sha512.slice(0, 64)],
	['a digest twice in a row', 'mismatch', d.sha256 + d.sha256],
	['a digest cut in two by a space', 'noSignature', d.sha256.replace(/(?<=^.{32})/, ' ')],
	['a digest with a line break', 'noSignature', `${d.sha256}\n${d.sha256}`],
	['a digest with a zero byte', 'noSignature', `${d.sha256}\0`],
	['Base64 with a character that decoders skip', 'noSignature', d.sha256Base64.replace('t', 't!')],
	['Base64 with too much padding', 'noSignature', `${d.sha256Base64}==`],
	['a letter from another alphabet', 'noSignature', d.sha256.replace('b', 'в')],
	['percent encoding', 'noSignature', d.sha256Base64.replace('=', '%3D')],
	['SHA-1', 'noSignature', `sha1=${d.sha1}`],
	['MD5', 'noSignature', d.md5],
	['nothing but a name', 'noSignature', 'sha256='],
	['a JSON Web Token signed with the secret', 'noSignature', jwt],
	['just too old', 'stale', stripe(seconds(-301))],
	['just too early', 'stale', stripe(seconds(301))],
	['an old delivery with a new time', 'mismatch', stripe(old).replace(old, seconds(0))],
	['an old delivery with a second, new time', 'noTimestamp', `t=${seconds(0)},${stripe(old)}`],
	['a new time under another name', 'noTimestamp', `${stripe(old)},ts=${seconds(0)}`],
	['a repeated header with two times', 'noTimestamp', `${stripe(old)}, ${stripe(seconds(0))}`],
	['a new time in its own header', 'stale', stripe(old), { 'x-service-timestamp': seconds(0) }],
	['a body-only digest next to a time', 'mismatch', `t=${seconds(0)},v1=${d.sha256}`],
	...[
		'NaN',
		`-${seconds(0)}`,
		'9'.repeat(30),
		'0x6ad86a40',
		'1.79e9',
		'0',
		'2026-13-41T07:28:00Z',
	].map((time): [string, string, string] => [`the time ${time}`, 'noTimestamp', stripe(time)]),
	['an empty time', 'mismatch', `t=,v1=${mac(`.${BODY}`)}`],
	['an old Slack delivery', 'stale', slackOld, { 'x-slack-request-timestamp': old }],
	['two times in a header', 'mismatch', slackOld, { 'x-slack-timestamp': `${old}, ${seconds(0)}` }],
	['a time that has moved into the body', 'notJson', stripeOld, {}, `${old}.${BODY}`],
	['a time presented as an ID', 'mismatch', stripeOld, { ...sentNow, 'x-service-id': old }],
	['a time moved into the end', 'notJson', mac(`${BODY}${old}`), {}, `${BODY}${old}`],
	['an ID exchanged', 'mismatch', standard, { ...sentNow, 'webhook-id': 'msg_other' }],
	['an ID left out', 'mismatch', standard, sentNow],
	['a time exchanged', 'mismatch', standard, { 'webhook-id': ID, 'webhook-timestamp': seconds(1) }],
	['more signatures than anyone sends', 'noSignature', `${'x,'.repeat(32)}${d.sha256}`],
];

test.each(forgeries)('rejects %s (%s)', (_, reason, signature, headers = {}, body = BODY) => {
	const verdict = judge(delivery(signature, headers, body)) as Refusal;
	expect([verdict.status, reasonOf(verdict)]).toEqual([401, reason]);
	expect(verdict.message).not.toContain(SECRET);
	for (const digest of Object.values(d)) expect(verdict.message).not.toContain(digest);
});

describe('nobody can sign without the whole secret', () => {
	const ZEROS = Buffer.alloc(32);
	const parts: Array<[string, string | Buffer, string]> = [
		['nothing, as there is no secret', '', ''],
		['the prefix', 'whsec_', MARKED_SECRET],
		['the byte that a short text is the Base64 of', 'a', 'whsec_YQ=='],
		['seven bytes', 'abcdefg', 'whsec_YWJjZGVmZw=='],
		// HMAC fills a key up with zeros, so these equal the empty key.
		['zeros, of which the secret is the Base64', '', `whsec_${ZEROS.toString('base64')}`],
		['zeros in Base64url', ZEROS, 'A'.repeat(43)],
	];

	test.each(parts)('%s', (_, key, secret) => {
		expect(resultOf(delivery(mac(BODY, key)), { secrets: [secret] })).toBe('mismatch');
	});
});

test.each(['constructor', '__proto__', 'toString'])(
	'a header named %s is not accepted',
	(header) => {
		expect(resultOf(delivery(d.sha256), { header })).toBe('noSignature');
	},
);

describe('what is set', () => {
	const withId = (id: string) => `${id}.${seconds(0)}.${BODY}`;

	test('names the headers that are signed, and no others count', () => {
		const headers = { 'x-moment': seconds(0), 'x-account': '7', 'x-service-timestamp': old };
		const sent = delivery(mac(withId('7')), headers);
		expect(resultOf(sent)).toBe('mismatch');
		const set = { timestampHeader: 'x-moment', idHeader: 'x-account' };
		expect(judge(sent, set)).toEqual({ time: NOW, id: '7' });
		expect(resultOf(sent, { ...set, timestampHeader: 'x-other' })).toBe('noTimestamp');
		expect(resultOf(sent, { ...set, idHeader: 'x-other' })).toBe('noId');
	});

	test('must be signed', () => {
		const sent = delivery(d.sha256, { 'x-moment': seconds(0), 'x-account': '7' });
		expect(resultOf(sent)).toBe('accepted');
		expect(resultOf(sent, { timestampHeader: 'x-moment' })).toBe('mismatch');
		expect(resultOf(sent, { idHeader: 'x-account', timestampHeader: 'x-moment' })).toBe('mismatch');
		expect(resultOf(sent, { signedContent: '{timestamp}.{body}' })).toBe('noTimestamp');
		expect(resultOf(sent, { signedContent: '{id}{body}' })).toBe('noId');
	});

	test('may be the URL of the webhook, as at Square, and another tolerance', () => {
		const url = 'https://n8n.example.com/webhook/made-up/webhook';
		const signedContent = `${url}{body}`;
		expect(resultOf(delivery(mac(url + BODY)), { signedContent })).toBe('accepted');
		expect(resultOf(delivery(mac(BODY)), { signedContent })).toBe('mismatch');
		expect(resultOf(delivery(stripe(old)), { toleranceSeconds: 3600 })).toBe('accepted');
		expect(resultOf(delivery(stripe(old)), { toleranceSeconds: 3599 })).toBe('stale');
	});
});

describe('the message', () => {
	test('lists the headers with a hash, as the real name of the header is not documented', () => {
		const verdict = judge(
			delivery(undefined, {
				'x-hub-signature-256': `sha256=${d.sha256}`,
				'x-sha512': d.sha512,
				'x-sha1': d.sha1,
			}),
		);
		expect(verdict).toMatchObject({
			message: expect.stringContaining(
				"Headers with a hash: x-hub-signature-256, x-sha512. If one of them is the signature, enter its name in 'Signature Header'",
			),
		});
		expect(judge(delivery('a token'))).toMatchObject({
			message: expect.stringMatching(/hash: none\. If one .*Polling Trigger\.$/),
		});
	});

	test.each([
		[stripe(seconds(-400)), /this machine by 400 seconds\. Check the clock/],
		[stripe(seconds(400)), /this machine by 400 seconds/],
	])('says how old a signature is', (signature, message) => {
		expect(judge(delivery(signature))).toMatchObject({ message: expect.stringMatching(message) });
	});
});

test('at most 16 MB are hashed for a delivery', () => {
	const large = `{"text":"${'a'.repeat(9 * 1024 * 1024)}"}`;
	expect(resultOf(delivery(mac(large), {}, large))).toBe('accepted');
	const timed = { 'x-service-timestamp': seconds(0) };
	const forged = judge(delivery(d.sha256, timed, large));
	expect(forged).toMatchObject({
		status: 413,
		message: expect.stringMatching(/^The delivery is too large/),
	});
	const signature = mac(`${seconds(0)}${large}`);
	expect(resultOf(delivery(signature, timed, large))).toBe('tooLarge');
	const set = { signedContent: '{timestamp}{body}' };
	expect(resultOf(delivery(signature, timed, large), set)).toBe('accepted');
});
