import crypto from 'crypto';

import { delivery, NOW, resultOf } from './delivery';
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
test('of the headers of proxies, six timestamps and six IDs are tried', () => {
	const time = String(NOW / 1000);
	const others = (count: number, ending: string, value: string) =>
		Array.from({ length: count }, (_, at) => [`a${at}-${ending}`, `${value}${at + 1}`]);
	const resultAfter = (times: number, ids: number) =>
		resultOf(
			delivery(`v1,${digests.standard}`, {
				...Object.fromEntries(others(times, 'timestamp', time.slice(0, -1))),
				...Object.fromEntries(others(ids, 'id', 'other')),
				'webhook-timestamp': time,
				'webhook-id': ID,
			}),
		);

	expect(resultAfter(5, 5)).toBe('accepted');
	expect(resultAfter(6, 5)).toBe('mismatch');
	expect(resultAfter(5, 6)).toBe('mismatch');
});
