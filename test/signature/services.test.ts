import { createHash, createHmac } from 'node:crypto';

import type { SignatureOptions } from '../../nodes/ProjectWorkspace/signature/header';
import { readOptions } from '../../nodes/ProjectWorkspace/trigger/options';
import { verify } from '../../nodes/ProjectWorkspace/signature/verify';
import { expectSaid } from '../wording/rules';
import { NOW } from './delivery';

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

function judge({ headers, body = BODY, header }: Service, options: SignatureOptions = {}) {
	const [first = ''] = Object.keys(headers);
	return verify(
		{ rawBody: Buffer.from(body), headers: { 'content-type': 'application/json', ...headers } },
		{ header: header ?? first, secrets: [SECRET], options, now: NOW, explain: { url: URL_SET } },
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

/** The setting by its label and value, as a message says it, and by its name. */
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
		const verdict = judge({ headers });
		expect(verdict).toMatchObject({
			ok: false,
			message: expect.stringMatching(/Set 'Signed Content' under 'Options' to exactly this text/),
		});
		expect(verdict.ok ? '' : verdict.message).toContain(`service signs ${template}.`);
		const options = readOptions({ signedContent: template });
		expect(options.ok && judge({ headers }, options.value).ok).toBe(true);
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
			message: expect.stringContaining("set 'Signature Prefix' to exactly this text"),
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
		const [, name = ''] = /but it has ([\w-]+)/.exec(verdict.ok ? '' : verdict.message) ?? [];
		expect(judge({ headers, header: name }).ok).toBe(true);
	});
});

describe('cannot be verified here, and the message says what arrived', () => {
	const ECDSA = Buffer.concat([Buffer.from('3045022100', 'hex'), bytes(66)]);
	const hash = (text: string) => createHash('sha256').update(text).digest('hex');

	function expectExplained(service: Service, words: RegExp): void {
		const verdict = judge(service);
		const message = verdict.ok ? 'It is accepted.' : verdict.message;
		expect(message).toMatch(words);
		// A header that must be set first leads to the next message.
		if (!/but it has/.test(message))
			expect(message).toMatch(/cannot be verified here.*Polling Trigger, which needs no signature/);
		expect(message).not.toContain(SECRET);
		expectSaid(message);
	}

	test.each<[string, RegExp, string, string]>([
		['Plaid', /a JSON Web Token/, 'plaid-verification', jwt('ES256')],
		['Netlify', /a JSON Web Token .* x-webhook-signature/, 'x-webhook-signature', jwt('HS256')],
		['Discord', /an Ed25519 signature/, 'x-signature-ed25519', bytes(64).toString('hex')],
		['Svix, asymmetric', /an Ed25519/, 'svix-signature', `v1a,${bytes(64).toString('base64')}`],
		['Telnyx', /an Ed25519/, 'telnyx-signature-ed25519', bytes(64).toString('base64')],
		['64 bytes', /Ed25519 signature \(64 bytes\)/, 'x-signature', bytes(64).toString('hex')],
		['SendGrid', /an ECDSA/, 'x-twilio-email-event-webhook-signature', ECDSA.toString('base64')],
		['eBay', /an ECDSA/, 'x-ebay-signature', `ecdsa ${bytes(70).toString('base64')}`],
		['PayPal', /an RSA/, 'paypal-transmission-sig', bytes(256).toString('base64')],
		['RSA of 4,096 bits in hex', /an RSA/, 'x-signature', bytes(512).toString('hex')],
		['GitLab', /secret itself, as a plain token in the x-gitl/, 'x-gitlab-token', SECRET],
		['a token of 64 digits', /a plain token/, 'x-webhook-token', bytes(32).toString('hex')],
		['64 digits', /a fixed token/, 'x-service-signature', bytes(32).toString('hex')],
		['Intercom', /too weak/, 'x-hub-signature', `sha1=${hex(BODY, 'sha1')}`],
		['Trello', /too weak/, 'x-trello-webhook', base64(`${BODY}${URL_SET}`, 'sha1')],
		['HubSpot v1', /a plain hash/, 'x-hubspot-signature', hash(SECRET + BODY)],
	])('%s', (_, words, header, value) => expectExplained({ headers: { [header]: value } }, words));

	test.each<[string, RegExp, string, string]>([
		['Google Pub/Sub', /a JSON Web .* authorization/, 'authorization', `Bearer ${jwt('RS256')}`],
		['monday.com', /a JSON Web Token/, 'authorization', jwt('HS256')],
		['Discord', /Ed25519 .* x-signature-e/, 'x-signature-ed25519', bytes(64).toString('hex')],
		['GitLab', /the signing secret itself/, 'x-gitlab-token', SECRET],
		['a bearer token', /a plain token in the authorization/, 'authorization', 'Bearer made-up'],
		['Basic', /Basic authentication\) in the auth/, 'authorization', 'Basic bWFkZTp1cA=='],
		['Vercel', /x-vercel-signature/, 'x-vercel-signature', hex(BODY, 'sha1')],
	])('%s, if the header is not set', (_, words, name, value) => {
		expectExplained({ headers: { [name]: value }, header: 'X-Service-Signature' }, words);
	});

	test.each([
		['a signature', 'signature hmacSignature sign event_hash passcode clientState checksum token'],
		['a handshake', 'SubscribeURL challenge plainToken validationToken verification_token'],
	])('%s in the body, by each of the fields %s', (kind, fields) => {
		for (const field of fields.split(' ')) {
			const body = JSON.stringify({ event: { [field]: 'made up' } });
			const words = new RegExp(`contains ${kind}.* in the field "${field}" of the body`);
			expectExplained({ headers: {}, body, header: 'X-Service-Signature' }, words);
		}
	});

	test.each([
		[
			'a plain token',
			'x-bot-token x-secret verif-hash x-passcode x-api-key x-apikey authorization cf-webhook-auth',
		],
		['a handshake', 'x-hook-secret webhook-request-origin x-okta-verification-challenge'],
	])('%s, by each of the headers %s', (kind, names) => {
		for (const name of names.split(' ')) {
			const words = new RegExp(`contains ${kind}.* in the ${name} header`);
			expectExplained({ headers: { [name]: 'made up' }, header: 'X-Service-Signature' }, words);
		}
	});
});

test.each([
	[true, 'x-signature x-hmac x-service-sign x-hub-sig x-digest x-sha256 x-trello-webhook'],
	[false, 'content-digest repr-digest signature-input x-design x-webhook-id'],
])('looks like a signature: %s: each of the headers %s', (isLike, names) => {
	for (const name of names.split(' ')) {
		const verdict = judge({ headers: { [name]: 'a' }, header: 'X-Service-Signature' });
		const words = isLike ? `but it has ${name}. If` : 'no other header looks like one';
		expect(verdict).toMatchObject({ message: expect.stringContaining(words) });
	}
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

test.each<[string, Headers, string]>([
	['a token that a proxy adds', { 'cf-access-jwt-assertion': jwt('RS256') }, BODY],
	['a body with a challenge', {}, '{"event":"task.created","challenge":"a"}'],
])('a signature that does not match is reported as such, even next to %s', (_, headers, body) => {
	const own = { 'x-service-signature': hex('other') };
	expect(judge({ headers: { ...own, ...headers }, body })).toMatchObject({ reason: 'mismatch' });
});

test('none of this is reported in production', () => {
	const sent = { rawBody: Buffer.from(BODY), headers: { authorization: `Bearer ${jwt('RS256')}` } };
	const settings = { header: 'X-Service-Signature', secrets: [SECRET], options: {}, now: NOW };
	expect(verify(sent, settings)).toMatchObject({ reason: 'headerMissing' });
});
