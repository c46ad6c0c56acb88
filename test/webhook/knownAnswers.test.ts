import { LAYOUTS } from '../../nodes/ProjectWorkspace/webhook/layouts';
import { layouts, sign, type LayoutName } from '../../sandbox/layouts';
import { BODY, delivery, judge, NOW, resultOf, SECRET, type Headers } from './delivery';
import { digests as d, ID, MARKED_SECRET } from './knownAnswers';

const T = '1792567680';
const MS = `${T}123`;
const ISO = '2026-10-21T07:28:00Z';
const other = 'ab'.repeat(32);
const other64 = Buffer.alloc(32, 7).toString('base64');
const standardHeaders = { 'webhook-id': ID, 'webhook-timestamp': T };
const proxyHeaders = { 'x-request-id': 'of-a-proxy', 'cf-ray-id': 'r1', 'x-edge-timestamp': MS };

const cases: Array<[layout: string, sender: string, signature: string, headers?: Headers]> = [
	['{body}', 'GitHub: sha256= and hex', `sha256=${d.sha256}`],
	['{body}', 'Linear, Cal.com, Lemon Squeezy: bare hex', d.sha256],
	['{body}', 'bare hex in capitals', d.sha256.toUpperCase()],
	['{body}', 'Shopify, WooCommerce: bare Base64', d.sha256Base64],
	['{body}', 'bare Base64 without padding', d.sha256Base64.replace('=', '')],
	['{body}', 'bare Base64url', d.sha256Base64url],
	['{body}', 'Typeform: sha256= and Base64', `sha256=${d.sha256Base64}`],
	['{body}', 'Airtable: hmac-sha256= and hex', `hmac-sha256=${d.sha256}`],
	['{body}', 'Microsoft Teams: HMAC and a space', `HMAC ${d.sha256Base64}`],
	['{body}', 'Paystack: SHA-512 in hex', d.sha512],
	['{body}', 'PagerDuty: a list of v1=', `v1=${other},v1=${d.sha256}`],
	['{body}', 'a repeated header', `sha256=${other}, sha256=${d.sha256}`],
	['{body}', 'SHA-1 and SHA-256 side by side', `sha1=${d.sha1},sha256=${d.sha256}`],
	['{timestamp}.{body}', 'Stripe: t= and v1=', `t=${T},v1=${d.dot}`],
	['{timestamp}.{body}', 'Stripe with two secrets', `t=${T},v1=${other},v1=${d.dot},v0=${other}`],
	['{timestamp}.{body}', 'WorkOS: milliseconds', `t=${MS}, v1=${d.dotMilliseconds}`],
	['{timestamp}.{body}', 'Buildkite', `timestamp=${T},signature=${d.dot}`],
	['{timestamp}.{body}', 'Cloudflare Stream: time=', `time=${T},sig1=${d.dot}`],
	['{timestamp}.{body}', 'Podium: in a header', d.dot, { 'x-service-timestamp': T }],
	['{timestamp}:{body}', 'Paddle: ts= and h1=', `ts=${T};h1=${d.colon}`],
	['{timestamp}:{body}', 'Webflow', d.colon, { 'x-webflow-timestamp': T }],
	['v0:{timestamp}:{body}', 'Slack', `v0=${d.slack}`, { 'x-slack-request-timestamp': T }],
	['{timestamp}{body}', 'Zendesk', d.joinedBase64, { 'x-zendesk-webhook-signature-timestamp': T }],
	['{body}{timestamp}', 'Box', d.behindBase64, { 'box-delivery-timestamp': ISO }],
	['{id}.{timestamp}.{body}', 'Standard Webhooks', `v1,${d.standard}`, standardHeaders],
	['{id}.{timestamp}.{body}', 'two of them', `v1,${other64} v1,${d.standard}`, standardHeaders],
	[
		'{id}.{timestamp}.{body}',
		'Svix, behind a proxy',
		`v1,${d.standard}`,
		{ ...proxyHeaders, 'svix-id': ID, 'svix-timestamp': T },
	],
	[
		'{id}.{timestamp}.{body}',
		'the beginning of the signature header',
		`v1,${d.standard}`,
		{ ...proxyHeaders, 'x-other-timestamp': T, 'x-service-id': ID, 'x-service-timestamp': T },
	],
];

test.each(cases)('accepts what OpenSSL signed: %s, %s', (layout, _, signature, headers = {}) => {
	const sent = delivery(signature, headers);
	expect(resultOf(sent)).toBe('accepted');
	expect(resultOf(sent, { secrets: ['a new secret', SECRET] })).toBe('accepted');
	expect(resultOf(sent, { secrets: ['another secret'] })).toBe('mismatch');

	// What is set is the only format that is accepted.
	expect(resultOf(sent, { signedContent: layout })).toBe('accepted');
	expect(resultOf(sent, { signedContent: `${layout}?` })).toBe('mismatch');
});

test('each layout has a known answer', () => {
	expect(new Set(cases.map(([layout]) => layout))).toEqual(new Set(LAYOUTS));
});

test('decodes a secret as Standard Webhooks does, with and without its prefix', () => {
	const sent = delivery(`v1,${d.standardDecoded}`, standardHeaders);
	for (const secret of [MARKED_SECRET, MARKED_SECRET.slice('whsec_'.length)]) {
		expect(judge(sent, { secrets: [secret] })).toEqual({ id: ID, time: NOW });
	}
});

// github.com/standard-webhooks/standard-webhooks: the vector in the tests of its libraries.
test('accepts the example that Standard Webhooks publishes', () => {
	const published = delivery(
		'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
		{ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330' },
		'{"test": 2432232314}',
	);
	const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
	const verdict = judge(published, { secrets, now: 1_614_265_340_000 });
	expect(verdict).toMatchObject({ time: 1_614_265_330_000 });
});

// docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries: its body is no JSON, so the content is set.
test('accepts the example that GitHub publishes', () => {
	const digest = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
	const published = delivery(`sha256=${digest}`, {}, 'Hello, World!');
	const secrets = ["It's a Secret to Everybody"];
	expect(resultOf(published, { secrets, signedContent: '{body}' })).toBe('accepted');
	expect(resultOf(published, { secrets })).toBe('notJson');
});

// dev.twitch.tv/docs/eventsub/handling-webhook-events: nothing is between ID and timestamp.
test('accepts what Twitch signs if it is set', () => {
	const sent = delivery(`sha256=${d.twitch}`, {
		'twitch-eventsub-message-id': ID,
		'twitch-eventsub-message-timestamp': ISO,
	});
	expect(judge(sent, { signedContent: '{id}{timestamp}{body}' })).toEqual({ id: ID, time: NOW });
	expect(resultOf(sent)).toBe('mismatch');
});

test.each(Object.keys(layouts) as LayoutName[])('accepts the layout %s of the sandbox', (name) => {
	const signed = sign(name, SECRET, { id: ID, body: BODY, time: NOW });
	const headers = Object.entries(signed).map(([each, text]) => [each.toLowerCase(), text]);
	const sent = delivery(undefined, Object.fromEntries(headers) as Headers);
	expect(resultOf(sent)).toBe('accepted');
	expect(resultOf(sent, { secrets: ['another secret'] })).toBe('mismatch');
});
