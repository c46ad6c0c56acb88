import fc from 'fast-check';

import { encodings, isUsableSecret } from '../../nodes/ProjectWorkspace/old/signature/encodings';
import { readTimestamp } from '../../nodes/ProjectWorkspace/old/signature/deliveryHeaders';
import {
	detectedTemplates as templates,
	isSeparable,
} from '../../nodes/ProjectWorkspace/old/signature/templates';
import { formatOf, NOW, SECRET, settings, verify } from './delivery';
import { decode, encode, sign, signHex } from './sign';

const layout = fc.record({
	algorithm: fc.constantFrom('sha256' as const, 'sha384' as const, 'sha512' as const),
	encoding: fc.constantFrom(...encodings.map(({ title }) => title)),
	template: fc.constantFrom(...templates),
});
const timeText = (ms: number) =>
	fc.constantFrom(
		String(Math.floor(ms / 1000)),
		String(ms),
		(ms / 1000).toFixed(3),
		new Date(ms).toISOString(),
		new Date(ms).toUTCString(),
	);
const recent = fc.integer({ min: NOW - 298_000, max: NOW + 298_000 }).chain(timeText);
const id = fc.stringMatching(/^(?:[a-z]{2,4}_)?[A-Za-z0-9-]{8,40}[a-z]$/);
const body = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
const secret = fc
	.string({ minLength: 8, maxLength: 60 })
	.filter((text) => text.trim() === text && isUsableSecret(text));

interface Wire {
	rawBody: Buffer;
	signature: string;
	timestamp: string;
	id: string;
}

const asDelivery = ({ rawBody, signature, timestamp, id: sentId }: Wire) => ({
	rawBody,
	headers: {
		...{ 'x-service-signature': signature, 'x-service-timestamp': timestamp },
		'x-service-id': sentId,
	},
});

const signed = fc
	.record({ layout, timestamp: recent, id, body: body.map((value) => JSON.stringify(value)) })
	.map(({ layout: chosen, timestamp, id: chosenId, body: text }) => {
		const rawBody = Buffer.from(text);
		const signature = sign(chosen, SECRET, { body: text, timestamp, id: chosenId });
		return { layout: chosen, wire: { rawBody, timestamp, id: chosenId, signature } };
	})
	.filter(({ layout: { template }, wire }) => isSeparable(template, wire.timestamp));

test('what is signed is accepted, in every layout, encoding and algorithm, with either secret', () => {
	fc.assert(
		fc.property(
			signed,
			secret,
			fc.constantFrom('', 'sha=', 'v1=', 'v1,', 'sig:', 'hmac '),
			({ layout: chosen, wire }, other, prefix) => {
				// `sha=` would call it SHA-1.
				const written = prefix === 'sha=' ? `${chosen.algorithm}=` : prefix;
				const delivery = asDelivery({ ...wire, signature: written + wire.signature });
				for (const secrets of [[SECRET], [other, SECRET], [SECRET, other]]) {
					const verdict = verify(delivery, settings({ secrets }));
					expect(verdict).toMatchObject({ ok: true, scheme: { algorithm: chosen.algorithm } });
				}
			},
		),
		{ numRuns: 400 },
	);
});

test('a bit changed in the body, the digest, the signed time, the signed ID or the secret is rejected', () => {
	const flip = (text: string | Buffer, bit: number): Buffer => {
		const bytes = Buffer.from(text);
		const at = Math.floor(bit / 8) % bytes.length;
		bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
		return bytes;
	};
	fc.assert(
		fc.property(
			signed,
			fc.constantFrom('body', 'digest', 'timestamp', 'id', 'secret'),
			fc.nat(100_000),
			({ layout: chosen, wire }, part, bit) => {
				const changed: Wire = { ...wire };
				let secrets: string[] = [SECRET];
				if (part === 'body') changed.rawBody = flip(wire.rawBody, bit);
				if (part === 'timestamp') changed.timestamp = flip(wire.timestamp, bit).toString('latin1');
				if (part === 'id') changed.id = flip(wire.id, bit).toString('latin1');
				if (part === 'secret') secrets = [flip(SECRET, bit).toString('latin1')];
				if (part === 'digest') {
					// In the digest's bytes: hex in capitals is another text for the same digest.
					const bytes = decode(wire.signature, chosen.encoding);
					changed.signature = encode(flip(bytes, bit), chosen.encoding);
				}
				const unsigned =
					(part === 'timestamp' || part === 'id') && !chosen.template.includes(`{${part}}`);
				expect(verify(asDelivery(changed), settings({ secrets })).ok).toBe(unsigned);
			},
		),
		{ numRuns: 400 },
	);
});

test('a signed time outside the tolerance is rejected in both directions', () => {
	const outside = fc.oneof(
		fc.integer({ min: 1_000_000_000_000, max: NOW - 302_000 }),
		fc.integer({ min: NOW + 302_000, max: 9_999_999_999_000 }),
	);
	const templated = fc.constantFrom(...templates.filter((one) => one.includes('{timestamp}')));
	fc.assert(
		fc.property(outside.chain(timeText), templated, id, (timestamp, template, chosenId) => {
			fc.pre(isSeparable(template, timestamp));
			const signature = signHex(template, { body: '{}', timestamp, id: chosenId });
			const rawBody = Buffer.from('{}');
			const delivery = asDelivery({ rawBody, timestamp, id: chosenId, signature });
			const late = (readTimestamp(timestamp) ?? 0) < NOW;
			expect(verify(delivery, settings())).toMatchObject({ reason: late ? 'stale' : 'future' });
		}),
	);
});

test('for any delivery and settings, nothing is thrown and nothing unsigned is accepted', () => {
	const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
	fc.assert(
		fc.property(
			fc.uint8Array({ maxLength: 50 }),
			fc.dictionary(text, text),
			text,
			fc.array(text),
			fc.record(
				{
					...{ signedContent: text, prefix: text, timestampHeader: text, idHeader: text },
					tolerance: fc.double(),
				},
				{ requiredKeys: [] },
			),
			(bytes, headers, header, secrets, set) => {
				const delivery = { rawBody: Buffer.from(bytes), headers };
				const format = { ...formatOf(), ...set };
				const given = { header, secrets, format, now: NOW };
				expect(verify(delivery, given).ok).toBe(false);
			},
		),
		{ numRuns: 400 },
	);
});
