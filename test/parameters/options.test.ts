import { createOperation, findOperation } from '../../nodes/ProjectWorkspace/catalogue';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { options } from '../../nodes/ProjectWorkspace/parameters/options';
import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import {
	additionalQuery,
	ignoredFields,
	listOverrides,
	optionProperties,
	readOptions,
	sendSettings,
} from '../../nodes/ProjectWorkspace/parameters/readOptions';

const reading = (given: object): ParameterReader =>
	Object.assign(() => given, { locator: () => '', inputOf: () => ({}) });

function read(given: object) {
	const result = readOptions(reading(given), 0);
	if (!result.ok) throw new TypeError(result.problem.message);
	return result.value;
}

function shownFor(resource: string, value: string) {
	const operation = findOperation(resource, value);
	if (!operation) throw new TypeError(`${resource}:${value}`);
	const { references = [] } = operation.endpoint.canMatch
		? createOperation(operation.resource.value).endpoint
		: operation.endpoint;
	return optionProperties(operation, references);
}

test('what is not set, or left empty, means what the table says', () => {
	for (const [name, { unset }] of Object.entries(options)) {
		for (const given of [{}, { [name]: '' }, { [name]: null }]) {
			expect(read(given)).toMatchObject({ [name]: unset });
		}
	}
	expect(sendSettings(read({}))).toEqual({ timeout: 60_000, bounds: BOUNDS });
	expect(listOverrides(read({}))).toEqual({});
});

test('what is set is read in its type, from an expression too', () => {
	const set = read({ timeout: '5000', maxQuotaWait: 7, ignoreFields: ' a, b', anyFilter: 'true' });
	expect(sendSettings(set)).toMatchObject({ timeout: 5_000, bounds: { quotaMs: 7_000 } });
	expect([...ignoredFields(set)]).toEqual(['a', 'b']);
	expect(set.anyFilter).toBe(true);
	const about = { style: 'page', firstPage: 0, recordsPath: 'data', ignoreTotal: true };
	expect(listOverrides(read({ ...about, skip: 3 }))).toEqual(about);
});

test.each([
	[{ timeout: 'soon' }, "'Timeout' must be a whole number of at least 1"],
	[{ maxAttempts: 0 }, "'Max Attempts' must be a whole number of at least 1"],
	[{ pageSize: 2.5 }, "'Page Size' must be a whole number of at least 1"],
	[{ skip: -1 }, "'Skip' must be a whole number of at least 0"],
	[{ style: 'cursors' }, "'Pagination' must be one of the choices in its list"],
])('%j is rejected in words', (given, message) => {
	expect(readOptions(reading(given), 0)).toMatchObject({ ok: false, problem: { message } });
});

test('an option is shown where it means something', () => {
	const names = (resource: string, value: string) =>
		shownFor(resource, value).map(({ name }) => name);
	expect(names('user', 'getAll')).toEqual(expect.arrayContaining(['skip', 'style', 'timeout']));
	expect(names('user', 'get')).not.toContain('skip');
	expect(names('task', 'create')).toEqual(
		expect.arrayContaining(['ignoreFields', 'projectIdPlacement']),
	);
	expect(names('task', 'update')).not.toContain('skip');
	const whileMatching = shownFor('task', 'update').filter(({ displayOptions }) =>
		displayOptions?.show?.['/findBy']?.includes('match'),
	);
	expect(whileMatching.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['style', 'sendWholeRecord', 'updateAllMatches', 'projectIdPlacement']),
	);
});

test('a reference whose place is open goes into the body, unless the option moves it', () => {
	const [reference] = createOperation('task').endpoint.references ?? [];
	if (!reference) throw new TypeError('A task has a project');
	expect(read({}).placeOf(reference)).toBe('body');
	expect(read({ projectIdPlacement: 'query' }).placeOf(reference)).toBe('query');
	expect(read({}).placeOf({ ...reference, sendIn: 'query' })).toBe('query');
});

test('additional query parameters have a name each, and only those with a value are sent', () => {
	const query = (...parameter: object[]) =>
		additionalQuery(read({ queryParameters: { parameter } }));
	expect(query({ name: ' a ', value: 1 }, { name: 'b', value: '' })).toEqual({
		ok: true,
		value: { a: '1' },
	});
	expect(query({ name: ' ', value: 'x' })).toMatchObject({ ok: false });
	expect(query({ name: 'a', value: 'x' }, { name: 'a', value: 'y' })).toMatchObject({ ok: false });
});
