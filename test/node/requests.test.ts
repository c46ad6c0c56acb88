import type { INodeParameters } from 'n8n-workflow';

import { namedEndpointOperations } from '../catalogue/endpointOperations';
import { json } from '../servers/scriptedServer';
import { byId, serviceThat } from './service';

const hardId = 'a/b c?d#é%2F+&=';

test.each(namedEndpointOperations)(
	'%s sends the documented request',
	async (_, { resource, value, endpoint, method, path, pathReferences }) => {
		const { run, seen, credential } = await serviceThat(() => json({ id: 'x1' }));
		const ids = pathReferences.map(({ parameter }) => [parameter, byId(` ${hardId}\n`)]);
		const { error } = await run({
			...{ resource: resource.value, operation: value },
			...(Object.fromEntries(ids) as INodeParameters),
			...(endpoint.body ? { bodyMode: 'json', jsonBody: '{"name": "Ünï"}' } : {}),
		});
		expect(error).toBeUndefined();
		expect(seen).toHaveLength(1);
		expect(seen[0]).toMatchObject({
			method,
			url: `/v1${path.replace(/\{\w+\}/, 'a%2Fb%20c%3Fd%23%C3%A9%252F%2B%26%3D')}`,
			headers: {
				authorization: `Bearer ${credential.apiKey}`,
				'content-type': 'application/json',
				accept: 'application/json',
			},
			body: endpoint.body ? '{"name": "Ünï"}' : '',
		});
	},
);
