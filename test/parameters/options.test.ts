import { findOperation, operations } from '../../nodes/ProjectWorkspace/catalogue';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { optionProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import { readFilter } from '../../nodes/ProjectWorkspace/parameters/filters';
import {
	listOverrides,
	options,
	readOptions,
	sendSettings,
} from '../../nodes/ProjectWorkspace/parameters/options';
import { readLimit, readOutput } from '../../nodes/ProjectWorkspace/parameters/output';
import { readReferences } from '../../nodes/ProjectWorkspace/parameters/request';
import { readerOf } from './readerOf';

const reading = (options: object) => readerOf({ options });

const rejected = (message: string) => ({ problem: { message: expect.stringContaining(message) } });

function read(given: object) {
	const result = readOptions(reading(given));
	if (!result.ok) throw new TypeError(result.problem.message);
	return result.value;
}

function shownFor(resource: string, value: string) {
	const operation = findOperation(resource, value);
	if (!operation) throw new TypeError(`${resource}:${value}`);
	return optionProperties(operation);
}

test('an option that is not set or left empty has its default', () => {
	for (const [name, { default: fallback }] of Object.entries(options)) {
		for (const given of [{}, { [name]: '' }, { [name]: null }]) {
			expect(read(given)).toMatchObject({ [name]: fallback });
		}
	}
	expect(sendSettings(read({}))).toEqual({ timeout: 60_000, limits: RETRY_LIMITS, headers: {} });
	expect(listOverrides(read({}))).toEqual({ ignoreTotal: false });
});

test('values are read in the type of the option, also from expressions', () => {
	const headers = { header: [{ name: ' X-Tenant ', value: 7 }] };
	const requests = { timeout: '5000', maxQuotaWait: 7, maxAttempts: '2', headers };
	const set = read({ ...requests, anyFilter: ' True ' });
	const limits = { ...RETRY_LIMITS, rateLimitMs: 7_000, attempts: 2 };
	expect(sendSettings(set)).toEqual({ timeout: 5_000, limits, headers: { 'X-Tenant': '7' } });
	const { limits: inPoll } = sendSettings(read({}), 1_000);
	expect(inPoll).toMatchObject({ totalMs: 1_000, rateLimitMs: 1_000 });
	expect(set.anyFilter).toBe(true);
	const about = { style: 'page', firstPage: 0, recordsPath: 'data', ignoreTotal: true };
	expect(listOverrides(read({ ...about, recordsPath: ' data\n', skip: 3 }))).toEqual(about);
});

const OTHER = 'must be different from project_id and the other page parameter';

test.each([
	[{ pageSize: 2.5 }, "'Page Size' must be a whole number of at least 1"],
	[{ pageSize: [5] }, "'Page Size' must be a whole number of at least 1"],
	[{ previewOnly: [true] }, "'Preview Only' must be true or false"],
	[{ parameter: { a: 1 } }, "'Page Parameter' must be plain text"],
	[{ recordsPath: '\ud800' }, "'Records Path' must be plain text"],
	[{ parameter: 'page', pageSizeParameter: ' page' }, `'Page Size Parameter' ${OTHER}`],
	[{ pageSizeParameter: 'project_id' }, `'Page Size Parameter' ${OTHER}`],
	[{ parameter: 'project_id' }, `'Page Parameter' ${OTHER}`],
	[{ style: 'none', nextPath: 'next' }, "'Next Page Path' must be empty if 'Pagination' is None"],
	[{ previewOnly: 'maybe' }, "'Preview Only' must be true or false"],
	[
		{ headers: { header: [{ name: 'Host', value: 'a' }] } },
		`The header "Host" of 'Additional Headers' cannot be set, because the request depends on it`,
	],
	[{ style: 'cursors' }, "'Pagination' must be one of the choices in its list"],
])('%j is rejected with a message', (given, message) => {
	expect(readOptions(reading(given))).toMatchObject({ ok: false, problem: { message } });
});

test.each<[number, string]>([
	[0, 'firstPage maxQuotaWait overlapMinutes skip'],
	[1, 'fullEveryHours maxAttempts pageSize parallelRequests timeout'],
])('%i is the minimum of the option: %s', (min, names) => {
	for (const name of names.split(' ')) {
		expect(read({ [name]: String(min) })).toMatchObject({ [name]: min });
		expect(readOptions(reading({ [name]: min - 1 }))).toMatchObject(rejected(`at least ${min}`));
	}
});

test('records are sorted by named fields, ascending if nothing else is set', () => {
	const sorted = (...field: object[]) => readOptions(reading({ sort: { field } }));
	const sort = [
		{ name: 'a', direction: 'asc' },
		{ name: 'b', direction: 'desc' },
	];
	expect(sorted({ name: ' a ' }, { name: 'b', direction: 'desc' })).toMatchObject({
		value: { sort },
	});
	for (const row of [{ name: ' ' }, { name: 'a', direction: 'down' }]) {
		expect(sorted(row)).toMatchObject(rejected("'Sort' must be a list of fields that have a name"));
	}
});

const PAGES =
	'firstPage ignoreTotal nextPath pageSize pageSizeParameter parameter recordsPath style';
const LIST = 'alwaysOutputItem anyFilter skip sort';
const NOT_FOR_AGENTS = 'requireComplete';
const WRITE = 'includeResult previewOnly';
const MATCH = 'sendWholeRecord updateAllMatches';

test.each([
	['user', 'getAll', `${PAGES} ${LIST} ${NOT_FOR_AGENTS}`],
	['user', 'get', ''],
	['user', 'invite', `${WRITE} ignoreFields`],
	['user', 'remove', WRITE],
	['task', 'get', PAGES],
	['task', 'create', `${WRITE} ignoreFields projectIdPlacement`],
	['task', 'getAll', `${PAGES} ${LIST} ${NOT_FOR_AGENTS}`],
	['task', 'update', `${WRITE} ignoreFields`],
	['task', 'update', `${PAGES} ${MATCH}`, '{"/findBy":["match"]}'],
	['task', 'update', 'alwaysOutputItem', '{"/findBy":["match"],"/noMatch":["skip"]}'],
	['task', 'upsert', `${PAGES} ${WRITE} ${MATCH} ignoreFields projectIdPlacement`],
])('%s:%s has the options %s', (resource, value, names, condition = '{}') => {
	const common = 'headers maxAttempts maxQuotaWait parallelRequests queryParameters timeout';
	const wanted = condition === '{}' ? `${names} ${common}`.trim() : names;
	const shown = shownFor(resource, value).filter(({ name, displayOptions }) => {
		const { '/fields.mappingMode': mode, ...show } = displayOptions?.show ?? {};
		expect(mode).toEqual(name === 'ignoreFields' ? ['autoMapInputData'] : undefined);
		return JSON.stringify(show) === condition;
	});
	expect(shown.map(({ name }) => name).sort()).toEqual(wanted.split(' ').sort());
});

test('AI agents do not see options about requests and pages', () => {
	const shownToAgents = operations.flatMap((operation) =>
		optionProperties(operation).filter(
			({ displayOptions }) => !displayOptions?.hide?.['@tool']?.[0],
		),
	);
	expect([...new Set(shownToAgents.map(({ name }) => name))].sort()).toEqual(
		`${LIST} ${WRITE} ${MATCH} headers ignoreFields queryParameters`.split(' ').sort(),
	);
});

test('the project of a new task is sent in the body, unless the option says otherwise', () => {
	const placeOf = (operation: string, given: object) => {
		const endpoint = findOperation('task', operation)?.endpoint ?? {};
		return readReferences(reading({}), endpoint, read(given)).map(({ place }) => place);
	};
	expect(placeOf('create', {})).toEqual(['body']);
	expect(placeOf('create', { projectIdPlacement: 'query' })).toEqual(['query']);
	expect(placeOf('getAll', {})).toEqual(['query']);
});

test('query parameters need different names, and are only sent with a value', () => {
	const query = (...parameter: object[]) =>
		readOptions(reading({ queryParameters: { parameter } }));
	expect(query({ name: ' a ', value: 1 }, { name: 'b', value: '' })).toHaveProperty(
		'value.queryParameters',
		{ a: '1' },
	);
	expect(query({ name: 'a', value: new Date(0) })).toHaveProperty(
		'value.queryParameters.a',
		'1970-01-01T00:00:00.000Z',
	);
	for (const value of [2 ** 53, Number.NaN, new Date('x'), '\ud800'])
		expect(query({ name: 'a', value })).toMatchObject(rejected("'a' contains a character or"));
	for (const name of [' ', '\ud800']) expect(query({ name, value: 'x' }).ok).toBe(false);
	expect(query({ name: 'a', value: 'x' }, { name: 'a', value: 'y' })).toMatchObject({ ok: false });
});

test.each<[object, object]>([
	[{}, { value: 50 }],
	[{ limit: ' ' }, { value: 50 }],
	[{ limit: '7' }, { value: 7 }],
	[{ limit: 0 }, rejected("'Limit' must be a whole number of at least 1")],
	[{ returnAll: ' True ', limit: 0 }, { value: undefined }],
	[{ returnAll: 'false', limit: 1 }, { value: 1 }],
	[{ returnAll: 'yes' }, rejected("'Return All' must be true or false")],
])('%j is a limit: %j', (parameters, limit) => {
	expect(readLimit(readerOf({ ...parameters }))).toMatchObject(limit);
});

test.each<[object, object]>([
	[{}, { value: { mode: 'raw' } }],
	[{ output: 'simplified' }, { value: { mode: 'simplified' } }],
	[{ output: 'count', countBy: ' ' }, { value: { mode: 'count', by: undefined } }],
	[{ output: 'count', countBy: 'a' }, { value: { mode: 'count', by: 'a' } }],
	[{ output: 'selected', outputFields: ' a,,b[] ' }, { value: { fields: ['a', 'b[]'] } }],
	[{ output: 'selected', outputFields: ' ["a", "b"]' }, { value: { fields: ['a', 'b'] } }],
	[{ output: 'selected', outputFields: [' '] }, rejected('No output fields are selected')],
])('%j is an output: %j', (parameters, output) => {
	expect(readOutput(readerOf({ ...parameters }))).toMatchObject(output);
});

test('a filter without a condition keeps equal values only', () => {
	const filter = readFilter(
		readerOf({ filters: { filter: [{ field: 'a', value: 'x' }] } }),
		read({}),
	);
	expect(['x', 'xy'].map((a) => filter.ok && filter.value?.keeps?.({ a }))).toEqual([true, false]);
});
