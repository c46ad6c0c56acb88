import type { IDataObject } from 'n8n-workflow';

import { findOperation, type Operation } from '../../nodes/ProjectWorkspace/catalogue';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/readOptions';
import { parseJson } from '../../nodes/ProjectWorkspace/records/json';
import { inputError } from '../../nodes/ProjectWorkspace/itemError';
import { ok } from '../../nodes/ProjectWorkspace/result';
import {
	create as writeNew,
	update as writeUpdate,
	type Send,
} from '../../nodes/ProjectWorkspace/upsert/write';

const upsertOfTasks = findOperation('task', 'upsert');
if (!upsertOfTasks || upsertOfTasks.endpoint) throw new Error('There is no upsert of tasks');
const operations = upsertOfTasks;

interface Given {
	/** Fields that the record is found by. */
	matchOn?: string[];
	options?: IDataObject;
	/** What the service responds with, from what it is sent. */
	answer?: (sent: IDataObject) => IDataObject[];
	send?: Send;
}

/** Writes some fields, and keeps what is sent and what is put into the list. */
function writing(body: string, { matchOn = ['key'], options = {}, answer, send }: Given = {}) {
	const sent: Array<{ operation: Operation; ids: unknown; query: unknown; body: string }> = [];
	const previewed: unknown[] = [];
	const put: IDataObject[][] = [];
	const read = Object.assign(() => options, { locator: () => '', inputOf: () => ({}) });
	const given = readOptions(read, 0);
	if (!given.ok) throw new Error(given.problem.message);
	const desired = parseJson(body) as IDataObject; // the tests give objects
	return {
		sent,
		previewed,
		put,
		writing: {
			request: {
				...operations,
				options: given.value,
				search: {
					resource: 'task' as const,
					request: { method: 'GET' as const, path: '/tasks', query: {} },
					overrides: {},
					settings: { timeout: 1_000, limits: { attempts: 1, totalMs: 0, rateLimitMs: 0 } },
				},
				match: { matchOn, matchValues: matchOn.map((name) => desired[name]) },
				noMatch: 'stop' as const,
				references: [],
				query: { notify: 'no' },
				desired,
				body,
				omittedFields: [],
			},
			send:
				send ??
				(async (operation, values, record) => {
					const text = values.body ?? '';
					sent.push({ operation, ids: values.ids, query: values.query, body: text });
					previewed.push(record);
					const parsed = parseJson(text) as IDataObject; // as above
					return ok(answer?.(parsed) ?? [{ id: 1, ...parsed }]);
				}),
			list: {
				find: () => ({ records: [], undecided: false }),
				put: (record: IDataObject, replaced?: IDataObject) =>
					void put.push(replaced ? [record, replaced] : [record]),
				summary: '',
				size: 0,
				completeness: { is: 'complete', because: 'stated' } as const,
				rejection: () => undefined,
				serialize: async <T>(_: unknown, work: () => Promise<T>) => await work(),
				creationFailed: () => undefined,
				mayExist: () => false,
			},
		},
	};
}

type Task = ReturnType<typeof writing>['writing'];

const update = async (existing: IDataObject, { request, list, send }: Task) =>
	await writeUpdate(request, existing, list, send);

const create = async ({ request, list, send }: Task) =>
	await writeNew(request.create, request, list, send);

test('only differences are reported as changed, and only mapped fields are sent', async () => {
	const existing = { id: 't1', key: 'A', title: 'Old', note: 'kept' };
	const task = writing('{"key":"A","title":"New","due":"2026-12-31"}');
	const written = await update(existing, task.writing);
	const changes = { title: { from: 'Old', to: 'New' }, due: { to: '2026-12-31' } };
	const record = { id: 1, key: 'A', title: 'New', due: '2026-12-31' };
	expect(written).toEqual(ok([{ record, result: 'updated', changes, normalizedFields: [] }]));
	const body = '{"key":"A","title":"New","due":"2026-12-31"}';
	expect(task.sent).toEqual([
		{ operation: operations.update, ids: { taskId: 't1' }, query: { notify: 'no' }, body },
	]);
	expect(task.previewed).toEqual([{ ...existing, title: 'New', due: '2026-12-31' }]);
	expect(task.put).toEqual([[task.previewed[0], existing]]);
});

test('a record that has all values is handed on as it is, and nothing is sent', async () => {
	const existing = { id: 't1', key: 'A', title: 'Same', note: 'kept' };
	const task = writing('{"key":"A","title":"Same"}');
	expect(await update(existing, task.writing)).toEqual(
		ok([{ record: existing, result: 'unchanged' }]),
	);
	expect([task.sent, task.put]).toEqual([[], []]);
});

test('a record keeps the fields that it was found by in its own type', async () => {
	const task = writing('{"key":"7","title":"New"}');
	await update({ id: 't1', key: 7, title: 'Old' }, task.writing);
	expect(task.sent[0]?.body).toBe('{"key":7,"title":"New"}');
});

test('a name that every object has is no field of a record', async () => {
	const task = writing('{"key":"A","toString":"x"}');
	const written = await update({ id: 't1', key: 'A' }, task.writing);
	expect(written).toMatchObject(ok([{ changes: { toString: { to: 'x' } } }]));
	const [one] = written.ok ? written.value : [];
	expect(Object.keys(one?.changes?.toString ?? {})).toEqual(['to']);
});

test('the whole record is sent only where that is chosen, without what the service sets', async () => {
	const existing = { id: 't1', key: 'A', title: 'Old', note: 'kept', created_at: 'then' };
	const sendWholeRecord = { options: { sendWholeRecord: true } };
	const whole = writing('{"key":"A","title":"New"}', sendWholeRecord);
	await update(existing, whole.writing);
	expect(whole.sent[0]?.body).toBe('{"key":"A","title":"New","note":"kept"}');
	// What the person maps is sent, whatever its name is.
	const named = writing('{"key":"A","created_at":"now"}', sendWholeRecord);
	await update(existing, named.writing);
	expect(JSON.parse(named.sent[0]?.body ?? '{}')).toMatchObject({ created_at: 'now' });
});

test('a number that reading has rounded is not sent back, and one that is not sent stops nothing', async () => {
	const existing = { id: 't1', key: 'A', title: 'Old', serial: 1e30 };
	const whole = writing('{"key":"A","title":"New"}', { options: { sendWholeRecord: true } });
	expect(await update(existing, whole.writing)).toMatchObject({
		problem: { problem: { message: expect.stringContaining('too large to send back exactly') } },
	});
	expect([whole.sent, whole.put]).toEqual([[], []]);
	const part = writing('{"key":"A","title":"New"}');
	expect(await update(existing, part.writing)).toMatchObject({ ok: true });
});

test('a record without an ID cannot be updated', async () => {
	const task = writing('{"key":"A","title":"New"}');
	expect(await update({ key: 'A' }, task.writing)).toMatchObject({
		problem: { problem: { message: 'No ID was found in the matching task' } },
	});
	expect(task.sent).toEqual([]);
});

test('what the service rejects counts neither as updated nor as created', async () => {
	const rejection = inputError({ message: 'Rejected', description: '' });
	const task = writing('{"key":"A","title":"New"}', { send: async () => rejection });
	expect(await update({ id: 't1', key: 'A' }, task.writing)).toBe(rejection);
	expect(await create(task.writing)).toBe(rejection);
	expect(task.put).toEqual([]);
});

test('what is created is found by the next item, under the ID and times that the service gave', async () => {
	const task = writing('{"key":"A","title":" New ","id":"mine","created_at":"now"}', {
		answer: ({ key }) => [{ id: 't9', key, title: 'New', created_at: 'then', state: 'open' }],
	});
	const written = await create(task.writing);
	expect(written).toMatchObject(
		ok([{ result: 'created', normalizedFields: ['title', 'id', 'created_at'] }]),
	);
	expect(task.sent).toMatchObject([{ operation: operations.create, query: { notify: 'no' } }]);
	expect(task.put).toEqual([
		[{ id: 't9', key: 'A', title: ' New ', created_at: 'then', state: 'open' }],
	]);
});

test('a response without the record leaves what was sent to be found', async () => {
	const nothing = writing('{"key":"A"}', { answer: () => [] });
	expect(await create(nothing.writing)).toEqual(ok([]));
	expect(nothing.put).toEqual([[{ key: 'A' }]]);
	const word = writing('{"key":"A","status":"open"}', { answer: () => [{ status: 'ok' }] });
	expect(await create(word.writing)).toMatchObject(ok([{ normalizedFields: [] }]));
});

test('a record whose field to match on is saved in another form is reported, and its copies find it', async () => {
	const task = writing('{"key":"A"}', { answer: () => [{ id: 't9', key: 'a' }] });
	const message = `The task t9 was created, but the service saved 'key' in a different form than "A"`;
	expect(await create(task.writing)).toMatchObject({
		problem: { problem: { message } },
	});
	expect(task.put).toEqual([[{ id: 't9', key: 'A' }]]);
});

test('a record whose field to match on is saved as a number is found by its text', async () => {
	const task = writing('{"key":"7"}', { answer: () => [{ id: 't9', key: 7 }] });
	expect(await create(task.writing)).toMatchObject(
		ok([{ result: 'created', normalizedFields: ['key'] }]),
	);
});

test('a record whose field to match on comes back as a rounded number may have been saved as it is', async () => {
	const task = writing('{"key":"9007199254740993"}', {
		answer: () => [{ id: 't9', key: Number('9007199254740993') }],
	});
	expect(await create(task.writing)).toMatchObject(
		ok([{ result: 'created', normalizedFields: ['key'] }]),
	);
});

test('what a response leaves out has not been saved in another form', async () => {
	const task = writing('{"key":"A","secret":"x"}', { answer: () => [{ id: 't9' }] });
	expect(await create(task.writing)).toMatchObject(
		ok([{ result: 'created', normalizedFields: [] }]),
	);
});

test('a copy finds what a preview would create, again and again, and no real record takes its ID', async () => {
	const first = writing('{"key":"A"}', {
		options: { previewOnly: true },
		answer: (record) => [record],
	});
	await create(first.writing);
	const stand = 'created in this preview';
	let [existing] = first.put[0] ?? [];
	for (const title of ['New', 'Newer']) {
		const copy = writing(`{"key":"A","title":"${title}"}`, { options: { previewOnly: true } });
		await update(existing ?? {}, copy.writing);
		expect(copy.sent).toMatchObject([{ ids: { taskId: stand } }]);
		[existing] = copy.put[0] ?? [];
	}
	const real = writing('{"key":"B"}', { answer: (record) => [record] });
	await create(real.writing);
	const [created] = real.put[0] ?? [];
	const later = writing('{"key":"B","title":"New"}');
	expect(await update(created ?? {}, later.writing)).toMatchObject({
		ok: false,
	});
	await update({ id: 't1', key: 'B' }, later.writing);
	const [updated] = later.put[0] ?? [];
	const next = writing('{"key":"B","title":"Newer"}');
	await update(updated ?? {}, next.writing);
	expect(next.sent).toMatchObject([{ ids: { taskId: 't1' } }]);
});
