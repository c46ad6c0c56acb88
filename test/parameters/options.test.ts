import { readFilter } from '../../nodes/ProjectWorkspace/parameters/filters';
import { readLimit, readOutput, readSort } from '../../nodes/ProjectWorkspace/parameters/list';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { itemWith, resultOf } from './itemWith';

const read = (options: object) => resultOf(() => readOptions(itemWith({ options })));

const UNSET = {
	queryParameters: {},
	inOrder: false,
	requireComplete: false,
	skip: 0,
	previewOnly: false,
	includeResult: false,
	sendEmpty: false,
	ignoreFields: [],
	matchOn: [],
	sendWholeRecord: false,
	startWithExisting: false,
};

test('an option that is not set is off, 0 or empty', () => {
	expect(read({})).toEqual(UNSET);
	expect(readOptions(itemWith({}))).toEqual(UNSET);
});

const parameters = (...parameter: object[]) => ({ queryParameters: { parameter } });

test.each<[object, object]>([
	[{ inOrder: true }, { inOrder: true }],
	[{ requireComplete: 'True' }, { requireComplete: true }],
	[{ previewOnly: 0 }, { previewOnly: false }],
	[{ skip: '7' }, { skip: 7 }],
	[{ ignoreFields: ' row_number, notes,' }, { ignoreFields: ['row_number', 'notes'] }],
	[{ matchOn: ['key', ' email '] }, { matchOn: ['key', 'email'] }],
	[
		parameters({ name: ' a ', value: 1 }, { name: 'b', value: '' }),
		{ queryParameters: { a: '1' } },
	],
	[
		parameters({ name: 'since', value: new Date(0) }),
		{ queryParameters: { since: '1970-01-01T00:00:00.000Z' } },
	],
])('%j is read as %j', (given, options) => {
	expect(read(given)).toMatchObject(options);
});

test.each<[object, string]>([
	[{ skip: 2.5 }, "'Skip' must be a whole number of at least 0"],
	[{ previewOnly: 'maybe' }, `'Preview Only' cannot be read: it is "maybe"`],
	[
		parameters({ name: 'a', value: 1 }, { name: 'a', value: 2 }),
		"The query parameter 'a' is set twice",
	],
])('%j is rejected: %s', (given, message) => {
	expect(read(given)).toBe(message);
});

test('a query parameter may have any name', () => {
	const { queryParameters } = readOptions(
		itemWith({ options: parameters({ name: '__proto__', value: 'x' }) }),
	);
	expect(JSON.stringify(queryParameters)).toBe('{"__proto__":"x"}');
});

test.each<[object, unknown]>([
	[{}, 50],
	[{ limit: '7' }, 7],
	[{ returnAll: true, limit: 0 }, undefined],
	[{ returnAll: ' True ' }, undefined],
	[{ returnAll: 'false', limit: 1 }, 1],
	[{ limit: 0 }, "'Limit' must be a whole number of at least 1"],
	[{ limit: [5, 6] }, "'Limit' must be a whole number of at least 1"],
])('the limit of %j is %j', (given, limit) => {
	expect(resultOf(() => readLimit(itemWith({ ...given })))).toBe(limit);
});

test.each<[object[], unknown]>([
	[[], []],
	[
		[{ name: ' a ' }, { name: 'b', direction: 'desc' }],
		[
			{ name: 'a', direction: 'asc' },
			{ name: 'b', direction: 'desc' },
		],
	],
	[[{ name: '' }], "A field in 'Sort' has no name"],
])('Sort with the fields %j is %j', (field, sort) => {
	expect(resultOf(() => readSort(itemWith({ sort: { field } })))).toEqual(sort);
});

test.each<[object, unknown]>([
	[{}, { mode: 'raw' }],
	[{ simple: 'true', output: 'count' }, { mode: 'simplified' }],
	[{ simple: false }, { mode: 'raw' }],
])('the output of %j is %j', (given, output) => {
	expect(resultOf(() => readOutput(itemWith({ ...given })))).toEqual(output);
});

test.each<[object, unknown]>([
	[{ simple: true }, { mode: 'raw' }],
	[{ output: '' }, { mode: 'raw' }],
	[{ output: 'count' }, { mode: 'count' }],
	[
		{ output: 'selected', outputFields: ' a,,b.c ' },
		{ mode: 'selected', fields: ['a', 'b.c'] },
	],
	[{ output: 'selected', outputFields: [' '] }, 'No output fields are selected'],
])('the output of %j for an agent is %j', (given, output) => {
	expect(resultOf(() => readOutput(itemWith({ ...given }, { forAgent: true })))).toEqual(output);
});

describe('filters', () => {
	const filterOf = (combineFilters: string | undefined, ...filter: object[]) =>
		resultOf(() => readFilter(itemWith({ filters: { filter }, combineFilters })));

	test.each([
		[undefined, [true, false, false]],
		['all', [true, false, false]],
		['any', [true, true, false]],
	])('are combined by %s', (combine, kept) => {
		const filter = filterOf(combine, { field: ' a ', value: 'x' }, { field: 'b', value: 'y' });
		if (typeof filter !== 'object') throw new TypeError(filter);
		const records = [{ a: 'x', b: 'y' }, { a: 'x' }, { a: 'X' }];
		expect(records.map((record) => filter.keeps(record))).toEqual(kept);
	});

	test('a moment from an expression is the day that begins with it', () => {
		const filter = filterOf('all', { field: 'due', value: new Date('2026-12-31T05:00:00Z') });
		expect(typeof filter === 'object' && filter.keeps({ due: '2026-12-31' })).toBe(true);
	});

	test.each([
		[{ field: ' ', value: 'x' }, "A filter in 'Filters' has no name"],
		[{ field: 'a' }, "The filter on 'a' has no value"],
		[
			{ field: 'a', condition: 'larger', value: 'high' },
			/^The filter on 'a' needs a number or a date, but/,
		],
		[
			{ field: 'a', condition: 'smaller', value: '31.12.2026' },
			/^The filter on 'a' needs a number or a date/,
		],
	])('%j is rejected', (row, message) => {
		expect(filterOf('all', row)).toMatch(message);
	});

	test.each(['isEmpty', 'isNotEmpty'])('%s needs no value', (condition) => {
		expect(filterOf('all', { field: 'a', condition })).toMatchObject({
			keeps: expect.any(Function),
		});
	});
});
