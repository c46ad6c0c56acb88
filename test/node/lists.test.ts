import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { json, scriptedServer } from '../servers/scriptedServer';
import { listTasks } from './listRun';
import type { NodeRun } from './runNode';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ seed: false });
});
afterEach(async () => await sandbox.close());

const getAll = (parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
	listTasks(sandbox, parameters, more);

test.each(['page', 'offset', 'cursor', 'nextLink', 'linkHeader'] as const)(
	'Return All returns all, in order, with nothing configured (%s)',
	async (style) => {
		sandbox.settings.change({ list: { envelope: 'data' }, pagination: { style, pageSize: 100 } });
		sandbox.addRecords('task', { id: 'task_{n}' }, 250);
		const { json: records, error, hints } = await getAll({ returnAll: true });
		expect(error).toBeUndefined();
		expect(records.map(({ id }) => id)).toEqual(
			Array.from({ length: 250 }, (_, index) => `task_${index + 1}`),
		);
		expect(sandbox.requests).toHaveLength(3);
		expect(hints).toHaveLength(1);
		expect(hints[0]?.message).toMatch(/^250 records from 3 pages/);
	},
);

test('Limit asks only for what is needed', async () => {
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 100 },
	});
	sandbox.addRecords('task', { id: 'task_{n}' }, 1000);
	const { json: records } = await getAll({ limit: 150 });
	expect(records).toHaveLength(150);
	expect(sandbox.requests).toHaveLength(2);
});

test('a list that Limit has cut says so, and whether it has more', async () => {
	const hintAt = async (limit: number) => (await getAll({ limit })).hints[0]?.message ?? '';
	sandbox.addRecords('task', { id: 'task_{n}' }, 30);
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 10 },
	});
	expect(await hintAt(5)).toMatch(
		/^5 records from 1 page\. .*The limit was reached, and the list has more records/,
	);
	expect(await hintAt(20)).toMatch(
		/^20 records from 2 pages\. .*The limit was reached, and the list has more records/,
	);
	for (const limit of [30, 31]) {
		const hint = await hintAt(limit);
		expect(hint).toMatch(/^30 records from 3 pages\./);
		expect(hint).not.toMatch(/limit was reached/i);
	}
});

test('Skip leaves out the first records, on whatever page they are', async () => {
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 10 },
	});
	sandbox.addRecords('task', { id: 'task_{n}' }, 30);
	const ids = async (parameters: INodeParameters) =>
		(await getAll(parameters)).json.map(({ id }) => id);
	expect(await ids({ limit: 3, options: { skip: 9 } })).toEqual(['task_10', 'task_11', 'task_12']);
	expect(await ids({ returnAll: true, options: { skip: 29 } })).toEqual(['task_30']);
	expect(await ids({ returnAll: true, options: { skip: '' } })).toHaveLength(30);
	expect(await ids({ returnAll: true, options: { skip: 99 } })).toEqual([]);
});

test.each([
	['={{ "false" }}', 1],
	['={{ "true" }}', 3],
])("'Return All' may be an expression that returns text: %s", async (returnAll, count) => {
	sandbox.settings.change({ list: { envelope: 'data' }, pagination: { style: 'none' } });
	sandbox.addRecords('task', { id: 'task_{n}' }, 3);
	expect((await getAll({ returnAll, limit: 1 })).json).toHaveLength(count);
});

test('query parameters that are added by name are sent with every page, encoded', async () => {
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 10 },
	});
	sandbox.addRecords('task', { id: 'task_{n}' }, 15);
	const parameter = [
		{ name: 'sort by', value: 'name&age' },
		{ name: 'status', value: '' },
	];
	await getAll({ returnAll: true, options: { queryParameters: { parameter } } });
	expect(sandbox.requests.map(({ query }) => query)).toEqual([
		'sort%20by=name%26age',
		expect.stringMatching(/^sort%20by=name%26age&cursor=/),
	]);
});

test.each([
	[[{ name: '', value: 'open' }], /^A parameter under 'Query Parameters' has no name/],
	[
		[
			{ name: 'status', value: 'open' },
			{ name: 'status', value: 'done' },
		],
		/^The query parameter 'status' is set twice/,
	],
	[[{ name: 'project_id', value: 'p2' }], /^The query parameter 'project_id' is set twice/],
])('query parameters %j are rejected with a message', async (parameter, message) => {
	const { error } = await getAll({
		projectId: { __rl: true, mode: 'id', value: 'p1' },
		options: { queryParameters: { parameter } },
	});
	expect(error?.message).toMatch(message);
	expect(sandbox.requests).toHaveLength(0);
});

test('the filter of the first page is sent with every page that the node requests', async () => {
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 10 },
	});
	sandbox.addRecords('task', { id: 'task_{n}', project_id: 'p 1' }, 25);
	sandbox.addRecords('task', { id: 'other_{n}', project_id: 'p 2' }, 25);
	const { json: records } = await getAll({
		returnAll: true,
		projectId: { __rl: true, mode: 'id', value: 'p 1' },
	});
	expect(records).toHaveLength(25);
	expect(sandbox.requests.map(({ query }) => query)).toEqual([
		'project_id=p%201',
		expect.stringMatching(/^project_id=p%201&cursor=/),
		expect.stringMatching(/^project_id=p%201&cursor=/),
	]);
});

test('a late page that is rejected keeps the records so far and the cursor in the details', async () => {
	const server = await scriptedServer(({ url }) =>
		url.includes('cursor=c3')
			? json({ error: { code: 'broken', message: 'Try later' } }, 500)
			: json({ data: [{ id: url }], next_cursor: url.includes('c2') ? 'c3' : 'c2' }),
	);
	try {
		const { outputs } = await getAll(
			{ returnAll: true },
			{
				onError: 'continueErrorOutput',
				credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			},
		);
		expect(outputs[0]).toEqual([]);
		const [item] = outputs[1] ?? [];
		expect(item?.json.error).toMatch(
			/^A later page of the list could not be read.*Try later \(broken, GET \/tasks, HTTP 500\)$/,
		);
		expect(item?.json.details).toMatchObject({
			status: 500,
			code: 'broken',
			cursor: 'c3',
			position: expect.any(String),
			recordsSoFar: 2,
			records: [{ id: '/v1/tasks' }, { id: '/v1/tasks?cursor=c2' }],
		});
	} finally {
		await server.close();
	}
});

test('a next link to another origin is rejected, and the key does not go there', async () => {
	const elsewhere = await scriptedServer(() => json([]));
	const server = await scriptedServer(() =>
		json({ data: [{ id: 1 }], next: `${elsewhere.baseUrl}/tasks?page=2` }),
	);
	try {
		const { error } = await getAll(
			{ returnAll: true },
			{ credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl } },
		);
		expect(error?.message).toMatch(
			/link to the next page was not followed: it leads to another origin/,
		);
		expect(elsewhere.seen).toEqual([]);
	} finally {
		await server.close();
		await elsewhere.close();
	}
});

test("an error object in a list is reported with the service's message", async () => {
	sandbox.faults.add({ kind: 'errorBody', times: 1 });
	const { error } = await getAll();
	expect(error?.message).toMatch(/although it returned a success status/);
});

test('each item lists with its own parameters, and its records are paired with it', async () => {
	sandbox.settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'page', pageSize: 5 },
	});
	sandbox.addRecords('task', { id: 'a_{n}', project_id: 'a' }, 12);
	sandbox.addRecords('task', { id: 'b_{n}', project_id: 'b' }, 3);
	const { outputs, hints } = await getAll(
		{
			returnAll: false,
			limit: '={{ $json.limit }}',
			projectId: { __rl: true, mode: 'id', value: '={{ $json.project }}' },
		},
		{
			items: [
				{ project: 'a', limit: 7 },
				{ project: 'b', limit: 50 },
				{ project: 'none', limit: 1 },
			],
		},
	);
	expect(outputs[0]?.map(({ json: { id }, pairedItem }) => [id, pairedItem])).toEqual([
		...Array.from({ length: 7 }, (_, index) => [`a_${index + 1}`, { item: 0 }]),
		...Array.from({ length: 3 }, (_, index) => [`b_${index + 1}`, { item: 1 }]),
	]);
	expect(hints).toHaveLength(1);
});

test('a setting takes precedence over what would be detected', async () => {
	const server = await scriptedServer(({ url }) =>
		json({ wrong: [{ id: 9 }], right: { rows: url.includes('skip=1') ? [] : [{ id: 1 }] } }),
	);
	try {
		const { json: records, error } = await getAll(
			{
				returnAll: true,
				options: { recordsPath: 'right.rows', style: 'offset', parameter: 'skip' },
			},
			{ credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl } },
		);
		expect(error).toBeUndefined();
		expect(records).toEqual([{ id: 1 }]);
		expect(server.seen.map(({ url }) => url)).toEqual(['/v1/tasks', '/v1/tasks?skip=1']);
	} finally {
		await server.close();
	}
});

test('selected fields are chosen as a list, or named in a text', async () => {
	sandbox.addRecords('task', { id: 't{n}', title: 'A', owner: { email: 'a@example.com' } }, 1);
	const outputOf = async (outputFields: string | string[]) =>
		(await getAll({ output: 'selected', outputFields })).json;
	const expected = [{ title: 'A', owner: { email: 'a@example.com' } }];
	expect(await outputOf(['title', 'owner.email'])).toEqual(expected);
	expect(await outputOf('title, owner.email')).toEqual(expected);
});

describe('Start From Position', () => {
	const start = () => {
		sandbox.settings.change({
			list: { envelope: 'data' },
			pagination: { style: 'cursor', pageSize: 10 },
		});
		sandbox.addRecords('task', { id: 'task_{n}', title: 'T' }, 35);
	};
	const all = Array.from({ length: 35 }, (_, index) => `task_${index + 1}`);

	test('reads a list in parts: the last item has the next position while there is more', async () => {
		start();
		const ids: unknown[] = [];
		let startFrom: unknown = 'start';
		for (let parts = 0; parts < 10 && startFrom !== undefined; parts++) {
			const part = await getAll({
				limit: 12,
				output: 'selected',
				outputFields: 'id',
				options: { startFrom: String(startFrom) },
			});
			expect(part.error).toBeUndefined();
			expect(part.json.slice(0, -1).every((item) => !('_position' in item))).toBe(true);
			ids.push(...part.json.map(({ id }) => id));
			startFrom = part.json.at(-1)?._position;
		}
		expect(ids).toEqual(all);
	});

	test('takes the position that the hint of a limited list gives', async () => {
		start();
		const { hints, json: records } = await getAll({ limit: 12 });
		expect(records.some((record) => '_position' in record)).toBe(false);
		const [, position = ''] =
			/'Start From Position' under 'Options' to (\S+)$/.exec(hints[0]?.message ?? '') ?? [];
		const rest = await getAll({ returnAll: true, options: { startFrom: position } });
		expect(rest.json.map(({ id }) => id)).toEqual(all.slice(12));
	});

	test('takes the position from the details of a list that broke off', async () => {
		start();
		let isBroken = true;
		const server = await scriptedServer(({ url }) => {
			const from = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0);
			if (from === 20 && isBroken) return json({ message: 'Try later' }, 500);
			const next = from + 10 < 35 ? from + 10 : null;
			return json({ data: all.slice(from, from + 10).map((id) => ({ id })), next_cursor: next });
		});
		const credential = { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl };
		try {
			const broken = await getAll(
				{ returnAll: true },
				{ onError: 'continueRegularOutput', credential },
			);
			const { records, position } = broken.json[0]?.details as Record<string, unknown>;
			isBroken = false;
			const rest = await getAll(
				{ returnAll: true, options: { startFrom: String(position) } },
				{ credential },
			);
			const ids = [...(records as Array<{ id: string }>), ...rest.json].map(({ id }) => id);
			expect(ids).toEqual(all);
		} finally {
			await server.close();
		}
	});

	test('counts only what the filters keep, and continues after the last record that was looked at', async () => {
		start();
		const filters = { filter: [{ field: 'id', condition: 'contains', value: '5' }] };
		const first = await getAll({ limit: 2, filters, options: { startFrom: 'start' } });
		const startFrom = String(first.json.at(-1)?._position);
		const rest = await getAll({ returnAll: true, filters, options: { startFrom } });
		expect([...first.json, ...rest.json].map(({ id }) => id)).toEqual(
			all.filter((id) => id.includes('5')),
		);
	});

	test('rejects the position of another list before anything is sent', async () => {
		start();
		const { json: records } = await getAll({ limit: 12, options: { startFrom: 'start' } });
		const sent = sandbox.requests.length;
		const { error } = await getAll({
			projectId: { __rl: true, mode: 'id', value: 'p1' },
			options: { startFrom: String(records.at(-1)?._position) },
		});
		expect(error?.message).toBe("'Start From Position' is not a position of this list");
		expect(sandbox.requests).toHaveLength(sent);
	});
});
