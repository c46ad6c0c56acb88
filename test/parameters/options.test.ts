import { findOperation, operations } from '../../nodes/ProjectWorkspace/old/catalogue';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import { optionProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import { readFilter } from '../../nodes/ProjectWorkspace/old/parameters/filters';
import { options } from '../../nodes/ProjectWorkspace/old/parameters/options';
import {
	readLimit,
	readOptions,
	readOutput,
	sendSettings,
} from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { readerOf } from './readerOf';

const reading = (options: unknown) => readerOf({ options });

const rejected = (message: string) => ({ problem: { message: expect.stringContaining(message) } });

const rejectedWith = (advice: string) => ({
	problem: { description: expect.stringContaining(advice) },
});

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
});

test('values are read in the type of the option, also from expressions', () => {
	const headers = { header: [{ name: ' X-Tenant ', value: 7 }] };
	const settings = { timeout: '5000', maxQuotaWait: 7, maxAttempts: '2' };
	const set = read({ headers, requests: { settings }, previewOnly: ' True ' });
	const limits = { ...RETRY_LIMITS, rateLimitMs: 7_000, attempts: 2 };
	expect(sendSettings(set)).toEqual({ timeout: 5_000, limits, headers: { 'X-Tenant': '7' } });
	const { limits: inPoll } = sendSettings(read({}), 1_000);
	expect(inPoll).toMatchObject({ totalMs: 1_000, rateLimitMs: 1_000 });
	expect(set.previewOnly).toBe(true);
	expect(set.requests.parallelRequests).toBe(144);
	// As n8n's builder may write it.
	expect(read({ requests: { timeout: 7 } }).requests.timeout).toBe(7);
});

test.each([
	[{ skip: 2.5 }, "'Skip' must be a whole number of at least 0"],
	[{ requests: { settings: { timeout: [5] } } }, "'Timeout' must be a whole number of at least 1"],
	['text', "'Options' must be an object"],
	[[7], "'Options' must be an object"],
	[{ requests: 5 }, "'Requests' must be an object"],
	[{ changedSince: { settings: { parameter: { a: 1 } } } }, "'Parameter' must be plain text"],
	[
		{ changedSince: { settings: { format: 'isos' } } },
		"'Format' must be one of the choices in its",
	],
	[{ previewOnly: [true] }, "'Preview Only' must be true or false"],
	[{ previewOnly: 'maybe' }, "'Preview Only' must be true or false"],
	[
		{ headers: { header: [{ name: 'Host', value: 'a' }] } },
		`The header "Host" of 'Additional Head`,
	],
])('%j is rejected with a message', (given, message) => {
	expect(readOptions(reading(given))).toMatchObject(rejected(message));
});

test('what is done with care is on when it is added, and off if it is not', () => {
	for (const { property, default: unset } of [options.previewOnly, options.requireComplete]) {
		expect([property.default, unset]).toEqual([true, false]);
	}
});

const REQUESTS = 'requests.maxAttempts requests.parallelRequests requests.timeout';

test.each<[number, string]>([
	[0, 'skip requests.maxQuotaWait changedSince.overlapMinutes'],
	[1, `${REQUESTS} changedSince.fullEveryHours`],
])('%i is the minimum of the option: %s', (min, names) => {
	for (const path of names.split(' ')) {
		const [name = '', inner] = path.split('.');
		const set = (value: unknown) =>
			readOptions(reading({ [name]: inner ? { settings: { [inner]: value } } : value }));
		expect(set(String(min))).toHaveProperty(`value.${path}`, min);
		expect(set(min - 1)).toMatchObject(rejected(`at least ${min}`));
	}
});

test('records are sorted by named fields, ascending if nothing else is set', () => {
	const sorted = (...field: object[]) => readOptions(reading({ sort: { field } }));
	const second = { name: 'b', direction: 'desc' };
	const sort = [{ name: 'a', direction: 'asc' }, second];
	expect(sorted({ name: ' a ' }, second)).toMatchObject({ value: { sort } });
	expect(sorted({ name: ' ' })).toMatchObject(rejected("A row under 'Sort' has no field"));
	const direction = rejected("'Sort' must be a list of fields with a direction of asc or desc");
	expect(sorted({ name: 'a', direction: 'down' })).toMatchObject(direction);
});

const LIST = 'alwaysOutputItem skip sort';
const BODY = 'ignoreFields sendEmpty';
const WRITE = 'includeResult previewOnly';
const MATCH = 'matchOn matchSimilar sendWholeRecord updateAllMatches';

test.each([
	['user', 'getAll', `${LIST} requireComplete`],
	['user', 'get', ''],
	['user', 'invite', `${WRITE} ${BODY}`],
	['user', 'remove', WRITE],
	['task', 'get', ''],
	['task', 'create', `${WRITE} ${BODY}`],
	['task', 'getAll', `${LIST} requireComplete`],
	['task', 'update', `${WRITE} ${BODY}`],
	['task', 'update', MATCH, '{"/findBy":["match"]}'],
	['task', 'update', 'alwaysOutputItem', '{"/findBy":["match"],"/noMatch":["skip"]}'],
	['task', 'upsert', `${WRITE} ${MATCH} ${BODY}`],
])('%s:%s has the options %s', (resource, value, names, condition = '{}') => {
	const common = 'headers queryParameters requests';
	const wanted = condition === '{}' ? `${names} ${common}`.trim() : names;
	const shown = shownFor(resource, value).filter(({ name, displayOptions }) => {
		const { '/fields.mappingMode': mode, ...show } = displayOptions?.show ?? {};
		expect(mode).toEqual(name === 'ignoreFields' ? ['autoMapInputData'] : undefined);
		return JSON.stringify(show) === condition;
	});
	expect(shown.map(({ name }) => name).sort()).toEqual(wanted.split(' ').sort());
});

test('AI agents do not see options about requests', () => {
	const shown = operations
		.flatMap(optionProperties)
		.filter(({ displayOptions }) => !displayOptions?.hide?.['@tool']?.[0]);
	const wanted = `skip sort ${WRITE} ${MATCH} ${BODY} headers queryParameters`.split(' ').sort();
	expect([...new Set(shown.map(({ name }) => name))].sort()).toEqual(wanted);
});

test('query parameters need different names, and are only sent with a value', () => {
	const query = (...parameter: object[]) =>
		readOptions(reading({ queryParameters: { parameter } }));
	const sent = (queryParameters: object) => ({ value: { queryParameters } });
	const given = query({ name: ' a ', value: 1 }, { name: 'b', value: '' });
	expect(given).toHaveProperty('value.queryParameters', { a: '1' });
	const date = query({ name: 'a', value: new Date(0) });
	expect(date).toMatchObject(sent({ a: '1970-01-01T00:00:00.000Z' }));
	const unsendable = rejected("'a' contains a character, a number or a date");
	for (const value of [2 ** 53, Number.NaN, new Date('x'), 'Invalid DateTime', '\ud800'])
		expect(query({ name: 'a', value })).toMatchObject(unsendable);
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
	[{ output: 'count', countBy: null }, { value: { mode: 'count', by: undefined } }],
	[{ output: 'count', countBy: ['a'] }, rejected("'Count By' must be names")],
	[{ output: 'x' }, rejectedWith('Its values are raw, simplified, selected and count.')],
	[{ output: 'count', countBy: 'a' }, { value: { mode: 'count', by: 'a' } }],
	[{ output: 'selected', outputFields: ' a,,b[] ' }, { value: { fields: ['a', 'b[]'] } }],
	[{ output: 'selected', outputFields: ' ["a", "b"]' }, { value: { fields: ['a', 'b'] } }],
	[{ output: 'selected', outputFields: [' '] }, rejected('No output fields are selected')],
])('%j is an output: %j', (parameters, output) => {
	expect(readOutput(readerOf({ ...parameters }))).toMatchObject(output);
});

test.each([
	[undefined, undefined, [true, false, false]],
	['equals', 'all', [true, false, false]],
	['contains', 'any', [true, true, true]],
])('records match with the condition %s and all filters, unless any is enough: %s', (...given) => {
	const [condition, combineFilters, kept] = given;
	const row = (field: string, value: string) => ({ field, value, condition });
	const filters = { filter: [row('a', 'x'), row('b', 'y')] };
	const filter = readFilter(readerOf({ filters, combineFilters }));
	const record = (a: string, b: string) => ({ a, b });
	const records = [record('x', 'y'), record('xy', 'z'), record('z', 'xy')];
	expect(records.map((each) => filter.ok && filter.value?.keeps?.(each))).toEqual(kept);
});

test("another word than all or any in 'Must Match' is rejected", () => {
	const given = { filters: { filter: [{ field: 'a', value: 'x' }] }, combineFilters: 'some' };
	expect(readFilter(readerOf(given))).toMatchObject(rejected(`'Must Match' cannot be "some"`));
});
