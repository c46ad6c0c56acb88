import { createHmac } from 'node:crypto';
import fc from 'fast-check';

import { cleanSecret } from '../../nodes/ProjectWorkspace/old/client/connection';
import { isUsableSecret, keysOf } from '../../nodes/ProjectWorkspace/old/signature/encodings';
import { BODY, delivery, resultOf, settings, verify } from './delivery';

const mac = (key: string | Buffer) => createHmac('sha256', key).update(BODY).digest('hex');
const ZEROS = Buffer.alloc(32);

const unusable = [
	...['whsec_', ' whsec_ ', '"whsec_"', 'whsec_=', 'whsec_====', 'whsec_\u200b', 'ac_live_'],
	...['""', "''", '“”', '====', '••••••••', '********', '\u00a0', 'v1,whsec_', '\ufeffnull'],
	...['undefined', 'null', '[object Object]', 'NaN', 'whsec_undefined', 'whsec_null', 'secret_'],
	...['whsec_[object Object]', '"whsec_NaN"'],
	// Fewer than 8 bytes, after the prefix as they are decoded.
	...[
		'a',
		'1234567',
		'whsec_a',
		'whsec_YQ==',
		'whsec_abcdefgh',
		'whsec_YWJjZGVmZw==',
		'ключ'.slice(0, 3),
	],
];

test.each([
	['"\u200bwhsec_abc123\u200b" ', 'whsec_abc123'],
	['“‘ topsecret ’”', 'topsecret'],
	['\u200btopsecret\u200b', 'topsecret'],
	['v1,whsec_abc123', 'whsec_abc123'],
	['`v1,whsec_abc123`\n', 'whsec_abc123'],
	["top'secret'", "top'secret'"],
	['v1,other', 'v1,other'],
])('the secret %j is pasted for %j', (pasted, secret) => {
	expect(cleanSecret(pasted)).toBe(secret);
});

test.each(unusable)('a secret like %j is rejected, whatever is signed with it', (pasted) => {
	const secret = cleanSecret(pasted);
	expect(isUsableSecret(secret)).toBe(false);
	for (const key of ['', pasted, secret, ZEROS]) {
		expect(resultOf(delivery(mac(key)), { secrets: [secret] })).toBe('noSecret');
		expect(resultOf(delivery(mac(key)), { secrets: ['a good secret', secret] })).toBe('mismatch');
	}
	expect(resultOf(delivery(mac('a good secret')), { secrets: [secret, 'a good secret'] })).toBe(
		'accepted',
	);
});

test('an unusable secret has its own message', () => {
	expect(verify(delivery(mac('')), settings({ secrets: ['whsec_'] }))).toMatchObject({
		reason: 'noSecret',
		message: expect.stringContaining("'Signing Secret' in the credential contains no secret"),
	});
});

test.each([
	...['12345678', 'whsec_YWJjZGVmZ2g=', 'whsec_not-base64!', 'my_secret', 'секрет'],
	'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
])('%j is a secret', (secret) => {
	expect(isUsableSecret(secret)).toBe(true);
	expect(resultOf(delivery(mac(secret)), { secrets: [secret] })).toBe('accepted');
});

// HMAC fills a key up with zeros, so a key of zeros is the empty one.
test.each([
	`whsec_${ZEROS.toString('base64')}`,
	'whsec_AAAAAAAAAAA=',
	ZEROS.toString('base64'),
	'00'.repeat(32),
])('%j results in no key that equals the empty key', (secret) => {
	for (const key of ['', ZEROS, Buffer.alloc(1)]) {
		expect(verify(delivery(mac(key)), settings({ secrets: [secret] })).ok).toBe(false);
	}
});

test('no secret results in a key that equals the empty key', () => {
	const text = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^(whsec_)?[A0=_-]*$/));
	fc.assert(
		fc.property(text, (secret) => {
			const keys = keysOf([secret]).map(({ key }) => key.export());
			expect(keys.every((key) => key.some((byte) => byte !== 0))).toBe(true);
			expect(verify(delivery(mac('')), settings({ secrets: [secret] })).ok).toBe(false);
		}),
		{ numRuns: 700 },
	);
});

test.each([
	['c2VjcmV0', ['text']],
	['736563726574', ['text']],
	['c2VjcmV0c2VjcmV0c2VjcQ==', ['text', 'base64']],
	['73656372657473656372657473656372', ['text', 'base64', 'hex']],
	['whsec_c2VjcmV0LXRlbg==', ['text', 'base64', 'afterPrefix']],
])('%s may be a key as %j: a short text is base64 or hex by chance', (secret, forms) => {
	expect(keysOf([secret]).map(({ form }) => form)).toEqual(forms);
});
