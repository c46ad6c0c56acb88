import { templates } from '../../nodes/ProjectWorkspace/old/signature/templates';
import { delivery, resultOf, SECRET, settings, verify } from './delivery';
import { digests as d, HEX_SECRET, ID, MARKED_SECRET } from './knownAnswers';

const T = '1792567680';
const MS = `${T}123`;
const ISO = '2026-10-21T07:28:00Z';
const other = 'ab'.repeat(32);
const other64 = Buffer.alloc(32, 7).toString('base64');
const named = { 'x-service-id': ID, 'x-service-timestamp': T };
const standardHeaders = { 'webhook-id': ID, 'webhook-timestamp': T };

const cases: Array<[string, string, Record<string, string>?]> = [
	['GitHub: sha256= and hex', `sha256=${d.sha256}`],
	['bare hex (Linear, Cal.com, Lemon Squeezy)', d.sha256],
	['bare hex in capitals', d.sha256.toUpperCase()],
	['bare base64 (Shopify, WooCommerce)', d.sha256Base64],
	['bare base64 without padding', d.sha256Base64.replace('=', '')],
	['bare base64url', d.sha256Base64url],
	['base64 of the hex digest', d.sha256Base64OfHex],
	['Typeform: sha256= and base64', `sha256=${d.sha256Base64}`],
	['Airtable: hmac-sha256= and hex', `hmac-sha256=${d.sha256}`],
	['HMAC-SHA256= and base64', `HMAC-SHA256=${d.sha256Base64}`],
	['a scheme before a space', `hmac-sha256 ${d.sha256}`],
	['HMAC and a space (Microsoft Teams)', `HMAC ${d.sha256Base64}`],
	['a scheme before a colon', `sha256:${d.sha256}`],
	['RFC 3230 spelling', `SHA-256=${d.sha256Base64}`],
	['SHA-384 in hex', d.sha384],
	['SHA-384 in base64', `sha384=${d.sha384Base64}`],
	['SHA-512 in hex', `sha512=${d.sha512}`],
	['SHA-512 in base64', d.sha512Base64],
	['v1= and hex', `v1=${d.sha256}`],
	['v1= list (PagerDuty)', `v1=${other},v1=${d.sha256}`],
	['a repeated header', `sha256=${other}, sha256=${d.sha256}`],
	['SHA-1 and SHA-256 side by side', `sha1=${d.sha1},sha256=${d.sha256}`],
	['Worldpay: key number, algorithm and digest', `1/SHA256/${d.sha256}`],
	['quoted values', `keyId="a?b=1&t=2",algorithm="hmac-sha256",signature="${d.sha256Base64}"`],
	['Stripe: t= and v1=', `t=${T},v1=${d.dot}`],
	['Stripe with two secrets and its test scheme', `t=${T},v1=${other},v1=${d.dot},v0=${other}`],
	['Stripe with base64', `t=${T},v1=${d.dotBase64}`],
	['Stripe with SHA-512', `t=${T},v1=${d.dotSha512}`],
	['Stripe with milliseconds', `t=1792567680123,v1=${d.dotMilliseconds}`],
	['Stripe with an ISO date', `t=${ISO},v1=${d.dotIso}`],
	['Buildkite: timestamp= and signature=', `timestamp=${T},signature=${d.dot}`],
	['Paddle: ts= and h1= after a semicolon', `ts=${T};h1=${d.colon}`],
	['a query: t= and sign=', `t=${T}&sign=${d.dot}`],
	['a time without a name', `${T},${d.dot}`],
	['a time joined to the digest', `${T}.${d.dot}`],
	['a version, a time and the digest', `v1:${T}:${d.dot}`],
	['Podium, Emailit: the time in its own header', d.dot, { 'x-service-timestamp': T }],
	['a time before a name', `${T}.v1=${d.dot}`],
	['a name that only has a value at the start', `v1=id:${d.sha256}`],
	['three prefixes', `v1:kid="sha256=${d.sha256}"`],
	['the same in milliseconds', d.dotMilliseconds, { 'x-service-request-timestamp': MS }],
	['Webflow: a colon', d.colon, { 'x-webflow-timestamp': T }],
	['Slack, Zoom', `v0=${d.slack}`, { 'x-slack-request-timestamp': T }],
	['Zendesk: joined, base64', d.joinedBase64, { 'x-zendesk-webhook-signature-timestamp': T }],
	['Box: the time after the body', d.behindBase64, { 'box-delivery-timestamp': ISO }],
	['Standard Webhooks with the secret as text', `v1,${d.standard}`, standardHeaders],
	['Standard Webhooks with two signatures', `v1,${other64} v1,${d.standard}`, standardHeaders],
	['Svix: its own header names', `v1,${d.standard}`, { 'svix-id': ID, 'svix-timestamp': T }],
	['the service name in both', `v1,${d.standard}`, { ...named, 'x-request-id': 'of-a-proxy' }],
];

test.each(cases)('accepts what openssl signed: %s', (_, signature, headers = {}) => {
	const sent = delivery(signature, headers);
	expect(resultOf(sent)).toBe('accepted');
	expect(resultOf(sent, { secrets: ['a new secret', SECRET] })).toBe('accepted');
	expect(resultOf(sent, { secrets: ['another secret'] })).toBe('mismatch');
});

// dev.twitch.tv/docs/eventsub/handling-webhook-events: nothing separates ID and timestamp.
test('accepts what Twitch signs only if it is set', () => {
	const signed = delivery(`sha256=${d.twitch}`, {
		'twitch-eventsub-message-id': ID,
		'twitch-eventsub-message-timestamp': ISO,
		'x-other-timestamp': MS,
	});
	const format = { signedContent: '{id}{timestamp}{body}' };
	expect(verify(signed, settings({ format }))).toMatchObject({ ok: true, id: ID });
	expect(resultOf(signed)).toBe('mismatch');
});

test('decodes a secret as in Standard Webhooks, with and without its prefix', () => {
	const signed = delivery(`v1,${d.standardDecoded}`, standardHeaders);
	expect(verify(signed, settings({ secrets: [MARKED_SECRET] }))).toMatchObject({
		ok: true,
		id: ID,
		timestamp: 1_792_567_680_000,
		scheme: { algorithm: 'sha256', template: '{id}.{timestamp}.{body}', key: 'base64' },
	});
	const bare = MARKED_SECRET.slice('whsec_'.length);
	expect(resultOf(signed, { secrets: [bare] })).toBe('accepted');
});

test('decodes a secret in hex', () => {
	const verdict = verify(delivery(d.decodedHex), settings({ secrets: [HEX_SECRET] }));
	expect(verdict).toMatchObject({ scheme: { key: 'hex' } });
});

test.each(Object.keys(templates))('the layout %s has a known answer', (template) => {
	const verdicts = cases.map(([, signature, headers = {}]) =>
		verify(delivery(signature, headers), settings()),
	);
	expect(verdicts.map((verdict) => verdict.ok && verdict.scheme.template)).toContain(template);
});

// github.com/standard-webhooks/standard-webhooks: the vector in the tests of its libraries.
test('accepts the example that Standard Webhooks publishes', () => {
	const published = delivery(
		'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
		{ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330' },
		'{"test": 2432232314}',
	);
	const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
	const verdict = verify(published, settings({ secrets, now: 1_614_265_340_000 }));
	expect(verdict).toMatchObject({ ok: true, timestamp: 1_614_265_330_000 });
});

// docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries: its body is no JSON, so the content is set.
test('accepts the example that GitHub publishes', () => {
	const digest = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
	const published = delivery(`sha256=${digest}`, {}, 'Hello, World!');
	const secrets = ["It's a Secret to Everybody"];
	expect(resultOf(published, { secrets, format: { signedContent: '{body}' } })).toBe('accepted');
	expect(resultOf(published, { secrets })).toBe('bodyNotJson');
});

test('returns the ID and the time only if they are signed', () => {
	const unsigned = verify(delivery(d.sha256, standardHeaders), settings());
	expect(unsigned).toMatchObject({ ok: true, id: undefined, timestamp: undefined });
	const signed = verify(delivery(`t=${T},v1=${d.dot}`), settings());
	expect(signed).toMatchObject({
		ok: true,
		timestamp: 1_792_567_680_000,
		scheme: { algorithm: 'sha256', template: '{timestamp}.{body}', key: 'text' },
	});
});
