import { createHmac } from 'node:crypto';
import type { INodeProperties } from 'n8n-workflow';

import {
	readFormat,
	signatureProperty,
	type SignatureFormat,
} from '../../nodes/ProjectWorkspace/old/signature/format';
import { detectedTemplates } from '../../nodes/ProjectWorkspace/old/signature/templates';
import { expectWorded } from '../wording/rules';
import { delivery, formatOf, NOW, resultOf, SECRET, settings, verify } from './delivery';
import { digests as d, ID, MARKED_SECRET } from './knownAnswers';

const T = '1792567680';
const DOT = { signedContent: '{timestamp}.{body}' };
const mac = (content: string, key: string | Buffer = SECRET) =>
	createHmac('sha256', key).update(content).digest('hex');

test.each<[string, Partial<SignatureFormat>, string, string]>([
	['algorithm', { algorithm: 'sha512' }, d.sha512, d.sha256],
	['encoding', { encoding: 'hex' }, d.sha256, d.sha256Base64],
	['encoding', { encoding: 'base64' }, d.sha256Base64, d.sha256],
	['encoding', { encoding: 'base64url' }, d.sha256Base64url, d.sha256],
	['prefix', { prefix: 'sha256=' }, `sha256=${d.sha256}`, `v1=${d.sha256}`],
	['prefix', { prefix: 'sha256=' }, `x,sha256=${d.sha256}`, `xsha256=${d.sha256}`],
	['prefix', { prefix: 'sha256=' }, `x;sha256=${d.sha256}`, `x.sha256=${d.sha256}`],
	['prefix', { prefix: 'v1=' }, `alg=sha1,v1=${d.sha256}`, d.sha256],
	['prefix', { prefix: 'v1,' }, `v1,${d.sha256Base64}`, `v2,${d.sha256Base64}`],
	['prefix', { prefix: 'any thing: ' }, `any thing: ${d.sha256}`, d.sha256],
	['template', DOT, `t=${T},v1=${d.dot}`, `t=${T},v1=${d.colon}`],
])('a %s that is set is the only one that is accepted: %j', (_, format, good, bad) => {
	expect(resultOf(delivery(good), { format })).toBe('accepted');
	expect(resultOf(delivery(bad), { format })).not.toBe('accepted');
});

const resultWith = (format: Partial<SignatureFormat>, ...sent: Parameters<typeof delivery>) =>
	resultOf(delivery(...sent), { format });

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
	const accepted = verify(delivery(standard, odd), settings({ format: both }));
	expect(accepted).toMatchObject({ ok: true, id: ID });
	expect(resultWith(both, `t=1792560000,id=other,${standard}`, odd)).toBe('accepted');
	expect(resultWith(both, d.sha256, odd)).toBe('mismatch');
	expect(resultWith(both, standard)).toBe('noTimestamp');
	expect(resultWith({}, standard, usual)).toBe('accepted');
	expect(resultWith({ idHeader: 'x-which' }, standard, usual)).toBe('noId');
	expect(resultWith({ idHeader: 'x-which' }, d.sha256, usual)).toBe('noId');
});

test('if Signed Content has an ID, a delivery without one is rejected with a message', () => {
	const format = { signedContent: '{id}.{timestamp}.{body}' };
	expect(resultWith(format, `v1,${d.standard}`, { 'webhook-timestamp': T })).toBe('noId');
});

test('an ID into which a part of the body has moved is rejected', () => {
	const format = { signedContent: '{id} {body}', idHeader: 'x-which' };
	const sent = (id: string, body: string) =>
		resultWith(format, mac('evt_1 [ {"a":1} ]'), { 'x-which': id }, body);
	expect(sent('evt_1', '[ {"a":1} ]')).toBe('accepted');
	expect(sent('evt_1 [', '{"a":1} ]')).toBe('noId');
});

test('a timestamp that cannot be read is rejected where its header is set, even if it is not signed', () => {
	const format = { signedContent: '{body}', timestampHeader: 'x-when' };
	expect(resultWith(format, d.sha256, { 'x-when': T })).toBe('accepted');
	expect(resultWith(format, d.sha256, { 'x-when': 'yesterday' })).toBe('badTimestamp');
});

test('a template that is set is tried with a secret as text and decoded, however large the body is', () => {
	const body = `["${'x'.repeat(16 * 1024 * 1024)}"]`;
	const key = Buffer.from(MARKED_SECRET.replace('whsec_', ''), 'base64');
	const set = settings({ secrets: [MARKED_SECRET], format: { signedContent: '{body}' } });
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
	const change = { now: NOW + seconds * 1000, format: { tolerance } };
	expect(resultOf(delivery(`t=${T},v1=${d.dot}`), change)).toBe(result);
});

test('with {body} as Signed Content, the header may have a timestamp, but not an old one', () => {
	const format = { signedContent: '{body}' };
	const verdict = verify(delivery(`t=${T},v1=${d.sha256}`), settings({ format }));
	expect(verdict).toMatchObject({ ok: true, timestamp: undefined });
	expect(resultWith(format, `t=1792500000,v1=${d.sha256}`)).toBe('stale');
});

describe('the field of the credential', () => {
	const [{ values = [] } = {}] = signatureProperty.options as Array<{ values: INodeProperties[] }>;

	test.each([undefined, {}, { format: {} }, { format: undefined }, ''])(
		'that is not set detects everything: %j',
		(signature) => {
			const detected = { algorithm: 'auto', encoding: 'auto', signedContent: undefined };
			expect(readFormat(signature)).toEqual({ ok: true, value: { ...detected, tolerance: 300 } });
		},
	);

	test('detects everything as it is when it is added', () => {
		const added = values.map(({ name, default: value }) => [name, value]);
		expect(formatOf(Object.fromEntries(added))).toEqual(formatOf());
	});

	test.each([
		['timestampHeader', 'X-Time ', 'x-time'],
		['idHeader', ' X-Id', 'x-id'],
		['tolerance', '604800', 604_800],
		['signedContent', '{timestamp}\\n{body}', '{timestamp}\n{body}'],
		['signedContent', '{ID}.{body}', '{id}.{body}'],
	] as const)('%s: %j is read as %j', (name, given, value) => {
		expect(formatOf({ [name]: given })[name]).toBe(value);
	});

	test.each<[string, object, RegExp]>([
		[
			'an unknown variable',
			{ signedContent: '{url}{body}' },
			/'Signed Content' must be a template/,
		],
		['an empty one', { signedContent: '{}{body}' }, /'Signed Content'/],
		['no body', { signedContent: '{timestamp}' }, /with \{body\} once/],
		['two bodies', { signedContent: '{body}{body}' }, /'Signed Content'/],
		['two timestamps', { signedContent: '{timestamp}{timestamp}{body}' }, /'Signed Content'/],
		['a long template', { signedContent: `{body}${'x'.repeat(195)}` }, /up to 200 characters/],
		['a prefix with a line break', { prefix: 'v1\n' }, /'Prefix' must be at most/],
		['a prefix of 65 characters', { prefix: 'x'.repeat(65) }, /at most 64 plain characters/],
		['no tolerance', { tolerance: 0 }, /'Timestamp Tolerance' must be a whole number/],
		['an endless tolerance', { tolerance: Infinity }, /'Timestamp Tolerance'/],
		['a header name with a colon', { timestampHeader: 'X-Time:' }, /'Timestamp Header' must be/],
		['an ID header with a space', { idHeader: 'X ID' }, /'Signed ID Header' must be/],
		['an unknown algorithm', { algorithm: 'md5' }, /'Algorithm' must be one of/],
		['an unknown encoding', { encoding: 'text' }, /'Encoding' must be one of/],
	])('is rejected with a message if it has %s', (_, format, words) => {
		const read = readFormat({ format });
		if (read.ok) throw new Error('This format was accepted');
		expect(read.problem.message).toMatch(words);
		expectWorded(read.problem);
		const [, label = ''] = /^'([^']+)'/.exec(read.problem.message) ?? [];
		expect(values.map(({ displayName }) => displayName)).toContain(label);
	});

	test.each<[string, unknown, RegExp]>([
		['as text', '{"format":{"algorithm":"sha512"}}', /^'Signature Format' must be an object$/],
		['as a list', { format: [{ algorithm: 'sha512' }] }, /^'Signature Format' must be an object$/],
		['under another name', { settings: { algorithm: 'sha512' } }, /has no field "settings"$/],
		['with a name that does not exist', { format: { algorithms: 'sha512' } }, /"algorithms"$/],
		['with the name of a method', { format: { constructor: 'x' } }, /"constructor"$/],
		['with null', { format: { signedContent: null } }, /^The expression in 'Signed Content' ret/],
		['with undefined', { format: { algorithm: undefined } }, /^The expression in 'Algorithm' ret/],
	])('is never taken for one that is not set: %s', (_, signature, words) => {
		const read = readFormat(signature);
		if (read.ok) throw new Error('Every format would be accepted');
		expect(read.problem.message).toMatch(words);
		expectWorded(read.problem);
	});

	test('is understood without the object around it', () => {
		expect(readFormat({ algorithm: 'sha512' })).toEqual(
			readFormat({ format: { algorithm: 'sha512' } }),
		);
	});

	test('has the default tolerance if that is emptied', () => {
		expect(formatOf({ tolerance: null }).tolerance).toBe(300);
	});

	test.each([
		...detectedTemplates,
		`{body}${'x'.repeat(194)}`,
		'https://n8n.example.com/webhook/1b671a64-40d5-491e-99b0-da01ff1f3341{timestamp}.{id}.{body}',
	])('the layout %j can be set', (signedContent) => {
		expect(formatOf({ signedContent })).toMatchObject({ signedContent });
		expect(signedContent.replace(/\{\w+\}/g, '')).not.toMatch(/[{}[\]]/);
	});
});
