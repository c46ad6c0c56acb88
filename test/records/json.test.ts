import fc from 'fast-check';

import {
	exactDecimal,
	JSON_BOUNDS,
	JsonCut,
	JsonTooLarge,
	mergeJson,
	parseJson,
	stringifyJson,
} from '../../nodes/ProjectWorkspace/old/records/json';
import { isObject, type JsonObject } from '../../nodes/ProjectWorkspace/old/records/value';
import { withDeadline } from '../withDeadline';

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
		fc.property(fc.json(), fc.maxSafeInteger(), (json, number) => {
			const text = `{"1234567890123456":${json},"n":${number}}`;
			expect(parseJson(text)).toEqual(JSON.parse(text, asTextIfUnsafe));
		}),
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

	test('is forgotten if a whole number in a text replaces it', () => {
		const merged = mergeJson(parseJson(text) as JsonObject, { a: '7' });
		expect([exactDecimal(merged, 'a'), exactDecimal(merged, 'c')]).toEqual([
			undefined,
			'0.10000000000000001',
		]);
	});

	test('is not looked for in strings', () => {
		const strings = '{"a":"0.123456789012345678","b":"\\"0.123456789012345678"}';
		expect(stringifyJson(parseJson(strings))).toBe(strings);
	});
});

const { levels, names, values } = JSON_BOUNDS;

const nested = (count: number, open: string, close: string) =>
	`${open.repeat(count)}1${close.repeat(count)}`;
const object = (fields: number) =>
	`{${Array.from({ length: fields }, (_, at) => `"f${at}":0`).join(',')}}`;

test.each<[string, (size: number) => string, number, string]>([
	['lists in lists', (size) => nested(size, '[', ']'), levels, 'more than 200 levels'],
	['objects in objects', (size) => nested(size, '{"a":', '}'), levels, 'more than 200 levels'],
	['fields', object, names, 'more than 10,000 fields in one object'],
	[
		'fields of a record',
		(size) => `{"data":[{"id":1},${object(size)}]}`,
		names,
		'10,000 fields in one',
	],
	[
		'empty objects',
		(size) => `[${'{},'.repeat(size / 2 - 1)}{}]`,
		values,
		'more than 500,000 values',
	],
])('%s: as many as allowed are read, and one more is refused', (_, json, bound, message) => {
	expect(() => parseJson(json(bound))).not.toThrow();
	expect(() => parseJson(json(bound + 2))).toThrow(JsonTooLarge);
	expect(() => parseJson(json(bound + 2))).toThrow(message);
});

test('what is in texts does not count', () => {
	const text = '{[:,\\"'.repeat(100_000);
	expect(() => parseJson(JSON.stringify([text, { [text]: '\\' }, '\\\\"']))).not.toThrow();
});

test.each(['[', ']', '{"a":', '"', '\\"', '"\\\\', ',', ':', '{}', '"a"'])(
	'a text of %j again and again is refused or parsed quickly',
	(part) => {
		const json = part.repeat(2_000_000 / part.length);
		withDeadline(() => {
			expect(() => parseJson(json)).toThrow(SyntaxError);
		});
	},
);

test.each(['[1,', '{"a":[{"b":1}]', '"a text', '{"a":"\\"', '[{"a":1},{"b'])(
	'%s ends in the middle, which is told apart',
	(json) => {
		expect(() => parseJson(json)).toThrow(JsonCut);
	},
);

test.each(['[1,]', '{"a":NaN}', '{}}', 'text', '["]"}]'])(
	'%s does not end in the middle',
	(json) => {
		expect(() => parseJson(json)).toThrow(SyntaxError);
		expect(() => parseJson(json)).not.toThrow(JsonCut);
	},
);

test('a number of more digits than any count has is refused, and in a text it is none', () => {
	const { digits } = JSON_BOUNDS;
	expect(parseJson('9'.repeat(digits))).toBe('9'.repeat(digits));
	expect(() => parseJson(`[-1.${'0'.repeat(digits)}]`)).toThrow(
		'more than 1,000 digits in a number',
	);
	expect(parseJson(`"${'9'.repeat(digits + 1)}"`)).toHaveLength(digits + 1);
});
