import type { INodeParameters } from 'n8n-workflow';

import { OneCredential } from '../node/credentials';
import { startNode, type NodeRun } from '../node/runNode';
import { byId, serviceThat } from '../node/service';
import { automatic, taskService } from '../node/taskService';
import { json, type Script } from '../servers/scriptedServer';

const noSuchUser = json({ error: { code: 'no_such_user', message: 'Nobody here' } }, 404, {
	'x-request-id': 'req-7',
});
const badIsUnknown: Script = ({ url }) => (url.endsWith('bad') ? noSuchUser : json({ url }));
const getUser = { resource: 'user', operation: 'get', userId: byId() };
const remove = { resource: 'task', operation: 'delete', taskId: byId() };
const items = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) });
const inOrder = { options: { inOrder: true } };

/** Runs items, of which `bad` fails. */
async function run(parameters: INodeParameters, more: Partial<NodeRun>, script = badIsUnknown) {
	const service = await serviceThat(script);
	const answer = await service.run(parameters, more);
	return { ...answer, urls: service.seen.map(({ url }) => url.replace('/v1', '')) };
}

describe('items', () => {
	test('keep their order and their pairing, with those that failed', async () => {
		const onError = 'continueRegularOutput';
		const { outputs } = await run(getUser, { ...items('a', 'bad', 'c'), onError });
		const shown = outputs[0]?.map(({ json: item, pairedItem }) => [
			item.url ?? item.error,
			pairedItem,
		]);
		expect(shown).toEqual([
			['/v1/users/a', { item: 0 }],
			[expect.stringContaining('Nobody here'), { item: 1 }],
			['/v1/users/c', { item: 2 }],
		]);
	});

	test('that failed have exactly the keys by which n8n finds the error output', async () => {
		const onError = 'continueErrorOutput';
		const { outputs } = await run({ ...getUser, userId: byId('bad') }, { onError });
		expect(outputs).toStrictEqual([
			[],
			[
				{
					json: {
						error: expect.stringContaining('Nobody here'),
						details: expect.objectContaining({
							code: 'no_such_user',
							status: 404,
							method: 'GET',
							path: '/users/bad',
							response: expect.stringContaining('Nobody here'),
							serviceMessage: 'Nobody here',
							description: expect.stringContaining('Check the ID'),
						}),
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	test.each<[string, INodeParameters]>([
		[
			'an ID',
			{ userId: byId("={{ $json.id === 'bad' ? $('No such node').first().json.id : $json.id }}") },
		],
		[
			'an option',
			{
				options: {
					queryParameters: {
						parameter: [
							{
								name: 'q',
								value: "={{ $json.id === 'bad' ? $('No such node').first().json.id : 1 }}",
							},
						],
					},
				},
			},
		],
	])('fail alone if an expression cannot be evaluated in %s', async (_, parameters) => {
		const onError = 'continueRegularOutput';
		const { json: shown, urls } = await run(
			{ ...getUser, ...parameters },
			{ ...items('bad', 'b'), onError },
		);
		expect(shown[0]).toMatchObject({
			error: expect.stringContaining('Referenced node'),
			details: { code: 'invalidExpression' },
		});
		expect(urls).toHaveLength(1);
	});
});

describe('the first error stops the run', () => {
	test('with the number of its item, and what was written before', async () => {
		const { error, urls } = await run({ ...remove, ...inOrder }, items('a', 'b', 'bad', 'd'));
		expect(error).toMatchObject({
			message: expect.stringMatching(/: Nobody here \(.*\) \[item 2\]$/),
			description: expect.stringContaining(
				'2 of its 4 items had been written: 0, 1. Leave them out',
			),
			context: { itemIndex: 2, data: { status: 404 } },
		});
		expect(urls).toEqual(['/tasks/a', '/tasks/b', '/tasks/bad']);
	});

	test('after the writes in flight, which are named', async () => {
		let reject = () => {};
		const rejected = new Promise<void>((resolve) => {
			reject = resolve;
		});
		const { error, urls } = await run(
			remove,
			items('a', 'b', 'bad', 'lost', 'e'),
			async ({ url }) => {
				if (url.endsWith('bad')) {
					reject();
					return noSuchUser;
				}
				await rejected;
				return url.endsWith('lost') ? { cut: true } : json({});
			},
		);
		expect(urls).toHaveLength(5);
		expect(error?.description).toMatch(
			/3 of its 5 items had been written: 0, 1, 4\. .* These items may have been written, .*: 3\.$/,
		);
	});

	test('and is not named once more, if it may have been written itself', async () => {
		const create = { resource: 'task', operation: 'create', bodyMode: 'json', jsonBody: '{"a":1}' };
		const { error } = await run(create, items('a'), () => ({ cut: true }));
		expect(error?.description).toMatch(/Check whether the change was made/);
		expect(error?.description).not.toContain('These items');
	});

	test('before anything is sent for later items', async () => {
		const { error, urls } = await run(remove, items('', 'b', 'c'));
		expect(error?.message).toBe("The expression in 'Task' returned nothing [item 0]");
		expect(urls).toEqual([]);
	});

	test.each([
		['the rate limit', { operation: 'create', fields: automatic(['key']) }],
		['an item with the same values', { operation: 'upsert', fields: automatic(['key']) }],
	])('also for an item that waits for %s', async (_, what) => {
		const service = await serviceThat(({ method }) =>
			method === 'GET' ? json({ data: [] }) : json({}, 400, { 'x-ratelimit-remaining': '0' }),
		);
		const { error } = await service.run(
			{ resource: 'task', ...what },
			{ items: [{ key: 'A' }, { key: 'A' }] },
		);
		expect(error).toMatchObject({ context: { itemIndex: 0, data: { status: 400 } } });
		expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});

describe('requests', () => {
	/** The most that are open at once, each until `count` of them are or as many as there can be. */
	async function mostOpen(parameters: INodeParameters, ids: string[], wanted: number) {
		let open: Array<() => void> = [];
		let most = 0;
		const script: Script = async ({ url }) => {
			await new Promise<void>((resolve) => {
				open.push(resolve);
				most = Math.max(most, open.length);
				if (open.length < wanted) return;
				for (const close of open) close();
				open = [];
			});
			return json({ url });
		};
		const { urls } = await run(parameters, items(...ids), script);
		return { most, urls };
	}

	test('of different items are open at once', async () => {
		expect((await mostOpen(remove, ['a', 'b', 'c'], 3)).most).toBe(3);
	});

	test('are sent one by one, in the order of the items, with Send in Order', async () => {
		const ids = ['a', 'b', 'c', 'd'];
		const { most, urls } = await mostOpen({ ...remove, ...inOrder }, ids, 1);
		expect(most).toBe(1);
		expect(urls).toEqual(ids.map((id) => `/tasks/${id}`));
	});

	test('that write the same record are sent one after another', async () => {
		const versions = ['v0', 'v1', 'v2', 'v3'].map((title) => ({ title }));
		let open = 0;
		const bodies: string[] = [];
		const script: Script = async ({ body }) => {
			bodies.push(`${++open} ${body}`);
			// So many turns of the event loop that another request would have come.
			for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
			open -= 1;
			return json({ id: 't1' });
		};
		const update = {
			resource: 'task',
			operation: 'update',
			taskId: byId('t1'),
			fields: automatic([]),
		};
		await run(update, { items: versions }, script);
		expect(bodies).toEqual(versions.map((version) => `1 ${JSON.stringify(version)}`));
	});
});

describe('each item runs with its own credential', () => {
	/** Two accounts of a service that has a task in each. */
	async function accounts() {
		const a = await taskService([{ id: 1, key: 'A' }]);
		const b = await taskService([{ id: 1, key: 'A' }]);
		const credential = { ...a.credential, baseUrl: '={{ $json.url }}' };
		const rows = [a, b, a].map(({ baseUrl: url }, at) => ({ url, key: `K${at}` }));
		return { a, b, credential, rows };
	}
	const fields = automatic(['key']);
	const update = { resource: 'task', operation: 'update', taskId: byId('1'), fields };

	test('Get Many, without a hint that one reading is enough', async () => {
		const { a, b, credential, rows } = await accounts();
		const { json: records, texts } = await a.run(
			{ resource: 'task', operation: 'getAll', returnAll: true },
			{ credential, items: rows },
		);
		expect(records).toEqual([a, b, a].flatMap(({ tasks }) => tasks));
		expect(texts).toEqual(['The only record was read.']);
	});

	test.each<[string, INodeParameters, string]>([
		['Create or Update', { ...update, operation: 'upsert' }, 'POST /tasks'],
		['an update', update, 'PUT /tasks/1'],
	])('%s', async (_, parameters, request) => {
		const { a, b, credential, rows } = await accounts();
		const options = { ignoreFields: 'url' };
		await a.run({ ...parameters, options }, { credential, items: rows });
		expect(a.writes()).toEqual([`${request} {"key":"K0"}`, `${request} {"key":"K2"}`]);
		expect(b.writes()).toEqual([`${request} {"key":"K1"}`]);
	});

	test('and writes to one record keep their order, although one takes longer to read', async () => {
		class Store extends OneCredential {
			override async getDecrypted(...read: Parameters<OneCredential['getDecrypted']>) {
				const turns = read[6]?.itemIndex === 1 ? 100 : 0;
				for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
				return await super.getDecrypted(...read);
			}
		}
		const { a, credential, rows } = await accounts();
		const sameUrl = rows.map((row) => ({ ...row, url: a.baseUrl }));
		const node = { parameters: update, credential, items: sameUrl };
		await startNode(node, new Store(credential)).promise;
		expect(a.writes().map((write) => /K\d/.exec(write)?.[0])).toEqual(['K0', 'K1', 'K2']);
	});

	test('and fails alone if it cannot be used', async () => {
		const { a, credential, rows } = await accounts();
		const list = { resource: 'task', operation: 'getAll' };
		const items = [...rows.slice(0, 1), { url: 'nonsense' }];
		const { json: shown } = await a.run(list, {
			credential,
			items,
			onError: 'continueRegularOutput',
		});
		expect(shown).toMatchObject([{ id: 1 }, { error: expect.stringContaining("'Base URL'") }]);
	});
});

test('nothing more is sent after n8n has cancelled the execution', async () => {
	const service = await serviceThat(() => undefined);
	const parameters = { ...remove, ...inOrder };
	const { promise, cancel } = startNode(
		{ parameters, credential: service.credential, ...items('a', 'b') },
		new OneCredential(service.credential),
	);
	while (service.seen.length === 0) await new Promise(setImmediate);
	cancel();
	await promise;
	expect(service.seen).toHaveLength(1);
});

test.each<[string, INodeParameters, boolean, number]>([
	['is a warning', {}, true, 1],
	['is none if it is off', {}, false, 0],
	['is none in a preview', { options: { previewOnly: true } }, true, 0],
	['is none if nothing is written', { operation: 'get', taskId: byId('1') }, true, 0],
])("n8n's Retry On Fail %s", async (_, more, retryOnFail, count) => {
	const { run: runTask } = await serviceThat(({ method }) =>
		json(method === 'GET' ? { data: [{ id: 1 }], has_more: false } : { id: 1 }),
	);
	const parameters = { resource: 'task', operation: 'create', fields: automatic([]), ...more };
	const { hints } = await runTask(parameters, { items: [{ title: 'x' }], retryOnFail });
	expect(hints.filter(({ type }) => type === 'warning')).toHaveLength(count);
});

test('what the service says is HTML-safe where n8n shows HTML, and text where it shows text', async () => {
	const HTML = '<img src=x>&lt;';
	const script: Script = () => json({ error: { code: 'x', message: HTML } }, 422);
	const { error } = await run(getUser, items('a'), script);
	expect(error?.message).toContain('&lt;img src=x>&amp;lt;');
	expect(error?.message).not.toContain('<');
	// n8n fills in the name of the parameter.
	expect(error?.context.messageTemplate).toContain(HTML);
	const { json: shown } = await run(
		getUser,
		{ ...items('a'), onError: 'continueRegularOutput' },
		script,
	);
	expect(shown[0]?.error).toContain(HTML);
});
