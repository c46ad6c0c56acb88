import { request } from 'node:http';

import { findOperation, resources } from '../../nodes/ProjectWorkspace/resources';
import { startSandbox } from '../../sandbox/server';
import { endpoints } from '../../sandbox/service';

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

test.each([
	['another host', { host: 'sandbox.example.com' }],
	['a form of another site', { origin: 'https://example.com' }],
])('a request with %s is rejected', async (_, headers) => {
	const { origin, close } = await startSandbox();
	const status = await new Promise((resolve) => {
		const sent = request(`${origin}/_sandbox/reset`, { method: 'POST', headers }, (response) => {
			resolve(response.resume().statusCode);
		});
		sent.end();
	});
	await close();
	expect(status).toBe(403);
});
