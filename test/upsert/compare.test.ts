import fc from 'fast-check';

import { matches, matchKey, sameValue } from '../../nodes/ProjectWorkspace/upsert/compare';

test('a value is the same as its copy', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(sameValue(value, structuredClone(value))).toBe(true);
		}),
	);
});

test.each([
	['2026-12-31T12:00:00Z', '2026-12-31T13:00:00.000+01:00', true],
	['2026-12-31T12:00:00Z', '2026-12-31T12:00:00+01:00', false],
	['2026-12-31', '2026-12-31T00:00:00Z', false],
	['2026-12-31T00:00:00.000Z', '2026-12-31', true],
	['2026-12-31T00:00:00-05:00', '2026-12-31', false],
	['2026-12-31T12:00:00Z', '2026-12-31', false],
	['2026-12-31T12:00:00', '2026-12-31T12:00:00.000', false],
	['2026-12-31T12:00:00.123456Z', '2026-12-31T12:00:00.123999Z', false],
	[{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
	[{ a: 1 }, { a: 1, b: undefined }, false],
	[{ a: 1, b: 2 }, { a: 1 }, false],
	[[1, 2], [2, 1], false],
	[[1], [1, 2], false],
	[[1, 2], [1], false],
	[3, '3', false],
	['é', 'e\u0301', false],
	['', null, false],
])('%j has %j already: %j', (existing, desired, same) => {
	expect(sameValue(existing, desired)).toBe(same);
});

describe('a record is found by', () => {
	test.each<[existing: unknown, given: unknown]>([
		[5, '5'],
		['5', 5],
		[5, '5.0'],
		[5.5, '5.50'],
		[0, '-0'],
		[9007199254740991, '9007199254740991'],
		[true, 'true'],
		['false', false],
		['2026-12-31T12:00:00Z', '2026-12-31T13:00:00.000+01:00'],
		['é', 'e\u0301'],
		[['a'], ['a']],
	])('%j: %j', (existing, given) => {
		expect(matches(existing, given)).toBe(true);
		expect(matchKey(existing)).toBe(matchKey(given));
	});

	test.each<[existing: unknown, given: unknown]>([
		[7, '007'],
		['007', 7],
		['5.0', 5],
		[12000, '12e3'],
		['12e3', 12000],
		[1, true],
		[true, 1],
		[true, '1'],
		['TRUE', true],
		[9007199254740991, '9007199254740992'],
		['2026-12-31', '2026-12-31T00:00:00Z'],
		['2026-12-31T12:00:00', '2026-12-31T12:00:00Z'],
		['ﬁ', 'fi'],
		[null, 'null'],
		[undefined, 'undefined'],
		[[5], '5'],
		['5', [5]],
	])('%j is not found by %j', (existing, given) => {
		expect(matches(existing, given)).toBe(false);
	});

	test('the same string or safe number, and by no other', () => {
		const value = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.stringMatching(/^-?\d{1,20}$/));
		fc.assert(
			fc.property(value, value, (one, other) => {
				expect(matches(one, one)).toBe(true);
				fc.pre(String(one).normalize() !== String(other).normalize());
				fc.pre(Number(one) !== 0 || Number(other) !== 0); // "-0"
				expect(matches(one, other)).toBe(false);
			}),
		);
	});

	test('values that match have the same key', () => {
		const value = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.jsonValue());
		fc.assert(
			fc.property(value, fc.boolean(), (existing, asText) => {
				const given = asText && typeof existing !== 'object' ? String(existing) : existing;
				if (matches(existing, given)) expect(matchKey(existing)).toBe(matchKey(given));
			}),
		);
	});
});
