import {
	booleanOf,
	fieldAt,
	isEmpty,
	isRounded,
	isUndecoded,
	quoted,
	textOf,
} from '../../nodes/ProjectWorkspace/records/value';

test.each([undefined, null, '', ' \n', [], {}])('%j is empty', (value) => {
	expect(isEmpty(value)).toBe(true);
});

test.each([0, false, 'x', [null], { a: null }, new Date(0)])('%j is not empty', (value) => {
	expect(isEmpty(value)).toBe(false);
});

test('a field is found by its name, then by a path of own fields', () => {
	const record = { 'a.b': 1, a: { b: 2, c: { d: 3 } }, list: ['x'] };
	const fields = ['a.b', 'a.c.d', 'a.x', 'list.length', 'constructor', 'a.constructor.name'];
	const found = [1, 3, undefined, undefined, undefined, undefined];
	expect(fields.map((field) => fieldAt(record, field))).toEqual(found);
	expect(fieldAt('text', 'length')).toBeUndefined();
});

test.each([
	[null, ''],
	[5, '5'],
	[false, 'false'],
	[new Date(0), '1970-01-01T00:00:00.000Z'],
	[new Date('x'), ''],
	[{ a: [1] }, '{"a":[1]}'],
])('%j as text is %j', (value, text) => {
	expect(textOf(value)).toBe(text);
});

test.each([
	['True', true],
	[1, true],
	[' false ', false],
	['0', false],
	['yes', undefined],
	[null, undefined],
])('%j means %j', (value, truth) => {
	expect(booleanOf(value)).toBe(truth);
});

test('a whole number beyond 2^53 may be rounded', () => {
	expect([2 ** 53, -(2 ** 53), 2 ** 53 - 1, 0.1, '9007199254740993'].map(isRounded)).toEqual([
		...[true, true, false, false, false],
	]);
});

test('bytes that are no text are found at any depth', () => {
	expect(isUndecoded({ a: ['x', { b: 'caf\ufffd' }] })).toBe(true);
	expect(isUndecoded({ a: ['café', 5, null] })).toBe(false);
});

test('a long value is quoted without its rest', () => {
	expect(quoted('a"b')).toBe('"a\\"b"');
	expect(quoted('x'.repeat(100))).toHaveLength(61);
});
