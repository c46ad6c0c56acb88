import type { Sandbox } from '../../sandbox';
import { api, asList, control, errorOf, sharedSandbox } from './support/client.ts';
import type { Request } from './support/client.ts';

type Rejected = [string, Request, number, string];

describe('keys, bodies and recorded requests', () => {
	let sandbox: Sandbox;
	sharedSandbox((started) => (sandbox = started));

	test.each<Rejected>([
		['no key', { key: null }, 401, 'missing_api_key'],
		...['Basic YTpi', 'Bearer', 'Bearer a b'].map((Authorization): Rejected => {
			const request = { key: null, headers: { Authorization } };
			return [`the header "${Authorization}"`, request, 401, 'missing_api_key'];
		}),
		['an unknown key', { key: 'ac_test_unknown' }, 401, 'invalid_api_key'],
	])('a request with %s is rejected', async (_, request, status, code) => {
		const reply = await api(sandbox, 'GET', '/v1/users', request);
		expect([reply.status, errorOf(reply).code]).toEqual([status, code]);
		// The full rate limit, since no key has used any of it.
		expect(reply.headers.get('x-ratelimit-remaining')).toBe('1000');
	});

	test('a key of an account without API access is rejected because of its plan', async () => {
		const reply = await api(sandbox, 'GET', '/v1/users', { key: sandbox.keys.noPlan });
		expect([reply.status, errorOf(reply).code]).toEqual([403, 'plan_required']);
	});

	test('a revoked key is rejected', async () => {
		const { key, entry } = sandbox.keyStore.create({ name: 'K', plan: 'pro', kind: 'live' });
		expect(key).toMatch(/^ac_live_/);
		expect((await api(sandbox, 'GET', '/v1/users', { key })).status).toBe(200);
		sandbox.keyStore.revoke(entry.id);
		expect((await api(sandbox, 'GET', '/v1/users', { key })).status).toBe(401);
	});

	test.each(['[1]', '"text"', 'null', '7', '{', '', 'name=x'])(
		'a body that is not a JSON object is rejected: %s',
		async (text) => {
			const reply = await api(sandbox, 'POST', '/v1/projects', { text });
			expect([reply.status, errorOf(reply).code]).toEqual([400, 'invalid_body']);
		},
	);

	test('a body needs its Content-Type', async () => {
		const request = { body: { name: 'N' }, headers: { 'Content-Type': 'text/plain' } };
		expect((await api(sandbox, 'POST', '/v1/projects', request)).status).toBe(415);
	});

	test('GET and DELETE may have a JSON header and no body', async () => {
		expect((await api(sandbox, 'GET', '/v1/users/user_ada')).status).toBe(200);
		expect((await api(sandbox, 'DELETE', '/v1/users/user_ada', { text: '' })).status).toBe(204);
	});

	test.each([
		['GET', '/v1/nothing'],
		['PATCH', '/v1/users'],
		['GET', '/'.repeat(2)],
		['GET', '/v1/users/%E0%A4%A'],
		['GET', `/v1/users/${'x'.repeat(15_900)}y`],
	])('%s %s gets the documented error body and the rate limit header', async (method, path) => {
		const reply = await api(sandbox, method, path);
		expect(reply.status).toBeGreaterThanOrEqual(400);
		expect(errorOf(reply).message).not.toBe('');
		expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
	});

	test('requests are recorded as they were sent', async () => {
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

	test('recorded requests contain the name of the key, but not the key', async () => {
		await api(sandbox, 'GET', '/v1/users');
		await api(sandbox, 'GET', '/v1/users', { key: 'ac_live_unknown' });
		await api(sandbox, 'GET', '/v1/users/%E0%A4%A');
		const { text, body } = await control(sandbox, 'GET', 'requests');
		expect(text).not.toContain(sandbox.keys.pro);
		expect(text).not.toContain('ac_live_unknown');
		const shown = asList(body).map(({ headers }) => JSON.stringify(headers));
		expect(shown[0]).toContain('Bearer <Pro test key>');
		expect(shown[1]).toContain('Bearer <unknown key>');
	});
});
