import crypto from 'crypto';

import { delivery, NOW, resultOf, type Headers } from './delivery';
import { digests, ID } from './knownAnswers';

/** A comparison that ends at the first difference tells an attacker how much of a guess is right. */
test('each digest in the signature header is compared in constant time', () => {
	const compare = jest.spyOn(crypto, 'timingSafeEqual');
	const digests = ['ab', 'cd'].map((byte) => `sha256=${byte.repeat(32)}`);

	expect(resultOf(delivery(digests.join(',')))).toBe('mismatch');
	const compared = new Set(compare.mock.calls.map(([sent]) => Buffer.from(sent as Buffer)[0]));
	expect(compared).toEqual(new Set([0xab, 0xcd]));
});

/** Each is hashed with the others, so a forged delivery with many headers would keep n8n busy. */
test('a thousand attempts are made with the headers of proxies, each value once, and no more', () => {
	const others = (count: number, ids: number): Headers =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}-id`, `other${n % ids}`]));
	const resultAfter = (count: number, ids = count) =>
		resultOf(
			delivery(`v1,${digests.standard}`, {
				...others(count, ids),
				'webhook-timestamp': String(NOW / 1000),
				'webhook-id': ID,
			}),
		);

	expect(resultAfter(300)).toBe('accepted');
	expect(resultAfter(2_000)).toBe('tooLarge');
	expect(resultAfter(2_000, 300)).toBe('accepted');
});
