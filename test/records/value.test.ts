import { DateTime } from 'luxon';

import { fieldAt, isStructure, quoted, textOf } from '../../nodes/ProjectWorkspace/records/value';

test('a field is found by its name, then by a path of own fields', () => {
	const record = { 'a.b': 1, a: { b: 2, c: { d: 3 } }, list: ['x'] };
	const fields = ['a.b', 'a.c.d', 'a.x', 'list.length', 'constructor', 'a.constructor.name'];
	const found = [1, 3, undefined, undefined, undefined, undefined];
	expect(fields.map((field) => fieldAt(record, field))).toEqual(found);
	expect(fieldAt('text', 'length')).toBeUndefined();
});

test.each<[unknown, string, boolean]>([
	[new Date(0), '1970-01-01T00:00:00.000Z', false],
	[DateTime.fromMillis(0, { zone: 'utc' }), '1970-01-01T00:00:00.000Z', false],
	[new Date(NaN), '', false],
	[DateTime.invalid('never'), '', false],
	// A record may have a field of this name.
	[{ toJSON: 'x' }, '{"toJSON":"x"}', true],
])('%p as text is %j', (value, text, isObjectOrList) => {
	expect([textOf(value), isStructure(value)]).toEqual([text, isObjectOrList]);
});

test('a value is quoted as a whole, so that a secret in it can be recognized', () => {
	expect(quoted('a"b')).toBe('"a\\"b"');
	expect(quoted('x'.repeat(100))).toHaveLength(102);
});
