import { createHmac } from 'node:crypto';

import type { SignatureOptions } from '../../nodes/ProjectWorkspace/signature/header';
import { verify } from '../../nodes/ProjectWorkspace/signature/verify';
import { delivery, NOW, resultOf, SECRET, settings } from './delivery';
import { digests as d, ID, MARKED_SECRET } from './knownAnswers';

const T = '1792567680';
const DOT = { signedContent: '{timestamp}.{body}' };
const mac = (content: string, key: string | Buffer = SECRET) =>
	createHmac('sha256', key).update(content).digest('hex');

test.each<[string, SignatureOptions, string, string]>([
	['algorithm', { algorithm: 'sha512' }, d.sha512, d.sha256],
	['encoding', { encoding: 'hex' }, d.sha256, d.sha256Base64],
	['encoding', { encoding: 'base64' }, d.sha256Base64, d.sha256],
	['encoding', { encoding: 'base64url' }, d.sha256Base64url, d.sha256],
	['prefix', { prefix: 'sha256=' }, `sha256=${d.sha256}`, `v1=${d.sha256}`],
	['prefix', { prefix: 'sha256=' }, `x,sha256=${d.sha256}`, `xsha256=${d.sha256}`],
	['prefix', { prefix: 'v1=' }, `alg=sha1,v1=${d.sha256}`, d.sha256],
	['prefix', { prefix: 'v1,' }, `v1,${d.sha256Base64}`, `v2,${d.sha256Base64}`],
	['prefix', { prefix: 'any thing: ' }, `any thing: ${d.sha256}`, d.sha256],
	['template', DOT, `t=${T},v1=${d.dot}`, `t=${T},v1=${d.colon}`],
])('a %s that is set is the only one that is accepted: %j', (_, options, good, bad) => {
	expect(resultOf(delivery(good), { options })).toBe('accepted');
	expect(resultOf(delivery(bad), { options })).not.toBe('accepted');
});

const resultWith = (options: SignatureOptions, ...sent: Parameters<typeof delivery>) =>
	resultOf(delivery(...sent), { options });

test('Signed Content is required even if the body alone would pass', () => {
	expect(resultWith(DOT, d.sha256, { 'x-service-timestamp': T })).toBe('mismatch');
	expect(resultWith(DOT, d.sha256)).toBe('noTimestamp');
});

test('headers with other names can be set, and then no other header is used', () => {
	const standard = `v1,${d.standard}`;
	const odd = { 'x-when': T, 'x-which': ID };
	const usual = { 'webhook-id': ID, 'webhook-timestamp': T };
	const both = { timestampHeader: 'x-when', idHeader: 'x-which' };
	expect(resultWith({}, standard, odd)).toBe('mismatch');
	const accepted = verify(delivery(standard, odd), settings({ options: both }));
	expect(accepted).toMatchObject({ ok: true, id: ID });
	expect(resultWith(both, `t=1792560000,id=other,${standard}`, odd)).toBe('accepted');
	expect(resultWith(both, d.sha256, odd)).toBe('mismatch');
	expect(resultWith(both, standard)).toBe('noTimestamp');
	expect(resultWith({}, standard, usual)).toBe('accepted');
	expect(resultWith({ idHeader: 'x-which' }, standard, usual)).toBe('noId');
	expect(resultWith({ idHeader: 'x-which' }, d.sha256, usual)).toBe('noId');
});

test('if Signed Content has an ID, a delivery without one is rejected with a message', () => {
	const options = { signedContent: '{id}.{timestamp}.{body}' };
	expect(resultWith(options, `v1,${d.standard}`, { 'webhook-timestamp': T })).toBe('noId');
});

test('an ID into which a part of the body has moved is rejected', () => {
	const options = { signedContent: '{id} {body}', idHeader: 'x-which' };
	const sent = (id: string, body: string) =>
		resultWith(options, mac('evt_1 [ {"a":1} ]'), { 'x-which': id }, body);
	expect(sent('evt_1', '[ {"a":1} ]')).toBe('accepted');
	expect(sent('evt_1 [', '{"a":1} ]')).toBe('noId');
});

test('a timestamp that cannot be read is rejected where its header is set, even if it is not signed', () => {
	const options = { signedContent: '{body}', timestampHeader: 'x-when' };
	expect(resultWith(options, d.sha256, { 'x-when': T })).toBe('accepted');
	expect(resultWith(options, d.sha256, { 'x-when': 'yesterday' })).toBe('badTimestamp');
});

test('a template that is set is tried with a secret as text and decoded, however large the body is', () => {
	const body = `["${'x'.repeat(16 * 1024 * 1024)}"]`;
	const key = Buffer.from(MARKED_SECRET.replace('whsec_', ''), 'base64');
	const set = settings({ secrets: [MARKED_SECRET], options: { signedContent: '{body}' } });
	const before = { algorithm: 'sha256', template: '{timestamp}.{body}', key: 'text' } as const;
	for (const known of [undefined, before]) {
		const verdict = verify(delivery(mac(body, key), {}, body), { ...set, known });
		expect(verdict).toMatchObject({ ok: true, scheme: { key: 'base64' } });
	}
});

test.each([
	[10, 10, 'accepted'],
	[11, 10, 'stale'],
	[-10, 10, 'accepted'],
	[-11, 10, 'future'],
	[3600, 4000, 'accepted'],
])('%d seconds later, with a tolerance of %d: %s', (seconds, tolerance, result) => {
	const change = { now: NOW + seconds * 1000, options: { tolerance } };
	expect(resultOf(delivery(`t=${T},v1=${d.dot}`), change)).toBe(result);
});

test('with {body} as Signed Content, the header may have a timestamp, but not an old one', () => {
	const options = { signedContent: '{body}' };
	const verdict = verify(delivery(`t=${T},v1=${d.sha256}`), settings({ options }));
	expect(verdict).toMatchObject({ ok: true, timestamp: undefined });
	expect(resultWith(options, `t=1792500000,v1=${d.sha256}`)).toBe('stale');
});
