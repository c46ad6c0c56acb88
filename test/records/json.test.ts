import * as fc from 'fast-check';

import {
	fieldAt,
	hasRounded,
	isRounded,
	isObject,
	mergeJson,
	parseJson,
	stringifyJson,
	valueAt,
	type JsonObject,
} from '../../nodes/ProjectWorkspace/records/json';

test.each([
	['{"id":9007199254740993}', { id: '9007199254740993' }],
	['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
	['{"9007199254740993":1}', { '9007199254740993': 1 }],
	[
		'{"a":"\\"9007199254740993","b":9007199254740993}',
		{ a: '"9007199254740993', b: '9007199254740993' },
	],
	['"9007199254740993\\\\"', '9007199254740993\\'],
	['1234567890.1234567890123456', Number('1234567890.1234567890123456')],
	['12345678901234567890e1', Number('12345678901234567890e1')],
])('%s is read without rounding a whole number', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test.each([
	'01234567890123456789',
	'[1 12345678901234567890]',
	'12345678901234567890x',
	'"1234567890123456',
	'{9007199254740993:1}',
])('%s is not JSON', (text) => {
	expect(() => parseJson(text)).toThrow(SyntaxError);
});

const asTextIfUnsafe = (_: string, value: unknown) =>
	Number.isInteger(value) && !Number.isSafeInteger(value) && !String(value).includes('e')
		? String(value)
		: value;

test('everything else is read as by JSON.parse', () => {
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

test('a string may be as long as a response, and escaped throughout', () => {
	const text = JSON.stringify({ long: '"\\'.repeat(2_000_000) });
	const read = parseJson(`[9007199254740993,${text}]`);
	expect(read).toMatchObject(['9007199254740993', { long: expect.any(String) }]);
});

test('whole numbers of any length keep their digits', () => {
	fc.assert(
		fc.property(fc.bigInt(), (number) => {
			expect(String(parseJson(`[${number}]`))).toBe(String(number));
		}),
	);
});

describe('a number beyond 2^53', () => {
	const object = (text: string) => {
		const value = parseJson(text);
		if (!isObject(value)) throw new TypeError(text);
		return value;
	};

	test('is written as a number again, and a string of digits as a string', () => {
		const text = '{"a":[9007199254740993,"9007199254740993",{"b":-12345678901234567890}],"c":1.5}';
		expect(stringifyJson(parseJson(text))).toBe(text);
	});

	test('is kept in a field of any name', () => {
		const text = '{"__proto__":9007199254740993,"constructor":[9007199254740995]}';
		expect(stringifyJson(parseJson(text))).toBe(text);
	});

	test('is not written if a string has replaced it', () => {
		const value = object('{"a":9007199254740993,"b":9007199254740993}');
		value.a = 'x';
		expect(stringifyJson(value)).toBe('{"a":"x","b":9007199254740993}');
	});

	test('any JSON that is read is written unchanged', () => {
		fc.assert(
			fc.property(fc.json(), fc.bigInt(), (json, number) => {
				const text = JSON.stringify(JSON.parse(json), asTextIfUnsafe);
				const whole = `{"n":${number},"json":${text}}`;
				expect(stringifyJson(parseJson(whole))).toBe(whole);
			}),
		);
	});

	test('stays a number if another whole number replaces it', () => {
		const record = object('{"a":9007199254740993,"b":9007199254740993,"c":"x"}');
		const changes = object('{"a":"9007199254740995","b":"n/a","c":9007199254740997}');
		expect(stringifyJson(mergeJson(record, changes))).toBe(
			'{"a":9007199254740995,"b":"n/a","c":9007199254740997}',
		);
		expect(stringifyJson(mergeJson(record, changes), (name) => name === 'a')).toBe(
			'{"a":9007199254740995}',
		);
	});
});

describe('a decimal with more digits than JavaScript keeps', () => {
	const text =
		'{"a":0.123456789012345678,"b":[12345678901.123456789],"c":0.10000000000000001,"d":0.5}';

	test('is a number, and is written with all its digits', () => {
		expect(parseJson(text)).toEqual(JSON.parse(text));
		expect(stringifyJson(parseJson(text))).toBe(text);
	});

	test('keeps them when it is merged, unless another value replaces it', () => {
		const merged = mergeJson(parseJson(text) as JsonObject, { a: 0.25, e: 1 });
		expect(stringifyJson(merged)).toBe(text.replace(/0\.1234\d*/, '0.25').replace('}', ',"e":1}'));
	});

	test('is not looked for in strings', () => {
		const strings = '{"a":"0.123456789012345678","b":"\\"0.123456789012345678"}';
		expect(stringifyJson(parseJson(strings))).toBe(strings);
	});
});

test('a path reaches own properties only', () => {
	expect(valueAt({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
	expect(valueAt({}, ['constructor'])).toBeUndefined();
	expect(fieldAt({}, 'constructor')).toBeUndefined();
	expect(fieldAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
	expect(fieldAt({ a: { b: 2 } }, 'a.b')).toBe(2);
	const paths: Array<[string, unknown]> = [
		...([
			['a.', 3],
			['.', 4],
			['', { '': 4 }],
			['a', { '': 3 }],
		] as Array<[string, unknown]>),
		...([
			['a..', undefined],
			['a.b', undefined],
			['a..b', undefined],
		] as Array<[string, unknown]>),
	];
	for (const [path, value] of paths)
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
