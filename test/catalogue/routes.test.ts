import { operations } from '../../nodes/ProjectWorkspace/catalogue';
import { listRoutes } from '../../sandbox';

test('the catalogue and the sandbox, written apart from each other, know the same routes', async () => {
	const catalogue = operations.map(
		({ method, path }) => `${method} /v1${path.replace(/\{\w+\}/g, '{id}')}`,
	);
	expect(catalogue.sort()).toEqual([...(await listRoutes())].sort());
});
