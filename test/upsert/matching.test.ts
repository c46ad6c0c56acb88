import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../node/service';
import type { NodeRun } from '../node/runNode';
import { continues, taskService } from '../node/taskService';
import { json } from '../servers/scriptedServer';

const A = { id: 't1', key: 'A', title: 'Old' };
const failing = json({ error: { code: 'no', message: 'Not now' } }, 400);

const versions = (...titles: string[]) => titles.map((title) => ({ key: 'A', title }));

describe('items for one record', () => {
	test.each<[string, IDataObject[]]>([
		['that is new', []],
		['that is there', [A]],
	])('%s are written one after another, in their order', async (_, tasks) => {
		const service = await taskService([...tasks]);
		const items = versions(...Array.from({ length: 20 }, (__, at) => `v${at}`), 'v19');
		const { json: records } = await service.upsert(items, { includeResult: true });
		expect(records.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
		expect(records.at(-1)?._result).toBe('unchanged');
		expect(service.tasks).toMatchObject([{ title: 'v19' }]);
		expect(service.writes().filter((write) => write.startsWith('POST'))).toHaveLength(
			1 - tasks.length,
		);
	});

	test('go on after a creation that the service has rejected', async () => {
		const first = ({ method }: { method: string }, index: number) =>
			method === 'POST' && index < 2 ? failing : undefined;
		const service = await taskService([], { first });
		const { outputs, failed } = await service.upsert(versions('v0', 'v1', 'v2'), {}, continues);
		expect(outputs[0]?.map(({ json: { title } }) => title)).toEqual(['v1', 'v2']);
		expect(failed).toHaveLength(1);
		expect(service.writes()).toHaveLength(3);
	});

	test('are not sent after a creation that the service may have made', async () => {
		const first = ({ method }: { method: string }) =>
			method === 'POST' ? { cut: true } : undefined;
		const service = await taskService([], { first });
		const { failed } = await service.upsert(versions('v0', 'v1'), {}, continues);
		expect(service.writes()).toHaveLength(1);
		expect(failed[1]).toBe(
			`An earlier item may have created the task with 'key' "A", so this one was not sent`,
		);
	});

	test('wait for one that nearly matches, and is new', async () => {
		const service = await taskService([]);
		const items = [{ key: 'Wall' }, { key: 'Roof' }, { key: 'roof' }];
		const { failed } = await service.upsert(items, {}, continues);
		expect(service.writes()).toHaveLength(2);
		expect(failed[0]).toMatch(/but task t2 has 'key' "Roof"$/);
	});
});

test('creations go out together once the list has shown the first one', async () => {
	const held: Array<() => void> = [];
	let posts = 0;
	const service = await taskService([], {
		async first({ method }) {
			if (method !== 'POST' || ++posts === 1) return undefined;
			const together = new Promise<void>((resolve) => held.push(resolve));
			if (held.length === 5) held.forEach((release) => release());
			await together;
			return undefined;
		},
	});
	const { json: records } = await service.upsert([1, 2, 3, 4, 5, 6].map((n) => ({ key: `K${n}` })));
	expect(records).toHaveLength(6);
});

describe('a project', () => {
	const tasks = () => [
		{ ...A, project_id: 'p1' },
		{ ...A, id: 't2', project_id: 'p2' },
	];

	test('is the one to search in and to create in', async () => {
		const service = await taskService(tasks());
		const items = ['A', 'B'].map((key) => ({ key, title: 'New' }));
		await service.upsert(items, {}, { parameters: { projectId: byId('p2') } });
		expect(service.writes()).toEqual([
			'PUT /tasks/t2 {"key":"A","title":"New"}',
			'POST /tasks {"project_id":"p2","key":"B","title":"New"}',
		]);
	});

	test('may be another one for each item', async () => {
		const service = await taskService(tasks());
		const items = ['p1', 'p2', 'p3'].map((project) => ({ key: 'A', title: 'New', project }));
		const parameters = { projectId: byId('={{ $json.project }}') };
		const { texts } = await service.upsert(items, { ignoreFields: 'project' }, { parameters });
		expect(texts).toEqual([
			"The list of tasks in this project is empty. Check the ID in 'Project'.",
			'1 created, 2 updated.',
			expect.stringContaining('Other items differ.'),
		]);
		expect(service.tasks).toHaveLength(3);
	});

	test.each([
		['shows', (record: IDataObject) => record],
		['does not show', (record: IDataObject) => ({ ...record, project_id: undefined })],
	])('is not updated where another one has its ID, if a list %s the project', async (_, lists) => {
		const numbered = [
			{ id: 1, project_id: 'p1', key: 'A', title: 'Old' },
			{ id: 1, project_id: 'p2', key: 'B', title: 'Old' },
		];
		const service = await taskService(numbered, { lists });
		const items = [
			{ key: 'A', title: 'New', project: 'p1' },
			{ key: 'B', title: 'New', project: 'p2' },
		];
		const projectId = byId('={{ $json.project }}');
		const { failed } = await service.upsert(
			items,
			{ ignoreFields: 'project' },
			{ ...continues, parameters: { projectId } },
		);
		expect(failed).toEqual([
			expect.stringMatching(/^Several tasks have the ID "1"/),
			expect.stringMatching(/^Several tasks have the ID "1"/),
		]);
		expect(service.writes()).toEqual([]);
	});

	test('has a record once, which changes between two readings of its list', async () => {
		let points = 0;
		const service = await taskService([A], {
			lists: (record) => ({ ...record, points: ++points }),
		});
		const items = ['key', 'title'].map((by) => ({ ...A, owner: by, by }));
		const { error } = await service.upsert(items, {
			ignoreFields: 'by',
			matchOn: '={{ $json.by }}',
		});
		expect(error).toBeUndefined();
		expect(service.tasks).toMatchObject([{ owner: 'title' }]);
	});

	test('has two records with one ID, each of which is found by its own fields', async () => {
		const tasks = [A, { ...A, key: 'B', title: 'New' }];
		const service = await taskService([...tasks]);
		const items = ['key', 'title'].map((by, at) => ({ ...tasks[at], by }));
		const options = { ignoreFields: 'by', matchOn: '={{ $json.by }}' };
		const { json: records } = await service.upsert(items, options);
		expect(records).toEqual(tasks);
		expect(service.readings()).toBe(1);
	});
});

describe('an update of what matches', () => {
	const update = { operation: 'update', findBy: 'match' };
	const options = { includeResult: true };

	test('skips an item without a match, or stops', async () => {
		const service = await taskService([A]);
		const run = async (noMatch: string, more: INodeParameters = {}) =>
			await service.upsert([{ key: 'B' }], more, { parameters: { ...update, noMatch } });
		expect((await run('skip')).json).toEqual([]);
		expect((await run('skip', options)).json).toEqual([{ _result: 'skipped', _changes: {} }]);
		expect((await run('stop')).error?.message).toBe(`No task found with 'key' "B"`);
		expect(service.writes()).toEqual([]);
	});

	test('outputs the record with its changes', async () => {
		const service = await taskService([A]);
		const run = await service.upsert(versions('New'), options, { parameters: update });
		expect(run.json).toEqual([
			{ ...A, title: 'New', _result: 'updated', _changes: { title: { from: 'Old', to: 'New' } } },
		]);
	});
});

test('a field that the service sets itself is only matched on', async () => {
	const service = await taskService([A]);
	const run = async (id: string) => {
		const mapping = { mappingMode: 'defineBelow', matchingColumns: ['id'] };
		const fields = { ...mapping, value: { id, title: 'New' } };
		return await service.upsert([{}], {}, { parameters: { fields } });
	};
	expect((await run('t1')).error).toBeUndefined();
	expect((await run('t2')).error?.message).toMatch(/^Cannot create the task without 'id'/);
	expect(service.writes()).toEqual(['PUT /tasks/t1 {"title":"New"}']);
});

test('a record that moves to another page while the list is read is not created again', async () => {
	const tasks = Array.from({ length: 20 }, (_, at) => ({ id: `t${at}`, key: `K${at}` }));
	let readings = 0;
	const first = ({ url }: { url: string }) => {
		// Once, a record is deleted after the first page, so that K10 moves there.
		if (url.includes('cursor=10') && readings++ === 0) tasks.splice(0, 1);
		return undefined;
	};
	const service = await taskService(tasks, { first, pageSize: 10 });
	const { texts } = await service.upsert([{ key: 'K10' }]);
	expect(texts[0]).toBe('1 unchanged.');
	expect(service.writes()).toEqual([]);
});

describe('everything is read before anything is written', () => {
	const tasks = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ id: `t${at}`, key: `K${at}`, title: 'Old' }));

	test('so a list of open tasks still has the one that an item closes', async () => {
		const service = await taskService(
			tasks(29).map((task) => ({ ...task, status: 'open' })),
			{ pageSize: 10, shows: ({ status }) => status !== 'done' },
		);
		const items = [
			{ key: 'K3', status: 'done' },
			{ key: 'N1', status: 'open' },
			{ key: 'N2', status: 'open' },
		];
		const { error, texts } = await service.upsert(items);
		expect(error).toBeUndefined();
		expect(texts[0]).toBe('2 created, 1 updated.');
	});

	test.each([
		['with Send in Order', 2, { inOrder: true }],
		['of 200 items', 200, {}],
	])('so an ID that two projects have is known, %s', async (_, count, options) => {
		const numbered = ['p1', 'p2'].map((project_id) => ({ id: 1, project_id, key: project_id }));
		const service = await taskService(numbered);
		const projects = Array.from({ length: count }, (__, at) => (at < count - 1 ? 'p1' : 'p2'));
		const items = projects.map((project) => ({ key: project, title: 'New', project }));
		const { failed } = await service.upsert(
			items,
			{ ignoreFields: 'project', ...options },
			{ ...continues, parameters: { projectId: byId('={{ $json.project }}') } },
		);
		expect(failed).toHaveLength(count);
		expect(service.writes()).toEqual([]);
	});

	test.each<[string, NodeRun['onError'], number]>([
		['stops the run', 'stopWorkflow', 0],
		['is left out if the run continues', 'continueErrorOutput', 2],
	])('so a parameter that cannot be read %s', async (_, onError, writes) => {
		const service = await taskService([A]);
		const { failed, error } = await service.upsert(
			['A', '', 'B'].map((key) => ({ key, title: 'New' })),
			{},
			{ onError },
		);
		expect(error?.message ?? failed[0]).toMatch(/^The field to match on 'key' has no value/);
		expect(service.writes()).toHaveLength(writes);
	});
});

test('what was written before an item stops the run is listed without unchanged records', async () => {
	const service = await taskService([A, { ...A, id: 't2', key: 'B' }, { id: 't3', key: 'B' }]);
	const items = [{ key: 'A', title: 'Old' }, { key: 'A', title: 'New' }, { key: 'B' }];
	const { error } = await service.upsert(items, { inOrder: true });
	expect(error?.description).toContain('1 of its 3 items had been written: 1.');
});

test('query parameters are sent with the list and each write', async () => {
	const service = await taskService([A]);
	const queryParameters = { parameter: [{ name: 'notify', value: 'no' }] };
	await service.upsert([{ key: 'A', title: 'New' }, { key: 'B' }], { queryParameters });
	const sent = new Set(service.seen.map(({ method, url }) => `${method} ${url}`));
	expect([...sent].sort()).toEqual([
		'GET /v1/tasks?notify=no',
		'POST /v1/tasks?notify=no',
		'PUT /v1/tasks/t1?notify=no',
	]);
});

test('a match that is left unchanged is returned as it is; what is not found is created, once', async () => {
	const service = await taskService([A]);
	const items = versions('New', 'Newer').concat(
		{ key: 'B', title: 'First' },
		{ key: 'B', title: 'Second' },
	);
	const parameters = { ifMatch: 'keep' };
	const { json: records } = await service.upsert(items, { includeResult: true }, { parameters });
	const unchanged = { _result: 'unchanged', _changes: {} };
	const created = { id: 't2', key: 'B', title: 'First' };
	expect(records).toEqual([
		{ ...unchanged, ...A },
		{ ...unchanged, ...A },
		{ _result: 'created', _changes: {}, ...created },
		{ ...unchanged, ...created },
	]);
	expect(service.writes()).toEqual(['POST /tasks {"key":"B","title":"First"}']);
});

describe('a service that leaves out what is false or 0', () => {
	const lists = (record: IDataObject) =>
		Object.fromEntries(
			Object.entries(record).filter(([, value]) => value !== false && value !== 0),
		);
	const rows = (...done: boolean[]) =>
		done.map((each, at) => ({ key: `K${at}`, done: each, points: at % 3 }));

	test('is sent nothing twice, and no hint doubts what it has saved', async () => {
		const service = await taskService([], { lists, responds: lists });
		const items = rows(false, true, false, false, true, false);
		for (const result of ['6 created.', '6 unchanged.']) {
			const { texts } = await service.upsert(items);
			expect(texts[0]).toBe(result);
			expect(texts).toHaveLength(2);
		}
		const changed = await service.upsert(rows(false, false));
		expect(changed.texts[0]).toBe('1 updated, 1 unchanged.');
		expect(service.tasks[1]).toMatchObject({ done: false });
	});

	test('is sent a field once that no record has, as any service', async () => {
		const service = await taskService([A, { id: 't2', key: 'B' }, { id: 't3', key: 'C' }], {
			lists,
			responds: lists,
		});
		const { texts } = await service.upsert(
			['A', 'B', 'C'].map((key) => ({ key, done: key === 'C' })),
		);
		expect(texts[0]).toBe('2 updated, 1 unchanged.');
		expect(service.tasks[2]).toMatchObject({ done: true });
	});

	test('is sent false after this run has written true', async () => {
		const service = await taskService([A], { lists, responds: lists });
		const { texts } = await service.upsert([
			{ key: 'A', done: false },
			{ key: 'B', done: true },
			{ key: 'B', done: false },
		]);
		expect(texts[0]).toBe('1 created, 2 updated.');
		expect(service.tasks[1]).toMatchObject({ done: false });
	});

	test('finds a record by such a value', async () => {
		const service = await taskService([
			{ id: 1, key: 'A', done: true },
			{ id: 2, key: 'A' },
		]);
		const { json: records } = await service.upsert([{ key: 'A', done: false }], {
			matchOn: 'key, done',
		});
		expect(records).toMatchObject([{ id: 2 }]);
	});
});

test('a creation that the service rejects as a duplicate says that the list may leave the record out', async () => {
	const first = ({ method }: { method: string }) =>
		method === 'POST' ? json({ error: { code: 'exists', message: 'Key exists' } }, 409) : undefined;
	const service = await taskService([A], { first });
	const { error } = await service.upsert([{ key: 'B' }]);
	expect(error?.description).toMatch(
		/the list leaves it out.*'Query Parameters'.*match on the field/,
	);
});

test('a text that looks like that of a record is told to differ in what cannot be seen', async () => {
	const service = await taskService([A]);
	const { error } = await service.upsert([{ key: 'A\u200b' }]);
	expect(error?.description).toContain("'key' only differs in characters that cannot be seen.");
});

describe('a preview', () => {
	const told = (records: IDataObject[]) =>
		records.map(({ key, title, _result, _changes }) => ({ key, title, _result, _changes }));

	test('reports what the run then does, also of items for one record, and sends nothing', async () => {
		const tasks = Array.from({ length: 13 }, (_, at) => ({
			id: `t${at}`,
			key: `K${at}`,
			title: 'Old',
		}));
		const service = await taskService(tasks, { pageSize: 10 });
		const items = Array.from({ length: 45 }, (_, at) => ({
			key: `K${(at * 7) % 17}`,
			title: at % 3 === 0 ? 'Old' : `New ${at % 2}`,
		}));
		const preview = await service.upsert(items, { previewOnly: true });
		expect(service.writes()).toEqual([]);
		expect(preview.json.every(({ _preview }) => _preview === true)).toBe(true);
		expect(preview.texts[0]).toMatch(/^Preview only, nothing was sent: 4 created, /);

		const real = await service.upsert(items, { includeResult: true });
		expect(told(preview.json)).toEqual(told(real.json));
	});

	test('rejects what the run would reject', async () => {
		const additionalFields = { field: [{ name: 'project_id', type: 'string', value: 'p2' }] };
		const twoProjects = { additionalFields, projectId: byId('p1') };
		const rows: Array<[INodeParameters, IDataObject[]]> = [
			[{}, [{ key: 'A' }]],
			[{}, [{ key: 'new' }, { key: 'A' }]],
			[{}, [{ key: '' }]],
			[twoProjects, [{ key: 'C' }]],
		];
		for (const [parameters, items] of rows) {
			const service = await taskService([A, { ...A, id: 't2' }]);
			const run = async (options: INodeParameters) =>
				(await service.upsert(items, options, { parameters, ...continues })).outputs[1];
			const [preview, real] = [await run({ previewOnly: true }), await run({})];
			expect(preview).toHaveLength(1);
			expect(preview).toEqual(real);
		}
	});

	test('is not found by items that are sent', async () => {
		const service = await taskService([]);
		const items = ['Dry', 'Real'].map((title) => ({ key: 'A', title }));
		await service.upsert(items, { previewOnly: '={{ $json.title === "Dry" }}' });
		expect(service.writes()).toEqual(['POST /tasks {"key":"A","title":"Real"}']);
	});
});
