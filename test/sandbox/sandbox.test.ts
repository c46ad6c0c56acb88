import { request } from 'node:http';

import { findOperation, resources } from '../../nodes/ProjectWorkspace/resources';
import { startSandbox } from '../../sandbox/server';
import { endpoints } from '../../sandbox/service';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** The status of the response to a request. */
async function call(method: string, path: string, more: Record<string, string> = {}) {
	const { origin, keys } = sandbox;
	const headers = {
		authorization: `Bearer ${keys.pro}`,
		'content-type': 'application/json',
		...more,
	};
	return await new Promise<number | undefined>((resolve) => {
		const sent = request(origin + path, { method, headers }, (response) => {
			resolve(response.resume().statusCode);
		});
		sent.end(method === 'POST' || method === 'PUT' ? '{}' : undefined);
	});
}

test('it has the routes of the catalogue, although it is written from the specification', () => {
	const routes = resources.flatMap(({ name, endpoints: operations }) =>
		Object.keys(operations).flatMap((operation) => {
			const { method, path, endpoint } = findOperation(name, operation)!;
			// Create or Update has no route of its own.
			return endpoint.kind === 'upsert' ? [] : [`${method} /v1${path.replace(/\{\w+\}/, '{id}')}`];
		}),
	);

	expect([...new Set(routes)].sort()).toEqual(Object.keys(endpoints).sort());
});

test.each(Object.keys(endpoints))('%s succeeds', async (endpoint) => {
	const [method = '', path = ''] = endpoint.split(' ');
	const resource = resources.find(({ plural }) => path.includes(plural))!.name;
	const [record] = sandbox.store.list(resource);
	const status = await call(method, path.replace('{id}', String(record?.id)));

	expect([200, 201, 202, 204]).toContain(status);
});

test.each([
	['another host', { host: 'sandbox.example.com' }],
	['a form of another site', { origin: 'https://example.com' }],
])('a request with %s is rejected', async (_, headers) => {
	expect(await call('POST', '/_sandbox/reset', headers)).toBe(403);
});
