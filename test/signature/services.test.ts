import { createHash, createHmac } from 'node:crypto';

import type { SignatureFormat } from '../../nodes/ProjectWorkspace/old/signature/format';
import { expectSaid } from '../wording/rules';
import { formatOf, NOW, verify } from './delivery';

const SECRET = 'made-up-secret-of-a-webhook';
const URL_SET = 'https://n8n.example.com/webhook/1b671a64-40d5-491e-99b0-da01ff1f3341/webhook';
const BODY = '{"event":"task.created","data":{"id":"task_1"}}';
const T = '1792567680';
const MS = `${T}123`;
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const hmac = (content: string, algorithm = 'sha256') =>
	createHmac(algorithm, SECRET).update(content);
const hex = (content: string, algorithm?: string) => hmac(content, algorithm).digest('hex');
const base64 = (content: string, algorithm?: string) => hmac(content, algorithm).digest('base64');
/** Bytes that look random and are the same in each run. */
const bytes = (count: number) =>
	Buffer.concat(
		Array.from({ length: Math.ceil(count / 32) }, (_, n) =>
			createHash('sha256').update(`made up ${n}`).digest(),
		),
	).subarray(0, count);
const jwt = (alg: string) =>
	[
		{ alg, typ: 'JWT' },
		{ sha256: 'made-up', iat: Number(T) },
	]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.concat(bytes(alg === 'HS256' ? 32 : 256).toString('base64url'))
		.join('.');

type Headers = Record<string, string>;

interface Service {
	headers: Headers;
	body?: string;
	/** The signature header, if it is set; else the first one. */
	header?: string;
}

function judge({ headers, body = BODY, header }: Service, set: Partial<SignatureFormat> = {}) {
	const format = formatOf(set);
	const [first = ''] = Object.keys(headers);
	return verify(
		{ rawBody: Buffer.from(body), headers: { 'content-type': 'application/json', ...headers } },
		{ header: header ?? first, secrets: [SECRET], format, now: NOW },
	);
}

/** `knownAnswers.test.ts` has the services that are only verified by their format. */
describe('is verified without a setting', () => {
	test.each<[string, Headers]>([
		['WorkOS', { 'workos-signature': `t=${MS}, v1=${hex(`${MS}.${BODY}`)}` }],
		['Paystack', { 'x-paystack-signature': hex(BODY, 'sha512') }],
		['the ID of a key before it', { 'x-signature': `12:${hex(BODY)}` }],
		['a UUID before it', { 'x-signature': `${UUID}:${base64(BODY)}` }],
		['a key ID that begins with a letter', { 'x-signature': `k7-a=${hex(BODY)}` }],
		['a version before it', { 'x-signature': `v1.${hex(BODY)}` }],
		[
			'many IDs of proxies',
			{
				...{ 'x-signature': hex(`e1.${T}.${BODY}`), 'x-timestamp': T, 'x-event-id': 'e1' },
				...{ 'x-request-id': '1', 'x-correlation-id': '2', 'cf-connecting-id': '3' },
				'x-amzn-trace-id': 'Root=1',
			},
		],
	])('%s', (_, headers) => expect(judge({ headers }).ok).toBe(true));
});

/** The message names the setting, and says nothing that depends on the secret. */
describe('is verified with the setting that the message names', () => {
	const withId = { 'x-event-id': 'e1' };
	const POST = `POST${URL_SET}`;
	test.each<[string, string, string, Headers]>([
		['Twitch', '{id}{timestamp}{body}', `e1${T}${BODY}`, { ...withId, 'x-timestamp': T }],
		['Square', `${URL_SET}{body}`, `${URL_SET}${BODY}`, {}],
		['the URL after the body', `{body}${URL_SET}`, `${BODY}${URL_SET}`, {}],
		['HubSpot v3', `${POST}{body}{timestamp}`, `${POST}${BODY}${MS}`, { 'x-timestamp': MS }],
		['a time first', '{timestamp}.{id}.{body}', `${T}.e1.${BODY}`, { ...withId, 'x-timestamp': T }],
		['an ID alone', '{id}.{body}', `e1.${BODY}`, withId],
		...[
			...['{timestamp}{id}{body}', '{timestamp}:{id}:{body}', '{body}{id}', '{id}{body}'],
			...['{timestamp}{body}{id}', `${URL_SET}{timestamp}{body}`, `{timestamp}${URL_SET}{body}`],
			...[`{timestamp}.${URL_SET}.{body}`, `${URL_SET}.{timestamp}.{body}`],
		].map((template): [string, string, string, Headers] => [
			'another order',
			template,
			template.replace('{id}', 'e1').replace('{timestamp}', T).replace('{body}', BODY),
			{ ...withId, 'x-timestamp': T },
		]),
	])('Signed Content: %s', (_, template, signed, more) => {
		const headers = { 'x-signature': base64(signed), ...more };
		const { message } = judge({ headers }) as { message: string };
		expect(message).toContain('The signature does not match.');
		expect(message).toContain("set 'Signed Content' there to what the service signs");
		const forged = createHmac('sha256', 'another secret').update(signed).digest('base64');
		expect(judge({ headers: { ...headers, 'x-signature': forged } })).toMatchObject({ message });
		expect(judge({ headers }, { signedContent: template }).ok).toBe(true);
	});

	test.each<[string, string, string]>([
		['brackets around the ID of a key', `[12]${hex(BODY)}`, '[12]'],
		['two joints', `key::${hex(BODY)}`, 'key::'],
		['a word of a sentence', `Signature(${base64(BODY)}`, 'Signature('],
		['a name that contradicts', `hmac-sha512=${hex(BODY)}`, 'hmac-sha512='],
	])('a prefix: %s', (_, signature, prefix) => {
		const service = { headers: { 'x-signature': signature } };
		expect(judge(service)).toMatchObject({
			reason: 'noDigest',
			message: expect.stringContaining("set 'Prefix' to exactly this text"),
		});
		expect(judge(service, { prefix }).ok).toBe(true);
	});

	test.each<[string, Headers]>([
		['GitHub', { 'x-hub-signature': 'sha1=aa', 'x-hub-signature-256': hex(BODY) }],
		['Calendly', { 'calendly-webhook-signature': `t=${T},v1=${hex(`${T}.${BODY}`)}` }],
		['next to a token', { 'x-api-token': 'made-up', 'x-line-signature': base64(BODY) }],
	])('Signature Header: %s', (_, headers) => {
		const verdict = judge({ headers, header: 'X-Service-Signature' });
		expect(verdict).toMatchObject({ reason: 'headerMissing' });
		const found = verdict.ok ? [] : [...verdict.message.matchAll(/([\w-]+) \(\d+ bytes in/g)];
		expect(found.map(([, header]) => judge({ headers, header }).ok)).toEqual([true]);
	});
});

/** A kind that no shared secret verifies is not guessed: the message says what arrived, and what to use instead. */
describe('cannot be verified here, and the message says what arrived', () => {
	const hash = (text: string) => createHash('sha256').update(text).digest('hex');
	const NONE = /Headers with a hash: none\. With a timestamp: none\. With an ID: none\./;

	test.each<[string, RegExp, string, string]>([
		['Plaid', NONE, 'plaid-verification', jwt('ES256')],
		['Discord', /\(64 bytes in hex, as SHA-512\)/, 'x-signature', bytes(64).toString('hex')],
		[
			'Svix, asymmetric',
			/svix \(64 bytes in base64, as SHA-512\)/,
			'svix',
			`v1a,${bytes(64).toString('base64')}`,
		],
		['SendGrid', NONE, 'x-twilio-email-event-webhook-signature', bytes(71).toString('base64')],
		['PayPal', NONE, 'paypal-transmission-sig', bytes(256).toString('base64')],
		['GitLab', NONE, 'x-gitlab-token', 'a plain token!'],
		['a token of 64 digits', /x-token \(32 bytes in hex/, 'x-token', bytes(32).toString('hex')],
		['Intercom', /sig \(too short, as of SHA-1 or MD5\)/, 'sig', `sha1=${hex(BODY, 'sha1')}`],
		['HubSpot v1', /x-hub \(32 bytes in hex, as SHA-256\)/, 'x-hub', hash(SECRET + BODY)],
		['the body', NONE, 'x-other', '7'],
	])('%s', (_, words, header, value) => {
		for (const set of [header, 'X-Service-Signature']) {
			const verdict = judge({ headers: { [header]: value }, header: set });
			const message = verdict.ok ? 'It is accepted.' : verdict.message;
			expect(message).toMatch(words);
			expect(message).toMatch(/can be verified here.*Polling Trigger, which needs no signature/);
			expect(message).not.toContain(SECRET);
			expect(message).not.toContain(value);
			expectSaid(message);
		}
	});
});

test.each([
	[
		't ts time timestamp created date iat unix T',
		(name: string) => `${name}=${T},${hex(`${T}.${BODY}`)}`,
	],
	['id nonce msg_id delivery', (name: string) => `${name}=e1,t=${T},v1=${hex(`e1.${T}.${BODY}`)}`],
	['alg algorithm', (name: string) => `${name}=sha256,${hex(BODY)}`],
])('the signature header may have each of the names %s', (names, valueOf) => {
	for (const name of names.split(' ')) {
		expect([name, judge({ headers: { 'x-signature': valueOf(name) } }).ok]).toEqual([name, true]);
	}
});
