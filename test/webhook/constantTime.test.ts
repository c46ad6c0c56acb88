import crypto from 'crypto';

import { delivery, resultOf } from './delivery';

/** A comparison that ends at the first difference tells an attacker how much of a guess is right. */
test('each digest in the signature header is compared in constant time', () => {
	const compare = jest.spyOn(crypto, 'timingSafeEqual');
	const digests = ['ab', 'cd'].map((byte) => `sha256=${byte.repeat(32)}`);

	expect(resultOf(delivery(digests.join(',')))).toBe('mismatch');
	const compared = new Set(compare.mock.calls.map(([sent]) => Buffer.from(sent as Buffer)[0]));
	expect(compared).toEqual(new Set([0xab, 0xcd]));
});
