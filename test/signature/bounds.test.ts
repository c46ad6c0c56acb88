import * as crypto from 'node:crypto';
import fc from 'fast-check';

import { verify } from '../../nodes/ProjectWorkspace/signature';
import { limits } from '../../nodes/ProjectWorkspace/signature/limits';
import { delivery, settings } from './delivery';
import { HEX_SECRET, MARKED_SECRET } from './knownAnswers';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, createHmac: jest.fn(actual.createHmac) };
});
const createHmac = jest.mocked(crypto.createHmac);

/** A small generator with a seed, so that a failure can be repeated. */
function randomBelow(seed: number) {
	let state = seed;
	return (end: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * end);
	};
}

const pieces = [
	't=',
	'v1=',
	'v0=',
	'sha256=',
	'sha512=',
	'hmac-sha256 ',
	'ts=',
	';',
	',',
	' ',
	'=',
	':',
	'.',
	'/',
	'"',
	'{',
	'%',
	'none',
	'1792567680',
	'1792567680123',
	'-1',
	'NaN',
	'a'.repeat(64),
	'B'.repeat(43),
	`${'c'.repeat(43)}=`,
	'0'.repeat(128),
	'd'.repeat(40),
	'é',
	'\t',
	'\0',
	'\u202e',
	'__proto__=',
	'eyJhbGciOiJub25lIn0',
	'='.repeat(50),
	'v1,'.repeat(30),
	':'.repeat(40),
];

function randomHeader(below: (end: number) => number): string {
	if (below(4) === 0) {
		const bytes = Buffer.from(Array.from({ length: below(100) }, () => below(256)));
		return bytes.toString((['hex', 'base64', 'latin1', 'base64url'] as const)[below(4)]);
	}
	return Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join('');
}

const companions = {
	'x-service-timestamp': '1792567680',
	'x-request-timestamp': '1792567681',
	'x-service-id': 'evt_1',
	'x-service-delivery-id': 'evt_2',
	'x-service-event-id': 'evt_3',
	'x-request-id': 'evt_4',
};

test('100,000 random headers: none accepted, none throws, none costs more than the bound', () => {
	const below = randomBelow(20_261_021);
	const secrets = [MARKED_SECRET, HEX_SECRET];
	let most = 0;
	let slowest = 0;
	for (let count = 0; count < 100_000; count += 1) {
		const random = delivery(randomHeader(below), below(4) > 0 ? {} : companions);
		createHmac.mockClear();
		const start = performance.now();
		const verdict = verify(random, settings({ secrets }));
		slowest = Math.max(slowest, performance.now() - start);
		most = Math.max(most, createHmac.mock.calls.length);
		if (verdict.ok) throw new Error('a random header was accepted');
	}
	expect(most).toBeGreaterThan(0);
	expect(most).toBeLessThanOrEqual(limits.attempts);
	// Only a sanity bound: the machine may be busy.
	expect(slowest).toBeLessThan(250);
}, 120_000);

test('the dearest header that can be thought of stays within the bound', () => {
	const all = ['a'.repeat(64), 'b'.repeat(96), 'c'.repeat(128)].join(',');
	createHmac.mockClear();
	verify(delivery(all, companions), settings({ secrets: [MARKED_SECRET, HEX_SECRET] }));
	expect(createHmac.mock.calls.length).toBe(limits.attempts);
});

test('a body of 16 MB is hashed a handful of times, and the words say what to pin', () => {
	const body = `{"a":"${'x'.repeat(16 * 1024 * 1024)}"}`;
	createHmac.mockClear();
	const verdict = verify(
		delivery('a'.repeat(64), companions, body),
		settings({ secrets: ['one', 'two'] }),
	);
	expect(createHmac.mock.calls.length).toBe(4);
	expect(verdict).toMatchObject({ reason: 'bodyTooLargeToSearch' });
});

test('what was accepted last is tried first', () => {
	const body = `{"a":"${'x'.repeat(16 * 1024 * 1024)}"}`;
	const content = '{timestamp},{body}';
	const signature = crypto.createHmac('sha256', 'one').update(`1792567680,${body}`).digest('hex');
	const late = delivery(signature, { 'x-service-timestamp': '1792567680' }, body);
	expect(verify(late, settings({ secrets: ['one'] })).ok).toBe(false);
	createHmac.mockClear();
	const likely = { algorithm: 'sha256', content, key: 'text' } as const;
	expect(verify(late, settings({ secrets: ['one'], likely })).ok).toBe(true);
	expect(createHmac.mock.calls.length).toBe(1);
});

test('what is called likely is no way around the table', () => {
	const signature = crypto.createHmac('sha256', 'one').update('x').digest('hex');
	const likely = { algorithm: 'sha256', content: 'x', key: 'text' } as const;
	expect(verify(delivery(signature), settings({ secrets: ['one'], likely })).ok).toBe(false);
});

test('long runs of one character are read in linear time', () => {
	fc.assert(
		fc.property(fc.constantFrom(...pieces), fc.constantFrom(...pieces), (one, other) => {
			const header = one.repeat(4096).slice(0, 4000) + other;
			const start = performance.now();
			verify(delivery(header.slice(0, limits.headerCharacters)), settings());
			expect(performance.now() - start).toBeLessThan(250);
		}),
	);
});
