import { expectWorded } from '../wording/rules';
import { readServiceDetails } from '../../nodes/ProjectWorkspace/old/client/serviceDetails';

const read = (settings: object) => readServiceDetails({ settings } as object);

const DETECTED = { ignoreTotal: false, projectIdPlacement: 'body', maxBytes: 10_000_000 };

test.each([undefined, null, {}, { settings: {} }])(
	'if it is %j, everything is detected',
	(given) => {
		expect(readServiceDetails(given)).toEqual({ ok: true, value: DETECTED });
	},
);

/** Every setting, as if each style had been tried once. */
const ALL = { nextPath: ' next\n', parameter: 'p', firstPage: '0', recordsPath: 'data' };

test.each([
	['auto', { style: undefined }],
	['none', {}],
	['cursor', { nextPath: 'next', parameter: 'p' }],
	['link', { nextPath: 'next' }],
	['page', { parameter: 'p', firstPage: 0 }],
	['offset', { parameter: 'p' }],
	['lastId', { parameter: 'p' }],
])('of what is saved, %s only uses what it shows: %j', (style, used) => {
	const value = { style, recordsPath: 'data', ...DETECTED, ...used };
	expect(read({ ...ALL, style })).toEqual({ ok: true, value });
});

test('a page size is only sent with its parameter, and is 100 unless it is set', () => {
	expect(read({ pageSize: 5 })).toEqual({ ok: true, value: DETECTED });
	expect(read({ pageSizeParameter: 'limit' })).toHaveProperty('value.pageSize', 100);
	expect(read({ pageSizeParameter: 'limit', pageSize: '5' })).toHaveProperty('value.pageSize', 5);
});

const OTHER =
	"'Page Parameter' and 'Page Size Parameter' must be different from each other and from project_id";

test.each([
	[{ style: 'cursors' }, "'Pagination' must be one of the choices in its list"],
	[{ style: 'page', firstPage: -1 }, "'First Page' must be a whole number of at least 0"],
	[{ pageSize: 0 }, "'Page Size' must be a whole number of at least 1"],
	[{ recordsPath: '\ud800' }, "'Records Path' must be plain text"],
	[{ style: 'page', parameter: 'page', pageSizeParameter: ' page' }, OTHER],
	[{ style: 'page', parameter: 'project_id' }, OTHER],
	[{ pageSizeParameter: 'project_id' }, OTHER],
])('%j is rejected with a message that says where it is', (settings, message) => {
	const result = read(settings);
	expect(result).toMatchObject({ ok: false, problem: { message } });
	if (!result.ok) expectWorded(result.problem);
});

test('something else than settings is rejected', () => {
	expect(readServiceDetails('x')).toMatchObject({
		problem: { message: "'Service Details' must be an object" },
	});
});
