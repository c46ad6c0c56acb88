import { startSandbox, type Sandbox } from '../../sandbox';
import { json, scriptedServer } from '../servers/scriptedServer';
import { OneCredential } from './credentials';
import { runNode, startNode, type NodeRun } from './runNode';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

const many = Array.from({ length: 300 }, (_, index) => ({ id: `user_${index}` }));

const run = (more: Partial<NodeRun> & Pick<NodeRun, 'parameters'>) =>
	runNode({
		credential: { apiKey: sandbox.keys.pro, baseUrl: sandbox.baseUrl, plan: 'pro' },
		...more,
	});

const byId = (parameter: string, value = '={{ $json.id }}') => ({
	[parameter]: { __rl: true, mode: 'id', value },
});

test('many items keep their order and their pairing, and the credential is read once', async () => {
	sandbox.addRecords('user', { id: 'user_{n}' }, 300);
	const { outputs, error, credentialReads } = await run({
		parameters: { resource: 'user', operation: 'get', ...byId('userId') },
		items: many.map((_, index) => ({ id: `user_${index + 1}` })),
		credential: { apiKey: sandbox.keys.enterprise, baseUrl: sandbox.baseUrl, plan: 'enterprise' },
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json: { id }, pairedItem }) => [id, pairedItem])).toEqual(
		many.map((_, item) => [`user_${item + 1}`, { item }]),
	);
	expect(credentialReads).toBe(1);
});

test('the first request goes out before the parameters of all items that may be under way are read', async () => {
	const readAt: number[] = [];
	const item = {
		get id() {
			readAt.push(Date.now());
			return 'user_1';
		},
	};
	await run({
		parameters: { resource: 'user', operation: 'get', ...byId('userId') },
		items: Array.from({ length: 32 }, () => item),
		onError: 'continueRegularOutput',
	});
	const [first] = sandbox.requests;
	expect(readAt.length).toBeGreaterThanOrEqual(32);
	expect(readAt.filter((at) => at <= (first?.time ?? 0)).length).toBeLessThan(32);
});

test('an AI agent gets a rejection as an item, where a workflow stops', async () => {
	const parameters = { resource: 'user', operation: 'get', ...byId('userId', 'nobody') };
	expect(await run({ parameters })).toMatchObject({ json: [], error: { httpCode: '404' } });
	const { json: items, error } = await run({ parameters, asTool: true });
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
	async (parallel) => {
		sandbox.settings.change({ latencyMs: 20 });
		await run({
			parameters: {
				resource: 'project',
				operation: 'create',
				bodyMode: 'json',
				jsonBody: '{}',
				options: { parallelRequests: parallel },
			},
			items: Array.from({ length: 12 }, () => ({})),
		});
		expect(sandbox.requests).toHaveLength(12);
		expect(mostAtOnce()).toBeLessThanOrEqual(parallel);
	},
);

test('unless it is set, more requests are under way where the service takes longer', async () => {
	// So long that a busy machine adds little to it.
	sandbox.settings.change({ latencyMs: 1_500 });
	sandbox.addRecords('user', { id: 'user_{n}' }, 300);
	const { error } = await run({
		parameters: { resource: 'user', operation: 'get', ...byId('userId') },
		items: many.map((_, index) => ({ id: `user_${index + 1}` })),
		credential: { apiKey: sandbox.keys.enterprise, baseUrl: sandbox.baseUrl, plan: 'enterprise' },
	});
	expect(error).toBeUndefined();
	expect(mostAtOnce()).toBeGreaterThan(40);
	expect(mostAtOnce()).toBeLessThanOrEqual(128);
});

test.each(['drop', 'serverError'] as const)(
	'a GET that meets %s is repeated until it gets a response',
	async (kind) => {
		sandbox.faults.add({ kind, status: 503, times: 2 });
		const { error, json: records } = await run({
			parameters: { resource: 'project', operation: 'getAll' },
		});
		expect(error).toBeUndefined();
		expect(records.length).toBeGreaterThan(0);
		expect(sandbox.requests).toHaveLength(3);
	},
);

test.each([
	['the connection', { body: '{"id":', cut: true }],
	['the JSON', { body: '{"id":' }],
])('a GET is repeated if %s of the response ends in the middle', async (_part, incomplete) => {
	const service = await scriptedServer((_request, index) =>
		index < 2 ? incomplete : json({ id: 'u1' }),
	);
	const { error, json: records } = await run({
		parameters: { resource: 'user', operation: 'get', ...byId('userId', 'u1') },
		credential: { apiKey: 'ac_test_made_up', baseUrl: service.baseUrl, plan: 'pro' },
	});
	await service.close();
	expect(error).toBeUndefined();
	expect(records).toEqual([{ id: 'u1' }]);
	expect(service.seen).toHaveLength(3);
});

test('a POST whose response was lost is not sent again, and the message says to look first', async () => {
	sandbox.faults.add({ kind: 'drop', when: 'after', times: 1 });
	const { error } = await run({
		parameters: {
			resource: 'project',
			operation: 'create',
			bodyMode: 'json',
			jsonBody: '{"name":"Once"}',
		},
	});
	expect(error).toMatchObject({
		message: expect.stringContaining('The connection was lost'),
		description: expect.stringContaining('first check whether it went through'),
	});
	expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a DELETE whose response was lost is repeated, and 404 then counts as done', async () => {
	sandbox.addRecords('task', { id: 'gone' }, 1);
	sandbox.faults.add({ kind: 'drop', when: 'after', times: 1 });
	const { error, json: records } = await run({
		parameters: { resource: 'task', operation: 'delete', ...byId('taskId', 'gone') },
	});
	expect(error).toBeUndefined();
	expect(records).toEqual([{ deleted: true, id: 'gone' }]);
	expect(sandbox.requests.map(({ status }) => status)).toEqual([null, 404]);
});

test('a DELETE that meets 404 at once is not found', async () => {
	const { error } = await run({
		parameters: { resource: 'task', operation: 'delete', ...byId('taskId', 'never') },
	});
	expect(error?.message).toContain('HTTP 404');
});

test('the details contain what was tried', async () => {
	sandbox.faults.add({ kind: 'serverError', status: 503, times: 3 });
	const { error } = await run({
		parameters: { resource: 'project', operation: 'getAll', options: { maxAttempts: 2 } },
	});
	expect(error).toMatchObject({
		context: { data: { status: 503, attempts: 2, elapsedMs: expect.any(Number) } },
	});
});

test('three times the quota is done, in order, with nothing sent twice', async () => {
	sandbox.settings.change({ quota: { mode: 'fixedWindow', limit: 20, windowMs: 500 } });
	const items = Array.from({ length: 60 }, (_, index) => ({ name: `p${index}` }));
	const { error, json: records } = await run({
		parameters: {
			resource: 'project',
			operation: 'create',
			bodyMode: 'json',
			jsonBody: '={{ { "name": $json.name } }}',
		},
		items,
	});
	expect(error).toBeUndefined();
	expect(records.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
	const created = sandbox.requests
		.filter(({ status }) => status === 201)
		.map(({ bodyText }) => bodyText);
	expect(new Set(created).size).toBe(60);
	expect(created).toHaveLength(60);
});

test('a wait for the quota ends at once when the execution is cancelled', async () => {
	const refusal = json({ error: { code: 'slow_down', message: 'Later' } }, 429, {
		'retry-after': '60',
		'x-ratelimit-remaining': '0',
	});
	let tellAsked = () => {};
	const asked = new Promise<void>((resolve) => (tellAsked = resolve));
	const server = await scriptedServer(() => {
		tellAsked();
		return refusal;
	});
	try {
		const credential = { apiKey: 'ac_test_made_up_cancel', baseUrl: server.baseUrl };
		const { promise, cancel } = startNode(
			{ parameters: { resource: 'user', operation: 'getAll' }, credential },
			new OneCredential(credential),
		);
		await asked;
		cancel();
		// Retry-After asks for a minute, which is longer than this test may take.
		expect((await promise).status).toBe('canceled');
		expect(server.seen).toHaveLength(1);
	} finally {
		await server.close();
	}
});

const createProject = {
	resource: 'project',
	operation: 'create',
	bodyMode: 'json',
	jsonBody: '{"name":"Once"}',
};

test.each([
	['drips in', { dripMs: 20 }],
	['never begins', undefined],
])("a response that %s ends at 'Timeout', and a POST is not sent again", async (_, answer) => {
	const server = await scriptedServer(() => answer);
	try {
		const { error } = await runNode({
			credential: { apiKey: 'ac_test_made_up_timeout', baseUrl: server.baseUrl },
			parameters: { ...createProject, options: { timeout: 300 } },
		});
		expect(error).toMatchObject({ context: { data: { cause: 'timeout' } } });
		expect(server.seen).toHaveLength(1);
	} finally {
		await server.close();
	}
});

test("'Max Rate Limit Wait' also bounds the wait of requests that were never sent", async () => {
	const server = await scriptedServer(() =>
		json({ error: { code: 'slow_down', message: 'Later' } }, 429, { 'retry-after': '3600' }),
	);
	try {
		const { json: told } = await runNode({
			credential: { apiKey: 'ac_test_made_up_hour', baseUrl: server.baseUrl },
			parameters: { ...createProject, options: { maxQuotaWait: 2 } },
			items: [{}, {}, {}],
			onError: 'continueRegularOutput',
		});
		expect(server.seen).toHaveLength(1);
		expect(told.map(({ details }) => (details as { cause: string }).cause)).toEqual([
			'rateLimited',
			'waitTooLong',
			'waitTooLong',
		]);
	} finally {
		await server.close();
	}
});

test('a first request that hangs does not delay the others', async () => {
	const created = json({ id: 'p1' }, 201, { 'x-ratelimit-remaining': '900' });
	let tellOthersCame = () => {};
	const othersCame = new Promise<void>((resolve) => (tellOthersCame = resolve));
	const server = await scriptedServer(async (_, index) => {
		if (index === 39) tellOthersCame();
		if (index === 0) await othersCame;
		return created;
	});
	try {
		const { json: records } = await runNode({
			credential: { apiKey: 'ac_test_made_up_first', baseUrl: server.baseUrl },
			parameters: createProject,
			items: Array.from({ length: 40 }, () => ({})),
		});
		expect(records).toHaveLength(40);
		expect(server.seen).toHaveLength(40);
	} finally {
		await server.close();
	}
});

test('a response that came while n8n was busy with something else counts as in time', async () => {
	const server = await scriptedServer(() => {
		const started = performance.now();
		while (performance.now() - started < 1_000);
		return json({ id: 'p1' }, 201);
	});
	try {
		const { error } = await runNode({
			credential: { apiKey: 'ac_test_made_up_busy', baseUrl: server.baseUrl },
			parameters: { ...createProject, options: { timeout: 700 } },
		});
		expect(error).toBeUndefined();
	} finally {
		await server.close();
	}
});

test('if every address of a host rejects the connection, nothing was sent', async () => {
	const server = await scriptedServer(() => json({}));
	const { port } = new URL(server.baseUrl);
	await server.close();
	const { error } = await runNode({
		credential: { apiKey: 'ac_test_made_up_localhost', baseUrl: `http://localhost:${port}/v1` },
		parameters: { ...createProject, options: { maxAttempts: 1 } },
	});
	expect(error).toMatchObject({
		message: expect.stringContaining('not sent'),
		context: { data: { cause: 'connectFailed', sent: false } },
	});
});

test('the key is in no output, however the service writes it', async () => {
	const written = ['ac_test_made', 'up+key'].join('/');
	const text = `{"id":"u1","escaped":"ac_test_made\\/up\\u002bkey","next":"/x?key=${encodeURIComponent(written)}"}`;
	const server = await scriptedServer(() => ({ body: text, headers: { 'x-request-id': written } }));
	try {
		const { json: records, saved } = await runNode({
			credential: { apiKey: written, baseUrl: server.baseUrl },
			parameters: { resource: 'user', operation: 'get', ...byId('userId', 'u1') },
		});
		expect(records).toEqual([
			{ id: 'u1', escaped: '[API key hidden]', next: '/x?key=[API key hidden]' },
		]);
		expect(saved).not.toContain('up+key');
	} finally {
		await server.close();
	}
});

test.each([
	['the ID of a request', 404, { 'x-request-id': 'for ac_test_made/up+key' }, 'requestId'],
	['a redirect', 302, { location: '/x/ac_test_made/up+key' }, 'code'],
])('the key is in no message, also where %s contains it', async (_, status, headers, detail) => {
	const written = ['ac_test_made', 'up+key'].join('/');
	const server = await scriptedServer(() => ({ ...json({}, status), headers }));
	try {
		const { error, saved } = await runNode({
			credential: { apiKey: written, baseUrl: server.baseUrl },
			parameters: { resource: 'user', operation: 'get', ...byId('userId', 'u1') },
		});
		expect(error).toMatchObject({ context: { data: { [detail]: expect.any(String) } } });
		expect(`${error?.message} ${JSON.stringify(error)}`).toContain('[API key hidden]');
		expect(saved).not.toContain('up+key');
	} finally {
		await server.close();
	}
});
