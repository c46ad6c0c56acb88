import { randomBytes } from 'node:crypto';
import { sign as signWithOctokit } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import fc from 'fast-check';

import { delivery, NOW, resultOf, settings, verify } from './delivery';

const stripe = new Stripe('sk_test_made_up');
const seconds = NOW / 1000;
const bodies = fc
	.oneof(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), fc.array(fc.jsonValue()))
	.chain((value) =>
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
/** Without quotation marks around it, which are taken off. */
const textSecret = fc.stringMatching(/^[#-&(-_a-~][!-~]{6,60}[A-Z0-9][!-~]{0,9}$/);

interface Library {
	name: string;
	secrets: fc.Arbitrary<string>;
	/** The signature header's value, and the other headers. */
	sign(secret: string, body: string): Promise<[string, Record<string, string>]>;
	template: string;
}

const libraries: Library[] = [
	{
		name: 'Standard Webhooks',
		secrets: fc.oneof(base64Secret, prefixedSecret),
		sign: async (secret, body) => {
			const id = `msg_${randomBytes(12).toString('hex')}`;
			const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
			return [new Webhook(secret).sign(id, new Date(NOW), body), headers];
		},
		template: '{id}.{timestamp}.{body}',
	},
	{
		name: 'Standard Webhooks with a secret as text',
		secrets: textSecret,
		sign: async (secret, body) => {
			const webhook = new Webhook(secret, { format: 'raw' });
			const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds) };
			return [webhook.sign('msg_1', new Date(NOW), body), headers];
		},
		template: '{id}.{timestamp}.{body}',
	},
	{
		name: 'Stripe',
		secrets: fc.oneof(textSecret, prefixedSecret),
		sign: async (secret, payload) => [
			stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds }),
			{},
		],
		template: '{timestamp}.{body}',
	},
	{
		name: 'Octokit',
		secrets: textSecret,
		sign: async (secret, body) => [await signWithOctokit(secret, body), {}],
		template: '{body}',
	},
];

test.each(libraries)('what $name signs is accepted, and nothing near it', async (library) => {
	await fc.assert(
		fc.asyncProperty(library.secrets, textSecret, bodies, async (secret, other, body) => {
			fc.pre(secret !== other);
			const [signature, headers] = await library.sign(secret, body);
			const sent = delivery(signature, headers, body);
			for (const secrets of [[secret], [other, secret], [secret, other]]) {
				const { template } = library;
				expect(verify(sent, settings({ secrets }))).toMatchObject({ scheme: { template } });
			}
			const own = { secrets: [secret] };
			expect(resultOf(sent, { secrets: [other] })).toBe('mismatch');
			expect(resultOf(delivery(signature, headers, `[${body}]`), own)).toBe('mismatch');
			const isTimed = library.template !== '{body}';
			const late = resultOf(sent, { ...own, now: NOW + 301_000 });
			expect(late).toBe(isTimed ? 'stale' : 'accepted');
		}),
	);
});
