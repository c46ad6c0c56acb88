import type { IExecuteFunctions } from 'n8n-workflow';

import { isExpressionAt } from '../../nodes/ProjectWorkspace/parameters/expression';
import { readFields } from '../../nodes/ProjectWorkspace/parameters/fields';
import { readFilter } from '../../nodes/ProjectWorkspace/parameters/filters';
import { readLimit, readOutput, readSort } from '../../nodes/ProjectWorkspace/parameters/list';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { itemReaders, ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import { readRequest } from '../../nodes/ProjectWorkspace/parameters/request';
import { readLocator } from '../../nodes/ProjectWorkspace/parameters/resourceLocator';
import { operationOf } from '../../nodes/ProjectWorkspace/resources';
import { itemWith, resultOf } from './itemWith';

const EXPRESSION = '={{ $json.value }}';
const NOTHING = [undefined, null, '', ' ', [], {}];

const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
const filterOn = (value: unknown) => ({
	filter: [{ field: 'status', condition: 'equals', value }],
});
const query = (value: unknown) => ({ queryParameters: { parameter: [{ name: 'sort', value }] } });

type Parameters = Record<string, unknown>;
type Read = (reader: ParameterReader) => unknown;

const readToolOutput: Read = ({ item, get }) =>
	readOutput(new ParameterReader({ ...item, forAgent: true }, get));
const readProject: Read = (reader) => readLocator(reader, 'projectId', 'Project');

describe.each<[string, (value: unknown) => Parameters, Read]>([
	['Project', (value) => ({ projectId: locator(value) }), readProject],
	['Query Parameters: sort', (value) => ({ options: query(value) }), readOptions],
	['Filters: status', (value) => ({ filters: filterOn(value) }), readFilter],
	['Match On Other Fields', (matchOn) => ({ options: { matchOn } }), readOptions],
	['Preview Only', (previewOnly) => ({ options: { previewOnly } }), readOptions],
	['Skip', (skip) => ({ options: { skip } }), readOptions],
	['Return All', (returnAll) => ({ returnAll }), readLimit],
	['Limit', (limit) => ({ limit }), readLimit],
	['Simplify', (simple) => ({ simple }), readOutput],
])("nothing in '%s'", (label, parameters, read) => {
	const resultFor = (given: unknown, saved: unknown, forAgent = false) =>
		resultOf(() => read(itemWith(parameters(given), { saved: parameters(saved), forAgent })));

	test.each(NOTHING)('is an error if an expression returned %j', (nothing) => {
		expect(resultFor(nothing, EXPRESSION)).toBe(`The expression in '${label}' returned nothing`);
	});

	test('is not set if the field is empty, or if an agent leaves it out', () => {
		const unset = resultOf(() => read(itemWith({})));
		for (const nothing of [...NOTHING, 'null', ' None ', 'undefined']) {
			expect(resultFor(nothing, EXPRESSION, true)).toEqual(unset);
		}
		if (label.startsWith('Filters')) return; // a message of its own
		for (const saved of ['', '=', '= ']) expect(resultFor('', saved)).toEqual(unset);
	});
});

test('a locator without a value is not set', () => {
	const reader = itemWith({ projectId: { __rl: true, mode: 'list' } });
	expect(readProject(reader)).toBeUndefined();
});

test('a filter without a value says so, if no expression is to blame', () => {
	const message = "The filter on 'status' has no value";
	expect(resultOf(() => readFilter(itemWith({ filters: filterOn('') })))).toBe(message);
});

describe('a parameter in another shape than the editor writes is one error', () => {
	const readBody: Read = (reader) =>
		readRequest(reader, operationOf('task', 'create'), readOptions(reader));
	const mapper = { mappingMode: 'defineBelow', value: { title: 'x' } };
	const row = { name: 'a', type: 'string', value: 'x' };

	test.each<[string, Read, Parameters, string]>([
		['Fields', readBody, { fields: 'title' }, '"title"'],
		['Fields', readBody, { fields: { title: 'x' } }, 'an object'],
		['Fields', readBody, { fields: ['x'] }, 'a list'],
		['Fields', readBody, { fields: { ...mapper, mappingMode: 'manual' } }, 'an object'],
		['Fields', readBody, { fields: { ...mapper, value: ['x'] } }, 'a list'],
		[
			'Fields to Match On',
			readBody,
			{ fields: { ...mapper, matchingColumns: [{ id: 'a' }] } },
			'an object',
		],
		['Additional Fields', readBody, { additionalFields: [row] }, 'a list'],
		['Additional Fields', readBody, { additionalFields: { field: row } }, 'an object'],
		[
			'Additional Fields',
			readBody,
			{ additionalFields: { field: [{ ...row, type: 'date' }] } },
			'"date"',
		],
		['Specify Body', readBody, { bodyMode: 'JSON' }, '"JSON"'],
		['Options', readOptions, { options: 'skip' }, '"skip"'],
		['Query Parameters', readOptions, { options: { queryParameters: { a: 'b' } } }, 'an object'],
		['Query Parameters: sort', readOptions, { options: query({ a: 1 }) }, 'an object'],
		['Sort', readSort, { sort: { field: [{ name: 'a', direction: 'up' }] } }, '"up"'],
		['Filters', readFilter, { filters: [{ field: 'a', value: 'b' }] }, 'a list'],
		[
			'Filters: Condition',
			readFilter,
			{ filters: { filter: [{ field: 'a', condition: 'is' }] } },
			'"is"',
		],
		['Filters: status', readFilter, { filters: filterOn(['x']) }, 'a list'],
		['Combine Filters', readFilter, { filters: filterOn('x'), combineFilters: 'some' }, '"some"'],
		['Output', readToolOutput, { output: 'all' }, '"all"'],
		['Output Fields', readToolOutput, { output: 'selected', outputFields: { a: 1 } }, 'an object'],
		['Project', readProject, { projectId: locator({ id: 5 }) }, 'an object'],
		['Project', readProject, { projectId: { id: 'p1' } }, 'an object'],
		['Project', readProject, { projectId: locator(true) }, 'true'],
	])("'%s' cannot be read", (label, read, parameters, is) => {
		const message = `'${label}' cannot be read: it is ${is}`;
		expect(resultOf(() => read(itemWith(parameters)))).toBe(message);
	});
});

test('an expression around a value is one of the value', () => {
	const saved = { a: { b: ['', '={{ 1 }}'] }, c: '={{ {} }}' };
	const inside = [['a', 'b', 1], ['c'], ['c', 'd']];
	expect(inside.every((path) => isExpressionAt(saved, path))).toBe(true);
	expect([['a', 'b', 0], ['a'], ['x']].some((path) => isExpressionAt(saved, path))).toBe(false);
});

test('a parameter without an expression is read once for all items, one with an expression for each', () => {
	const reads: string[] = [];
	const parameters = { plain: 'x', nested: { a: '={{ $json.a }}' } };
	const items = [{ json: { a: 1 } }, { json: { a: 2 } }];
	const context = {
		getNode: () => ({ parameters }),
		getInputData: () => items,
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, item: number) => `${name} ${reads.push(name) && item}`,
	} as unknown as IExecuteFunctions; // the four that are called
	const readers = [0, 1].map(itemReaders(context, false));

	expect(readers.map((reader) => reader.get('plain'))).toEqual(['plain 0', 'plain 0']);
	expect(readers.map((reader) => reader.get('nested'))).toEqual(['nested 0', 'nested 1']);
	expect(reads).toEqual(['plain', 'nested', 'nested']);
	expect(readers.map(({ item }) => item.input)).toEqual([{ a: 1 }, { a: 2 }]);
});

test('an agent may leave rows empty', () => {
	const reader = itemWith(
		{
			additionalFields: { field: [{ name: '', type: 'string', value: '' }] },
			sort: { field: [{ name: '', direction: 'asc' }] },
			filters: { filter: [{ field: '', condition: 'equals', value: '' }] },
		},
		{ forAgent: true },
	);
	expect(readSort(reader)).toEqual([]);
	expect(readFilter(reader)).toBeUndefined();
	expect(readFields(reader, readOptions(reader)).fields).toEqual([]);
});
