import { createHash, createHmac } from 'node:crypto';

import type { SignatureOptions } from '../../nodes/ProjectWorkspace/signature/options';
import { verify } from '../../nodes/ProjectWorkspace/signature/verify';
import { expectSaid } from '../wording/rules';
import { NOW } from './delivery';

const SECRET = 'made-up-secret-of-a-webhook';
const URL_SET = 'https://n8n.example.com/webhook/1b671a64-40d5-491e-99b0-da01ff1f3341/webhook';
const BODY = '{"event":"task.created","data":{"id":"task_1"}}';
const T = '1792567680';
const MS = `${T}123`;
const ISO = '2026-10-21T07:28:00Z';
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
		{
			header: header ?? first,
			secrets: [SECRET],
			options,
			now: NOW,
			explain: { url: URL_SET },
		},
	);
}

describe('is verified without a setting', () => {
	test.each<[string, Headers]>([
		['GitHub', { 'x-hub-signature-256': `sha256=${hex(BODY)}`, 'x-hub-signature': 'sha1=0' }],
		['Shopify', { 'x-shopify-hmac-sha256': base64(BODY) }],
		['Stripe', { 'stripe-signature': `t=${T},v1=${hex(`${T}.${BODY}`)},v0=${hex('x')}` }],
		[
			'Slack',
			{ 'x-slack-signature': `v0=${hex(`v0:${T}:${BODY}`)}`, 'x-slack-request-timestamp': T },
		],
		['Paddle', { 'paddle-signature': `ts=${T};h1=${hex(`${T}:${BODY}`)}` }],
		[
			'Zendesk',
			{
				'x-zendesk-webhook-signature': base64(`${T}${BODY}`),
				'x-zendesk-webhook-signature-timestamp': T,
			},
		],
		['WorkOS', { 'workos-signature': `t=${MS}, v1=${hex(`${MS}.${BODY}`)}` }],
		[
			'Svix',
			{ 'svix-signature': `v1,${base64(`m1.${T}.${BODY}`)}`, 'svix-id': 'm1', 'svix-timestamp': T },
		],
		['PagerDuty', { 'x-pagerduty-signature': `v1=${hex(BODY)},v1=${hex('x')}` }],
		['Paystack', { 'x-paystack-signature': hex(BODY, 'sha512') }],
		['Buildkite', { 'x-buildkite-signature': `timestamp=${T},signature=${hex(`${T}.${BODY}`)}` }],
		['Worldpay', { 'event-signature': `1/SHA256/${hex(BODY)}` }],
		['the ID of a key before it', { 'x-signature': `12:${hex(BODY)}` }],
		['a UUID before it', { 'x-signature': `${UUID}:${base64(BODY)}` }],
		['a key ID that begins with a letter', { 'x-signature': `k7-a=${hex(BODY)}` }],
		['a version before it', { 'x-signature': `v1.${hex(BODY)}` }],
		[
			'many IDs of proxies',
			{
				'x-signature': hex(`e1.${T}.${BODY}`),
				'x-request-id': '1',
				'x-correlation-id': '2',
				'cf-connecting-id': '3',
				'x-amzn-trace-id': 'Root=1',
				'x-timestamp': T,
				'x-event-id': 'e1',
			},
		],
	])('%s', (_, headers) => expect(judge({ headers }).ok).toBe(true));
});

/** The setting by its label and value, as a message says it, and by its name. */
describe('is verified with the setting that the message names', () => {
	const path = /set 'Signed Content' .* to exactly this text/i;
	test.each<[string, Service, RegExp, string, SignatureOptions]>([
		[
			'Twitch',
			{
				headers: {
					'twitch-eventsub-message-signature': `sha256=${hex(`m1${ISO}${BODY}`)}`,
					'twitch-eventsub-message-id': 'm1',
					'twitch-eventsub-message-timestamp': ISO,
				},
			},
			path,
			'{id}{timestamp}{body}',
			{},
		],
		[
			'Square',
			{ headers: { 'x-square-hmacsha256-signature': base64(`${URL_SET}${BODY}`) } },
			path,
			`${URL_SET}{body}`,
			{},
		],
		[
			'the URL after the body',
			{ headers: { 'x-signature': base64(`${BODY}${URL_SET}`) } },
			path,
			`{body}${URL_SET}`,
			{},
		],
		[
			'HubSpot v3',
			{
				headers: {
					'x-hubspot-signature-v3': base64(`POST${URL_SET}${BODY}${MS}`),
					'x-hubspot-request-timestamp': MS,
				},
			},
			path,
			`POST${URL_SET}{body}{timestamp}`,
			{},
		],
		[
			'a time before an ID',
			{ headers: { 'x-signature': hex(`${T}.e1.${BODY}`), 'x-timestamp': T, 'x-event-id': 'e1' } },
			path,
			'{timestamp}.{id}.{body}',
			{},
		],
		[
			'an ID alone',
			{ headers: { 'x-signature': hex(`e1.${BODY}`), 'x-event-id': 'e1' } },
			path,
			'{id}.{body}',
			{},
		],
	])('%s', (_, service, words, signedContent) => {
		const verdict = judge(service);
		expect(verdict).toMatchObject({ ok: false, message: expect.stringMatching(words) });
		expect(verdict.ok ? '' : verdict.message).toContain(`service signs ${signedContent}.`);
		expect(judge(service, { signedContent }).ok).toBe(true);
	});

	test.each<[string, string, string]>([
		['brackets around the ID of a key', `[12]${hex(BODY)}`, '[12]'],
		['two joints', `key::${hex(BODY)}`, 'key::'],
		['a word of a sentence', `Signature(${base64(BODY)}`, 'Signature('],
		['a name that contradicts', `hmac-sha512=${hex(BODY)}`, 'hmac-sha512='],
	])('a prefix: %s', (_, signature, prefix) => {
		const service = { headers: { 'x-signature': signature } };
		expect(judge(service)).toMatchObject({
			reason: 'unreadPrefix',
			message: expect.stringContaining(
				`after "${prefix}". If that is the same in every delivery, set 'Signature Prefix'`,
			),
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
	const none = 'X-Service-Signature';
	test.each<[string, RegExp, Service]>([
		['Plaid', /a JSON Web Token/, { headers: { 'plaid-verification': jwt('ES256') } }],
		[
			'Netlify',
			/a JSON Web Token .* x-webhook-signature/,
			{ headers: { 'x-webhook-signature': jwt('HS256') } },
		],
		[
			'Google Pub/Sub',
			/a JSON Web Token .* authorization/,
			{ headers: { authorization: `Bearer ${jwt('RS256')}` }, header: none },
		],
		['monday.com', /a JSON Web Token/, { headers: { authorization: jwt('HS256') }, header: none }],
		[
			'Discord',
			/an Ed25519 signature/,
			{ headers: { 'x-signature-ed25519': bytes(64).toString('hex'), 'x-signature-timestamp': T } },
		],
		[
			'Discord, the header not set',
			/an Ed25519 signature .* x-signature-ed25519/,
			{ headers: { 'x-signature-ed25519': bytes(64).toString('hex') }, header: none },
		],
		[
			'Standard Webhooks, asymmetric',
			/an Ed25519 signature/,
			{
				headers: {
					'webhook-signature': `v1a,${bytes(64).toString('base64')}`,
					'webhook-id': '1',
					'webhook-timestamp': T,
				},
			},
		],
		[
			'Telnyx',
			/an Ed25519 signature/,
			{
				headers: {
					'telnyx-signature-ed25519': bytes(64).toString('base64'),
					'telnyx-timestamp': T,
				},
			},
		],
		[
			'64 bytes of unknown kind',
			/Ed25519 where it has 64 bytes/,
			{ headers: { 'x-signature': bytes(64).toString('hex') } },
		],
		[
			'SendGrid',
			/an ECDSA signature/,
			{
				headers: {
					'x-twilio-email-event-webhook-signature': Buffer.concat([
						Buffer.from('3045022100', 'hex'),
						bytes(66),
					]).toString('base64'),
				},
			},
		],
		[
			'eBay',
			/an ECDSA signature/,
			{ headers: { 'x-ebay-signature': `ecdsa ${bytes(70).toString('base64')}` } },
		],
		[
			'PayPal',
			/an RSA signature/,
			{
				headers: {
					'paypal-transmission-sig': bytes(256).toString('base64'),
					'paypal-auth-algo': 'SHA256withRSA',
				},
			},
		],
		[
			'Wise',
			/an RSA signature/,
			{ headers: { 'x-signature-sha256': bytes(256).toString('base64') } },
		],
		[
			'RSA of 4,096 bits in hex',
			/an RSA signature/,
			{ headers: { 'x-signature': bytes(512).toString('hex') } },
		],
		[
			'GitLab',
			/the signing secret itself, as a plain token in the x-gitlab-token header/,
			{ headers: { 'x-gitlab-token': SECRET } },
		],
		[
			'GitLab, the header not set',
			/the signing secret itself/,
			{ headers: { 'x-gitlab-token': SECRET }, header: none },
		],
		[
			'Telegram',
			/a plain token in the x-telegram-bot-api-secret-token/,
			{ headers: { 'x-telegram-bot-api-secret-token': 'made_up' }, header: none },
		],
		[
			'Flutterwave',
			/a plain token in the verif-hash header/,
			{ headers: { 'verif-hash': 'made-up-hash' }, header: none },
		],
		[
			'Cloudflare',
			/a plain token in the cf-webhook-auth header/,
			{ headers: { 'cf-webhook-auth': 'made-up' }, header: none },
		],
		[
			'a token of 64 digits',
			/a plain token in the x-webhook-token header/,
			{ headers: { 'x-webhook-token': bytes(32).toString('hex') } },
		],
		[
			'a token of 64 digits under a name that says nothing',
			/a fixed token/,
			{ headers: { 'x-service-signature': bytes(32).toString('hex') } },
		],
		[
			'Okta',
			/a plain token in the authorization header/,
			{ headers: { authorization: 'made-up' }, header: none },
		],
		[
			'a bearer token',
			/a plain token in the authorization header/,
			{ headers: { authorization: 'Bearer made-up' }, header: none },
		],
		[
			'Basic',
			/Basic authentication\) in the authorization header/,
			{ headers: { authorization: 'Basic bWFkZTp1cA==' }, header: none },
		],
		['Intercom', /too weak/, { headers: { 'x-hub-signature': `sha1=${hex(BODY, 'sha1')}` } }],
		[
			'Trello',
			/too weak/,
			{ headers: { 'x-trello-webhook': base64(`${BODY}${URL_SET}`, 'sha1') } },
		],
		[
			'Vercel, the header not set',
			/x-vercel-signature/,
			{ headers: { 'x-vercel-signature': hex(BODY, 'sha1') }, header: none },
		],
		['Twilio', /too weak/, { headers: { 'x-twilio-signature': base64('x', 'sha1') } }],
		[
			'HubSpot v1',
			/a plain hash of the secret and the body/,
			{
				headers: {
					'x-hubspot-signature': createHash('sha256')
						.update(SECRET + BODY)
						.digest('hex'),
				},
			},
		],
		[
			'HubSpot v2',
			/a plain hash of the secret and the body/,
			{
				headers: {
					'x-hubspot-signature': createHash('sha256')
						.update(`${SECRET}POST${URL_SET}${BODY}`)
						.digest('hex'),
				},
			},
		],
		[
			'Mailgun',
			/a signature in the field "signature"/,
			{
				headers: {},
				body: '{"signature":{"timestamp":"1","signature":"a"},"event-data":{}}',
				header: none,
			},
		],
		[
			'Adyen',
			/a signature in the field .* of the body/,
			{
				headers: {},
				body: '{"notificationItems":[{"additionalData":{"hmacSignature":"a="}}]}',
				header: none,
			},
		],
		[
			'Dropbox Sign',
			/a signature in the field .* of the body/,
			{ headers: {}, body: '{"event":{"event_type":"x","event_hash":"a"}}', header: none },
		],
		[
			'Amazon SNS',
			/a signature in the field .* of the body/,
			{
				headers: {},
				body: '{"Type":"Notification","SignatureVersion":"1","Signature":"a"}',
				header: none,
			},
		],
		[
			'Figma',
			/a signature in the field .* of the body/,
			{ headers: {}, body: '{"passcode":"made up","event_type":"PING"}', header: none },
		],
		[
			'Microsoft Graph',
			/a signature in the field .* of the body/,
			{ headers: {}, body: '{"value":[{"clientState":"made up"}]}', header: none },
		],
		[
			'Amazon SNS, the first delivery',
			/a handshake/,
			{
				headers: {},
				body: '{"Type":"SubscriptionConfirmation","SubscribeURL":"https://example.com"}',
				header: none,
			},
		],
		[
			'Slack, unsigned',
			/a handshake.* in the field "challenge"/,
			{ headers: {}, body: '{"type":"url_verification","challenge":"a"}', header: none },
		],
		[
			'Asana',
			/a handshake.* in the x-hook-secret header/,
			{ headers: { 'x-hook-secret': 'a' }, body: '{}', header: none },
		],
		[
			'Zoom, unsigned',
			/a handshake/,
			{
				headers: {},
				body: '{"event":"endpoint.url_validation","payload":{"plainToken":"a"}}',
				header: none,
			},
		],
		['Notion', /a handshake/, { headers: {}, body: '{"verification_token":"a"}', header: none }],
	])('%s', (_, words, service) => {
		const verdict = judge(service);
		const message = verdict.ok ? 'It is accepted.' : verdict.message;
		expect(message).toMatch(words);
		// A header that must be set first leads to the next message.
		if (!/but it has/.test(message))
			expect(message).toMatch(/cannot be verified here.*Polling Trigger, which needs no signature/);
		expect(message).not.toContain(SECRET);
		expectSaid(message);
	});
});

test.each<[string, Headers, string]>([
	['a token that a proxy adds', { 'cf-access-jwt-assertion': jwt('RS256') }, BODY],
	['a body with a challenge', {}, '{"event":"task.created","challenge":"a"}'],
])('a signature that does not match is reported as one, next to %s', (_, headers, body) => {
	const own = { 'x-service-signature': hex('other') };
	expect(judge({ headers: { ...own, ...headers }, body })).toMatchObject({ reason: 'mismatch' });
});

test('nothing of that is said in production', () => {
	const sent = { rawBody: Buffer.from(BODY), headers: { authorization: `Bearer ${jwt('RS256')}` } };
	const settings = { header: 'X-Service-Signature', secrets: [SECRET], options: {}, now: NOW };
	expect(verify(sent, settings)).toMatchObject({ reason: 'headerMissing' });
});
