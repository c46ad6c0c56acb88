/* eslint-disable no-loss-of-precision -- the numbers that lose it are what is tested */
import * as fc from 'fast-check';

import { fieldAt, parseJson, valueAt } from '../../nodes/ProjectWorkspace/records/json';

test.each([
	['{"id":9007199254740993}', { id: '9007199254740993' }],
	['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
	['{"9007199254740993":1}', { '9007199254740993': 1 }],
	[
		'{"a":"\\"9007199254740993","b":9007199254740993}',
		{ a: '"9007199254740993', b: '9007199254740993' },
	],
	['"9007199254740993\\\\"', '9007199254740993\\'],
	['1234567890.1234567890123456', 1234567890.1234567890123456],
	['12345678901234567890e1', 12345678901234567890e1],
])('%s is read without rounding a whole number', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test.each([
	'01234567890123456789',
	'[1 12345678901234567890]',
	'12345678901234567890x',
	'"1234567890123456',
])('%s is no JSON', (text) => {
	expect(() => parseJson(text)).toThrow(SyntaxError);
});

const asTextIfUnsafe = (_: string, value: unknown) =>
	Number.isInteger(value) && !Number.isSafeInteger(value) && !String(value).includes('e')
		? String(value)
		: value;

test('all else is read as JSON.parse reads it', () => {
	fc.assert(
		fc.property(
			fc.json(),
			fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
			(json, number) => {
				const text = `{"1234567890123456":${json},"n":${number}}`;
				expect(parseJson(text)).toEqual(JSON.parse(text, asTextIfUnsafe));
			},
		),
	);
});

test('whole numbers of any length keep their digits', () => {
	fc.assert(
		fc.property(fc.bigInt(), (number) => {
			expect(String(parseJson(`[${number}]`))).toBe(String(number));
		}),
	);
});

test('a path reaches own properties only', () => {
	expect(valueAt({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
	expect(valueAt({}, ['constructor'])).toBeUndefined();
	expect(fieldAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
	expect(fieldAt({ a: { b: 2 } }, 'a.b')).toBe(2);
});
