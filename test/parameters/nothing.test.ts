import { findOperation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { readMapping } from '../../nodes/ProjectWorkspace/old/parameters/mapping';
import {
	isExpressionAt,
	type ParameterReader,
} from '../../nodes/ProjectWorkspace/old/parameters/reader';
import { readBody, readValues } from '../../nodes/ProjectWorkspace/old/parameters/request';
import { readLimit, readOptions } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { readerOf } from './readerOf';

const EXPRESSION = '={{ $json.value }}';
const NOTHING = [undefined, null, '', ' ', '\u200b\ufeff'];
const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
const query = (value: unknown) => {
	const first = { name: 'a', value: 'b' };
	return { queryParameters: { parameter: [first, { name: 'status', value }] } };
};

/** The query of the list, or the message why there is none. */
function queryOf(read: ParameterReader) {
	const operation = findOperation('task', 'getAll');
	const options = readOptions(read);
	if (!options.ok) return options.problem.message;
	if (!operation?.endpoint) throw new TypeError('There is no list');
	const values = readValues(read, operation, options.value);
	if (!values.ok) return values.problem.message;
	return [values.value.references.map(({ value }) => value), values.value.query];
}

/** The fields to match on, or the message why there are none. */
function matchOf(read: ParameterReader) {
	const options = readOptions(read);
	if (!options.ok) return options.problem.message;
	const mapping = readMapping(read, options.value);
	return mapping.ok ? mapping.value.match.map(({ name }) => name) : mapping.problem.message;
}

/** The limit, or the message why there is none. */
function limitOf(read: ParameterReader) {
	const limit = readLimit(read);
	return limit.ok ? [limit.value] : limit.problem.message;
}

const fields = { mappingMode: 'defineBelow', value: { key: 'A' }, matchingColumns: ['key'] };

test.each<
	[string, (value: unknown) => Record<string, unknown>, (read: ParameterReader) => unknown]
>([
	["in 'Project'", (value) => ({ projectId: locator(value) }), queryOf],
	["for the query parameter 'status'", (value) => ({ options: query(value) }), queryOf],
	["in 'Return All'", (returnAll) => ({ returnAll }), limitOf],
	["in 'Limit'", (limit) => ({ limit }), limitOf],
	["in 'Skip'", (skip) => ({ options: { skip } }), queryOf],
	["in 'Match On'", (matchOn) => ({ fields, options: { matchOn } }), matchOf],
])('an expression %s that gives nothing is an error, an empty field is not set', (...row) => {
	const [where, parameters, resultOf] = row;
	const message = `The expression ${where} returned nothing`;
	const unset = resultOf(readerOf({ fields }));
	for (const nothing of NOTHING) {
		const given = parameters(nothing);
		const read = (written: string) => readerOf(given, {}, parameters(written));
		expect(resultOf(read(EXPRESSION))).toBe(message);
		const others = [read(''), read('='), { ...read(EXPRESSION), forAgent: true }];
		for (const other of others) expect(JSON.stringify(resultOf(other))).not.toContain('returned');
		if (resultOf === matchOf) expect(others.map(resultOf)).toEqual([unset, unset, unset]);
	}
	expect(resultOf(readerOf(parameters('x'), {}, parameters(EXPRESSION)))).not.toBe(message);
});

test('fields to match on that name none are an error, and never those of the mapper', () => {
	const read = (matchOn: unknown, written: unknown) =>
		readerOf({ fields, options: { matchOn } }, {}, { options: { matchOn: written } });
	const returned = "The expression in 'Match On' returned nothing";
	for (const given of [[], {}]) expect(matchOf(read(given, EXPRESSION))).toBe(returned);
	const noNames = "'Match On' must be names, e.g. title, due_date";
	for (const given of [[''], [' ', '\u200b'], [null], ',', ' , ,', '[]'])
		expect([given, matchOf(read(given, EXPRESSION))]).toEqual([given, noNames]);
	for (const text of [',', ' ,, ']) expect(matchOf(read(text, text))).toBe(noNames);
	expect(matchOf(read([], []))).toEqual(['key']);
	for (const none of [[], [''], ','])
		expect(matchOf({ ...read(none, EXPRESSION), forAgent: true })).toEqual(['key']);
	expect(matchOf(read(['a', ''], EXPRESSION))).toEqual(['a']);
});

test('an expression in Ignore Fields From Input that gives an empty list ignores none', () => {
	const written = { options: { ignoreFields: EXPRESSION } };
	const read = readerOf({ options: { ignoreFields: [] } }, {}, written);
	expect(readOptions(read)).toMatchObject({ ok: true, value: { ignoreFields: [] } });
});

test('an expression in JSON Body that gives no field is nothing to write, {} that was entered is a choice', () => {
	const bodyOf = (jsonBody: unknown, written: string) => {
		const read = readerOf({ bodyMode: 'json', jsonBody }, {}, { jsonBody: written });
		const options = readOptions(read);
		const body = options.ok && readBody(read, options.value, false);
		return body && (body.ok ? body.value.body : body.problem.message);
	};
	for (const empty of [{}, '{}', '{ }', { title: undefined }, null, '']) {
		expect(bodyOf(empty, EXPRESSION)).toBe("'JSON Body' is empty");
	}
	expect(bodyOf({ title: null }, EXPRESSION)).toBe('{"title":null}');
	expect(bodyOf('{}', '{}')).toBe('{}');
});

test('a value is an expression if anything around it is one', () => {
	const parameters = { a: EXPRESSION, b: { c: [{ d: EXPRESSION }, { d: 'x' }] } };
	const paths: Array<[Array<string | number>, boolean]> = [
		[['a'], true],
		[['a', 'inside', 0], true],
		[['b', 'c', 0, 'd'], true],
		[['b', 'c', 1, 'd'], false],
		[['b', 'c'], false],
		[['constructor', 'name'], false],
		[['other', 'd'], false],
	];
	for (const [path, is] of paths)
		expect([path, isExpressionAt(parameters, path)]).toEqual([path, is]);
});

test.each([{}, []])('an expression in a query parameter that gives %j gives nothing', (empty) => {
	const read = (written: unknown) => readerOf({ options: query(empty) }, {}, { options: written });
	expect(queryOf(read(query(EXPRESSION)))).toMatch(/parameter 'status' returned nothing$/);
	expect(queryOf({ ...read(query(EXPRESSION)), forAgent: true })).toEqual([[''], { a: 'b' }]);
});

test.each(['null', 'undefined', 'None', 'N/A', ' NULL '])(
	'as an ID from an agent, %j is empty',
	(text) => {
		const read = readerOf({ projectId: locator(text) });
		expect(queryOf({ ...read, forAgent: true })).toEqual([[''], {}]);
		expect(queryOf(read)).toEqual([[text.trim()], {}]);
	},
);

test.each([
	[locator('{"mode":"id","value":"p1"}')],
	['{"__rl":true,"mode":"id","value":"p1"}'],
	[{ __rl: true, mode: 'id', value: locator('p1') }],
])('an ID may be a locator as JSON text, or within another: %j', (projectId) => {
	expect(queryOf(readerOf({ projectId }))).toEqual([['p1'], {}]);
});

test.each(['{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', '[p1', 'p{1}'])('%s is an ID', (id) => {
	expect(queryOf(readerOf({ projectId: locator(id) }))).toEqual([[id], {}]);
});

test.each(['null', ' None ', 'N/A'])('in a field with an ID, %j from an agent is empty', (text) => {
	const value = { project_id: text, ownerId: text, id: text, paid: text, title: text };
	const additionalFields = { field: [{ name: 'sprint_id', value: text }] };
	const sent = (read: ParameterReader) => {
		const options = readOptions(read);
		const mapping = options.ok && readMapping(read, options.value);
		return mapping && mapping.ok && mapping.value.fields.map(({ name }) => name);
	};
	const read = readerOf({ fields: { mappingMode: 'defineBelow', value }, additionalFields });
	expect(sent({ ...read, forAgent: true })).toEqual(['paid', 'title']);
	expect(sent(read)).toEqual([...Object.keys(value), 'sprint_id']);
});

test.each(['autoMapInputData', 'defineBelow'])(
	'with %s, an empty list or object is not sent',
	(mappingMode) => {
		const input = { labels: [], owner: {}, title: 'A', tags: ['a'] };
		const read = readerOf({ fields: { mappingMode, value: input } }, input);
		const options = readOptions(read);
		if (!options.ok) throw new TypeError('No options');
		const names = (sendEmpty: boolean) => {
			const mapping = readMapping(read, { ...options.value, sendEmpty });
			return mapping.ok && mapping.value.fields.map(({ name, value }) => [name, value]);
		};
		expect(names(false)).toEqual([
			['title', 'A'],
			['tags', ['a']],
		]);
		expect(names(true)).toEqual(Object.entries(input));
	},
);
