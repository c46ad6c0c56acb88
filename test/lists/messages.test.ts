import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { listOf, read, rows } from './readList';
import type { Failure } from '../../nodes/ProjectWorkspace/old/client/types';
import { incomplete, listError, listMessages } from '../../nodes/ProjectWorkspace/old/lists/messages';
import type { ListOverrides } from '../../nodes/ProjectWorkspace/old/lists/nextPage/way';
import { notes } from '../../nodes/ProjectWorkspace/old/lists/outcome';
import { expectLabels, expectWorded, labelsOf } from '../wording/rules';

const credential = new ProjectWorkspaceApi().properties;
const { options: [details] = [] } = credential.find(({ name }) => name === 'service') ?? {};
const labels = labelsOf(details && 'values' in details ? details.values : []);

const MANUALLY = ['Pagination'];

test.each([
	[listMessages.request, []],
	[listMessages.noList, []],
	[listMessages.nextLink('it is not a valid URL'), ['Pagination', 'Page Parameter']],
	[listMessages.noWayOn(10, undefined, [], []), MANUALLY],
	[listMessages.noWayOn(10, undefined, ['page', 'skip'], ['page']), MANUALLY],
	[listMessages.unfiltered({ parameter: 'project_id', wanted: 'p1', other: 'p2' }), []],
	[listMessages.nowhereToSend('meta.next'), ['Page Parameter', 'Next Page Path']],
	[listMessages.loop, MANUALLY],
	[listMessages.endless(10_000, 20_000), ['Ignore Reported Total']],
	[listMessages.more, MANUALLY],
	[listMessages.short(250, 10), ['Ignore Reported Total']],
	[incomplete({ because: 'noList' }, 0), MANUALLY],
	[incomplete({ because: 'changed' }, 1), MANUALLY],
	[incomplete({ because: 'nothingFound' }, 7), MANUALLY],
	[incomplete({ because: 'counted' }, 7), ['Ignore Reported Total']],
	[
		incomplete({ because: 'unsure', said: { name: 'skipped', value: 3 } }, 7),
		['Ignore Reported Total'],
	],
	[incomplete({ because: 'rejected' }, 7), MANUALLY],
	[incomplete({ because: 'noSign' }, 7), MANUALLY],
])('%j', (problem, named) => {
	expectWorded(problem);
	expectLabels(`${problem.message} ${problem.description}`, named, labels);
});

const SET_PATH = (example: string) =>
	`Set 'Records Path' in the credential under 'Service Details', e.g. ${example}.`;

test.each<[string, unknown, ListOverrides, string, string]>([
	['a text', 'Sign in', {}, 'The response is a string, not a list', SET_PATH('data.items')],
	[
		'an object without a list',
		{ a: 1, b: 'x' },
		{},
		'The response has no list of users (its fields: a, b)',
		SET_PATH('data.items'),
	],
	[
		'several lists',
		{ data: { one: [{ id: 1 }], two: [{ id: 2 }] } },
		{},
		'The response has several lists (data.one, data.two), and it is not clear which one has the users',
		SET_PATH('data.one'),
	],
	[
		'a path that was set and leads nowhere',
		{ users: [] },
		{ recordsPath: 'data.things' },
		'\'Records Path\' is "data.things", but there is no list at this path',
		"Change 'Records Path' in the credential under 'Service Details', e.g. data.items, or clear it to detect the list automatically.",
	],
	[
		'a rejection with a success status and without a message',
		{ success: false },
		{},
		'The service rejected the request, although it returned a success status: "success": false',
		"Nothing was read from this response. Read the service's message, and change the fields or query parameters that it names.",
	],
])('%s', async (_, body, overrides, message, description) => {
	const { outcome } = await read(() => ({ body }), { overrides });
	expect(outcome).toMatchObject({ kind: 'refused', refusal: { message, description } });
	expectWorded({ message, description });
});

test.each<[string, boolean, object]>([
	['a total', true, { total: 60 }],
	['a flag', false, { has_more: true }],
])('if %s says that there is more, the advice names the total: %p', async (_, names, signs) => {
	const respond = () => listOf(rows.slice(0, 50), signs);
	const { outcome } = await read(respond, { overrides: { style: 'none' } });
	const { refusal } = outcome as Extract<typeof outcome, { kind: 'refused' }>;
	expectWorded(refusal);
	expect(refusal.description.includes("turn on 'Ignore Reported Total'")).toBe(names);
});

test.each<[Parameters<typeof incomplete>[0], number, string]>([
	[{ because: 'noSign' }, 1, ' after 1 record: the service did not say whether there are more'],
	[
		{ because: 'nothingFound' },
		20,
		' after 20 records: the service did not say whether there are more, and no next page was found',
	],
	[
		{ because: 'noSign', said: { name: 'meta.found', value: 200 } },
		20,
		' after 20 records: the service did not say whether there are more (meta.found is 200)',
	],
	[{ because: 'noList' }, 0, ': the service returned nothing instead of a list'],
])('the reason %j is reported with the number of records', (doubt, records, words) => {
	const { message } = incomplete(doubt, records);
	expect(message).toBe(`It is not known whether the list is complete${words}`);
});

test.each<[body: unknown, detected: string, limit?: number]>([
	[[{ id: 1 }], '1 record from 1 page.'],
	[{ data: [{ id: 1 }, { id: 2 }] }, '2 records from 1 page. Records in data.'],
	['', '0 records from 1 page. The response was empty.'],
	[
		{ data: [{ id: 1 }], next_cursor: null },
		'1 record from 1 page. Records in data. Next page: none (the service says this is the last page).',
	],
	[{ data: [{ id: 1 }, { id: 2 }], total: 2 }, '1 record from 1 page. Records in data.', 1],
])('how the list %j was read only has what applies', async (body, detected, ...[limit]) => {
	expect((await read(() => ({ body }), { limit })).outcome).toMatchObject({ detected });
});

test.each<[true | 'perhaps', string]>([
	[true, 'The limit was reached, and the list has more records (4 in total).'],
	['perhaps', 'The limit was reached, and the list may have more records'],
])('after Limit, the report says whether the list has more: %p', (more, words) => {
	expect(notes.limited(more, ' (4 in total)')).toContain(words);
});

const { request, noList, loop } = listMessages;
const found = { records: [{ id: 'u1' }, { id: 'u2' }], read: 2 };
const advice = 'Try again later.';

const failure: Failure = {
	cause: 'notFound',
	code: 'notFound',
	message: 'Not found',
	description: 'Check the ID.',
	...{ method: 'GET', path: '/users' },
};

test('readers without Limit get no advice about it or the records read so far', () => {
	for (const problem of [request, noList, loop]) {
		expect(problem.description).toMatch(/'Limit'|records read so far/);
		const { message } = problem;
		expect(listError(problem, found, advice)).toMatchObject({ message, description: advice });
	}
});

test.each([
	...[listMessages.short(3, 2), incomplete({ because: 'noSign' }, 2), listMessages.nextLink('x')],
	...[
		listMessages.nowhereToSend('x'),
		listMessages.recordsPath('x'),
		listMessages.errorAnswer('x'),
	],
])('other advice is kept: $reason', (problem) => {
	const { message, description, reason } = problem;
	const error = { message, description, code: reason, list: { ...found, cursor: 'c' } };
	expect(listError({ ...problem, cursor: 'c' }, found, advice)).toMatchObject(error);
});

test('a later page that was rejected tells why, and where', () => {
	expect(listError({ ...request, failure, cursor: 'c2' }, found)).toEqual({
		message: `${request.message}. Not found`,
		description: `Check the ID. ${request.description}`,
		code: 'request',
		failure,
		list: { ...found, cursor: 'c2', mayPass: false },
	});
});

test('a first page that was rejected is a request like any other', () => {
	const { message, description } = failure;
	const error = { message, description, failure };
	expect(listError({ ...request, failure }, found, advice)).toEqual(error);
});
