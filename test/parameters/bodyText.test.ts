import { bodyFromFields, bodyFromJson } from '../../nodes/ProjectWorkspace/parameters/bodyText';
import type { NamedField } from '../../nodes/ProjectWorkspace/parameters/typedValue';

describe('JSON mode', () => {
	test('sends the text of the person to the letter', () => {
		const text = '{"b": 1.0,\n "a": 12345678901234567890}';
		expect(bodyFromJson(`  ${text}\n`)).toEqual({ ok: true, text });
	});

	test('takes an object from an expression', () => {
		expect(bodyFromJson({ a: [1, null] })).toEqual({ ok: true, text: '{"a":[1,null]}' });
	});

	test.each([[''], [undefined], [null]])('takes %j as an empty object', (value) => {
		expect(bodyFromJson(value)).toEqual({ ok: true, text: '{}' });
	});

	test.each([
		['{"a":1', "'JSON Body' cannot be read as JSON: it ends too early"],
		['{"a": "b', "'JSON Body' cannot be read as JSON: it ends too early"],
		['\n{\n"a" 1}\n', "'JSON Body' cannot be read as JSON: look at line 3, column 5"],
		['name: x', `'JSON Body' cannot be read as JSON: a "a" in it is out of place`],
		['[1]', "'JSON Body' has to be an object, and it is a list"],
		['"text"', `'JSON Body' has to be an object, and it is "text"`],
		['null', "'JSON Body' has to be an object, and it is null"],
		[[1], "'JSON Body' has to be an object, and it is a list"],
		[5, "'JSON Body' has to be an object, and it is a number"],
	])('refuses %j in words', (value, message) => {
		expect(bodyFromJson(value)).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining(message) },
		});
	});
});

describe('fields mode', () => {
	const named = (type: NamedField['type'], value: unknown, name = 'f'): NamedField[] => [
		{ name, type, value },
	];

	test('sends mapped fields that are set, and not those that are empty', () => {
		expect(bodyFromFields({ a: 'x', b: '', c: null, d: undefined, e: false, f: 0 }, [])).toEqual({
			ok: true,
			text: '{"a":"x","e":false,"f":0}',
		});
	});

	test.each([
		['string', 5, '"5"'],
		['string', '', '""'],
		['number', '5.5', '5.5'],
		['boolean', 'TRUE', 'true'],
		['boolean', false, 'false'],
		['json', '[1, {"a":2}]', '[1,{"a":2}]'],
		['json', { a: 1 }, '{"a":1}'],
		['null', 'ignored', 'null'],
	] as const)('writes a field of type %s with %j as %s', (type, value, written) => {
		expect(bodyFromFields({}, named(type, value))).toEqual({ ok: true, text: `{"f":${written}}` });
	});

	test.each([
		['number', 'five', "The field 'f' is not a number"],
		['number', '', "The field 'f' is not a number"],
		['number', '12345678901234567890', "The field 'f' is not a number that can be kept exactly"],
		['boolean', 'yes', "The field 'f' is not true or false"],
		['json', '{', "The field 'f' is not valid JSON"],
	] as const)('refuses a field of type %s with %j', (type, value, message) => {
		expect(bodyFromFields({}, named(type, value))).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining(message) },
		});
	});

	test.each([
		['number', '5.5', 5.5],
		['number', 7, 7],
		['boolean', 'True', true],
		['boolean', '0', false],
		['boolean', 1, true],
		['array', '["a"]', ['a']],
		['array', ['a'], ['a']],
		['object', '{"a":1}', { a: 1 }],
		['options', 'new choice', 'new choice'],
		['dateTime', '2026-12-31', '2026-12-31'],
		['string', '007', '007'],
		['string', 7, 7],
		[undefined, 'true', 'true'],
	])('writes a mapped field of type %s with %j as %j', (type, value, written) => {
		const types = new Map(type === undefined ? [] : [['f', type]]);
		expect(bodyFromFields({ f: value }, [], types)).toEqual({
			ok: true,
			text: JSON.stringify({ f: written }),
		});
	});

	test.each([
		['number', 'five', 'a number'],
		['number', '9007199254740993', 'a number that can be kept exactly'],
		['number', [], 'a number'],
		['number', true, 'a number'],
		['number', '0x10', 'a number'],
		['array', '[12345678901234567890]', 'a number that can be kept exactly'],
		['boolean', 'yes', 'true or false'],
		['array', 'a, b', 'a list'],
		['array', '{}', 'a list'],
		['object', '[]', 'an object'],
	])('refuses a mapped field of type %s with %j', (type, value, wanted) => {
		expect(bodyFromFields({ f: value }, [], new Map([['f', type]]))).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining(`The field 'f' is not ${wanted}`) },
		});
	});

	test('refuses a field without a name, and one that is set twice', () => {
		expect(bodyFromFields({}, named('string', 'x', ' '))).toMatchObject({
			problem: { message: "A field under 'Additional Fields' has no name" },
		});
		expect(bodyFromFields({ f: 'mapped' }, named('string', 'x'))).toMatchObject({
			problem: { message: "The field 'f' is set twice" },
		});
	});
});
