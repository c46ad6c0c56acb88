import { createHmac } from 'node:crypto';

import type { SignatureOptions } from '../../nodes/ProjectWorkspace/signature/header';
import { verify } from '../../nodes/ProjectWorkspace/signature/verify';
import { delivery, NOW, SECRET, settings } from './delivery';
import { digests as d, ID, MARKED_SECRET } from './knownAnswers';

const T = '1792567680';
const mac = (content: string, key: string | Buffer = SECRET) =>
	createHmac('sha256', key).update(content).digest('hex');

test.each<[string, SignatureOptions, string, string]>([
	['algorithm', { algorithm: 'sha512' }, d.sha512, d.sha256],
	['encoding', { encoding: 'hex' }, d.sha256, d.sha256Base64],
	['encoding', { encoding: 'base64' }, d.sha256Base64, d.sha256],
	['encoding', { encoding: 'base64url' }, d.sha256Base64url, d.sha256],
	['prefix', { prefix: 'sha256=' }, `sha256=${d.sha256}`, `v1=${d.sha256}`],
	['prefix', { prefix: 'sha256=' }, `x,sha256=${d.sha256}`, `xsha256=${d.sha256}`],
	['prefix', { prefix: 'v1,' }, `v1,${d.sha256Base64}`, `v2,${d.sha256Base64}`],
	['prefix', { prefix: 'any thing: ' }, `any thing: ${d.sha256}`, d.sha256],
	[
		'template',
		{ signedContent: '{timestamp}.{body}' },
		`t=${T},v1=${d.dot}`,
		`t=${T},v1=${d.colon}`,
	],
])('a %s that is set is the only one that is accepted: %j', (_, options, good, bad) => {
	expect(verify(delivery(good), settings({ options }))).toMatchObject({ ok: true });
	expect(verify(delivery(bad), settings({ options })).ok).toBe(false);
});

test('a template that is set is required even where the body alone would pass', () => {
	const options = { signedContent: '{timestamp}.{body}' };
	expect(verify(delivery(d.sha256, { 'x-service-timestamp': T }), settings({ options })).ok).toBe(
		false,
	);
	expect(verify(delivery(d.sha256), settings({ options }))).toMatchObject({
		reason: 'noTimestamp',
	});
});

test('headers with other names can be set', () => {
	const odd = { 'x-when': T, 'x-which': ID };
	const options = { timestampHeader: 'x-when', idHeader: 'x-which' };
	expect(verify(delivery(`v1,${d.standard}`, odd), settings())).toMatchObject({ ok: false });
	expect(verify(delivery(`v1,${d.standard}`, odd), settings({ options }))).toMatchObject({
		ok: true,
		id: ID,
	});
	expect(verify(delivery(d.sha256, odd), settings({ options })).ok).toBe(false);
	expect(verify(delivery(`v1,${d.standard}`), settings({ options }))).toMatchObject({
		reason: 'noTimestamp',
	});
});

test('if the header of the ID is set, no other header replaces it', () => {
	const options = { idHeader: 'x-which' };
	const sent = { 'webhook-id': ID, 'webhook-timestamp': T };
	expect(verify(delivery(`v1,${d.standard}`, sent), settings())).toMatchObject({ id: ID });
	expect(verify(delivery(`v1,${d.standard}`, sent), settings({ options }))).toMatchObject({
		reason: 'noId',
	});
	expect(verify(delivery(d.sha256, sent), settings({ options }))).toMatchObject({
		reason: 'noId',
	});
});

test('a template with an ID says that there is none', () => {
	const options = { signedContent: '{id}.{timestamp}.{body}' };
	const sent = delivery(`v1,${d.standard}`, { 'webhook-timestamp': T });
	expect(verify(sent, settings({ options }))).toMatchObject({ reason: 'noId' });
});

test('an ID into which a part of the body has moved is rejected', () => {
	const options = { signedContent: '{id} {body}', idHeader: 'x-which' };
	const sent = (id: string, body: string) =>
		verify(delivery(mac('evt_1 [ {"a":1} ]'), { 'x-which': id }, body), settings({ options }));
	expect(sent('evt_1', '[ {"a":1} ]')).toMatchObject({ ok: true, id: 'evt_1' });
	expect(sent('evt_1 [', '{"a":1} ]')).toMatchObject({ ok: false, reason: 'noId' });
});

test('a timestamp that cannot be read is rejected where its header is set, even if it is not signed', () => {
	const options = { signedContent: '{body}', timestampHeader: 'x-when' };
	const sent = (time: string) =>
		verify(delivery(d.sha256, { 'x-when': time }), settings({ options }));
	expect(sent(T).ok).toBe(true);
	expect(sent('yesterday')).toMatchObject({ reason: 'badTimestamp' });
});

test('a template that is set is tried with a secret as text and decoded, however large the body is', () => {
	const body = `["${'x'.repeat(16 * 1024 * 1024)}"]`;
	const key = Buffer.from(MARKED_SECRET.replace('whsec_', ''), 'base64');
	const options = { signedContent: '{body}' };
	const set = settings({ secrets: [MARKED_SECRET], options });
	expect(verify(delivery(mac(body, key), {}, body), set)).toMatchObject({
		ok: true,
		scheme: { key: 'base64' },
	});
});

test('a tolerance that is set applies in both directions', () => {
	const signed = delivery(`t=${T},v1=${d.dot}`);
	const at = (offset: number, tolerance: number) =>
		verify(signed, settings({ now: NOW + offset * 1000, options: { tolerance } })).ok;
	expect([at(10, 10), at(11, 10), at(-10, 10), at(-11, 10), at(3600, 4000)]).toEqual([
		true,
		false,
		true,
		false,
		true,
	]);
});

test('a body-only template that is set bears a timestamp in the header, but not an old one', () => {
	const options = { signedContent: '{body}' };
	expect(verify(delivery(`t=${T},v1=${d.sha256}`), settings({ options }))).toMatchObject({
		ok: true,
		timestamp: undefined,
	});
	expect(verify(delivery(`t=1792500000,v1=${d.sha256}`), settings({ options }))).toMatchObject({
		reason: 'stale',
	});
});
