import type { IDataObject } from 'n8n-workflow';

import { bodyFromFields, type Field } from '../../nodes/ProjectWorkspace/old/parameters/body';
import { readMapping } from '../../nodes/ProjectWorkspace/old/parameters/mapping';
import { bodyFromJson, readBody } from '../../nodes/ProjectWorkspace/old/parameters/request';
import { readOptions } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { readerOf } from './readerOf';

const EXACT = 'a number that JavaScript can keep exactly';

describe('the JSON body', () => {
	test.each([
		['{"b": 1.0,\n "a": 12345678901234567890}', '{"b": 1.0,\n "a": 12345678901234567890}'],
		['  {}\n', '{}'],
		[{ a: [1, null] }, '{"a":[1,null]}'],
		['', '{}'],
		[undefined, '{}'],
	])('%j is sent as %s', (value, sent) => {
		expect(bodyFromJson(value)).toEqual({ ok: true, value: sent });
	});

	test.each([
		// The reason is JavaScript's own.
		['{"a":1', "is not valid JSON: Expected ',' or '}' after property value in JSON at"],
		['name: x', `is not valid JSON: Unexpected token 'a', "name: x"`],
		['[1]', 'must be an object, but it is a list'],
		['null', 'must be an object, but it is null'],
		[[1], 'must be an object, but it is a list'],
		[5, 'must be an object, but it is 5'],
		[{ a: [Number.NaN] }, 'contains a rounded number or a date'],
		[{ a: new Date('x') }, 'contains a rounded number or a date'],
		[{ a: [{ due: 'Invalid DateTime' }] }, 'contains a rounded number or a date'],
		['{ "due": "Invalid DateTime" }', 'contains a rounded number or a date'],
		[new Date(0), 'must be an object, but it is "1970-01-01T00:00:00.000Z"'],
		[`"${'x'.repeat(80)}"`, `must be an object, but it is "${'x'.repeat(39)}`],
	])('%j is rejected with a message', (value, why) => {
		const rejected = bodyFromJson(value);
		const message = `'JSON Body' ${why}`;
		expect(!rejected.ok && rejected.problem.message.slice(0, message.length)).toBe(message);
	});
});

const field = (type: Field['type'], value: unknown) => ({ name: 'f', type, value });
const named = (type: string, value: unknown) => ({ ...field(type, value), isAdditional: true });
const mapped = (type: Field['type'], value: unknown) => ({
	...field(type, value),
	isAdditional: false,
});
const bodyOf = (...fields: Field[]) => bodyFromFields(fields, 'America/New_York');

test('a date that does not exist is rejected, also as the text that n8n makes of it', () => {
	const message = "The field 'f' must be a date that exists";
	for (const date of ['Invalid DateTime', { a: 'Invalid DateTime' }, [new Date('x')]])
		expect(bodyOf(mapped(undefined, date))).toMatchObject({ problem: { message } });
	for (const type of ['string', 'date', 'number', 'boolean', 'object'])
		expect(bodyOf(named(type, 'Invalid DateTime'))).toMatchObject({ ok: false });
	for (const list of ['a, Invalid DateTime', ['Invalid DateTime'], '["Invalid DateTime"]'])
		expect(bodyOf(named('list', list))).toMatchObject({ problem: { message } });
	expect(bodyOf(mapped('string', 'An Invalid DateTime'))).toMatchObject({ ok: true });
});

test('text with commas becomes a list of a bounded length', () => {
	const entries = (count: number) => bodyOf(named('list', 'a, '.repeat(count)));
	const message = "The field 'f' must be a list of at most 500,000 values";
	expect(entries(1_700_000)).toMatchObject({ problem: { message } });
	const value = JSON.stringify({ f: Array.from({ length: 1_000 }, () => 'a') });
	expect(entries(1_000)).toEqual({ ok: true, value });
});

/** The body with these values in the mapper of the editor. */
function mappedBody(value: IDataObject, schema: unknown[] = []) {
	const read = readerOf({ fields: { mappingMode: 'defineBelow', value, schema } });
	const options = readOptions(read);
	const body = options.ok ? readBody(read, options.value, false) : options;
	return body.ok ? body.value.body : body.problem.message;
}

const rejection = (wanted: string) => ({
	ok: false,
	problem: { message: expect.stringContaining(`The field 'f' must be ${wanted}`) },
});

describe('fields', () => {
	test('mapped fields without a value are not sent', () => {
		const values = { a: 'x', b: '', c: null, d: undefined, e: false, f: 0 };
		expect(mappedBody(values)).toBe('{"a":"x","e":false,"f":0}');
	});

	test.each([
		['string', 5, '"5"'],
		['string', '', '""'],
		['string', new Date(0), '"1970-01-01T00:00:00.000Z"'],
		['number', '5.12345678901234567890', '5.12345678901234567890'],
		['number', ' +0012345678901234567890 ', '12345678901234567890'],
		['number', '12345678901234567890', '12345678901234567890'],
		['number', '-0', '0'],
		['boolean', 'TRUE', 'true'],
		['boolean', false, 'false'],
		['date', '2026-12-31', '"2026-12-31"'],
		['date', '31.12.2026', '"2026-12-31"'],
		['date', '2026-12-31T10:30', '"2026-12-31T10:30:00.000-05:00"'],
		['date', '2026-07-01 10:30:00', '"2026-07-01T10:30:00.000-04:00"'],
		['date', '2026-12-31T12:00:00Z', '"2026-12-31T12:00:00Z"'],
		['date', 1798718400000, '"2026-12-31T12:00:00.000Z"'],
		['date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
		['list', ['a', 1], '["a",1]'],
		['list', '["a", 1]', '["a", 1]'],
		['list', ' a, b ,', '["a","b"]'],
		['list', '', '[]'],
		['json', ' [1, {"a":9007199254740993}]', '[1, {"a":9007199254740993}]'],
		['json', { a: 1 }, '{"a":1}'],
		['null', 'ignored', 'null'],
	] as const)('an additional field of type %s with the value %j is sent as %s', (...row) => {
		const [type, value, sent] = row;
		expect(bodyOf(named(type, value))).toEqual({ ok: true, value: `{"f":${sent}}` });
	});

	test.each([
		['number', 'five', 'a number'],
		['number', '', 'a number'],
		['string', { a: 1 }, 'text'],
		['string', ['a'], 'text'],
		['date', 'tomorrow', 'a date'],
		['date', '12/31/2026', 'a date'],
		['date', ['2026-12-31'], 'a date'],
		['list', { a: 1 }, 'a list'],
		['list', 5, 'a list'],
		['string', 9007199254740992, EXACT],
		['string', new Date('x'), 'text, a number'],
		['json', '[1e30]', EXACT],
		['json', 0 / 0, 'text, a number'],
		['json', '{', 'valid JSON: '],
	] as const)('an additional field of type %s with the value %j is rejected', (...row) => {
		const [type, value, wanted] = row;
		expect(bodyOf(named(type, value))).toMatchObject(rejection(wanted));
	});

	test.each<[Field['type'], unknown, unknown]>([
		['number', '.5', 0.5],
		['number', 7, 7],
		['boolean', 'True', true],
		['boolean', '0', false],
		['boolean', 1, true],
		['array', '["a"]', ['a']],
		['array', ['a'], ['a']],
		['object', '{"a":1}', { a: 1 }],
		['options', 'new', 'new'],
		['dateTime', '2026-12-31', '2026-12-31'],
		['string', '007', '007'],
		['string', 7, '7'],
		['string', true, 'true'],
		['array', 'a, b', ['a', 'b']],
		['dateTime', '2026-12-05T10:30:00', '2026-12-05T10:30:00.000-05:00'],
		['dateTime', '2026-12-05T10:30:00Z', '2026-12-05T10:30:00Z'],
		['dateTime', '05.12.2026', '2026-12-05'],
		['dateTime', 1798718400, '2026-12-31T12:00:00.000Z'],
		['dateTime', 'Sat, 05 Dec 2026 10:00:00 GMT', '2026-12-05T10:00:00.000Z'],
		[undefined, 'true', 'true'],
	])('a mapped field of type %s with the value %j is sent as %j', (type, value, sent) => {
		const body = JSON.stringify({ f: sent });
		expect(bodyOf(mapped(type, value))).toEqual({ ok: true, value: body });
	});

	test.each<[Field['type'], unknown, string]>([
		['number', '9007199254740993.0', EXACT],
		['number', 9007199254740992, EXACT],
		['string', 9007199254740992, EXACT],
		['string', Number.NaN, 'text, a number'],
		['dateTime', 'someday', 'a date'],
		['dateTime', '12/05/2026', 'a date'],
		['dateTime', '10:30', 'a date'],
		['dateTime', '2026-02-30T10:00:00', 'a date'],
		['dateTime', new Date('x'), 'a date'],
		['number', [7], 'a number'],
		['number', true, 'a number'],
		['number', '0x10', 'a number'],
		['array', '[12345678901234567890.0]', EXACT],
		['boolean', 'yes', 'true or false'],
		['string', ['a'], 'text'],
		['array', '{}', 'a list'],
		['object', '[]', 'an object'],
	])('a mapped field of type %s with the value %j is rejected', (type, value, wanted) => {
		expect(bodyOf(mapped(type, value))).toMatchObject(rejection(wanted));
	});

	test('an ID from a list is sent in the type that the service returned', () => {
		const options = [5, '9007199254740993'].map((value) => ({ name: 'Site', value }));
		const sent = (f: string) => mappedBody({ f }, [{ id: 'f', type: 'options', options }]);
		expect(sent('5')).toBe('{"f":5}');
		expect(sent('9007199254740993')).toBe('{"f":"9007199254740993"}');
		expect(sent('6')).toBe('{"f":"6"}');
	});

	test('an additional field without a name, or with the name of another, is rejected', () => {
		const noName = { message: "A field under 'Additional Fields' has no name" };
		expect(bodyOf({ ...named('string', 'x'), name: '' })).toMatchObject({ problem: noName });
		const twice = bodyOf(mapped('string', 'mapped'), named('string', 'x'));
		expect(twice).toMatchObject({ problem: { message: "The field 'f' is set twice" } });
	});
});

describe('mapped automatically', () => {
	const input = { id: 7, created_at: 'then', title: 'A' };

	function mappingOf(matchingColumns: string[], ignoreFields = '', item: IDataObject = input) {
		const fields = { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] };
		const read = readerOf({ fields, options: { ignoreFields } }, item);
		const options = readOptions(read);
		if (!options.ok) throw new TypeError(options.problem.message);
		const mapping = readMapping(read, options.value);
		if (!mapping.ok) throw new TypeError(mapping.problem.message);
		const { fields: sent, match, notes } = mapping.value;
		const [values, matched] = [sent, match].map((given) =>
			Object.fromEntries(given.map(({ name, value }) => [name, value])),
		);
		return { values, match: matched, omittedFields: notes.omittedFields };
	}

	test('fields that the service sets are reported, unless records are matched on them', () => {
		expect(mappingOf(['id'])).toMatchObject({
			values: { title: 'A' },
			omittedFields: ['created_at'],
			match: { id: 7 },
		});
		expect(mappingOf(['title'])).toMatchObject({ omittedFields: ['id', 'created_at'] });
	});

	test('ignored fields are neither sent nor reported, but records are matched on them', () => {
		expect(mappingOf(['title'], 'id, title')).toMatchObject({
			values: {},
			omittedFields: ['created_at'],
			match: { title: 'A' },
		});
	});

	test('an item without a field has no value for it, even if every object has the name', () => {
		expect(mappingOf(['constructor'], '', {})).toMatchObject({ match: { constructor: null } });
	});
});
