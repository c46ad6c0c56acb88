import { connect, connectItems } from '../../nodes/ProjectWorkspace/transport/client';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/transport/types';
import { json, scriptedServer, type Script } from '../servers/scriptedServer';
import { executeContext } from './executeContext';

const open: Array<() => Promise<void>> = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map(async (close) => await close()));
});

const KEY = 'ac_test_made_up_key_for_tests';

async function serviceThat(script: Script) {
	const server = await scriptedServer(script);
	open.push(server.close);
	return server;
}

const get: ApiRequest = { method: 'GET', path: '/tasks', query: {} };

test('sends a request as the specification says, and returns the response', async () => {
	const { baseUrl, seen } = await serviceThat(() => json({ data: [] }, 201, { 'X-Page': '1' }));
	const headers = { header: [{ name: 'X-Tenant', value: 'acme' }] };
	const { context } = executeContext({ apiKey: ` Bearer ${KEY}\n`, baseUrl, headers });
	const client = await connect(context);

	const response = await client.send({
		method: 'POST',
		path: '/tasks',
		query: { 'a b': 'c&d' },
		body: '{}',
	});
	expect(response).toMatchObject({ status: 201, headers: { 'x-page': '1' }, body: { data: [] } });
	expect(seen[0]).toMatchObject({
		method: 'POST',
		url: '/v1/tasks?a%20b=c%26d',
		body: '{}',
		headers: {
			authorization: `Bearer ${KEY}`,
			accept: 'application/json',
			'content-type': 'application/json',
			'x-tenant': 'acme',
		},
	});
});

test('each item runs with its own credential: A, B, A', async () => {
	const [a, b] = [await serviceThat(() => json({})), await serviceThat(() => json({}))];
	const { context } = executeContext(
		{
			apiKey: "={{ $json.key ?? 'ac_test_key_of_a' }}",
			baseUrl: `={{ $json.url ?? '${a.baseUrl}' }}`,
		},
		[{}, { url: b.baseUrl, key: 'ac_test_key_of_b' }, {}],
	);
	const clientOf = await connectItems(context);
	const clients = await Promise.all([0, 1, 2].map(clientOf));
	for (const client of clients) await client.send(get);

	expect(clients[0]).toBe(clients[2]);
	expect(a.seen.map(({ headers }) => headers.authorization)).toEqual([
		'Bearer ac_test_key_of_a',
		'Bearer ac_test_key_of_a',
	]);
	expect(b.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer ac_test_key_of_b']);
});

test('a credential without expressions is read once', async () => {
	const { baseUrl } = await serviceThat(() => json({}));
	const { context, stored } = executeContext({ apiKey: KEY, baseUrl }, [{}, {}, {}]);
	const clientOf = await connectItems(context);
	const clients = await Promise.all([0, 1, 2].map(clientOf));

	expect(new Set(clients).size).toBe(1);
	expect(stored.reads).toBe(1);
});
