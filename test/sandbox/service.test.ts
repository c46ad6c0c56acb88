import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type JsonObject, type Sandbox } from '../../sandbox';
import { ManualClock } from './manualClock';

const clock = new ManualClock();
let sandbox: Sandbox;

beforeAll(async () => (sandbox = await startSandbox({ clock })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** A request of a client. */
async function call(method: string, path: string, body?: JsonObject, key = sandbox.keys.pro) {
	const response = await fetch(sandbox.origin + path, {
		method,
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	const remaining = Number(response.headers.get('x-ratelimit-remaining'));
	const json = (text === '' ? {} : JSON.parse(text)) as JsonObject & { data: JsonObject[] };

	return { status: response.status, remaining, json, link: response.headers.get('link') };
}

test.each([
	['GET', '/v1/users', 200],
	['GET', '/v1/users/user_ada', 200],
	['POST', '/v1/users', 201],
	['DELETE', '/v1/users/user_ada', 204],
	['GET', '/v1/projects', 200],
	['POST', '/v1/projects', 201],
	['PUT', '/v1/projects/project_site', 200],
	['DELETE', '/v1/projects/project_site', 204],
	['GET', '/v1/tasks', 200],
	['POST', '/v1/tasks', 201],
	['PUT', '/v1/tasks/task_text', 200],
	['DELETE', '/v1/tasks/task_text', 204],
	['GET', '/v1/workflows', 200],
	['POST', '/v1/workflows/workflow_report/trigger', 202],
])('%s %s responds with %d', async (method, path, status) => {
	const body = method === 'POST' || method === 'PUT' ? { name: 'Made up' } : undefined;

	expect((await call(method, path, body)).status).toBe(status);
});

test.each([
	['an unknown ID', 'PUT', '/v1/tasks/nothing', 404],
	['an unknown path', 'GET', '/v1/nothing', 404],
	['a malformed path', 'GET', '/v1/users/%E0%A4%A', 404],
	['no body', 'POST', '/v1/tasks', 400],
	['a page that is no number', 'GET', '/v1/tasks?page=x', 400],
])('%s is rejected with the documented error body', async (_, method, path, status) => {
	const response = await call(method, path);

	expect(response).toMatchObject({
		status,
		remaining: 999,
		json: { error: { code: expect.any(String) as string, message: expect.any(String) as string } },
	});
});

test.each([
	['an unknown key', 'ac_test_unknown', 401],
	['a key without API access', 'ac_test_sandbox_no_plan_made_up_0004', 403],
])('%s is rejected', async (_, key, status) => {
	expect((await call('GET', '/v1/users', undefined, key)).status).toBe(status);
});

test('an update keeps the fields that are not sent', async () => {
	const { json } = await call('PUT', '/v1/tasks/task_text', { status: 'completed' });

	expect(json).toMatchObject({ id: 'task_text', title: 'Write the welcome text' });
});

test('an archived project is not listed, and tasks can be listed by project', async () => {
	await call('DELETE', '/v1/projects/project_site');
	const projects = await call('GET', '/v1/projects');
	const tasks = await call('GET', '/v1/tasks?project_id=project_site');

	expect(projects.json.data.map(({ id }) => id)).toEqual(['project_move']);
	expect(tasks.json.data.map(({ id }) => id)).toEqual(['task_text', 'task_icons']);
});

describe('lists', () => {
	beforeEach(() => {
		sandbox.store.clear('user');
		sandbox.addRecords('user', { id: 'user_{n}' }, 5);
	});

	const ids = (records: JsonObject[]) => records.map(({ id }) => id).join();

	test('by page numbers with a total', async () => {
		const { json } = await call('GET', '/v1/users?page=2&limit=2');

		expect(ids(json.data)).toBe('user_3,user_4');
		expect(json).toMatchObject({ page: 2, limit: 2, total: 5, total_pages: 3 });
	});

	test('by cursor', async () => {
		sandbox.change({ pagination: { style: 'cursor', pageSize: 3 } });
		const first = await call('GET', '/v1/users');
		const second = await call('GET', `/v1/users?cursor=${String(first.json.next_cursor)}`);

		expect([ids(first.json.data), first.json.has_more]).toEqual(['user_1,user_2,user_3', true]);
		expect(second.json).toMatchObject({ has_more: false, next_cursor: null });
		expect(ids(second.json.data)).toBe('user_4,user_5');
	});

	test('as an array with a link', async () => {
		sandbox.change({ pagination: { style: 'array', pageSize: 3 } });
		const first = await call('GET', '/v1/users');
		const [, next = ''] = /<(.+)>; rel="next"/.exec(first.link ?? '') ?? [];
		const second = await call('GET', next.slice(sandbox.origin.length));

		expect(ids(second.json as unknown as JsonObject[])).toBe('user_4,user_5');
		expect(second.link).toBeNull();
	});
});

test('a key has a rate limit, which is full again after a minute', async () => {
	sandbox.change({ quota: { limit: 2 } });
	const statuses = async () => (await call('GET', '/v1/users')).status;

	expect([await statuses(), await statuses(), await statuses()]).toEqual([200, 200, 429]);
	clock.advance(60_000);
	expect(await call('GET', '/v1/users')).toMatchObject({ status: 200, remaining: 1 });
});

test('a fault rejects requests in place of an operation', async () => {
	sandbox.faults.push({ method: 'DELETE', path: '/v1/tasks/*', status: 503, times: 1 });

	expect((await call('DELETE', '/v1/tasks/task_text')).status).toBe(503);
	expect((await call('DELETE', '/v1/tasks/task_text')).status).toBe(204);
});

test('requests are recorded without their key', async () => {
	await call('POST', '/v1/tasks?x=%41', { title: 'A' });
	const [request] = sandbox.requests;

	expect(request).toMatchObject({ method: 'POST', query: 'x=%41', body: { title: 'A' } });
	expect(request?.headers.authorization).toBe('<Pro, sandbox>');
});

test('records and webhooks are kept in a file', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const options = { file: join(folder, 'data.json'), clock };

	const first = await startSandbox(options);
	first.addRecords('task', { id: 'kept' });
	first.store.addWebhook('http://127.0.0.1:9/hook');
	await first.close();
	const second = await startSandbox(options);
	await second.close();

	expect(second.store.get('task', 'kept')).toBeDefined();
	expect(second.store.webhooks).toEqual(first.store.webhooks);
	rmSync(folder, { recursive: true });
});

test.each([
	['another host', { host: 'sandbox.example.com' }],
	['a form of another site', { origin: 'https://example.com' }],
])('a request with %s is rejected', async (_, headers) => {
	const { request } = await import('node:http');
	const url = `${sandbox.origin}/_sandbox/reset`;
	const status = await new Promise((resolve) => {
		request(url, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode)).end();
	});

	expect(status).toBe(403);
});
