import fc from 'fast-check';

import { nameGivenTwice, parseJson, parseOrError } from '../../nodes/ProjectWorkspace/records/json';

test.each([
	['{"id":9007199254740993}', { id: '9007199254740993' }],
	['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
	['[12345678901234567890]', ['12345678901234567890']],
	['[ 12345678901234567890 ]', ['12345678901234567890']],
	['12345678901234567890', '12345678901234567890'],
	['{"a":"9007199254740993"}', { a: '9007199254740993' }],
	['{"\\\\":9007199254740993,"\\"":[]}', { '\\': '9007199254740993', '"': [] }],
	['["\\", 9007199254740993, "]', ['", 9007199254740993, ']],
	['1234567890.1234567890123456', Number('1234567890.1234567')],
	['[12345678901234567890e1]', [Number('12345678901234567890e1')]],
])('%s is read without rounding a whole number', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test('everything else is read as by JSON.parse', () => {
	fc.assert(
		fc.property(fc.json(), fc.boolean(), (json, isLong) => {
			const text = isLong ? `[${json},9007199254740993]` : `[${json}]`;
			const [read] = parseJson(text) as unknown[];
			fc.pre(!/\d{16}/.test(json));
			expect(read).toEqual(JSON.parse(json));
		}),
	);
});

test('a text in JSON may be as long as a response, and escaped throughout', () => {
	const long = '"\\'.repeat(2_000_000);
	const json = JSON.stringify({ long, id: '?' }).replace('"?"', '9007199254740993');
	expect(parseJson(json)).toEqual({ long, id: '9007199254740993' });
	expect(nameGivenTwice(json)).toBeUndefined();
});

test.each([
	'',
	'{"a":',
	'{12345678901234567890:1}',
	'01',
	'01234567890123456789',
	'[1 12345678901234567890]',
	'undefined',
])('%j is not JSON', (text) => {
	expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('more digits in a row than can be read are no JSON', () => {
	expect(parseOrError('1'.repeat(8_000_000))).toBeInstanceOf(SyntaxError);
});

test('at most 200 levels are read', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	expect(parseJson(nested(200))).toHaveLength(1);
	expect(() => parseJson(nested(201))).toThrow(/more than 200 levels/);
	expect(() => parseJson('{"a":'.repeat(300) + '1' + '}'.repeat(300))).toThrow(/200 levels/);
});

test.each([
	['{"a":1,"a":2}', 'a'],
	['{"a":1,"\\u0061":2}', 'a'],
	['{"b":{"x":1,"y":[{"c":1, "c" : 2}]}}', 'c'],
	['{"a":{"b":1},"b":{"a":1}}', undefined],
	['[{"a":1},{"a":1}]', undefined],
	['{"a":"a","b":"\\"a\\":"}', undefined],
	['{"__proto__":1,"__proto__":2}', '__proto__'],
])('in %s, the name given twice is %j', (json, name) => {
	expect(nameGivenTwice(json)).toBe(name);
});
