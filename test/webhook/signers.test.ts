import { createHmac } from 'node:crypto';
import { sign as signWithOctokit } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

import { LAYOUTS } from '../../nodes/ProjectWorkspace/webhook/layouts';
import { contentOf, delivery, NOW, resultOf, SECRET, type Headers } from './delivery';

const stripe = new Stripe('sk_test_made_up');
const seconds = NOW / 1000;
const json = fc.oneof(
	fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
	fc.array(fc.jsonValue()),
);
const bodies = json.chain((value) =>
	fc.constantFrom(
		JSON.stringify(value),
		JSON.stringify(value, null, 2),
		`${JSON.stringify(value)}\n`,
	),
);
const base64Secret = fc
	.uint8Array({ minLength: 24, maxLength: 64 })
	.filter((bytes) => bytes.some((byte) => byte !== 0))
	.map((bytes) => Buffer.from(bytes).toString('base64'));
const prefixedSecret = base64Secret.map((text) => `whsec_${text}`);
const textSecret = fc.stringMatching(/^[!-~]{8,60}$/);

interface Library {
	name: string;
	secrets: fc.Arbitrary<string>;
	/** The signature header's value, and the other headers. */
	sign: (secret: string, body: string) => Promise<[string, Headers]>;
	isTimed: boolean;
}

const standardHeaders = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds) };

const libraries: Library[] = [
	{
		name: 'Standard Webhooks',
		secrets: fc.oneof(base64Secret, prefixedSecret),
		sign: async (secret, body) => [
			new Webhook(secret).sign('msg_1', new Date(NOW), body),
			standardHeaders,
		],
		isTimed: true,
	},
	{
		name: 'Standard Webhooks with a secret as text',
		secrets: textSecret,
		sign: async (secret, body) => {
			const webhook = new Webhook(secret, { format: 'raw' });
			return [webhook.sign('msg_1', new Date(NOW), body), standardHeaders];
		},
		isTimed: true,
	},
	{
		name: 'Stripe',
		secrets: fc.oneof(textSecret, prefixedSecret),
		sign: async (secret, payload) => [
			stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds }),
			{},
		],
		isTimed: true,
	},
	{
		name: 'Octokit',
		secrets: textSecret,
		sign: async (secret, body) => [await signWithOctokit(secret, body), {}],
		isTimed: false,
	},
];

test.each(libraries)('what $name signs is accepted, and nothing near it', async (library) => {
	const property = async (secret: string, other: string, body: string) => {
		fc.pre(secret !== other);
		const [signature, headers] = await library.sign(secret, body);
		const sent = delivery(signature, headers, body);
		for (const secrets of [[secret], [other, secret], [secret, other]]) {
			expect(resultOf(sent, { secrets })).toBe('accepted');
		}
		const own = { secrets: [secret] };
		expect(resultOf(sent, { secrets: [other] })).toBe('mismatch');
		expect(resultOf(delivery(signature, headers, `[${body}]`), own)).toBe('mismatch');
		const late = resultOf(sent, { ...own, now: NOW + 301_000 });
		expect(late).toBe(library.isTimed ? 'stale' : 'accepted');
	};
	await fc.assert(fc.asyncProperty(library.secrets, textSecret, bodies, property));
});

const signed = fc
	.record({
		layout: fc.constantFrom(...LAYOUTS),
		algorithm: fc.constantFrom('sha256', 'sha384', 'sha512'),
		encoding: fc.constantFrom('hex' as const, 'base64' as const, 'base64url' as const),
		id: fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
		timestamp: fc
			.integer({ min: NOW - 298_000, max: NOW + 298_000 })
			.chain((ms) =>
				fc.constantFrom(String(Math.floor(ms / 1000)), String(ms), new Date(ms).toISOString()),
			),
		body: bodies,
	})
	.map((parts) => {
		const content = contentOf(parts.layout, parts);
		const digest: Buffer = createHmac(parts.algorithm, SECRET).update(content).digest();
		return { ...parts, digest };
	});

type Signed = typeof signed extends fc.Arbitrary<infer Parts> ? Parts : never;

const sentBy = ({ encoding, digest, id, timestamp, body }: Signed, name = '') =>
	delivery(
		name + digest.toString(encoding),
		{ 'x-service-id': id, 'x-service-timestamp': timestamp },
		body,
	);

test('each layout is accepted in every algorithm and encoding, and nothing changed by a bit is', () => {
	const flip = (text: string | Buffer, bit: number): Buffer => {
		const bytes = Buffer.from(text);
		const at = Math.floor(bit / 8) % bytes.length;
		bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
		return bytes;
	};
	const name = fc.constantFrom('', 'sha256=', 'v1=', 'v1,', 'HMAC ');
	const part = fc.constantFrom('body', 'digest', 'timestamp', 'id', 'secret');
	fc.assert(
		fc.property(signed, name, part, fc.nat(100_000), (parts, prefix, changed, bit) => {
			expect(resultOf(sentBy(parts, prefix))).toBe('accepted');

			const sent = sentBy({
				...parts,
				digest: changed === 'digest' ? flip(parts.digest, bit) : parts.digest,
				timestamp:
					changed === 'timestamp' ? flip(parts.timestamp, bit).toString('latin1') : parts.timestamp,
				id: changed === 'id' ? flip(parts.id, bit).toString('latin1') : parts.id,
			});
			if (changed === 'body') sent.body = flip(sent.body, bit);
			const secrets = [changed === 'secret' ? flip(SECRET, bit).toString('latin1') : SECRET];
			const isUnsigned =
				(changed === 'timestamp' || changed === 'id') && !parts.layout.includes(`{${changed}}`);
			expect(resultOf(sent, { secrets }) === 'accepted').toBe(isUnsigned);
		}),
		{ numRuns: 300 },
	);
});
