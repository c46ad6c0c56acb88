import { systemClock } from '../../nodes/ProjectWorkspace/old/client/clock';
import { startSandbox, type Sandbox } from '../../sandbox';
import { json, scriptedServer } from '../servers/scriptedServer';
import { OneCredential } from './credentials';
import { runNode, startNode, type NodeRun } from './runNode';
import { byId, serviceThat } from './service';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());
afterEach(() => jest.restoreAllMocks());

const run = (parameters: NodeRun['parameters'], more: Partial<NodeRun> = {}) =>
	runNode({
		credential: { apiKey: sandbox.keys.enterprise, baseUrl: sandbox.baseUrl, plan: 'enterprise' },
		parameters,
		...more,
	});

const getUser = { resource: 'user', operation: 'get', userId: byId() };
const getProjects = { resource: 'project', operation: 'getAll' };
const createProject = {
	resource: 'project',
	operation: 'create',
	bodyMode: 'json',
	jsonBody: '{"name":"Once"}',
};
const many = Array.from({ length: 300 }, (_, index) => ({ id: `user_${index + 1}` }));
const copies = (length: number) => ({ items: Array.from({ length }, () => ({})) });

test('many items keep their order and their pairing, and the credential is read once', async () => {
	sandbox.addRecords('user', { id: 'user_{n}' }, 300);
	const { outputs, error, credentialReads } = await run(getUser, { items: many });
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json: { id }, pairedItem }) => [id, pairedItem])).toEqual(
		many.map(({ id }, item) => [id, { item }]),
	);
	expect(credentialReads).toBe(1);
});

test('the first request is sent before the parameters of all items in flight are read', async () => {
	const readAt: number[] = [];
	const item = {
		get id() {
			readAt.push(Date.now());
			return 'user_1';
		},
	};
	const items = Array.from({ length: 32 }, () => item);
	await run(getUser, { items, onError: 'continueRegularOutput' });
	const [first] = sandbox.requests;
	expect(readAt.length).toBeGreaterThanOrEqual(32);
	expect(readAt.filter((at) => at <= (first?.time ?? 0)).length).toBeLessThan(32);
});

test('an AI agent gets a rejection as an item, where a workflow stops', async () => {
	const parameters = { ...getUser, userId: byId('nobody') };
	expect(await run(parameters)).toMatchObject({ json: [], error: { httpCode: '404' } });
	const { json: items, error } = await run(parameters, { asTool: true });
	expect(error).toBeUndefined();
	expect(items).toEqual([{ error: expect.any(String), details: expect.anything() }]);
});

/** How many requests the sandbox had at once, at most. */
function mostAtOnce() {
	const spans = sandbox.requests.map(
		({ time, durationMs = 0 }) => [time, time + Math.floor(durationMs)] as const,
	);
	return Math.max(
		...spans.map(([at]) => spans.filter(([from, to]) => from <= at && at < to).length),
	);
}

test.each([1, 4])(
	'no more than %i requests are in flight at once if the setting says so',
	async (parallelRequests) => {
		sandbox.change({ latencyMs: 20 });
		await run(
			{ ...createProject, options: { requests: { settings: { parallelRequests } } } },
			copies(12),
		);
		expect(sandbox.requests).toHaveLength(12);
		expect(mostAtOnce()).toBeLessThanOrEqual(parallelRequests);
	},
);

test('unless it is set, up to 144 requests are in flight', async () => {
	// So long that a busy machine adds little to it.
	sandbox.change({ latencyMs: 1_500 });
	sandbox.addRecords('user', { id: 'user_{n}' }, 300);
	const { error } = await run(getUser, { items: many });
	expect(error).toBeUndefined();
	expect(mostAtOnce()).toBeGreaterThan(40);
	expect(mostAtOnce()).toBeLessThanOrEqual(144);
});

test.each([
	['the connection', { body: '{"id":', cut: true }],
	['the JSON', { body: '{"id":' }],
	['the compression', { body: '{"id":', headers: { 'content-encoding': 'gzip' } }],
])('a GET is repeated if %s of the response ends in the middle', async (_part, incomplete) => {
	const service = await serviceThat((_, index) => (index < 2 ? incomplete : json({ id: 'u1' })));
	const { error, json: records } = await service.run({ ...getUser, userId: byId('u1') });
	expect(error).toBeUndefined();
	expect(records).toEqual([{ id: 'u1' }]);
	expect(service.seen).toHaveLength(3);
});

test('a run of writes that stops says how many items were written before', async () => {
	const service = await serviceThat(({ body }) =>
		body.includes('"n":25}') ? json({ error: { message: 'No' } }, 400) : json({ id: 1 }, 201),
	);
	const items = Array.from({ length: 50 }, (_, n) => ({ n }));
	const write = {
		...createProject,
		jsonBody: '={{ $json }}',
		options: { requests: { settings: { parallelRequests: 1 } } },
	};
	const { error } = await service.run(write, { items });
	expect(error).toMatchObject({
		message: expect.stringContaining('[item 25]'),
		description: expect.stringContaining('25 of its 50 items had been written (items 0–24)'),
		context: { data: { itemsWritten: '0–24' } },
	});
});

test('a POST whose response was lost is not sent again, and the message says to check first', async () => {
	sandbox.faults.add({ drop: true, after: true, times: 1 });
	const { error } = await run(createProject);
	expect(error).toMatchObject({
		message: expect.stringContaining('The connection was lost'),
		description: expect.stringContaining('Check whether the change was made'),
	});
	expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a DELETE whose response was lost is repeated, and 404 then counts as success', async () => {
	sandbox.addRecords('task', { id: 'gone' }, 1);
	sandbox.faults.add({ drop: true, after: true, times: 1 });
	const deleteTask = { resource: 'task', operation: 'delete', taskId: byId('gone') };
	const { error, json: records } = await run(deleteTask);
	expect(error).toBeUndefined();
	expect(records).toEqual([{ deleted: true, id: 'gone' }]);
	expect(sandbox.requests.map(({ status }) => status)).toEqual([null, 404]);
});

test('the details contain what was tried', async () => {
	sandbox.faults.add({ status: 503, times: 3 });
	const { error } = await run({
		...getProjects,
		options: { requests: { settings: { maxAttempts: 2 } } },
	});
	expect(error).toMatchObject({
		context: { data: { status: 503, attempts: 2, elapsedMs: expect.any(Number) } },
	});
});

test('three times the rate limit is processed, in order, with nothing sent twice', async () => {
	sandbox.change({ quota: { limit: 20, windowMs: 500 } });
	const items = Array.from({ length: 60 }, (_, index) => ({ name: `p${index}` }));
	const jsonBody = '={{ { "name": $json.name } }}';
	const { error, json: records } = await run({ ...createProject, jsonBody }, { items });
	expect(error).toBeUndefined();
	expect(records.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
	const created = sandbox.requests.filter(({ status }) => status === 201);
	expect(created).toHaveLength(60);
	expect(new Set(created.map(({ bodyText }) => bodyText)).size).toBe(60);
});

test('a long wait for the rate limit is reported in a hint', async () => {
	const { now, sleep } = systemClock;
	let skippedMs = 0;
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() + skippedMs);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (ms, signal) => {
		if (ms <= 6_000 || ms > 7_000) return await sleep(ms, signal);
		skippedMs += ms;
	});
	const service = await serviceThat((_, index) =>
		index === 0 ? json({}, 429, { 'retry-after': '7' }) : json([]),
	);
	const { hints } = await service.run(getProjects);
	expect(hints.map(({ message }) => message).join()).toContain('Requests waited up to 7 s');
});

test('a wait for the rate limit ends at once when the execution is cancelled', async () => {
	let tellAsked = () => {};
	const asked = new Promise<void>((resolve) => (tellAsked = resolve));
	const { seen, credential } = await serviceThat(() => {
		tellAsked();
		// Longer than this test may take.
		return json({}, 429, { 'retry-after': '60', 'x-ratelimit-remaining': '0' });
	});
	const { promise, cancel } = startNode(
		{ parameters: getProjects, credential },
		new OneCredential(credential),
	);
	await asked;
	cancel();
	expect((await promise).status).toBe('canceled');
	expect(seen).toHaveLength(1);
});

test.each([
	['drips in', { dripMs: 20 }],
	['never begins', undefined],
])("a response that %s ends at 'Timeout', and a POST is not sent again", async (_, answer) => {
	const service = await serviceThat(() => answer);
	const { error } = await service.run({
		...createProject,
		options: { requests: { settings: { timeout: 300 } } },
	});
	expect(error).toMatchObject({ context: { data: { cause: 'timeout' } } });
	expect(service.seen).toHaveLength(1);
});

test('a first request that hangs does not delay the others', async () => {
	let tellOthersCame = () => {};
	const othersCame = new Promise<void>((resolve) => (tellOthersCame = resolve));
	const service = await serviceThat(async (_, index) => {
		if (index === 39) tellOthersCame();
		if (index === 0) await othersCame;
		return json({ id: 'p1' }, 201, { 'x-ratelimit-remaining': '900' });
	});
	const { json: records } = await service.run(createProject, copies(40));
	expect(records).toHaveLength(40);
	expect(service.seen).toHaveLength(40);
});

test.each([
	['while n8n was busy with something else', 700],
	['before a timeout that no timer can have', Number.MAX_SAFE_INTEGER],
])('a response that arrived %s counts as in time', async (_, timeout) => {
	const service = await serviceThat(() => {
		const started = performance.now();
		while (performance.now() - started < 1_000);
		return json({ id: 'p1' }, 201);
	});
	const { error } = await service.run({ ...createProject, options: { timeout } });
	expect(error).toBeUndefined();
});

test('if every address of a host rejects the connection, nothing was sent', async () => {
	const server = await scriptedServer(() => json({}));
	await server.close();
	const baseUrl = server.baseUrl.replace('127.0.0.1', 'localhost');
	const { error } = await run(
		{ ...createProject, options: { requests: { settings: { maxAttempts: 1 } } } },
		{ credential: { apiKey: 'ac_test_made_up_localhost', baseUrl } },
	);
	expect(error).toMatchObject({
		message: expect.stringContaining('not sent'),
		context: { data: { cause: 'connectFailed', sent: false } },
	});
});
