import { startSandbox, type Sandbox } from '../../sandbox';
import { namesOf } from '../../sandbox/input.ts';
import { listEnvelopes } from '../../sandbox/service/envelopes.ts';
import { paginationStyles } from '../../sandbox/service/pagination.ts';
import { runNode } from '../node/runNode';

const RECORDS = 250;
const ids = Array.from({ length: RECORDS }, (_, index) => `task_${index + 1}`);

const combinations = namesOf(listEnvelopes).flatMap((envelope) =>
	namesOf(paginationStyles).map((style) => ({ envelope, style })),
);

describe('the node, with nothing configured', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: false, settings: { pagination: { pageSize: 100 } } });
		sandbox.addRecords('task', { id: 'task_{n}' }, RECORDS);
	});
	afterAll(() => sandbox.close());

	test.each(combinations)(
		'reads all 250 records in order: $envelope, $style',
		async ({ envelope, style }) => {
			sandbox.settings.change({ list: { envelope }, pagination: { style } });
			const { json, error } = await runNode({
				credential: { apiKey: sandbox.keys.enterprise, baseUrl: sandbox.baseUrl },
				parameters: { resource: 'task', operation: 'getAll', returnAll: true },
			});
			expect(error?.message).toBeUndefined();
			expect(json.map(({ id }) => id)).toEqual(ids);
		},
	);
});
