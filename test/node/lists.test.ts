import type { INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { sandboxWithTasks } from './matching';
import type { NodeRun } from './runNode';
import { byId, ONE_BY_ONE, serviceThat } from './service';

const { service, run } = sandboxWithTasks();

/** Tasks in pages of ten, with a cursor or in another way. */
function addTasks(count: number, style: (typeof STYLES)[number] = 'cursor', pageSize = 10) {
	service().settings.change({ list: { envelope: 'data' }, pagination: { style, pageSize } });
	service().addRecords('task', { id: 'task_{n}' }, count);
	return Array.from({ length: count }, (_, index) => `task_${index + 1}`);
}
const STYLES = ['page', 'offset', 'cursor', 'nextLink', 'linkHeader'] as const;

const getAll = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
	run({ operation: 'getAll', ...parameters }, more);

test.each(STYLES)(
	'Return All returns all, in order, with nothing configured (%s)',
	async (style) => {
		const all = addTasks(250, style, 100);
		const { json: records, error, hints } = await getAll({ returnAll: true });
		expect(error).toBeUndefined();
		expect(records.map(({ id }) => id)).toEqual(all);
		expect(service().requests).toHaveLength(3);
		expect(hints).toHaveLength(1);
		expect(hints[0]?.message).toBe('All 250 records were read.');
	},
);

test('with Require Complete List, a list up to Limit need not be complete, but the whole list must be', async () => {
	const other = await serviceThat(() => json([{ id: 1 }, { id: 2 }]));
	const list = { resource: 'task', operation: 'getAll', options: { requireComplete: true } };
	expect((await other.run({ ...list, limit: 1 })).json).toEqual([{ id: 1 }]);
	const { error } = await other.run({ ...list, returnAll: true });
	expect(error?.message).toMatch(/^It is not known whether the list is complete/);
});

test('a list that was cut by Limit says so, and whether it has more', async () => {
	const hintAt = async (limit: number) => (await getAll({ limit })).hints[0]?.message ?? '';
	addTasks(30);
	const more = 'The limit was reached, and the list has more records';
	expect(await hintAt(5)).toMatch(RegExp(`^5 records were read\\. ${more}`));
	expect(await hintAt(20)).toMatch(RegExp(`^20 records were read\\. ${more}`));
	for (const limit of [30, 31]) expect(await hintAt(limit)).toBe('All 30 records were read.');
});

test('Skip leaves out the first records, on any page', async () => {
	addTasks(30);
	const ids = async (parameters: INodeParameters) =>
		(await getAll(parameters)).json.map(({ id }) => id);
	expect(await ids({ limit: 3, options: { skip: 9 } })).toEqual(['task_10', 'task_11', 'task_12']);
	expect(await ids({ returnAll: true, options: { skip: 29 } })).toEqual(['task_30']);
	expect(await ids({ returnAll: true, options: { skip: '' } })).toHaveLength(30);
	expect(await ids({ returnAll: true, options: { skip: 99 } })).toEqual([]);
});

test('query parameters that are added by name are sent with every page, encoded', async () => {
	addTasks(15);
	const sortBy = { name: 'sort by', value: 'name&age' };
	const queryParameters = { parameter: [sortBy, { name: 'status', value: '' }] };
	await getAll({ returnAll: true, options: { queryParameters } });
	expect(service().requests.map(({ query }) => query)).toEqual([
		'sort%20by=name%26age',
		expect.stringMatching(/^sort%20by=name%26age&cursor=/),
	]);
});

test('the filter of the first page is sent with every page that the node requests', async () => {
	addTasks(25);
	service().addRecords('task', { id: 'own_{n}', project_id: 'p 1' }, 25);
	const { json: records } = await getAll({ returnAll: true, projectId: byId('p 1') });
	expect(records).toHaveLength(25);
	expect(service().requests.map(({ query }) => query)).toEqual([
		'project_id=p%201',
		expect.stringMatching(/^project_id=p%201&cursor=/),
		expect.stringMatching(/^project_id=p%201&cursor=/),
	]);
});

test('a late page that is rejected keeps the records so far and the cursor in the details', async () => {
	const { credential } = await serviceThat(({ url }) =>
		url.includes('cursor=c3')
			? json({ error: { code: 'broken', message: 'Try later' } }, 500)
			: json({ data: [{ id: url }], next_cursor: url.includes('c2') ? 'c3' : 'c2' }),
	);
	const onError = 'continueErrorOutput';
	const { outputs } = await getAll({ returnAll: true }, { onError, credential });
	expect(outputs[0]).toEqual([]);
	const [item] = outputs[1] ?? [];
	expect(item?.json.error).toMatch(
		/^A later page of the list could not be read.*Try later \(broken, GET \/tasks, HTTP 500\)$/,
	);
	expect(item?.json.details).toMatchObject({
		status: 500,
		code: 'broken',
		cursor: 'c3',
		recordsSoFar: 2,
		records: [{ id: '/v1/tasks' }, { id: '/v1/tasks?cursor=c2' }],
	});
});

test('each item lists with its own parameters, and its records are paired with it', async () => {
	addTasks(0, 'page', 5);
	service().addRecords('task', { id: 'a_{n}', project_id: 'a' }, 12);
	service().addRecords('task', { id: 'b_{n}', project_id: 'b' }, 3);
	const items = [
		{ project: 'a', limit: 7 },
		{ project: 'b', limit: 50 },
		{ project: 'none', limit: 1 },
	];
	const { outputs, hints } = await getAll(
		{ limit: '={{ $json.limit }}', projectId: byId('={{ $json.project }}') },
		{ items },
	);
	expect(outputs[0]?.map(({ json: { id }, pairedItem }) => [id, pairedItem])).toEqual([
		...Array.from({ length: 7 }, (_, index) => [`a_${index + 1}`, { item: 0 }]),
		...Array.from({ length: 3 }, (_, index) => [`b_${index + 1}`, { item: 1 }]),
	]);
	expect(hints).toHaveLength(1);
});

test('a first page that is a query parameter counts for its item alone', async () => {
	const settings = { style: 'page', parameter: 'page' };
	const other = await serviceThat(
		({ url }) => {
			const page = Number(new URL(url, 'http://service').searchParams.get('page') ?? 1);
			return json({ data: page > 5 ? [] : [{ id: page }], has_more: page < 5 });
		},
		{ settings },
	);
	const options = {
		...ONE_BY_ONE,
		queryParameters: { parameter: [{ name: 'page', value: '={{ $json.page }}' }] },
	};
	const list = { resource: 'task', operation: 'getAll', returnAll: true, options };
	const { json: records } = await other.run(list, { items: [{ page: 4 }, { page: 2 }] });
	expect(records.map(({ id }) => id)).toEqual([4, 5, 2, 3, 4, 5]);
});
