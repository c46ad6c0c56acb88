import * as crypto from 'node:crypto';
import fc from 'fast-check';

import {
	MAX_HMAC_BYTES,
	MAX_HMACS,
	type Scheme,
} from '../../nodes/ProjectWorkspace/old/signature/verify';
import { MAX_HEADER_CHARACTERS } from '../../nodes/ProjectWorkspace/old/signature/header';
import { detectedTemplates } from '../../nodes/ProjectWorkspace/old/signature/templates';
import { delivery, settings, verify } from './delivery';
import { HEX_SECRET, MARKED_SECRET } from './knownAnswers';
import { withDeadline } from '../withDeadline';
import { signedText, signHex } from './sign';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, createHmac: jest.fn(actual.createHmac) };
});
const createHmac = jest.mocked(crypto.createHmac);
beforeEach(() => createHmac.mockClear());

const pieces = [
	...['t=', 'v1=', 'v0=', 'sha256=', 'sha512=', 'hmac-sha256 ', 'ts=', '__proto__=', 'none'],
	...[';', ',', ' ', '=', ':', '.', '/', '"', '{', '%', 'é', '\t', '\0', '\u202e'],
	...['1792567680', '1792567680123', '-1', 'NaN', 'eyJhbGciOiJub25lIn0'],
	...['a'.repeat(64), 'B'.repeat(43), `${'c'.repeat(43)}=`, '0'.repeat(128), 'd'.repeat(40)],
	...['='.repeat(50), 'v1,'.repeat(30), ':'.repeat(40)],
];

const randomHeader = fc.oneof(
	fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
	fc
		.tuple(
			fc.uint8Array({ maxLength: 100 }),
			fc.constantFrom('hex' as const, 'base64' as const, 'latin1' as const, 'base64url' as const),
		)
		.map(([bytes, encoding]) => Buffer.from(bytes).toString(encoding)),
);

const companions = {
	'x-service-timestamp': '1792567680',
	'x-request-timestamp': '1792567681',
	'x-service-id': 'evt_1',
	'x-service-delivery-id': 'evt_2',
	'x-service-event-id': 'evt_3',
	'x-request-id': 'evt_4',
};

test('random headers are never accepted, never throw and never exceed the limit', () => {
	let most = 0;
	fc.assert(
		fc.property(randomHeader, fc.constantFrom({}, companions), (header, more) => {
			createHmac.mockClear();
			const verdict = verify(
				delivery(header, more),
				settings({ secrets: [MARKED_SECRET, HEX_SECRET] }),
			);
			most = Math.max(most, createHmac.mock.calls.length);
			expect(verdict.ok).toBe(false);
		}),
		{ numRuns: 1_000 },
	);
	expect(most).toBeGreaterThan(0);
	expect(most).toBeLessThanOrEqual(MAX_HMACS);
});

const MB = 1024 * 1024;
const bodyOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const digest = (text: string, secret = 'secret one', algorithm = 'sha256') =>
	crypto.createHmac(algorithm, secret).update(text).digest('hex');
const three = ['a'.repeat(64), 'b'.repeat(96), 'c'.repeat(128)].join(',');
const known = { algorithm: 'sha256', template: '{body}{timestamp}', key: 'text' } as const;

/** HMACs that a delivery costs. */
function costOf(...input: Parameters<typeof verify>): number {
	createHmac.mockClear();
	verify(...input);
	return createHmac.mock.calls.length;
}

test('the most expensive header known stays within the limit', () => {
	const forged = delivery(three, companions);
	const all = settings({ secrets: [MARKED_SECRET, HEX_SECRET] });
	expect(costOf(forged, all)).toBe(MAX_HMACS);
	expect(verify(forged, all)).toMatchObject({ reason: 'mismatch' });
});

test.each([256 * 1024, 4 * MB, 16 * MB])(
	'a forged delivery of %i bytes is hashed for no more than the bound, or once for each secret',
	(bytes) => {
		const forged = delivery(three, companions, bodyOf(bytes));
		for (const secrets of [['secret one'], [MARKED_SECRET, HEX_SECRET]]) {
			for (const scheme of [undefined, known]) {
				const cost = costOf(forged, settings({ secrets, known: scheme }));
				expect(cost).toBeGreaterThan(0);
				expect(cost * bytes).toBeLessThanOrEqual(Math.max(MAX_HMAC_BYTES, secrets.length * bytes));
				const format = { signedContent: known.template };
				const costSet = costOf(forged, settings({ secrets, format, known: scheme }));
				const forms = scheme ? 1 : 2;
				expect(costSet * bytes).toBeLessThanOrEqual(
					Math.max(MAX_HMAC_BYTES, secrets.length * forms * bytes),
				);
			}
		}
	},
);

test.each([
	['sha256', 64, 1],
	['sha384', 96, 2],
	['sha512', 128, 2],
])('%s, a forged one of 100 kB is hashed for no longer than another', (_, digits, factor) => {
	const bytes = 100 * 1024;
	const forged = delivery('a'.repeat(digits), companions, bodyOf(bytes));
	const cost = costOf(forged, settings({ secrets: [MARKED_SECRET, HEX_SECRET] }));
	expect(cost).toBe(Math.floor(MAX_HMAC_BYTES / bytes / factor));
});

test.each([
	['the current secret', ['secret one'], 'secret one', 1],
	['the current secret during a rotation', ['secret one', 'secret two'], 'secret one', 1],
	['the previous secret during a rotation', ['secret two', 'secret one'], 'secret one', 2],
])('the known layout is tried first, whatever the size, with %s', (_, secrets, secret, cost) => {
	const body = bodyOf(16 * MB);
	const signature = digest(`${body}1792567680`, secret);
	const late = delivery(signature, { 'x-service-timestamp': '1792567680' }, body);
	expect(verify(late, settings({ secrets })).ok).toBe(false);
	createHmac.mockClear();
	expect(verify(late, settings({ secrets, known })).ok).toBe(true);
	expect(createHmac).toHaveBeenCalledTimes(cost);
});

const WHOLE = { timestamp: '1792567680', id: 'evt_1', body: bodyOf(64 * 1024) };
const PREFIXED = ['whsec_b25lIHNlY3JldCBvZiB0d2VudHktZm91cg==', MARKED_SECRET];

test.each(detectedTemplates)(
	'%j over 64 kB is recognized, with and without another known layout',
	(template) => {
		const signatures = PREFIXED.flatMap((secret) => [
			signHex(template, WHOLE, secret),
			decoded(template, secret),
		]);
		for (const signature of signatures) {
			// Among others, which are less likely.
			const headers = { ...companions, 'x-service-delivery-id': WHOLE.id };
			const sent = delivery(signature, headers, WHOLE.body);
			for (const scheme of [undefined, known]) {
				const verdict = verify(sent, settings({ secrets: PREFIXED, known: scheme }));
				expect(verdict).toMatchObject({ ok: true, scheme: { template } });
			}
		}
	},
);

const decoded = (template: string, secret: string) =>
	crypto
		.createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
		.update(signedText(template, WHOLE))
		.digest('hex');

test.each<Partial<Scheme>>([{ algorithm: 'sha384' }, { template: '{body}' }, { key: 'hex' }])(
	'what differs from the known layout is not tried first: %p',
	(change) => {
		const body = bodyOf(16 * MB);
		const sent = delivery(
			digest(`${body}1792567680`),
			{ 'x-service-timestamp': '1792567680' },
			body,
		);
		const other = settings({ secrets: ['secret one', HEX_SECRET], known: { ...known, ...change } });
		expect(verify(sent, other)).toMatchObject({ reason: 'bodyTooLargeToSearch' });
	},
);

test.each([
	[100, 'mismatch'],
	[101, 'bodyNotJson'],
	[16 * MB, 'bodyNotJson'],
])('of %i bytes of white space after a body, at most 100 are checked', (bytes, reason) => {
	const sent = delivery(`t=1792567680,v1=${'a'.repeat(64)}`, {}, `{}${' '.repeat(bytes)}`);
	expect(verify(sent, settings())).toMatchObject({ reason });
});

test('a known scheme that is not in the table is not accepted', () => {
	const signature = crypto.createHmac('sha256', 'secret one').update('x').digest('hex');
	const odd = { ...known, template: 'x' };
	expect(verify(delivery(signature), settings({ secrets: ['secret one'], known: odd })).ok).toBe(
		false,
	);
});

test('long runs of one character are read in linear time', () => {
	fc.assert(
		fc.property(fc.constantFrom(...pieces), fc.constantFrom(...pieces), (one, other) => {
			const header = (one.repeat(4096).slice(0, 4000) + other).slice(0, MAX_HEADER_CHARACTERS);
			const verdict = withDeadline(() => verify(delivery(header), settings()));
			expect(verdict).toMatchObject({ ok: false });
		}),
	);
});
