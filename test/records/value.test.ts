import fc from 'fast-check';

import {
	fieldAt,
	hasRounded,
	isObject,
	isRounded,
	valueAt,
} from '../../nodes/ProjectWorkspace/old/records/value';

test('a path reaches own properties only', () => {
	expect(valueAt({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
	expect(valueAt({}, ['constructor'])).toBeUndefined();
	expect(fieldAt({}, 'constructor')).toBeUndefined();
	expect(fieldAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
	expect(fieldAt({ a: { b: 2 } }, 'a.b')).toBe(2);
	const found = { 'a.': 3, '.': 4, '': { '': 4 }, a: { '': 3 } };
	const paths = [...Object.entries<unknown>(found), ['a..'], ['a.b'], ['a..b']] as const;
	for (const [path = '', value] of paths)
		expect([path, fieldAt({ a: { '': 3 }, '': { '': 4 } }, path)]).toEqual([path, value]);
});

test('a path is read as its parts are, but only as far as the record has it', () => {
	const name = fc.constantFrom('', 'a', 'b', 'a.b');
	const value = fc.letrec<{ record: unknown }>((tie) => ({
		record: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.dictionary(name, tie('record'))),
	})).record;
	const path = fc
		.array(fc.constantFrom('', 'a', 'b'), { minLength: 1 })
		.map((parts) => parts.join('.'));
	fc.assert(
		fc.property(value, path, (record, field) => {
			const isOwn = isObject(record) && Object.hasOwn(record, field);
			const expected = isOwn ? record[field] : valueAt(record, field.split('.'));
			expect(fieldAt(record, field)).toEqual(expected);
		}),
	);
	const long = 'title.'.repeat(100_000);
	const start = performance.now();
	for (let at = 0; at < 2_000; at++) expect(fieldAt({ title: 'x' }, long)).toBeUndefined();
	// Splitting took 10 seconds.
	expect(performance.now() - start).toBeLessThan(5_000);
});

test.each([
	[2 ** 53, true],
	[-(2 ** 53), true],
	[Number.POSITIVE_INFINITY, true],
	[Number.NaN, true],
	[2 ** 53 - 1, false],
	[0.1, false],
	['9007199254740993', false],
	[null, false],
])('%p is a number that JavaScript cannot keep: %s', (value, is) => {
	expect(isRounded(value)).toBe(is);
	expect(hasRounded({ a: [{ b: value }] })).toBe(is);
});
