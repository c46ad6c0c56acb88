import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { namedEndpointOperations } from '../catalogue/endpointOperations';
import { automatic, mapped, sandboxWithTasks } from './matching';
import { byId, ONE_BY_ONE } from './service';

const { service, addTask, run, update, upsert, sent } = sandboxWithTasks();

const writes = () => sent().filter((request) => !request.startsWith('GET'));

/** 130 tasks, and 150 items: unchanged, changed and new ones, with copies of all three, in a mixed order. */
function mixedSync(): IDataObject[] {
	addTask({ id: 't{n}', key: 'K{n}', title: 'Old', points: 1 }, 130);
	const item = (n: number, title: string) => ({ key: `K${n}`, title });
	return [
		...Array.from({ length: 60 }, (_, at) => item(at + 1, 'Old')),
		...Array.from({ length: 40 }, (_, at) => item(at + 61, 'New')),
		...Array.from({ length: 30 }, (_, at) => item(at + 201, 'New')),
		...Array.from({ length: 10 }, (_, at) => item(at + 201, at % 2 ? 'New' : 'Newer')),
		...Array.from({ length: 10 }, (_, at) => item(at + 61, at % 2 ? 'New' : 'Newer')),
	].sort((a, b) => mixed(a.key) - mixed(b.key));
}

const mixed = (key: string) => (Number(key.slice(1)) * 7919) % 211;

const reported = (json: readonly IDataObject[]) =>
	json.map(({ key, title, _result, _changes }) => ({ key, title, _result, _changes }));

test('a preview of 150 items reports what the run then does, and changes nothing', async () => {
	const items = mixedSync();
	const parameters = { fields: automatic };
	const preview = await upsert({ ...parameters, options: { previewOnly: true } }, { items });
	expect(preview.error).toBeUndefined();
	expect(writes()).toEqual([]);
	expect(preview.json.every(({ _preview }) => _preview === true)).toBe(true);
	expect(preview.hints.map(({ message }) => message)).toContain(
		'Preview only: 30 would be created, 50 updated, 70 unchanged.',
	);

	const real = await upsert({ ...parameters, options: { includeResult: true } }, { items });
	expect(reported(preview.json)).toEqual(reported(real.json));
	for (const { outputs } of [preview, real]) {
		expect(outputs[0]?.map(({ json, pairedItem }) => [json.key, pairedItem])).toEqual(
			items.map(({ key }, item) => [key, { item }]),
		);
	}
	expect(writes().filter((request) => request.startsWith('POST'))).toHaveLength(30);
	expect(writes().filter((request) => request.startsWith('PUT'))).toHaveLength(50);
}, 60_000);

test("what the node adds comes first, and is never a record's own", async () => {
	addTask({ id: 'a', key: 'A', title: 'Old', _preview: false, _result: 'own', _changes: 1 });
	const item = { key: 'A', title: 'New' };
	const given = { fields: mapped(item), options: { previewOnly: true } };
	const [preview = {}] = (await update(given)).json;
	expect(Object.keys(preview).slice(0, 4)).toEqual(['_result', '_changes', '_preview', 'id']);
	expect(preview).toMatchObject({ _result: 'updated', _preview: true, title: 'New' });
	expect(preview._changes).toEqual({ title: { from: 'Old', to: 'New' } });
});

describe('the changes of an item', () => {
	const options = { includeResult: true };

	test('have the values before and after, if something was changed', async () => {
		addTask({ id: 'a', key: 'A', title: 'Old', points: 3 });
		const items = [
			{ key: 'A', title: 'New', points: 3, note: 'x' },
			{ key: 'A', title: 'New', points: 3 },
			{ key: 'B' },
		];
		const { json } = await upsert({ fields: automatic, options }, { items });
		expect(json.map(({ _result, _changes, _preview }) => [_result, _changes, _preview])).toEqual([
			// The list has no note, so its value before is not known.
			['updated', { title: { from: 'Old', to: 'New' }, note: { to: 'x' } }, undefined],
			['unchanged', undefined, undefined],
			['created', undefined, undefined],
		]);
		expect(json[1]).toMatchObject({ id: 'a', title: 'New', points: 3 });
	});

	test('of an update by ID only have the new values, as no endpoint reads one task', async () => {
		addTask({ id: 'a', title: 'Old' });
		const parameters = { findBy: 'id', taskId: byId('a'), fields: mapped({ title: 'New' }, []) };
		const { json } = await update({ ...parameters, options });
		const changed = { _result: 'updated', _changes: { title: { to: 'New' } } };
		expect(json).toMatchObject([{ id: 'a', title: 'New', ...changed }]);
		const preview = await update({ ...parameters, options: { previewOnly: true } });
		expect(preview.json).toEqual([{ id: 'a', title: 'New', ...changed, _preview: true }]);
		expect(writes()).toHaveLength(1);
	});
});

test('an item that an update skips is output in a preview, and with Include Result', async () => {
	const parameters = { fields: mapped({ key: 'X', title: 'New' }), noMatch: 'skip' };
	const real = await update({ ...parameters, options: { includeResult: true } });
	expect(real.json).toEqual([{ _result: 'skipped' }]);
	const preview = await update({ ...parameters, options: { previewOnly: true } });
	expect(preview.json).toEqual([{ _result: 'skipped', _preview: true }]);
});

test.each(namedEndpointOperations.filter(([, { method }]) => method !== 'GET'))(
	'%s sends nothing in a preview, and outputs what it would do',
	async (_, { resource, value, endpoint, pathReferences }) => {
		const parameters: INodeParameters = {
			resource: resource.value,
			operation: value,
			bodyMode: 'json',
			jsonBody: '{"name": "Ada"}',
			options: { previewOnly: true },
		};
		for (const { parameter } of pathReferences) parameters[parameter] = byId('x 1');
		const { json, hints, error } = await run(parameters);
		expect(error).toBeUndefined();
		expect(service().requests).toEqual([]);
		const { result: done = '' } = endpoint;
		expect(json).toEqual([
			{
				...(pathReferences.length > 0 ? { id: 'x 1' } : {}),
				...(endpoint.body ? { name: 'Ada' } : {}),
				_result: done,
				...(done === 'updated' ? { _changes: { name: { to: 'Ada' } } } : {}),
				_preview: true,
			},
		]);
		expect(hints.map(({ message }) => message)).toEqual([`Preview only: 1 would be ${done}.`]);
	},
);

describe('a preview rejects what the run would reject', () => {
	test.each<[string, INodeParameters, IDataObject[]]>([
		['several matches', { fields: automatic }, [{ key: 'A' }]],
		['several matches for the second item', { fields: automatic }, [{ key: 'new' }, { key: 'A' }]],
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
		addTask({ id: 't{n}', key: 'A', title: 'Old' }, 2);
		const onError = 'continueErrorOutput' as const;
		const messages: unknown[] = [];
		for (const previewOnly of [true, false]) {
			const options = { previewOnly };
			const { outputs } = await upsert({ ...parameters, options }, { items, onError });
			messages.push(outputs[1]?.map(({ json: { error }, pairedItem }) => ({ error, pairedItem })));
			if (previewOnly) expect(writes()).toEqual([]);
		}
		expect(messages[0]).toHaveLength(1);
		expect(messages[0]).toEqual(messages[1]);
	});
});

test('in a preview, a second item for the same record finds the one that the first item would create', async () => {
	const { json } = await upsert(
		{
			fields: automatic,
			projectId: byId('={{ $json.project }}'),
			options: { previewOnly: true, ignoreFields: 'project', ...ONE_BY_ONE },
		},
		{
			items: ['One p1', 'Two p1', 'Two p2', 'Two p1', 'Three p1']
				.map((item) => item.split(' '))
				.map(([title = '', project = '']) => ({ key: 'A', title, project })),
		},
	);
	expect(json.map(({ project_id, title, _result }) => [project_id, title, _result])).toEqual([
		['p1', 'One', 'created'],
		['p1', 'Two', 'updated'],
		['p2', 'Two', 'created'],
		['p1', 'Two', 'unchanged'],
		['p1', 'Three', 'updated'],
	]);
	expect(writes()).toEqual([]);
});

test('an item that is sent does not find what another item only previews', async () => {
	const options = { previewOnly: '={{ $json.title === "Dry" }}' };
	const items = ['Dry', 'Real'].map((title) => ({ key: 'A', title }));
	const { json } = await upsert({ fields: automatic, options }, { items });
	const shown = json.map(({ title, _preview }) => `${title} ${_preview}`);
	expect(shown).toEqual(['Dry true', 'Real undefined']);
	expect(writes()).toEqual(['POST /tasks {"key":"A","title":"Real"}']);
});
