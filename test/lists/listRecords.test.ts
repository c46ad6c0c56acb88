import type { Client } from '../../nodes/ProjectWorkspace/old/client/connect';
import { failureFor } from '../../nodes/ProjectWorkspace/old/client/failure';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import { readList, rejection, warningFor } from '../../nodes/ProjectWorkspace/old/lists/listRecords';
import { listMessages } from '../../nodes/ProjectWorkspace/old/lists/messages';
import { ok, reject } from '../../nodes/ProjectWorkspace/old/result';
import { clientThat } from '../client/fakeClient';

type Query = Readonly<Record<string, string>>;

/** A list of tasks from a service that answers like this; nothing is an error. */
async function read(
	answer: (query: Query) => object | undefined,
	{ limit, service = {} }: { limit?: number; service?: Partial<Client['service']> } = {},
) {
	const client = clientThat(async (request) => {
		const body = answer(request.query);
		return body
			? ok({ status: 200, headers: {}, body })
			: reject(failureFor('serverFault', request, { status: 500, headers: {} }));
	});
	return await readList(
		{ ...client, service: { ...client.service, ...service } },
		{
			resource: 'task',
			request: { method: 'GET', path: '/tasks', query: {} },
			limit,
			settings: { timeout: 1_000, limits: RETRY_LIMITS },
		},
	);
}

const task = (id: number) => ({ id, title: `Task ${id}` });

test('a list that changed while it was read is rejected with what was read, as its total says more', async () => {
	// 2 moves to the second page and hides 5.
	const pages = [[1, 2], [2, 3], [4]];
	const result = await read(({ page = '1' }) => ({
		data: (pages[Number(page) - 1] ?? []).map(task),
		page: Number(page),
		total_pages: 3,
		total: 5,
	}));
	expect(result).toMatchObject({ more: false, problem: listMessages.short(5, 4) });
	expect(result.records).toEqual([1, 2, 3, 4].map(task));
	expect(rejection('getAll', result)).toMatchObject({ list: { records: result.records } });
	expect(rejection('getAll', result, 'Wait.')).toMatchObject({ list: { records: [], read: 4 } });
});

test('a first page that fails is the error of a request', async () => {
	const result = await read(() => undefined);
	const error = rejection('getAll', result);
	expect(error).toMatchObject({ failure: { cause: 'serverFault' } });
	expect(error).not.toHaveProperty('list');
});

describe('readers that reject a list', () => {
	const readers = ['getAll', 'getAllRequired', 'upsertFound', 'pollRemoved'] as const;

	test.each<[string, object, readonly string[]]>([
		['whole', { next_cursor: null }, []],
		['perhaps not whole', {}, ['getAllRequired', 'pollRemoved']],
		['short', { has_more: true }, readers],
		['short, with half a character as its cursor', { next_cursor: '\ud800' }, readers],
	])('%s: these readers, and no others', async (_, said, expected) => {
		const result = await read(() => ({ data: [1, 2].map(task), ...said }));
		expect(readers.filter((reader) => rejection(reader, result))).toEqual(expected);
		const isUnknown = result.completeness.is === 'unknown';
		expect(warningFor('getAll', result)).toBe(isUnknown ? result.problem : undefined);
		expect(warningFor('pollNewAndChanged', result)).toBeUndefined();
	});

	test('an empty page with a cursor that cannot be sent does not end a list', async () => {
		const result = await read(({ cursor }) => ({
			data: cursor ? [] : [task(1)],
			next_cursor: cursor ? '\ud800' : 'c1',
		}));
		expect(result.completeness.is).toBe('unknown');
	});
});

describe('pages of an unusual size are all read, however they are counted', () => {
	const all = Array.from({ length: 36 }, (_, at) => task(at + 1));
	const SIZE = 12;
	const pages = ['page', 'pageNo', 'pageNumber', 'pageIndex', 'page_no'];
	const offsets = ['offset', 'start', 'skip', 'startIndex', 'from'];
	const from = [0, 1].flatMap((asked) => [0, 1].map((said) => [asked, said] as const));

	test.each(
		[...pages, ...offsets].flatMap((field) => from.map((counts) => [field, ...counts] as const)),
	)("by '%s', requested from %i and reported from %i", async (field, asked, said) => {
		const step = pages.includes(field) ? SIZE : 1;
		const result = await read((query) => {
			const at = Number(query[field] ?? asked) - asked;
			const start = Math.max(0, step * at);
			return { data: all.slice(start, start + SIZE), [field]: at + said };
		});
		expect(result.records).toEqual(all);
	});
});

describe('the report on how a list was read', () => {
	const all = [1, 2, 3, 4, 5].map(task);
	const counted = ({ page = '1' }: Query) => ({
		data: { items: all.slice(2 * Number(page) - 2, 2 * Number(page)) },
		page: Number(page),
		total: 5,
	});

	test('pages, records, their place and how the next page was found', async () => {
		const result = await read(counted);
		expect(result).toMatchObject({
			summary: 'All 5 records were read.',
			detected:
				'5 records from 3 pages. Records in data.items. Next page: page number, sent as page.',
			more: false,
			completeness: { is: 'complete', because: 'stated' },
			problem: undefined,
		});
	});

	test.each<[string, object, object, string]>([
		['several records', { data: [task(1), task(2)], total: 2 }, {}, 'All 2 records were read.'],
		['one record', { data: [task(1)], total: 1 }, {}, 'The only record was read.'],
		['no records', { data: [], total: 0 }, {}, 'The list is empty.'],
		// What is unknown or set manually may have to be changed.
		['an unknown end', { data: [task(1)] }, {}, '1 record from 1 page. Records in data.'],
		['a set path', { data: [task(1)], total: 1 }, { recordsPath: 'data' }, '1 record from 1 page.'],
	])('is plain if everything is known and detected: %s', async (_, body, service, begins) => {
		const result = await read(() => body, { service });
		expect(result.summary.slice(0, begins.length)).toBe(begins);
		expect(result.detected).toMatch(/^\d+ records? from/);
	});

	test('after Limit, how many there are and what chooses others', async () => {
		const result = await read(counted, { limit: 2 });
		expect(result).toMatchObject({ more: true, records: all.slice(0, 2) });
		expect(result.summary).toMatch(
			/^2 records were read\. The limit was reached, .*\(5 in total\)/,
		);
		for (const label of ['Limit', 'Skip', 'Filters', 'Query Parameters'])
			expect(result.summary).toContain(`'${label}'`);
	});
});

test.each<[string, object]>([
	['The response has a single record instead of a list.', { task: task(1) }],
	['The response has no list. It was read as an empty one.', { tasks: null }],
	['The records are in an object under their IDs, not in a list.', { 1: task(1), 2: task(2) }],
	["Plain values are in the field 'value'.", ['a', 'b']],
])('a response of an unusual shape is reported: %s', async (words, body) => {
	const result = await read(() => body);
	expect(result.summary).toContain(words);
});

/** What a first page of two records, cut by Limit, says of the rest. */
test.each<[string, object, boolean | 'perhaps']>([
	['a total of more', { total: 4, page: 1 }, true],
	['a total that is reached, and no more to come', { total: 2, has_more: false }, false],
	['a cursor', { next_cursor: 'c2' }, true],
	['a cursor that is null', { next_cursor: null }, false],
	['more to come', { has_more: true }, true],
	['no more to come', { has_more: false }, false],
	['no more to come, and a cursor', { has_more: false, next_cursor: 'c2' }, true],
	['nothing', {}, 'perhaps'],
])('after Limit, %s', async (_, said, more) => {
	const result = await read(() => ({ data: [1, 2].map(task), ...said }), { limit: 2 });
	expect(result).toMatchObject({ more, problem: undefined });
	expect(rejection('getUpToLimit', result)).toBeUndefined();
});

/** With a cursor that is ignored, or whose request fails: how many records, or the error. */
test.each<[string, number, object, boolean, boolean]>([
	['ends the list where the total is reached', 2, { total: 2 }, false, true],
	['ends the list where no more is to come', 2, { has_more: false }, false, true],
	['rejects it where nothing says that this is all', 2, {}, false, false],
	['rejects it where the page may have been cut at the total', 10, { total: 10 }, false, false],
	['rejects it where its request fails', 2, { total: 2 }, true, false],
])('a cursor that leads nowhere %s', async (_, count, said, isRejected, isEnd) => {
	const records = Array.from({ length: count }, (__, at) => task(at + 1));
	const result = await read((query) =>
		isRejected && Object.keys(query).length > 0
			? undefined
			: { data: records, next_cursor: 'c2', ...said },
	);
	const error = rejection('getAll', result);
	if (isEnd) expect([error, result.records]).toEqual([undefined, records]);
	else expect(error).toMatchObject({ list: { records } });
});
