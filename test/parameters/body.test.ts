import type { UserError } from '../../nodes/ProjectWorkspace/errors';
import { bodyOf } from '../../nodes/ProjectWorkspace/parameters/body';
import { expressionsInJson } from '../../nodes/ProjectWorkspace/parameters/expression';
import { readJsonBody } from '../../nodes/ProjectWorkspace/parameters/jsonBody';
import { itemWith, resultOf } from './itemWith';

const bodyFrom = (type: string | undefined, value: unknown) =>
	resultOf(() => bodyOf([{ name: 'f', type, value }], 'America/New_York').text);

test.each<[string | undefined, unknown, string]>([
	['string', 'x', '"x"'],
	['string', 5, '"5"'],
	['string', new Date(0), '"1970-01-01T00:00:00.000Z"'],
	['number', 7, '7'],
	['number', ' 7.50 ', '7.5'],
	['number', '1e3', '1000'],
	['number', '12345678901234567890', '12345678901234567890'],
	['number', '007', '7'],
	['boolean', 'TRUE', 'true'],
	['boolean', '0', 'false'],
	['boolean', 1, 'true'],
	['dateTime', '2026-12-31', '"2026-12-31"'],
	['dateTime', '2026-12-05T10:30', '"2026-12-05T10:30:00.000-05:00"'],
	['dateTime', '2026-07-01 10:30:00', '"2026-07-01T10:30:00.000-04:00"'],
	['dateTime', '2026-12-05T10:30:00Z', '"2026-12-05T10:30:00Z"'],
	['dateTime', new Date(0), '"1970-01-01T00:00:00.000Z"'],
	['array', ['a', 1], '["a",1]'],
	['array', '["a", 1]', '["a", 1]'],
	['array', ' a, b ,', '["a","b"]'],
	['object', { a: 1 }, '{"a":1}'],
	['json', ' [1, {"a":9007199254740993}]', '[1, {"a":9007199254740993}]'],
	['json', 'null', 'null'],
	['options', 'new', '"new"'],
	[undefined, 'true', '"true"'],
	[undefined, { a: [null] }, '{"a":[null]}'],
	['number', null, 'null'],
])('the type %s with the value %j is sent as %s', (type, value, sent) => {
	expect(bodyFrom(type, value)).toBe(`{"f":${sent}}`);
});

test.each<[string | undefined, unknown, string]>([
	['string', { a: 1 }, 'text'],
	['number', 'five', 'a number'],
	['number', '0x10', 'a number'],
	['number', true, 'a number'],
	['number', Number.NaN, 'a number'],
	['number', 9007199254740992, 'a number'],
	['boolean', 'yes', 'true or false'],
	['dateTime', 'tomorrow', 'a date'],
	['dateTime', 1798718400000, 'a date'],
	['array', { a: 1 }, 'a list'],
	['array', '[1', 'a list'],
	['object', '[]', 'an object'],
	['json', '{', 'valid JSON'],
	[undefined, Number.NaN, 'text, a number'],
	[undefined, 9007199254740992, 'text, a number'],
])('the type %s with the value %j is rejected', (type, value, mustBe) => {
	expect(bodyFrom(type, value)).toMatch(`The field 'f' must be ${mustBe}`);
});

test.each([
	['dateTime', '31.12.2026', '"31.12.2026"'],
	['number', Number.NaN, 'NaN'],
])('a rejected value is in the message: %s %j', (type, value, is) => {
	expect(bodyFrom(type, value)).toMatch(new RegExp(`, but is ${is}$`));
});

test('the values of a body are those that the service gets', () => {
	const fields = [
		{ name: 'due', type: 'dateTime', value: '2026-12-05T10:30' },
		{ name: 'n', type: 'number', value: '12345678901234567890' },
		{ name: '__proto__', value: 'x' },
	];
	const { text, values } = bodyOf(fields, 'UTC');
	expect(text).toBe('{"due":"2026-12-05T10:30:00.000Z","n":12345678901234567890,"__proto__":"x"}');
	expect(Object.entries(values)).toEqual([
		['due', '2026-12-05T10:30:00.000Z'],
		['n', '12345678901234567890'],
		['__proto__', 'x'],
	]);
});

test('a field that is set twice is an error', () => {
	const fields = [
		{ name: 'f', value: 1 },
		{ name: 'f', value: 1 },
	];
	expect(resultOf(() => bodyOf(fields, 'UTC'))).toBe("The field 'f' is set twice");
});

describe('the JSON body', () => {
	const read = (jsonBody: unknown, saved?: string) =>
		resultOf(() => readJsonBody(itemWith({ jsonBody }, { saved: { jsonBody: saved } })));

	test.each<[unknown, string]>([
		[' {"b": 1.0,\n "a": 12345678901234567890} ', '{"b": 1.0,\n "a": 12345678901234567890}'],
		[{ a: [1, null] }, '{"a":[1,null]}'],
		['', '{}'],
		[undefined, '{}'],
	])('%j is sent as %s', (given, text) => {
		expect(read(given)).toMatchObject({ body: { text } });
	});

	test.each<[unknown, string]>([
		['{"a":1', "'JSON Body' is not valid JSON: Expected ',' or '}'"],
		['name: x', `'JSON Body' is not valid JSON: Unexpected token 'a'`],
		['{"a":1,"b":{"c":1},"a":2}', "The field 'a' is set twice"],
	])('%j is rejected', (given, message) => {
		expect(read(given)).toMatch(message);
	});

	const advice = (jsonBody: unknown, saved?: string) => {
		const reader = itemWith({ jsonBody }, { saved: { jsonBody: saved } });
		try {
			return readJsonBody(reader);
		} catch (error) {
			const { message, description } = error as UserError;
			return `${message} | ${description}`;
		}
	};

	test.each<[unknown, string | undefined, RegExp]>([
		['[1]', undefined, /must be an object, but is a list .*'Split Out'/],
		[[{ a: 1 }], '={{ $json.rows }}', /must be an object, but is a list .*'Split Out'/],
		[
			'"{\\"a\\":1}"',
			'={{ JSON.stringify($json.text) }}',
			/but is text that contains JSON .*Remove JSON\.stringify/,
		],
		['"Roof"', undefined, /but is "Roof" .*curly braces/],
		[5, undefined, /but is 5 .*curly braces/],
		['null', undefined, /but is nothing .*curly braces/],
		['```json\n{"a":1}\n```', '={{ $json.text }}', /is in a code block .*```/],
		[
			'{ "a": Buy milk }',
			'={ "a": {{ $json.a }} }',
			/not valid JSON.*\{\{ JSON\.stringify\(\$json\.a\) \}\}/,
		],
		['[object Object]', '= {{ $json }}', /not valid JSON.*\{\{ JSON\.stringify\(\$json\) \}\}/],
		[
			'{ "a": "x" ',
			'={ "a": {{ JSON.stringify($json.a) }} ',
			/not valid JSON.* \| Check the commas/,
		],
	])('%j is rejected, and what to do is said: %#', (given, saved, expected) => {
		expect(advice(given, saved)).toMatch(expected);
	});

	test.each<[string | undefined, boolean, string[]]>([
		['={{ $json }}', false, ['due', 'note']],
		['={{ JSON.stringify($json) }}', false, ['due', 'note']],
		['={{ $json }}', true, []],
		['={ "due": null, "title": {{ JSON.stringify($json.title) }}, "note": null }', false, []],
		['{ "title": "A", "due": null, "note": null }', false, []],
	])('what %s sends as null is told, for an agent %s: %j', (saved, forAgent, asNull) => {
		const jsonBody = { title: 'A', due: null, note: null };
		const reader = itemWith({ jsonBody }, { saved: { jsonBody: saved }, forAgent });
		expect(readJsonBody(reader)).toMatchObject({ fieldNotes: { asNull } });
	});

	test('an expression that returns nothing is an error', () => {
		expect(read('', '={{ $json.body }}')).toBe("The expression in 'JSON Body' returned nothing");
	});

	test('an expression that returns an object without fields means such an object', () => {
		expect(read({}, '={{ $json.inputs }}')).toMatchObject({ body: { text: '{}' } });
	});

	const SAVED = '={ "path": "{{ $json.p }}" }';

	test('an expression inside a string is warned about', () => {
		expect(read('{ "path": "C:\\temp" }', SAVED)).toMatchObject({
			fieldNotes: {
				warning: expect.stringMatching(
					/\{\{ \$json\.p \}\} .* \{\{ JSON\.stringify\(\$json\.p\) \}\}.*'Fields'/s,
				),
			},
		});
		expect(read('{ "path": "x" }', '={ "path": {{ JSON.stringify($json.p) }} }')).toMatchObject({
			fieldNotes: { warning: undefined },
		});
	});
});

test.each([
	['={ "a": "{{ $json.a }}" }', ['"$json.a"']],
	[
		'={ "a": {{ $json.a }}, "b": "x {{ $json.b }} y", "c": {{ 1 }} }',
		['$json.a', '"$json.b"', '1'],
	],
	['={ "a": "\\"", "b": {{ "x" }} }', ['"x"']],
	['={ "a": {{ $json["a"] }} }', ['$json["a"]']],
	['={ "{{ $json.name }}": "{{ 1 }} {{ 2 }}" }', ['"$json.name"', '"1"', '"2"']],
	['={{ $json }}', ['$json']],
	['{ "a": "{{ 1 }}" }', []],
	[{ a: 1 }, []],
])('%s has the expressions %j', (saved, expected) => {
	const found = expressionsInJson(saved).map(({ code, isInString }) =>
		isInString ? `"${code}"` : code,
	);
	expect(found).toEqual(expected);
});
