import { bodyFromJson } from '../../nodes/ProjectWorkspace/parameters/body';
import { bodyFromFields, readMapping } from '../../nodes/ProjectWorkspace/parameters/mapping';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/readOptions';
import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import type { NamedField } from '../../nodes/ProjectWorkspace/parameters/typedValue';

describe('JSON mode', () => {
	test('sends the text of the person to the letter', () => {
		const text = '{"b": 1.0,\n "a": 12345678901234567890}';
		expect(bodyFromJson(`  ${text}\n`)).toEqual({ ok: true, value: text });
	});

	test('takes an object from an expression', () => {
		expect(bodyFromJson({ a: [1, null] })).toEqual({ ok: true, value: '{"a":[1,null]}' });
	});

	test.each([[''], [undefined], [null]])('takes %j as an empty object', (value) => {
		expect(bodyFromJson(value)).toEqual({ ok: true, value: '{}' });
	});

	test.each([
		['{"a":1', "'JSON Body' is not valid JSON: its end is missing"],
		['{"a": "b', "'JSON Body' is not valid JSON: its end is missing"],
		['\n{\n"a" 1}\n', "'JSON Body' is not valid JSON: check line 3, column 5"],
		['name: x', `'JSON Body' is not valid JSON: it contains an unexpected "a"`],
		['[1]', "'JSON Body' must be an object, but it is a list"],
		['"text"', `'JSON Body' must be an object, but it is "text"`],
		['null', "'JSON Body' must be an object, but it is null"],
		[[1], "'JSON Body' must be an object, but it is a list"],
		[5, "'JSON Body' must be an object, but it is a number"],
		[
			`"${'long '.repeat(20)}"`,
			`'JSON Body' must be an object, but it is "${'long '.repeat(20).slice(0, 39)}`,
		],
	])('rejects %j with a message', (value, message) => {
		expect(bodyFromJson(value)).toMatchObject({
			ok: false,
			problem: { message },
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
			value: '{"a":"x","e":false,"f":0}',
		});
	});

	test.each([
		['string', 5, '"5"'],
		['string', '', '""'],
		['number', '5.5', '5.5'],
		['number', ' +0012345678901234567890 ', '12345678901234567890'],
		['number', '-0', '0'],
		['boolean', 'TRUE', 'true'],
		['boolean', false, 'false'],
		['json', ' [1, {"a":9007199254740993}]', '[1, {"a":9007199254740993}]'],
		['json', { a: 1 }, '{"a":1}'],
		['null', 'ignored', 'null'],
	] as const)('writes a field of type %s with %j as %s', (type, value, written) => {
		expect(bodyFromFields({}, named(type, value))).toEqual({ ok: true, value: `{"f":${written}}` });
	});

	test.each([
		['number', 'five', "The field 'f' must be a number"],
		['number', '', "The field 'f' must be a number"],
		[
			'number',
			'9007199254740993.0',
			"The field 'f' must be a number that JavaScript can keep exactly",
		],
		['string', 9007199254740992, "The field 'f' must be a number that JavaScript can keep exactly"],
		['json', '[1e30]', "The field 'f' must be a number that JavaScript can keep exactly"],
		['json', 0 / 0, "The field 'f' must be text, a number"],
		['boolean', 'yes', "The field 'f' must be true or false"],
		['json', '{', "The field 'f' must be valid JSON"],
	] as const)('rejects a field of type %s with %j', (type, value, message) => {
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
		const types = new Map(type === undefined ? [] : [['f', { type }]]);
		expect(bodyFromFields({ f: value }, [], types)).toEqual({
			ok: true,
			value: JSON.stringify({ f: written }),
		});
	});

	test.each([
		['number', 'five', 'a number'],
		['number', '9007199254740993.0', 'a number that JavaScript can keep exactly'],
		['string', 9007199254740992, 'a number that JavaScript can keep exactly'],
		['string', Number.NaN, 'text, a number'],
		['dateTime', new Date('x'), 'text, a number'],
		['number', [], 'a number'],
		['number', true, 'a number'],
		['number', '0x10', 'a number'],
		['array', '[12345678901234567890.0]', 'a number that JavaScript can keep exactly'],
		['boolean', 'yes', 'true or false'],
		['array', 'a, b', 'a list'],
		['array', '{}', 'a list'],
		['object', '[]', 'an object'],
	])('rejects a mapped field of type %s with %j', (type, value, wanted) => {
		expect(bodyFromFields({ f: value }, [], new Map([['f', { type }]]))).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining(`The field 'f' must be ${wanted}`) },
		});
	});

	test('a choice is sent as the service gave it: the ID of a project may be a number', () => {
		const field = { type: 'options', options: [{ value: 5 }, { value: '9007199254740993' }] };
		const sent = (value: unknown) => bodyFromFields({ f: value }, [], new Map([['f', field]]));
		expect(sent('5')).toEqual({ ok: true, value: '{"f":5}' });
		expect(sent(5)).toEqual({ ok: true, value: '{"f":5}' });
		expect(sent('9007199254740993')).toEqual({ ok: true, value: '{"f":"9007199254740993"}' });
		expect(sent('6')).toEqual({ ok: true, value: '{"f":"6"}' });
	});

	test('rejects a field without a name, and one that is set twice', () => {
		expect(bodyFromFields({}, named('string', 'x', ' '))).toMatchObject({
			problem: { message: "A field under 'Additional Fields' has no name" },
		});
		expect(bodyFromFields({ f: 'mapped' }, named('string', 'x'))).toMatchObject({
			problem: { message: "The field 'f' is set twice" },
		});
	});
});

describe('mapped automatically', () => {
	function mappingOf(input: Record<string, unknown>, matchingColumns: string[], ignoreFields = '') {
		const fields = { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] };
		const given: Record<string, unknown> = {
			fields,
			additionalFields: {},
			options: { ignoreFields },
		};
		const read: ParameterReader = Object.assign((name: string) => given[name], {
			locator: () => '',
			inputOf: () => input,
		});
		const options = readOptions(read, 0);
		if (!options.ok) throw new TypeError(options.problem.message);
		return readMapping(read, options.value, 0);
	}

	test('what a record is found by is not reported as left out, and what the service sets is', () => {
		const input = { id: 7, created_at: 'then', title: 'A' };
		expect(mappingOf(input, ['id'])).toMatchObject({
			values: { title: 'A' },
			omittedFields: ['created_at'],
			matchValues: [7],
		});
		expect(mappingOf(input, ['title'])).toMatchObject({ omittedFields: ['id', 'created_at'] });
	});

	test('what is ignored is neither sent nor reported, and a record is found by it anyway', () => {
		const input = { id: 7, created_at: 'then', title: 'A' };
		expect(mappingOf(input, ['title'], 'id, title')).toMatchObject({
			values: {},
			omittedFields: ['created_at'],
			matchValues: ['A'],
		});
	});

	test('a name that every object has is no value of an item', () => {
		expect(mappingOf({}, ['constructor'])).toMatchObject({ matchValues: [undefined] });
	});
});
