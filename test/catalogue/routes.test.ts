import { listRoutes } from '../../sandbox';
import { endpointOperations } from './endpointOperations';

test('the catalogue and the sandbox, written apart from each other, know the same routes', async () => {
	const catalogue = endpointOperations.map(
		({ method, path }) => `${method} /v1${path.replace(/\{\w+\}/g, '{id}')}`,
	);
	expect(catalogue.sort()).toEqual([...(await listRoutes())].sort());
});
