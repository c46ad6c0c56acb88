import { runNode } from '../e2e/run-node';
import { sandbox } from '../e2e/sandbox';
import { allWorkers, startedByEach } from './workers';

const EXECUTIONS = 4;
const RECORDS = 20;

const fields = {
	mappingMode: 'autoMapInputData',
	matchingColumns: ['key'],
	value: {},
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

const keys = Array.from({ length: EXECUTIONS * RECORDS }, (_, at) => `key-${at}`);
const isOld = (key: string) => Number(key.split('-')[1]) % 2 === 0;

/** Each execution has its own keys: no client can prevent that two of them create the same record at the same time. */
const runAll = async () =>
	await Promise.all(
		Array.from({ length: EXECUTIONS }, async (_, n) => {
			const own = keys.slice(n * RECORDS, (n + 1) * RECORDS);
			const items = own.map((key) => ({ json: { key, name: `new ${key}` } }));
			const { status } = await runNode({
				resource: 'project',
				operation: 'upsert',
				parameters: { fields },
				items,
			});
			return status;
		}),
	);

const writes = async () =>
	(await sandbox.requests())
		.filter(({ method }) => method !== 'GET')
		.map(({ method, body }) => `${method} ${(body as { key?: string }).key ?? ''}`);

beforeAll(async () => {
	await allWorkers();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.reset());

it('four executions on two workers create and update each record once, and nothing the second time', async () => {
	for (const key of keys.filter(isOld)) {
		await sandbox.addRecord('projects', { id: `project_${key}`, key, name: 'old' });
	}
	const before = startedByEach();
	expect(await runAll()).toEqual(Array.from({ length: EXECUTIONS }, () => 'success'));
	const shares = startedByEach().map((count, worker) => count - (before[worker] ?? 0));
	expect(Math.min(...shares)).toBeGreaterThan(0);

	const records = (await sandbox.records('projects')).filter(({ key }) => key !== undefined);
	expect(records.map(({ key }) => key).sort()).toEqual([...keys].sort());
	expect(records.filter(({ key, name }) => name !== `new ${String(key)}`)).toEqual([]);
	expect(await writes()).toHaveLength(keys.length);

	await sandbox.forgetRequests();
	await runAll();
	expect(await writes()).toEqual([]);
});
