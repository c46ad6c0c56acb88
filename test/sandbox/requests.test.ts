import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox';
import { api, asList, control, errorOf } from './support/client.ts';

describe('keys, bodies and the record of requests', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());

	test('test and live keys of both plans open the API, each with its plan’s quota', async () => {
		const remaining = async (key: string) =>
			(await api(sandbox, 'GET', '/v1/users', { key })).headers.get('x-ratelimit-remaining');
		expect(await remaining(sandbox.keys.pro)).toBe('999');
		expect(await remaining(sandbox.keys.enterprise)).toBe('9999');
		expect(await remaining(sandbox.keys.live)).toBe('999');
	});

	test('a request without a key is refused', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users', { key: null });
		expect(reply.status).toBe(401);
		expect(errorOf(reply).code).toBe('missing_api_key');
	});

	test.each(['Basic YTpi', 'Bearer', 'Bearer a b'])(
		'a header "%s" counts as no key',
		async (Authorization) => {
			const reply = await api(sandbox, 'GET', '/v1/users', {
				key: null,
				headers: { Authorization },
			});
			expect(errorOf(reply).code).toBe('missing_api_key');
		},
	);

	test('an unknown key is refused', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users', { key: 'ac_test_unknown' });
		expect(reply.status).toBe(401);
		expect(errorOf(reply).code).toBe('invalid_api_key');
	});

	test('a key of an account without API access is refused by plan', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users', { key: sandbox.keys.noPlan });
		expect(reply.status).toBe(403);
		expect(errorOf(reply).code).toBe('plan_required');
	});

	test('a revoked key is refused', async () => {
		const { key, entry } = sandbox.keyStore.create({ name: 'K', plan: 'pro', kind: 'live' });
		expect(key).toMatch(/^ac_live_/);
		expect((await api(sandbox, 'GET', '/v1/users', { key })).status).toBe(200);
		sandbox.keyStore.revoke(entry.id);
		expect((await api(sandbox, 'GET', '/v1/users', { key })).status).toBe(401);
	});

	test.each(['[1]', '"text"', 'null', '7', '{', '', 'name=x'])(
		'a body that is no JSON object is refused: %s',
		async (text) => {
			const reply = await api(sandbox, 'POST', '/v1/projects', { text });
			expect(reply.status).toBe(400);
			expect(errorOf(reply).code).toBe('invalid_body');
		},
	);

	test('a body needs its Content-Type', async () => {
		const request = { body: { name: 'N' }, headers: { 'Content-Type': 'text/plain' } };
		expect((await api(sandbox, 'POST', '/v1/projects', request)).status).toBe(415);
	});

	test('GET and DELETE with a JSON header and no body are fine', async () => {
		expect((await api(sandbox, 'GET', '/v1/users/user_ada')).status).toBe(200);
		expect((await api(sandbox, 'DELETE', '/v1/users/user_ada', { text: '' })).status).toBe(204);
	});

	test.each([
		['GET', '/v1/nothing'],
		['PATCH', '/v1/users'],
		['GET', '/'.repeat(2)],
		['GET', '/v1/users/%E0%A4%A'],
		['GET', `/v1/users/${'x'.repeat(15_900)}y`],
	])(
		'%s %s is answered with the documented error body and the quota header',
		async (method, path) => {
			const reply = await api(sandbox, method, path);
			expect(reply.status).toBeGreaterThanOrEqual(400);
			expect(errorOf(reply).message).not.toBe('');
			expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
		},
	);

	test('every refusal carries the quota header, also without a key', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users', { key: null });
		expect(reply.headers.get('x-ratelimit-remaining')).toBe('1000');
	});

	test('statuses and codes of refusals are settings', async () => {
		sandbox.settings.change({ errors: { invalidBody: { status: 422, code: 'E17' } } });
		const reply = await api(sandbox, 'POST', '/v1/projects', { text: '[]' });
		expect([reply.status, errorOf(reply).code]).toEqual([422, 'E17']);
	});

	test('requests are recorded as they came over the wire', async () => {
		const path = '/v1/tasks/a%2Fb%20c%C3%A9';
		await api(sandbox, 'PUT', `${path}?x=%41+b&x=2`, { text: '{ "a" : 1 }' });
		expect(sandbox.requests.at(-1)).toMatchObject({
			method: 'PUT',
			path,
			query: 'x=%41+b&x=2',
			bodyText: '{ "a" : 1 }',
			body: { a: 1 },
			status: 404,
			headers: { 'content-type': 'application/json' },
		});
	});

	test('the record never holds a key, and shows which one it was', async () => {
		await api(sandbox, 'GET', '/v1/users');
		await api(sandbox, 'GET', '/v1/users', { key: 'ac_live_unknown' });
		await api(sandbox, 'GET', '/v1/users/%E0%A4%A');
		const { text, body } = await control(sandbox, 'GET', 'requests');
		expect(text).not.toContain(sandbox.keys.pro);
		expect(text).not.toContain('ac_live_unknown');
		const shown = asList(body).map(({ headers }) => JSON.stringify(headers));
		expect(shown[0]).toMatch(/Bearer <Pro test key, [0-9a-f]{8}>/);
		expect(shown[1]).toMatch(/Bearer <unknown key, [0-9a-f]{8}>/);
	});
});
