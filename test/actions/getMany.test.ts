import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, serviceThat } from '../node/service';
import { taskService } from '../node/taskService';
import { json } from '../servers/scriptedServer';

const getAll = { resource: 'task', operation: 'getAll' };
const points = (at: number) => (at * 7) % 60;
const tasks = (count = 60): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({
		id: at + 1,
		points: points(at),
		status: at % 3 === 0 ? 'done' : 'open',
	}));
const where = (field: string, condition: string, value: string | number) => ({
	filter: [{ field, condition, value }],
});
const idsOf = (records: IDataObject[]) => records.map(({ id }) => id);

/** Lists 60 tasks in pages of 20. */
async function getMany(parameters: INodeParameters, items: IDataObject[] = [{}], asTool = false) {
	const service = await taskService(tasks(), { pageSize: 20 });
	const answer = await service.run({ ...getAll, ...parameters }, { items, asTool });
	return { ...answer, readings: service.readings() };
}

test('Return All returns all records, in order', async () => {
	const { json: records, readings, texts } = await getMany({ returnAll: true });
	expect(records).toEqual(tasks());
	expect(readings).toBe(3);
	expect(texts).toEqual(['All 60 records were read.']);
});

test.each([
	[5, 1, /'Limit' was reached, and the list has more records\.$/],
	[60, 3, /^(?!.*'Limit').*60 records/],
	[70, 3, /^All 60 records were read\.$/],
])(
	'Limit %i is reached after %i requests, and a hint says whether there are more',
	async (limit, requests, hint) => {
		const { json: records, readings, texts } = await getMany({ limit });
		expect(records).toEqual(tasks().slice(0, limit));
		expect(readings).toBe(requests);
		expect(texts).toEqual([expect.stringMatching(hint)]);
	},
);

test.each<[number, INodeParameters, number[]]>([
	[9, { limit: 3 }, [10, 11, 12]],
	[19, { limit: 2 }, [20, 21]],
	[58, { returnAll: true }, [59, 60]],
	[99, { returnAll: true }, []],
])('Skip %i leaves out the first records: %j', async (skip, parameters, ids) => {
	const { json: records } = await getMany({ ...parameters, options: { skip } });
	expect(idsOf(records)).toEqual(ids);
});

test('a list that is empty although a project is set names Project, for people only', async () => {
	const { run } = await serviceThat(() => json({ data: [], has_more: false }));
	const inProject = { ...getAll, projectId: byId('p9') };
	const { texts } = await run(inProject);
	expect(texts).toEqual([expect.stringContaining("check the ID in 'Project'")]);
	const { json: items } = await run(inProject, { asTool: true });
	expect(JSON.stringify(items)).not.toContain("'Project'");
});

test('Sort comes before Skip and Limit, so that the whole list is read', async () => {
	const sort = { field: [{ name: 'points', direction: 'desc' }] };
	const {
		json: records,
		readings,
		texts,
	} = await getMany({ limit: 3, sort, options: { skip: 1 } });
	expect(records.map((record) => record.points)).toEqual([58, 57, 56]);
	expect(readings).toBe(3);
	expect(texts[0]).toMatch(
		/^All 60 records were read\. 'Limit' was reached, .* has more records\.$/,
	);
});

test('Filters choose among all records, before Limit', async () => {
	const filters = where('status', 'equals', 'done');
	const { json: records } = await getMany({ limit: 10, filters });
	expect(idsOf(records)).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
	const both = { filter: [...filters.filter, ...where('points', 'larger', 50).filter] };
	expect((await getMany({ limit: 10, filters: both })).json).toHaveLength(3);
	expect(
		(await getMany({ returnAll: true, filters: both, combineFilters: 'any' })).json,
	).toHaveLength(26);
});

test('a filter that cannot compare what records have is a warning', async () => {
	const { hints } = await getMany({ filters: where('status', 'larger', '5') });
	expect(hints[0]).toMatchObject({
		type: 'warning',
		message: `The filter on 'status' cannot compare "done" with "5".`,
	});
});

test.each<[INodeParameters, IDataObject[]]>([
	[{ output: 'count' }, [{ count: 60, complete: true }]],
	[
		{ output: 'count', filters: where('status', 'equals', 'open') },
		[{ count: 40, complete: true }],
	],
	[{ output: 'selected', outputFields: ['points'] }, [{ id: 1, points: 0 }]],
])('the output of %j for an agent', async (parameters, records) => {
	expect((await getMany(parameters, [{}], true)).json.slice(0, 1)).toEqual(records);
});

test('query parameters and the project are sent with each page', async () => {
	const service = await taskService(
		tasks(40).map((task) => ({ ...task, project_id: 'p 1' })),
		{ pageSize: 20 },
	);
	const queryParameters = { parameter: [{ name: 'sort by', value: 'name&age' }] };
	const parameters = { returnAll: true, projectId: byId('p 1'), options: { queryParameters } };
	await service.run({ ...getAll, ...parameters });
	const query = 'sort%20by=name%26age&project_id=p%201';
	expect(service.seen.map(({ url }) => url)).toEqual([
		`/v1/tasks?${query}`,
		`/v1/tasks?${query}&cursor=20`,
	]);
});

describe('a list that may have more', () => {
	const doubtful = async (parameters: INodeParameters, asTool = false) => {
		const { run } = await serviceThat(() => json([{ id: 1 }, { id: 2 }]));
		return await run({ ...getAll, ...parameters }, { asTool });
	};
	const requireComplete = { options: { requireComplete: true } };
	const warning = /^The list may be incomplete: 2 records were read, and .*\. Set 'Pagination'/;

	test('is output with a warning, which an agent gets as a notice', async () => {
		const { json: records, hints } = await doubtful({ returnAll: true });
		expect(idsOf(records)).toEqual([1, 2]);
		expect(hints[0]).toMatchObject({ type: 'warning', message: expect.stringMatching(warning) });
		const { json: told } = await doubtful({ returnAll: true }, true);
		expect(told.at(-1)).toEqual({ notice: expect.stringMatching(warning) });
	});

	test('is counted as not complete', async () => {
		expect((await doubtful({ output: 'count' }, true)).json[0]).toEqual({
			count: 2,
			complete: false,
		});
	});

	test('is an error with Require Complete List, unless Limit is reached', async () => {
		const { error } = await doubtful({ returnAll: true, ...requireComplete });
		expect(error?.message).toMatch(/^The list may be incomplete/);
		expect((await doubtful({ limit: 1, ...requireComplete })).json).toEqual([{ id: 1 }]);
	});
});

test('a page that cannot be read is an error that says how much was read, and where it stopped', async () => {
	const script = ({ url }: { url: string }) =>
		url.includes('cursor=c3')
			? json({ error: { code: 'broken', message: 'No' } }, 403)
			: json({ data: [{ id: url, owner: {} }], next_cursor: url.includes('c2') ? 'c3' : 'c2' });
	const { run } = await serviceThat(script);
	const { outputs } = await run({ ...getAll, returnAll: true }, { onError: 'continueErrorOutput' });
	expect(outputs).toMatchObject([
		[],
		[
			{
				json: {
					error: expect.stringMatching(/^A later page of the list could not be read\. /),
					details: {
						status: 403,
						code: 'broken',
						recordsSoFar: 2,
						cursor: 'c3',
					},
				},
			},
		],
	]);
});

test('each item lists with its own parameters', async () => {
	const items = [
		{ status: 'done', limit: 2 },
		{ status: 'open', limit: 3 },
		{ status: 'none', limit: 1 },
	];
	const { outputs } = await getMany(
		{ limit: '={{ $json.limit }}', filters: where('status', 'equals', '={{ $json.status }}') },
		items,
	);
	expect(outputs[0]?.map(({ json: { id }, pairedItem }) => [id, pairedItem])).toEqual([
		...[1, 4].map((id) => [id, { item: 0 }]),
		...[2, 3, 5].map((id) => [id, { item: 1 }]),
	]);
});

test.each<[string, INodeParameters, number, boolean]>([
	['is told', {}, 3, true],
	['is not told of one item', {}, 1, false],
	['is not told if expressions make a difference', { limit: '={{ $json.limit }}' }, 3, false],
])('that the same list is read for each item %s', async (_, parameters, count, isTold) => {
	const items = Array.from({ length: count }, () => ({ limit: 50 }));
	const { texts } = await getMany(parameters, items);
	const hint = /^The same list was read 3 times, once for each item\. Turn on Execute Once/;
	expect(texts.some((text) => hint.test(text))).toBe(isTold);
});

test('a message of the service beside an empty list is told to people and agents', async () => {
	const message = 'Version 1 has been switched off.';
	const { run } = await serviceThat(() => json({ data: [], has_more: false, message }));
	expect((await run(getAll)).texts.at(-1)).toContain(message);
	const { json: told } = await run(getAll, { asTool: true });
	expect(told).toEqual([{ notice: expect.stringMatching(/^No tasks found\. .*switched off\./) }]);
});
