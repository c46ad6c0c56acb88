import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { namedEndpointOperations } from '../catalogue/endpointOperations';
import { automatic, mapped, sentTo, updateTasks, upsertTasks } from './matching';
import { runNode } from './runNode';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ seed: false });
});
afterEach(async () => await sandbox.close());

const writes = () => sentTo(sandbox).filter((request) => !request.startsWith('GET'));
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** 130 tasks, and 150 items: unchanged, changed and new ones, with copies of all three, in a mixed order. */
function mixedSync(): IDataObject[] {
	sandbox.addRecords('task', { id: 't{n}', key: 'K{n}', title: 'Old', points: 1 }, 130);
	const item = (n: number, title: string) => ({ key: `K${n}`, title });
	return [
		...Array.from({ length: 60 }, (_, at) => item(at + 1, 'Old')),
		...Array.from({ length: 40 }, (_, at) => item(at + 61, 'New')),
		...Array.from({ length: 30 }, (_, at) => item(at + 201, 'New')),
		...Array.from({ length: 10 }, (_, at) => item(at + 201, at % 2 ? 'New' : 'Newer')),
		...Array.from({ length: 10 }, (_, at) => item(at + 61, at % 2 ? 'New' : 'Newer')),
	].sort(
		(a, b) => ((Number(a.key.slice(1)) * 7919) % 211) - ((Number(b.key.slice(1)) * 7919) % 211),
	);
}

const toldBy = (json: readonly IDataObject[]) =>
	json.map(({ key, title, _result, _changes }) => ({ key, title, _result, _changes }));

test('a preview of 150 mixed items says what the run then does, and sends no write', async () => {
	const items = mixedSync();
	const parameters = { fields: automatic };
	const preview = await upsertTasks(
		sandbox,
		{ ...parameters, options: { previewOnly: true } },
		{ items },
	);
	expect(preview.error).toBeUndefined();
	expect(writes()).toEqual([]);
	expect(preview.json.every(({ _preview }) => _preview === true)).toBe(true);
	expect(preview.hints.map(({ message }) => message)).toContain(
		'Preview only, nothing was changed: 30 created, 70 unchanged, 50 updated.',
	);

	const run = await upsertTasks(
		sandbox,
		{ ...parameters, options: { includeResult: true } },
		{ items },
	);
	expect(toldBy(preview.json)).toEqual(toldBy(run.json));
	for (const { outputs } of [preview, run]) {
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.key, pairedItem])).toEqual(
			items.map(({ key }, item) => [key, { item }]),
		);
	}
	expect(writes().filter((request) => request.startsWith('POST'))).toHaveLength(30);
	expect(writes().filter((request) => request.startsWith('PUT'))).toHaveLength(50);
}, 60_000);

test('a second run of the same items writes nothing', async () => {
	const items = mixedSync().filter(
		({ key }, at, all) => all.findIndex((each) => each.key === key) === at,
	);
	await upsertTasks(sandbox, { fields: automatic }, { items });
	const before = writes().length;
	const { hints } = await upsertTasks(sandbox, { fields: automatic }, { items });
	expect(writes()).toHaveLength(before);
	expect(hints.map(({ message }) => message)).toContain('130 unchanged.');
}, 60_000);

describe('what changes', () => {
	const options = { includeResult: true };

	test('is shown with the values before and after', async () => {
		sandbox.addRecords('task', { id: 'a', key: 'A', title: 'Old', points: 3 }, 1);
		const { json } = await upsertTasks(
			sandbox,
			{ fields: automatic, options },
			{ items: [{ key: 'A', title: 'New', points: 3, note: 'x' }] },
		);
		expect(json).toMatchObject([
			{
				_result: 'updated',
				// The list does not show a note, so nobody knows what it was.
				_changes: { title: { from: 'Old', to: 'New' }, note: { to: 'x' } },
			},
		]);
		expect(json[0]).not.toHaveProperty('_preview');
	});

	test('is nothing for a record that was created or has everything', async () => {
		sandbox.addRecords('task', { id: 'a', key: 'A' }, 1);
		const { json } = await upsertTasks(
			sandbox,
			{ fields: automatic, options },
			{ items: [{ key: 'A' }, { key: 'B' }] },
		);
		expect(json.map(({ _result, _changes }) => [_result, _changes])).toEqual([
			['unchanged', undefined],
			['created', undefined],
		]);
	});

	test('by an update with an ID is shown with what is sent: no endpoint reads one task', async () => {
		sandbox.addRecords('task', { id: 'a', title: 'Old' }, 1);
		const parameters = { findBy: 'id', taskId: byId('a'), fields: mapped({ title: 'New' }, []) };
		const { json } = await updateTasks(sandbox, { ...parameters, options });
		const told = { _result: 'updated', _changes: { title: { to: 'New' } } };
		expect(json).toMatchObject([{ id: 'a', title: 'New', ...told }]);
		const preview = await updateTasks(sandbox, { ...parameters, options: { previewOnly: true } });
		expect(preview.json).toEqual([{ id: 'a', title: 'New', ...told, _preview: true }]);
		expect(writes()).toHaveLength(1);
	});
});

describe('an update that finds nothing and skips the item', () => {
	const parameters = { fields: mapped({ key: 'X', title: 'New' }), noMatch: 'skip' };

	test('says so in a preview, and in a run that is to include the result', async () => {
		const run = await updateTasks(sandbox, { ...parameters, options: { includeResult: true } });
		expect(run.json).toEqual([{ _result: 'skipped' }]);
		const preview = await updateTasks(sandbox, { ...parameters, options: { previewOnly: true } });
		expect(preview.json).toEqual([{ _result: 'skipped', _preview: true }]);
	});
});

describe('every operation that changes something', () => {
	const writing = namedEndpointOperations.filter(([, { method }]) => method !== 'GET');

	test.each(writing)(
		'%s sends nothing in a preview, and says what it would do',
		async (_, { resource, value, endpoint, pathReferences }) => {
			const parameters: INodeParameters = {
				resource: resource.value,
				operation: value,
				bodyMode: 'json',
				jsonBody: '{"name": "Ada"}',
				options: { previewOnly: true },
			};
			for (const { parameter } of pathReferences) parameters[parameter] = byId('x 1');
			const { keys, baseUrl } = sandbox;
			const credential = { apiKey: keys.enterprise, baseUrl, plan: 'enterprise' };
			const { json, hints, error } = await runNode({ credential, parameters });
			expect(error).toBeUndefined();
			expect(sandbox.requests).toEqual([]);
			const done = endpoint.answer.gives === 'record' ? endpoint.answer.done : '';
			expect(json).toEqual([
				{
					...(pathReferences.length > 0 ? { id: 'x 1' } : {}),
					...(endpoint.body ? { name: 'Ada' } : {}),
					_result: done,
					...(done === 'updated' ? { _changes: { name: { to: 'Ada' } } } : {}),
					_preview: true,
				},
			]);
			expect(hints.map(({ message }) => message)).toEqual([
				`Preview only, nothing was changed: 1 ${done}.`,
			]);
		},
	);
});

describe('a preview rejects what the run would reject', () => {
	test.each<[string, INodeParameters, IDataObject[]]>([
		['several matches', { fields: automatic }, [{ key: 'A' }]],
		['a copy of several matches', { fields: automatic }, [{ key: 'new' }, { key: 'A' }]],
		['an empty match', { fields: automatic }, [{ key: '' }]],
		['a field that the service sets', { fields: mapped({ id: '1' }, ['id']) }, [{}]],
		[
			'two projects',
			{
				fields: automatic,
				projectId: byId('p1'),
				additionalFields: { field: [{ name: 'project_id', type: 'string', value: 'p2' }] },
			},
			[{ key: 'C' }],
		],
	])('%s', async (_, parameters, items) => {
		sandbox.addRecords('task', { id: 't{n}', key: 'A', title: 'Old' }, 2);
		const onError = 'continueErrorOutput' as const;
		const messages: unknown[] = [];
		for (const previewOnly of [true, false]) {
			const options = { previewOnly };
			const { outputs } = await upsertTasks(
				sandbox,
				{ ...parameters, options },
				{ items, onError },
			);
			messages.push(outputs[1]?.map(({ json: { error }, pairedItem }) => ({ error, pairedItem })));
			if (previewOnly) expect(writes()).toEqual([]);
		}
		expect(messages[0]).toHaveLength(1);
		expect(messages[0]).toEqual(messages[1]);
	});

	test('a list that cannot be read', async () => {
		sandbox.faults.add({ kind: 'serverError', times: 100 });
		const { error } = await upsertTasks(sandbox, {
			fields: mapped({ key: 'A' }),
			options: { previewOnly: true, maxAttempts: 1 },
		});
		expect(error?.message).toContain('The service');
	});
});

test('a copy in the input finds what the preview would have created, in its project too', async () => {
	const { json } = await upsertTasks(
		sandbox,
		{
			fields: automatic,
			projectId: byId('={{ $json.project }}'),
			options: { previewOnly: true, ignoreFields: 'project', parallelRequests: 1 },
		},
		{
			items: [
				{ key: 'A', title: 'One', project: 'p1' },
				{ key: 'A', title: 'Two', project: 'p1' },
				{ key: 'A', title: 'Two', project: 'p2' },
				{ key: 'A', title: 'Two', project: 'p1' },
			],
		},
	);
	expect(json.map(({ project_id, title, _result }) => [project_id, title, _result])).toEqual([
		['p1', 'One', 'created'],
		['p1', 'Two', 'updated'],
		['p2', 'Two', 'created'],
		['p1', 'Two', 'unchanged'],
	]);
	expect(writes()).toEqual([]);
});

test('what an item previews is not taken for a record by an item that is sent', async () => {
	const { json } = await upsertTasks(
		sandbox,
		{ fields: automatic, options: { previewOnly: '={{ $json.title === "Dry" }}' } },
		{
			items: [
				{ key: 'A', title: 'Dry' },
				{ key: 'A', title: 'Real' },
			],
		},
	);
	expect(json.map(({ title, _preview }) => [title, _preview])).toEqual([
		['Dry', true],
		['Real', undefined],
	]);
	expect(writes()).toEqual(['POST /tasks {"key":"A","title":"Real"}']);
});

test('the result is added to the fields that are selected, and does not count as one', async () => {
	const { json } = await upsertTasks(sandbox, {
		fields: mapped({ key: 'A', title: 'New' }),
		output: 'selected',
		outputFields: ['title'],
		options: { previewOnly: true },
	});
	expect(json).toEqual([{ title: 'New', _result: 'created', _preview: true }]);
});
