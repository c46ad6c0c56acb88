import type { IDataObject } from 'n8n-workflow';

import {
	readFields,
	readMatchFields,
	type Field,
} from '../../nodes/ProjectWorkspace/parameters/fields';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { itemWith, resultOf } from './itemWith';

const valuesOf = (fields: Field[]) =>
	Object.fromEntries(fields.map(({ name, value }) => [name, value]));

interface Given {
	/** What is mapped; without it, the input is sent. */
	value?: IDataObject;
	schema?: object[];
	matchingColumns?: string[];
	rows?: object[];
	options?: object;
	input?: IDataObject;
	saved?: Record<string, unknown>;
}

function itemOf({ value, schema, matchingColumns, rows, options = {}, input, saved }: Given) {
	const mappingMode = value ? 'defineBelow' : 'autoMapInputData';
	return itemWith(
		{
			fields: { mappingMode, value: value ?? null, schema, matchingColumns },
			additionalFields: rows ? { field: rows } : {},
			options,
		},
		{ input, saved },
	);
}

function mappingOf(given: Given) {
	const reader = itemOf(given);
	const { fields, matchOn, notes } = readFields(reader, readOptions(reader));
	return { sent: valuesOf(fields), matchOn: valuesOf(matchOn), ...notes };
}

describe('mapped fields', () => {
	const value = { a: 'x', b: '', c: null, d: [], e: false, f: 0 };

	test('without a value are not sent, or sent as null', () => {
		expect(mappingOf({ value })).toMatchObject({ sent: { a: 'x', e: false, f: 0 }, empty: [] });
		const sent = { a: 'x', b: null, c: null, d: null, e: false, f: 0 };
		expect(mappingOf({ value, options: { sendEmpty: true } }).sent).toEqual(sent);
	});

	test('that the service sets itself are sent if a person has chosen them', () => {
		const mapping = mappingOf({ value: { created_at: 'then' } });
		expect(mapping).toMatchObject({ sent: { created_at: 'then' }, omitted: [] });
	});

	test('are told if their expressions gave nothing', () => {
		const saved = { fields: { value: { b: '={{ $json.b }}', c: '' } } };
		expect(mappingOf({ value, saved }).empty).toEqual(['b']);
	});

	test('that were removed in the editor are not cleared, but what has a value is sent', () => {
		const schema = ['b', 'c'].map((id) => ({ id, removed: true }));
		const mapped = { a: 'x', b: null, c: 'y' };
		expect(mappingOf({ value: mapped, schema, options: { sendEmpty: true } }).sent).toEqual({
			a: 'x',
			c: 'y',
		});
	});

	test('have the type that the editor showed', () => {
		const schema = [{ id: 'f', type: 'number' }];
		const item = itemOf({ value: { f: '5' }, schema });
		const { fields } = readFields(item, readOptions(itemWith({})));
		expect(fields).toEqual([{ name: 'f', type: 'number', value: '5' }]);
	});
});

describe('mapped automatically', () => {
	const input = {
		id: 7,
		created_at: 'then',
		title: 'A',
		note: '',
		_result: 'updated',
		_change: {},
	};

	test('the input is sent, without what the service sets and what this node adds', () => {
		const mapping = mappingOf({ input, matchingColumns: ['title'] });
		expect(mapping.sent).toEqual({ title: 'A' });
		expect(mapping).toMatchObject({
			matchOn: { title: 'A' },
			omitted: ['id', 'created_at'],
			empty: ['note'],
		});
	});

	test('a field of the input without a value is sent as null, if that is asked for', () => {
		expect(mappingOf({ input, options: { sendEmpty: true } }).sent).toEqual({
			title: 'A',
			note: null,
		});
	});

	test('records can be matched on a field that is not sent', () => {
		expect(mappingOf({ input, matchingColumns: ['id'] })).toMatchObject({
			sent: { title: 'A' },
			matchOn: { id: 7 },
			omitted: ['created_at'],
		});
		const options = { ignoreFields: 'id, title, created_at, note' };
		expect(mappingOf({ input, matchingColumns: ['title'], options })).toMatchObject({
			sent: {},
			matchOn: { title: 'A' },
			omitted: [],
		});
	});
});

describe('columns as sheets give them', () => {
	const schema = ['title', 'Due', 'note', 'Note'].map((id) => ({ id }));

	test('lose a byte order mark and outer spaces, and are renamed if only case is different', () => {
		const input = { '\ufeffTitle': 'A', ' DUE ': 'now', ' Team\u00a0': 'x' };
		expect(mappingOf({ input, schema })).toMatchObject({
			sent: { title: 'A', Due: 'now', Team: 'x' },
			warning: undefined,
		});
		expect(mappingOf({ input, schema, matchingColumns: ['title'] }).matchOn).toEqual({
			title: 'A',
		});
	});

	test.each([{ matchingColumns: ['key'] }, { options: { matchOn: 'key' } }])(
		'are taken for the field to match on, which no record needs to have: %j',
		(matching) => {
			expect(mappingOf({ input: { '\ufeff Key ': 'A-1' }, ...matching })).toMatchObject({
				sent: { key: 'A-1' },
				matchOn: { key: 'A-1' },
			});
		},
	);

	test('keep their case without a field that they mean', () => {
		expect(mappingOf({ input: { Title: 'A', DUE: 'now' } }).sent).toEqual({
			Title: 'A',
			DUE: 'now',
		});
	});

	test.each([
		[{ NOTE: 'x' }, { NOTE: 'x' }, '"NOTE" was not taken for the field "note"'],
		[
			{ Title: 'A', title: 'B' },
			{ Title: 'A', title: 'B' },
			'"Title" was not taken for the field "title"',
		],
	])(
		'keep their case where that is not clear, and a warning names both: %j',
		(input, sent, text) => {
			expect(mappingOf({ input, schema })).toMatchObject({
				sent,
				warning: expect.stringContaining(text),
			});
		},
	);

	test.each([
		[{ title: 'A', 'title ': 'B' }, `'title': "title" and "title "`],
		[{ TITLE: 'A', Title: 'B' }, `'title': "TITLE" and "Title"`],
		[{ '\ufeffid': 1, id: 2 }, `'id': "\ufeffid" and "id"`],
	])('that are two for one field are an error: %j', (input, names) => {
		const message = `Two input fields are the field ${names}`;
		expect(resultOf(() => mappingOf({ input, schema }))).toBe(message);
	});

	test('can be ignored by their names, also if these contain commas', () => {
		const input = { 'Size, cm': 5, ' row_number ': 2, TITLE: 'A', Title: 'B' };
		const options = { ignoreFields: 'Size, cm, row_number, TITLE' };
		expect(mappingOf({ input, schema, options }).sent).toEqual({ title: 'B' });
		const list = { ignoreFields: ['Size, cm', 'TITLE', 'Title'] };
		expect(mappingOf({ input, schema, options: list }).sent).toEqual({ row_number: 2 });
	});
});

describe('additional fields', () => {
	test('are sent by name, with a type', () => {
		const rows = [
			{ name: ' owner.name ', value: 'x' },
			{ name: 'n', type: 'number', value: '5' },
			{ name: 'empty', type: 'string', value: '' },
		];
		const reader = itemOf({ value: {}, rows });
		const { fields, notes } = readFields(reader, readOptions(reader));
		expect(fields).toEqual([
			{ name: 'owner.name', type: 'string', value: 'x' },
			{ name: 'n', type: 'number', value: '5' },
		]);
		expect(notes.empty).toEqual(['empty']);
	});
});

describe('fields to match on', () => {
	const value = { key: 'A', title: 'x' };

	test('are those of the mapper, unless an option names others', () => {
		expect(mappingOf({ value, matchingColumns: ['key'] }).matchOn).toEqual({ key: 'A' });
		const rows = [{ name: 'external_id', value: 'e1' }];
		const options = { matchOn: 'external_id' };
		const { matchOn, sent } = mappingOf({ value, rows, options, matchingColumns: ['key'] });
		expect(matchOn).toEqual({ external_id: 'e1' });
		expect(sent).toEqual({ ...value, external_id: 'e1' });
	});

	const saved = { fields: { value: { key: '={{ $json.key }}' } } };

	test.each<[Given, string]>([
		[{ value }, 'There is no field to match on'],
		[{ value: { key: '' }, matchingColumns: ['key'] }, "The field to match on 'key' has no value"],
		[
			{ input: {}, matchingColumns: ['constructor'] },
			"The field to match on 'constructor' has no value",
		],
		[
			{ value: { key: null }, matchingColumns: ['key'], saved },
			"The field to match on 'key' has no value",
		],
	])('are needed, each with a value: %#', (given, message) => {
		const reader = itemOf(given);
		expect(resultOf(() => readMatchFields(reader, readOptions(reader)))).toBe(message);
	});
});
