import { findOperation } from '../../nodes/ProjectWorkspace/catalogue';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import {
	isExpressionAt,
	type ParameterReader,
} from '../../nodes/ProjectWorkspace/parameters/reader';
import { readValues } from '../../nodes/ProjectWorkspace/parameters/request';
import { readerOf } from './readerOf';

const EXPRESSION = '={{ $json.value }}';
const NOTHING = [undefined, null, '', ' '];
const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
const query = (value: unknown) => ({
	queryParameters: {
		parameter: [
			{ name: 'a', value: 'b' },
			{ name: 'status', value },
		],
	},
});

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

test.each<[string, (value: unknown) => Record<string, unknown>, string]>([
	[
		'Project',
		(value) => ({ projectId: locator(value) }),
		"The expression in 'Project' returned nothing",
	],
	[
		'a query parameter',
		(value) => ({ options: query(value) }),
		"The expression for the query parameter 'status' returned nothing",
	],
])('an expression in %s that gives nothing is an error, an empty field is not set', (...row) => {
	const [, parameters, message] = row;
	for (const nothing of NOTHING) {
		const given = parameters(nothing);
		expect(queryOf(readerOf(given, {}, parameters(EXPRESSION)))).toBe(message);
		expect(queryOf(readerOf(given, {}, parameters('')))).not.toBe(message);
		// Switched to an expression, and left empty.
		expect(queryOf(readerOf(given, {}, parameters('=')))).not.toBe(message);
		const agent = { ...readerOf(given, {}, parameters(EXPRESSION)), forAgent: true };
		expect(queryOf(agent)).not.toBe(message);
	}
	expect(queryOf(readerOf(parameters('x'), {}, parameters(EXPRESSION)))).not.toBe(message);
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

test.each(['null', 'undefined', 'None', 'N/A', ' NULL '])(
	'as an ID from an agent, %j is empty',
	(text) => {
		const read = readerOf({ projectId: locator(text) });
		expect(queryOf({ ...read, forAgent: true })).toEqual([[''], {}]);
		expect(queryOf(read)).toEqual([[text.trim()], {}]);
	},
);
