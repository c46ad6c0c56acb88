import { options } from '../../nodes/ProjectWorkspace/parameters/options';
import { collectList } from './collectList';
import { describeReport, refuse } from '../../nodes/ProjectWorkspace/lists/messages';
import type { ListOverrides, ListReport } from '../../nodes/ProjectWorkspace/lists/types';
import { expectLabels, expectWorded, labelsOf } from '../wording/rules';

const labels = labelsOf(Object.values(options).map(({ property }) => property));

const MANUALLY = ['Pagination', 'Page Parameter', 'Next Page Path'];

test.each([
	[refuse.request, ['Start From Position']],
	[refuse.firstRequest, []],
	[refuse.noList, ['Start From Position']],
	[refuse.nextLink('it is not a valid URL'), ['Pagination']],
	[refuse.sameTarget, MANUALLY],
	[refuse.sameRecords, MANUALLY],
	[refuse.emptyPages(20), MANUALLY],
	[refuse.noWayOn(undefined, 10, 1), ['Pagination']],
	[refuse.noWayOn(250, 10, 3), ['Pagination']],
	[refuse.skipping(10), MANUALLY],
	[refuse.short(250, 10), ['Ignore Reported Total']],
	[refuse.partial, ['Pagination']],
	[refuse.nothingToSend('cursor'), MANUALLY],
	[refuse.nowhereToSend('meta.next'), ['Page Parameter', 'Next Page Path']],
	[refuse.otherPosition, ['Start From Position']],
	[refuse.moved, ['Start From Position']],
	[refuse.noPosition, []],
])('%j', (refusal, named) => {
	expectWorded(refusal);
	expectLabels(`${refusal.message} ${refusal.description}`, named, labels);
});

test.each<[string, unknown, ListOverrides, string, string]>([
	[
		'a text',
		'Sign in',
		{},
		'The response is a string, not a list',
		"Set 'Records Path' under 'Options', e.g. data.items.",
	],
	[
		'an object without a list',
		{ a: 1, b: 'x' },
		{},
		'The response has no list of users (its fields: a, b)',
		"Set 'Records Path' under 'Options', e.g. data.items.",
	],
	[
		'several lists',
		{ data: { one: [{ id: 1 }], two: [{ id: 2 }] } },
		{},
		'The response has several lists (data.one, data.two), and it is not clear which one has the users',
		"Set 'Records Path' under 'Options', e.g. data.one.",
	],
	[
		'a path that was set and leads nowhere',
		{ users: [] },
		{ recordsPath: 'data.things' },
		'\'Records Path\' is "data.things", but there is no list at this path',
		"Change 'Records Path' under 'Options', e.g. data.items, or remove it to detect the list automatically.",
	],
	[
		'a refusal with a success status and without words',
		{ success: false },
		{},
		'The service rejected the request, although it returned a success status: "success": false',
		"Nothing was read from this response. Read the service's message, and change the fields or query parameters that it names.",
	],
])('%s', async (_, body, overrides, message, description) => {
	const { outcome } = await collectList({
		resource: 'user',
		firstQuery: {},
		parallel: 1,
		overrides,
		fetchPage: async () => ({
			body,
			headers: {},
			request: { query: {}, url: 'https://api.example.com/v1/users' },
		}),
	});
	expect(outcome).toMatchObject({ kind: 'refused', refusal: { message, description } });
	expectWorded({ message, description });
});

test.each<[number | undefined, number, string]>([
	[250, 3, 'The service reports 250 records but returned 10, and all 3 known ways'],
	[10, 3, 'The service reports more than these 10 records, and all 3 known ways'],
	[undefined, 1, 'The service reports more than these 10 records, and the only known way'],
])('no way on, of a total of %p with %i ways', (total, tried, words) => {
	expect(refuse.noWayOn(total, 10, tried).message).toBe(
		`${words} to get the next page returned no new records`,
	);
});

const report: ListReport = {
	recordsPath: 'the response itself',
	pagination: 'none found',
	pages: 1,
	records: 1,
	repeated: 0,
	notes: [],
};

test.each([
	[{}, '1 record from 1 page.'],
	[{ recordsPath: 'data', records: 2 }, '2 records from 1 page. Records in data.'],
	[
		{ recordsPath: 'data', records: 9, pages: 2, pagination: 'page number, sent as page' },
		'9 records from 2 pages. Records in data. Next page: page number, sent as page.',
	],
	[{ limited: { more: false } }, '1 record from 1 page.'],
	[
		{ limited: { more: true }, total: 4 },
		"1 record from 1 page. The limit was reached, and the list has more records (4 in total). Increase 'Limit' or turn on 'Return All' to get the rest.",
	],
	[
		{ limited: { more: true }, total: 1 },
		"1 record from 1 page. The limit was reached, and the list has more records. Increase 'Limit' or turn on 'Return All' to get the rest.",
	],
	[
		{ limited: { more: undefined } },
		"1 record from 1 page. The limit was reached, and the list may have more records. Increase 'Limit' or turn on 'Return All' to check.",
	],
	[{ notes: ['The answer was empty.'] }, '1 record from 1 page. The answer was empty.'],
])('a report tells only what there is to tell: %j', (part, words) => {
	expect(describeReport({ ...report, ...part })).toBe(words);
});
