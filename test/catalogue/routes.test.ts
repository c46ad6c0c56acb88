import { routes } from '../../sandbox';
import { endpointOperations } from './endpointOperations';

test('the catalogue and the sandbox, which are written independently, have the same routes', () => {
	const catalogue = endpointOperations.map(
		({ method, path }) => `${method} /v1${path.replace(/\{\w+\}/g, '{id}')}`,
	);
	expect(catalogue.sort()).toEqual([...routes].sort());
});
