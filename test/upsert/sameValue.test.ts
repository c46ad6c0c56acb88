import fc from 'fast-check';

import { sameValue } from '../../nodes/ProjectWorkspace/upsert/sameValue';

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
	['2026-12-31T12:00:00', '2026-12-31T12:00:00', true],
	['2026-12-31T12:00:00', '2026-12-31T12:00:00.000', false],
	['2026-12-31T12:00:00.123456Z', '2026-12-31T12:00:00.123999Z', false],
	[{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
	[{ a: 1 }, { a: 1, b: undefined }, false],
	[[1, 2], [2, 1], false],
	[3, '3', false],
	[undefined, null, false],
	['', null, false],
])('%j and %j: %j', (held, wanted, same) => {
	expect(sameValue(held, wanted)).toBe(same);
});
