import { readMapping } from '../../nodes/ProjectWorkspace/old/parameters/mapping';
import { options } from '../../nodes/ProjectWorkspace/old/parameters/options';
import {
	buildRequest,
	readBody,
	readValues,
} from '../../nodes/ProjectWorkspace/old/parameters/request';
import { readOptions, readOutput } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { readFilter } from '../../nodes/ProjectWorkspace/old/parameters/filters';
import { findOperation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { readSettings } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { readMatchRequest } from '../../nodes/ProjectWorkspace/old/upsert/matchRequest';
import { readerOf } from './readerOf';

/** The body of these parameters, or the message why there is none. */
function bodyOf(parameters: Record<string, unknown>, input = {}, written: unknown = {}) {
	const read = readerOf(parameters, input, written);
	const options = readOptions(read);
	if (!options.ok) return options.problem.message;
	const body = readBody(read, options.value, false);
	return body.ok ? body.value.body : body.problem.message;
}

function upsertOf(resource: string) {
	const operation = findOperation(resource, 'upsert');
	if (!operation || operation.endpoint) throw new Error('There is no upsert');
	return operation;
}

const TITLE = '{"title":"x"}';
const rows = [{ name: 'title', value: 'x' }];

describe('the mapper is understood as', () => {
	test.each<[string, unknown]>([
		['the editor writes it', { mappingMode: 'defineBelow', value: { title: 'x' } }],
		['its values alone', { title: 'x' }],
		['JSON text', TITLE],
		['JSON text in its value', { mappingMode: 'defineBelow', value: TITLE }],
		['rows', { mappingMode: 'defineBelow', value: rows }],
		['a value without a mode', { value: { title: 'x' } }],
		['a mode in other words', { mappingMode: 'manual', value: { title: 'x' } }],
		['a mode in another case', { mappingMode: 'DefineBelow', value: { title: 'x' } }],
		['a misspelled mode beside values', { mappingMode: 'mapEach', value: { title: 'x' } }],
		['the automatic mode in another case', { mappingMode: 'AutoMap', value: null }],
	])('%s', (_, fields) => {
		expect(bodyOf({ fields }, { title: 'x' })).toBe(TITLE);
	});

	test('an item with numbers as names is no record, unless it has others', () => {
		const fields = { mappingMode: 'autoMapInputData', value: null };
		expect(bodyOf({ fields }, { 0: 'x', 1: 'y' })).toMatch(/^'Fields' must be an object/);
		expect(bodyOf({ fields }, { 0: 'x', title: 'y' })).toBe('{"0":"x","title":"y"}');
		expect(bodyOf({ fields }, { 2026: 'x' })).toBe('{"2026":"x"}');
	});

	test('a field with the name value', () => {
		expect(bodyOf({ fields: { value: 'x' } })).toBe('{"value":"x"}');
	});

	test.each<unknown>([
		'title',
		[1, 2],
		'{"title":',
		{ mappingMode: 'defineBelow', value: ['x'] },
		{ mappingMode: 'defineBelow', value: 'title' },
		// The characters of a text, or the entries of a list
		{ 0: 'x', 1: 'y' },
		{ mappingMode: 'defineBelow', value: { 0: '{' } },
		// Not clear which of the names are fields
		{ title: 'x', value: { a: 5 } },
		{ mode: 'defineBelow', value: { title: 'x' } },
		{ mappingMode: 'defineBelow', title: 'x' },
		{ matchingColumns: ['title'], title: 'x' },
		{ mappingMode: 'defineBelow', values: { title: 'x' } },
	])('nothing else: %j', (fields) => {
		expect(bodyOf({ fields })).toMatch(/^'Fields' must be an object/);
	});

	test('nothing without a value, and no mode that is not known', () => {
		expect(bodyOf({ fields: {} })).toMatch(/^There is nothing to write/);
		const fields = { mappingMode: 'sometimes', value: null };
		expect(bodyOf({ fields })).toMatch(/^'Fields' has no mode "sometimes"/);
	});

	const asRow = { id: 'title', displayName: 'Title' };
	test.each<[unknown]>([
		...[['title'], [['title']], ['["title"]'], ['[title]'], [' title ']],
		...[[asRow], [[{ field: 'title' }]], ['[{"name":"title"}]']],
	] as Array<[unknown]>)('with %j as the field to match on', (matchingColumns) => {
		const fields = { mappingMode: 'defineBelow', value: { title: 'x' }, matchingColumns };
		const read = readerOf({ fields });
		const options = readOptions(read);
		const mapping = options.ok && readMapping(read, options.value);
		expect(mapping).toMatchObject({ value: { match: [{ name: 'title', value: 'x' }] } });
	});
});

describe('additional fields', () => {
	test.each([
		{ name: 'title', type: 'Text', value: 'x' },
		{ name: ' title ', value: 'x' },
	])('are understood as %j', (row) =>
		expect(bodyOf({ additionalFields: { field: [row] } })).toBe(TITLE),
	);

	test('values without a type keep their own', () => {
		const values = { a: 1, b: true, c: ['x'], d: { e: null }, f: '007' };
		const field = Object.entries(values).map(([name, value]) => ({ name, value }));
		expect(bodyOf({ additionalFields: { field } })).toBe(JSON.stringify(values));
	});

	test('a type that does not exist is named', () => {
		const field = [{ name: 'title', type: 'colour', value: 'x' }];
		const message = bodyOf({ additionalFields: { field } });
		expect(message).toMatch(/^The field 'title' has no type "colour"/);
	});

	test('a dot in the name is a field inside another', () => {
		const named = (...names: string[]) => ({
			field: names.map((name) => ({ name, type: 'string', value: 'x' })),
		});
		const body = bodyOf({ additionalFields: named('owner.name', 'a', 'owner.home.city', '.b.') });
		expect(body).toBe('{"owner":{"name":"x","home":{"city":"x"}},"a":"x",".b.":"x"}');
		for (const names of ['owner owner.name', 'owner.name owner', 'a.b a.b'])
			expect(bodyOf({ additionalFields: named(...names.split(' ')) })).toMatch(/ is set twice$/);
	});
});

test('a filter has a condition by its name or its value, and Equals by default', () => {
	for (const condition of ['Equals', 'equals', undefined]) {
		const filter = [{ field: ' status ', condition, value: 'open' }];
		const read = readFilter(readerOf({ filters: { filter } }));
		const keeps = read.ok ? read.value?.keeps : undefined;
		expect(['open', 'done'].map((status) => keeps?.({ status }))).toEqual([true, false]);
	}
});

test.each([
	['Simplified', { ok: true, value: { mode: 'simplified' } }],
	['RAW', { ok: true, value: { mode: 'raw' } }],
	['', { ok: true, value: { mode: 'raw' } }],
	['all', { problem: { message: `'Output' cannot be "all"` } }],
])('the output %j is understood in any case, and nothing else', (output, read) => {
	expect(readOutput(readerOf({ output }))).toMatchObject(read);
});

test.each(['body', 'JSON', ''])('%j is no way to specify the body', (bodyMode) => {
	const message = `'Specify Body' cannot be ${JSON.stringify(bodyMode)}`;
	expect(bodyOf({ bodyMode, jsonBody: '{"a":1}' })).toBe(message);
});

describe('an object in an unexpected place', () => {
	const OBJECTS: unknown[] = [{ a: { b: 1 } }, [{ a: 1 }], [[{ a: 1 }]], { name: { a: 1 } }];
	const row = { name: 'title', field: 'title', value: 'x' };
	const parameters: Array<[string, (odd: unknown) => Record<string, unknown>]> = [
		['matchingColumns', (odd) => ({ fields: { ...mapper, matchingColumns: odd } })],
		['mappingMode', (odd) => ({ fields: { ...mapper, value: null, mappingMode: odd } })],
		['the value of a field', (odd) => ({ fields: { ...mapper, value: { title: odd } } })],
		['the name of a field', (odd) => ({ additionalFields: { field: [{ ...row, name: odd }] } })],
		['the type of a field', (odd) => ({ additionalFields: { field: [{ ...row, type: odd }] } })],
		['filters', (odd) => ({ filters: odd })],
		['the field of a filter', (odd) => ({ filters: { filter: [{ ...row, field: odd }] } })],
		['a condition', (odd) => ({ filters: { filter: [{ ...row, condition: odd }] } })],
		['the value of a filter', (odd) => ({ filters: { filter: [{ ...row, value: odd }] } })],
		['outputFields', (odd) => ({ output: 'selected', outputFields: odd })],
		['countBy', (odd) => ({ output: 'count', countBy: odd })],
		...['output', 'bodyMode', 'findBy', 'noMatch', 'combineFilters', 'projectId', 'taskId'].map(
			(name): [string, (odd: unknown) => Record<string, unknown>] => [
				name,
				(odd) => ({ filters: { filter: [row] }, [name]: odd }),
			],
		),
		...Object.keys(options).map((name): [string, (odd: unknown) => Record<string, unknown>] => [
			`options.${name}`,
			(odd) => ({ options: { [name]: odd } }),
		]),
	];
	const mapper = { mappingMode: 'defineBelow', matchingColumns: ['title'], value: { title: 'x' } };

	test.each(parameters)('%s: is never text', (_, given) => {
		for (const odd of OBJECTS) {
			const read = readerOf({ fields: mapper, resource: 'task', changes: ['new'], ...given(odd) });
			const settings = readOptions(read);
			const results: unknown[] = [settings, readOutput(read), readFilter(read)];
			results.push(readSettings(read, {}, 1_000));
			if (settings.ok) {
				const { resource, create, update } = upsertOf('task');
				const operation = { resource, create, update };
				results.push(readMatchRequest(read, operation, settings.value));
				const values = readValues(read, update, settings.value);
				results.push(values.ok ? buildRequest(update, values.value) : values);
			}
			expect(JSON.stringify(results)).not.toContain('[object');
		}
	});
});
