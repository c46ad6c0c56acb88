import { namedEndpointOperations } from '../catalogue/endpointOperations';
import { json, scriptedServer } from '../servers/scriptedServer';
import { runNode } from './runNode';

const key = 'ac_test_made_up_key_for_tests';
const hardId = 'a/b c?d#é%2F+&=';

describe('every operation sends the documented request', () => {
	test.each(namedEndpointOperations)(
		'%s',
		async (_, { resource, value, endpoint, method, path, pathReferences }) => {
			const server = await scriptedServer(() => json({ id: 'x1' }));
			try {
				const { error } = await runNode({
					credential: { apiKey: key, baseUrl: server.baseUrl },
					parameters: {
						resource: resource.value,
						operation: value,
						...Object.fromEntries(
							pathReferences.map(({ parameter }) => [
								parameter,
								{ __rl: true, mode: 'id', value: hardId },
							]),
						),
						...(endpoint.body ? { bodyMode: 'json', jsonBody: '{"name": "Ünï"}' } : {}),
					},
				});
				expect(error).toBeUndefined();
				expect(server.seen).toHaveLength(1);
				expect(server.seen[0]).toMatchObject({
					method,
					url: `/v1${path.replace(/\{\w+\}/, 'a%2Fb%20c%3Fd%23%C3%A9%252F%2B%26%3D')}`,
					headers: {
						authorization: `Bearer ${key}`,
						'content-type': 'application/json',
						accept: 'application/json',
					},
					body: endpoint.body ? '{"name": "Ünï"}' : '',
				});
			} finally {
				await server.close();
			}
		},
	);
});
